// SPDX-License-Identifier: Apache-2.0
#include "fabric/flow/waves.hpp"

#include <fmt/format.h>
#include <algorithm>
#include <array>

#include "fabric/record/wave_rows.hpp"

namespace selvage::fabric {

using golden::AckType;
using golden::FlowId;

namespace {

constexpr unsigned kMostRows = 1024;  ///< channels shown at all ports of a switch
constexpr unsigned kMostChannels = 64;
constexpr unsigned kAckCharacters = 40;

const std::vector<std::string> kStateWords(golden::kFlowStateNames.begin(),
                                           golden::kFlowStateNames.end());
const std::vector<std::string> kAckWords = [] {
  std::vector<std::string> words{"none"};
  words.insert(words.end(), golden::kAckTypeNames.begin(), golden::kAckTypeNames.end());
  return words;
}();
const std::vector<std::string> kTableWords{"none",     "open",   "telling",
                                           "draining", "closed", "joining"};
/// Phases of a head packet; where it is parked, what it waits for.
const std::vector<std::string> kDoingWords{"empty",        "routing",         "choosing",
                                           "at_output",    "leaving",         "waits_state",
                                           "waits_extent", "waits_injection", "waits_bandwidth",
                                           "waits_credit", "waits_port",      "waits_move"};

unsigned doing(const flow::Row& r) {
  if (r.phase != flow::Phase::kParked) return static_cast<unsigned>(r.phase);
  const auto why = static_cast<unsigned>(r.why);  // kGo: nothing is parked for that
  return static_cast<unsigned>(flow::Phase::kParked) + (why > 0 ? why - 1 : 0);
}

const std::string& word_of(AckType type) { return kAckWords[1 + static_cast<unsigned>(type)]; }

}  // namespace

struct FlowWaves::Channel {
  Row flow = 0, state = 0, blocks = 0, level = 0, follow = 0, queue = 0, extent = 0;
  Row doing = 0, head = 0, units = 0, ack = 0;
  unsigned blocked = 0;  ///< times it came into BLOCK
  golden::FlowState last = golden::FlowState::kFree;
  bool live = false;
  bool drawn = false;  ///< its packets are shown
};

struct FlowWaves::Port {
  bool there = false;
  bool chosen = false;
  Row held = 0, fifo = 0, load = 0, stopped = 0;
  Passing wire;
  // Of a chosen switch.
  Passing arriving;
  Row xoff = 0, channels = 0, leaving = 0, waiting = 0, waiting_units = 0, depth = 0, front = 0;
  Row ack = 0, last_ack = 0, redirect = 0, last_redirect = 0, table = 0, last_lost = 0;
  std::vector<Channel> channel;
  std::vector<FlowId> live;  ///< channels with something to draw
  unsigned now_ack = 0;
  bool now_redirect = false;
};

FlowWaves::FlowWaves(const Context& context, flow::Routers& routers, const golden::FlowSizes& sizes,
                     unsigned lanes, waves::FstFile& file, WaveRows& rows, TracePort trace)
    : context_(context),
      routers_(routers),
      file_(file),
      rows_(rows),
      sizes_(sizes),
      trace_(std::move(trace)),
      channels_(shown_channels(sizes.rows(), sizes.ports)),
      lanes_(std::min(lanes, 64U)),
      ports_(context.topology.switch_count()) {
  const Topology& t = context.topology;
  const std::size_t name = t.host_count() > 0 ? t.host_name(t.host_count() - 1).size() : 1;
  characters_ = static_cast<unsigned>(std::min<std::size_t>(2 * name + 24, 56));
  routers_.observe(*this);
}

FlowWaves::~FlowWaves() { routers_.forget(*this); }

unsigned FlowWaves::shown_channels(unsigned rows, unsigned ports) {
  return std::min({rows, kMostChannels, std::max(kMostRows / std::max(ports, 1U), 1U)});
}

void FlowWaves::declare(SwitchIdx sw, const std::string& scope, bool chosen) {
  const Topology& t = context_.topology;
  const unsigned count = t.port_count(sw);
  const unsigned digits = count > 10 ? 2 : 1;
  ports_[sw].resize(count);
  for (unsigned p = 0; p < count; ++p) {
    Port& port = ports_[sw][p];
    port.there = t.peer(sw, static_cast<PortIdx>(p)).kind != PortEnd::Kind::kNone;
    port.chosen = chosen && port.there;
    if (!port.there) continue;
    const std::string here = fmt::format("{} port_{:0{}}", scope, p, digits);
    file_.scope(here);
    if (chosen) port.arriving.row = file_.text("arriving", characters_);
    port.held = file_.number("held", 16);
    if (chosen) {
      port.xoff = file_.number("xoff_said", lanes_);
      port.channels = file_.number("channels", 12);
      port.leaving = file_.text("leaving", characters_);
      port.table = file_.word("table", kTableWords);
      port.waiting = file_.text("at_output", characters_);
      port.waiting_units = file_.number("at_output_units", 16);
    }
    port.load = file_.number("load", 16);
    if (chosen) {
      port.depth = file_.number("depth", 16);
      port.front = file_.text("fifo_front", characters_);
    }
    port.fifo = file_.number("fifo", 16);
    port.wire.row = file_.text("wire", characters_);
    port.stopped = file_.number("xoff_seen", lanes_);
    if (!chosen) continue;
    for (cosim::TracedModel* const m :
         trace_({sw, static_cast<PortIdx>(p)}, fmt::format("{} rtl port_{:0{}}", scope, p, digits)))
      models_.push_back(m);
    port.last_lost = file_.text("last_lost", characters_);
    port.ack = file_.word("ack", kAckWords);
    port.last_ack = file_.text("last_ack", kAckCharacters);
    port.redirect = file_.number("redirect", 1);
    port.last_redirect = file_.text("last_redirect", kAckCharacters);
    port.channel.resize(channels_);
    for (unsigned id = 0; id < channels_; ++id) {
      Channel& c = port.channel[id];
      file_.scope(fmt::format("{} channel_{:02}", here, id));
      c.flow = file_.text("flow", characters_);
      c.state = file_.word("state", kStateWords);
      c.blocks = file_.number("blocks", 16);
      c.level = file_.number("level", 3);
      c.follow = file_.number("follow_port", 6);
      c.queue = file_.number("queue_extent", 16);
      c.extent = file_.number("flow_extent", 16);
      c.doing = file_.word("doing", kDoingWords);
      c.head = file_.text("head", characters_);
      c.units = file_.number("queued_units", 16);
      c.ack = file_.text("last_ack", kAckCharacters);
    }
  }
}

FlowWaves::Port* FlowWaves::at(SwitchPort port) {
  std::vector<Port>& ports = ports_[port.sw];
  return port.port < ports.size() && ports[port.port].there ? &ports[port.port] : nullptr;
}

FlowWaves::Port* FlowWaves::chosen(SwitchPort port) {
  Port* const p = at(port);
  return p != nullptr && p->chosen ? p : nullptr;
}

FlowWaves::Port* FlowWaves::busy(SwitchPort port) {
  Port* const p = chosen(port);
  if (p != nullptr) busy_.push_back(port);
  return p;
}

// ---- reported by the network ------------------------------------------------------------------

/// The header as it is on the present link.
std::string FlowWaves::describe(const flow::Cargo& packet) const {
  const Topology& t = context_.topology;
  return fmt::format("#{} {}>{} id {} pos {}", packet.packet.id, t.host_name(packet.packet.source),
                     t.host_name(packet.packet.destination), packet.id, packet.start);
}

void FlowWaves::set_packet(Row row, std::uint32_t slot) {
  file_.set_text(row, slot == flow::kNoSlot ? "" : describe(routers_.cargo(slot)));
}

void FlowWaves::show(Passing& passing, std::string_view text, Cycle until) {
  file_.set_text(passing.row, text);
  passing.until = until;
  if (passing.active) return;
  passing.active = true;
  passing_.push_back(&passing);
}

void FlowWaves::arrives(SwitchPort in, const flow::Cargo& packet) {
  if (Port* p = chosen(in)) show(p->arriving, describe(packet), packet.tail + 1);
}

void FlowWaves::decided(SwitchIdx sw, std::uint32_t slot, const RouteDecision& decision) {
  rows_.decided(sw, context_.packets.at(slot), decision);
}

void FlowWaves::stepped(SwitchPort in, FlowId id, const golden::IfctRow& row) {
  Port* const p = chosen(in);
  if (p == nullptr || id >= p->channel.size()) return;
  Channel& c = p->channel[id];
  file_.set(c.state, static_cast<unsigned>(row.state));
  if (row.state == golden::FlowState::kBlock && c.last != row.state) ++c.blocked;
  c.last = row.state;
  file_.set(c.blocks, c.blocked);
  file_.set(c.level, row.level);
  file_.set(c.follow, row.fport);
  file_.set(c.queue, sizes_.wrap(row.next - row.data));
  file_.set(c.extent, sizes_.wrap(row.data - row.ack));
  c.live = row.state != golden::FlowState::kFree;
  if (!c.live || c.drawn) return;
  c.drawn = true;
  p->live.push_back(id);
}

void FlowWaves::acked(SwitchPort in, const golden::AckRequest& ack) {
  Port* const p = chosen(in);
  if (p == nullptr || ack.id >= p->channel.size()) return;
  file_.set_text(p->channel[ack.id].ack,
                 fmt::format("{} +{} by {}", word_of(ack.type), ack.delta, ack.port));
}

void FlowWaves::came_back(SwitchPort out, const golden::Ack& ack, const golden::BackMessage& back) {
  Port* const p = busy(out);
  if (p == nullptr) return;
  p->now_ack = 1 + static_cast<unsigned>(ack.type);
  const std::string whose =
      back.valid ? fmt::format("in {} id {} +{}", back.port, back.id, back.delta) : "stray";
  file_.set_text(p->last_ack,
                 fmt::format("{} id {} pos {}: {}", word_of(ack.type), ack.id, ack.pos, whose));
}

void FlowWaves::redirected(SwitchPort out, const flow::RedirectOutput& redirect) {
  Port* const p = busy(out);
  if (p == nullptr) return;
  p->now_redirect = true;
  file_.set_text(p->last_redirect, fmt::format("in {} id {}", redirect.port, redirect.id));
}

void FlowWaves::sent(SwitchPort out, const flow::Cargo& packet, Cycle until) {
  if (Port* p = at(out)) show(p->wire, describe(packet), until);
}

void FlowWaves::sent_marker(SwitchPort out, golden::FlowId id, Cycle until) {
  if (Port* p = at(out)) show(p->wire, fmt::format("marker of channel {}", id), until);
}

void FlowWaves::sent_acks(SwitchPort out, unsigned count, Cycle until) {
  if (Port* p = at(out)) show(p->wire, fmt::format("{} ACKs", count), until);
}

void FlowWaves::stretched(SwitchPort out, Cycle until) {
  if (Port* p = at(out)) p->wire.until = until;
}

void FlowWaves::lost(SwitchPort out, const flow::Cargo& packet) {
  if (Port* p = chosen(out)) file_.set_text(p->last_lost, describe(packet));
}

// ---- drawing ------------------------------------------------------------------------------------

void FlowWaves::expire(Cycle cycle) {
  const auto over = [&](Passing* p) {
    if (p->until > cycle) return false;
    p->active = false;
    file_.set_text(p->row, "");
    return true;
  };
  passing_.erase(std::remove_if(passing_.begin(), passing_.end(), over), passing_.end());
}

void FlowWaves::draw(Cycle cycle) {
  expire(cycle);
  for (SwitchIdx sw = 0; sw < ports_.size(); ++sw) {
    for (unsigned p = 0; p < ports_[sw].size(); ++p) {
      if (ports_[sw][p].there) draw_port({sw, static_cast<PortIdx>(p)}, ports_[sw][p]);
    }
  }
}

void FlowWaves::draw_port(SwitchPort at, Port& port) {
  const flow::PortLook look = routers_[at.sw].look(at.port);
  file_.set(port.held, look.held);
  file_.set(port.load, look.load);
  file_.set(port.fifo, look.fifo);
  file_.set(port.stopped, look.xoff_seen);
  if (!port.chosen) return;
  file_.set(port.xoff, look.xoff_said);
  file_.set(port.channels, look.channels);
  set_packet(port.leaving, look.leaving);
  set_packet(port.waiting, look.waiting);
  file_.set(port.waiting_units, look.waiting_units);
  file_.set(port.depth, look.depth);
  set_packet(port.front, look.fifo_front);
  file_.set(port.table, static_cast<unsigned>(look.table));
  file_.set(port.ack, port.now_ack);
  file_.set(port.redirect, port.now_redirect ? 1U : 0U);
  const auto closed = [&](FlowId id) {
    draw_channel(at, id, port.channel[id]);
    return !port.channel[id].drawn;
  };
  port.live.erase(std::remove_if(port.live.begin(), port.live.end(), closed), port.live.end());
}

/// A channel that is released is drawn once more.
void FlowWaves::draw_channel(SwitchPort at, FlowId id, Channel& c) {
  const flow::Row& r = routers_[at.sw].row(at.port, id);
  if (c.live) {
    const flow::FlowStat& f = routers_.flow(r.flow);
    file_.set_text(c.flow, fmt::format("{}>{} class {}{}", context_.topology.host_name(f.source),
                                       context_.topology.host_name(f.destination), f.tc,
                                       f.ordered ? "" : " unordered"));
  } else {
    c.drawn = false;
    file_.set_text(c.flow, "");
    file_.set_text(c.ack, "");
  }
  file_.set(c.doing, doing(r));
  set_packet(c.head, r.head);
  file_.set(c.units, r.units);
}

void FlowWaves::count(Cycle cycle) { expire(cycle); }

void FlowWaves::forget() {
  for (const SwitchPort& where : busy_) {
    Port& p = ports_[where.sw][where.port];
    p.now_ack = 0;
    p.now_redirect = false;
  }
  busy_.clear();
}

}  // namespace selvage::fabric
