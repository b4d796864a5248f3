// SPDX-License-Identifier: Apache-2.0
#include "fabric/record/wave_rows.hpp"

#include <fmt/format.h>
#include <algorithm>
#include <cctype>

#include "cosim/lockstep/watched.hpp"
#include "fabric/data_path.hpp"
#include "fabric/record/journey.hpp"
#include "fabric/switch.hpp"

namespace selvage::fabric {

using cosim::Watched;
using cosim::WatchedRow;
using waves::FstFile;

namespace {

constexpr unsigned kControlCharacters = 48;
constexpr unsigned kFaultCharacters = 40;
constexpr unsigned kMismatchCharacters = 64;

const std::vector<std::string> kLinkWords{"ok", "died", "known_dead", "repaired"};
const std::vector<std::string> kFrontWords{"empty", "queued", "routing", "waiting", "sending"};
const std::vector<std::string> kOutcomeWords{"none", "forward", "drop", "wait"};
const std::vector<std::string> kFaultWords{"none", "died", "detected", "repaired", "up_again"};
const std::vector<std::string> kVerdictWords{"ok", "MISMATCH", "check_failed", "DEADLOCK"};

}  // namespace

std::string wave_scope(const std::string& switch_name) {
  std::string out = "sw";
  bool gap = true;
  for (const char c : switch_name) {
    if (std::isalnum(static_cast<unsigned char>(c)) == 0) {
      gap = true;
      continue;
    }
    if (gap) out += '_';
    gap = false;
    out += c;
  }
  return out;
}

struct WaveRows::Rows {
  struct Port {
    FstFile::Row link = 0;
    bool has_link = false;
    PacketRow in;
    FstFile::Row front = 0;
    FstFile::Row held = 0;
    PacketRow out;
  };
  FstFile::Row fault = 0, control = 0, sent_by = 0, coming = 0, active = 0, changes = 0;
  FstFile::Row outcome = 0, port = 0, v = 0;
  PacketRow packet;
  std::vector<Port> ports;
  const Watched* watched = nullptr;
  std::vector<FstFile::Row> watched_rows;

  // Reported by the switch.
  bool now_detected = false;
  bool now_up = false;
  PortMask now_sent = 0;
  std::uint64_t now_coming = 0;
  std::uint64_t now_changes = 0;
  RouteDecision decision;
  bool any_decision = false;
};

struct WaveRows::FabricRows {
  FstFile::Row cycle = 0, verdict = 0, fault = 0, in_flight = 0, informed = 0, packets = 0;
  FstFile::Row lost = 0;
  FstFile::Row mismatch = 0, golden = 0, rtl = 0;
};

WaveRows::WaveRows(const Context& context, const Switches& switches, DataPath& path,
                   const WaveRequest& request)
    : context_(context),
      switches_(switches),
      recorder_(request.file, {request.from, request.until}, context.scenario.clock_ns),
      path_rows_(path.wave_rows(recorder_.file(), *this)),
      of_(switches.size()),
      changed_(switches.size()),
      stuck_(request.stuck) {
  const Topology& t = context.topology;
  const std::size_t name = t.host_count() > 0 ? t.host_name(t.host_count() - 1).size() : 1;
  packet_characters_ = static_cast<unsigned>(std::min<std::size_t>(2 * name + 10, 48));
  declare_fabric();
  // The chosen first: in the file as in the view.
  for (const SwitchIdx s : request.switches) {
    if (of_[s]) continue;
    declare(s, true);
    auto* watched = dynamic_cast<Watched*>(&switches[s]->control());
    if (watched == nullptr) continue;
    cosim::TracedModel* traced =
        watched->make_traced_model("fabric " + wave_scope(t.switch_name(s)) + " rtl");
    if (traced != nullptr) recorder_.add(*traced);
  }
  if (path_rows_) {
    for (cosim::TracedModel* const m : path_rows_->models()) recorder_.add(*m);
  }
  if (switches.size() > kMostSwitches) return;
  for (SwitchIdx s = 0; s < switches.size(); ++s) {
    if (!of_[s]) declare(s, false);
  }
}

WaveRows::~WaveRows() = default;

void WaveRows::declare_fabric() {
  FstFile& f = recorder_.file();
  f.scope("fabric");
  fabric_ = std::make_unique<FabricRows>();
  fabric_->cycle = f.number("cycle", 32);
  fabric_->verdict = f.word("verdict", kVerdictWords);
  fabric_->mismatch = f.text("mismatch", kMismatchCharacters);
  fabric_->golden = f.text("mismatch_golden", kMismatchCharacters);
  fabric_->rtl = f.text("mismatch_rtl", kMismatchCharacters);
  fabric_->fault = f.text("last_fault_event", kFaultCharacters);
  fabric_->in_flight = f.number("messages_in_flight", 16);
  fabric_->informed = f.number("switches_changed", 16);
  fabric_->packets = f.number("packets_in_fabric", 24);
  fabric_->lost = f.number("packets_dropped", 24);
}

void WaveRows::declare(SwitchIdx sw, bool chosen) {
  const Topology& t = context_.topology;
  const unsigned ports = t.port_count(sw);
  FstFile& f = recorder_.file();
  f.scope("fabric " + wave_scope(t.switch_name(sw)));
  of_[sw] = std::make_unique<Rows>();
  Rows& r = *of_[sw];
  r.fault = f.word("fault_event", kFaultWords);
  r.control = f.text("last_received", kControlCharacters);
  r.sent_by = f.number("messages_sent_by", ports);
  r.coming = f.number("messages_incoming", 8);
  r.active = f.number("control_active", 1);
  r.changes = f.number("state_changes", 8);
  r.watched = dynamic_cast<const Watched*>(&switches_[sw]->control());
  if (r.watched != nullptr) {
    for (const WatchedRow& row : r.watched->rows()) {
      r.watched_rows.push_back(row.words.empty() ? f.number(row.name, row.bits)
                                                 : f.word(row.name, row.words));
    }
  }
  r.packet.row = f.text("decision_packet", packet_characters_);
  r.outcome = f.word("decision", kOutcomeWords);
  r.port = f.number("decision_port", 6);
  r.v = f.number("decision_V", ports);
  for (unsigned p = 0; p < ports; ++p) {
    Rows::Port& port = r.ports.emplace_back();
    const auto at = static_cast<PortIdx>(p);
    port.has_link = t.peer(sw, at).kind == PortEnd::Kind::kSwitch;
    if (port.has_link) port.link = f.word(fmt::format("link_{}", p), kLinkWords);
  }
  if (path_rows_) return path_rows_->declare(sw, "fabric " + wave_scope(t.switch_name(sw)), chosen);
  for (unsigned p = 0; p < ports; ++p) {
    Rows::Port& port = r.ports[p];
    port.in.row = f.text(fmt::format("in_{}", p), packet_characters_);
    port.front = f.word(fmt::format("in_{}_state", p), kFrontWords);
    port.held = f.number(fmt::format("in_{}_held", p), 8);
    port.out.row = f.text(fmt::format("out_{}", p), packet_characters_);
  }
}

// ---- reported by the switches -----------------------------------------------------------------

WaveRows::Rows* WaveRows::busy(SwitchIdx sw) {
  if (of_[sw]) busy_.push_back(sw);
  return of_[sw].get();
}

void WaveRows::on(const MessageSent& e) {
  if (Rows* r = busy(e.from.sw)) r->now_sent |= PortMask{1} << e.from.port;
  if (Rows* r = rows(e.to)) ++r->now_coming;
}

void WaveRows::on(const MessageLost& e) {
  if (Rows* r = rows(e.where.sw); r != nullptr && r->now_coming > 0) --r->now_coming;
}

void WaveRows::on(const MessageArrived& e) {
  Rows* r = rows(e.where.sw);
  if (r == nullptr) return;
  if (r->now_coming > 0) --r->now_coming;
  const std::string what = r->watched == nullptr ? "message" : r->watched->describe(e.content);
  recorder_.file().set_text(r->control, fmt::format("{} from {}", what, e.where.port));
}

void WaveRows::on(const LinkDeclared& e) {
  Rows* r = busy(e.where.sw);
  if (r == nullptr) return;
  (e.up ? r->now_up : r->now_detected) = true;
  recorder_.file().set_text(r->control,
                            fmt::format("{} at {}", e.up ? "link up" : "dead link", e.where.port));
}

void WaveRows::on(const StateChanged& e) {
  if (!changed_[e.sw]) {
    changed_[e.sw] = true;
    ++changed_count_;
  }
  if (Rows* r = rows(e.sw)) ++r->now_changes;
}

void WaveRows::decided(SwitchIdx at, const Packet& packet, const RouteDecision& decision) {
  Rows* r = rows(at);
  if (r == nullptr) return;
  r->any_decision = true;
  r->decision = decision;
  show(r->packet, &packet);
}

// ---- drawing ------------------------------------------------------------------------------------

void WaveRows::show(PacketRow& row, const Packet* packet) {
  if (packet == nullptr) {
    if (row.shown) recorder_.file().set_text(row.row, "");
    row.shown.reset();
    return;
  }
  if (row.shown == packet->id) return;
  row.shown = packet->id;
  const Topology& t = context_.topology;
  recorder_.file().set_text(row.row,
                            fmt::format("#{} {}>{}", packet->id, t.host_name(packet->source),
                                        t.host_name(packet->destination)));
}

void WaveRows::draw(Cycle cycle) {
  FstFile& f = recorder_.file();
  for (SwitchIdx sw = 0; sw < of_.size(); ++sw) {
    Rows* r = rows(sw);
    if (r == nullptr) continue;
    const Switch& s = *switches_[sw];
    f.set(r->sent_by, r->now_sent);
    f.set(r->coming, r->now_coming);
    f.set(r->active, s.control_active() ? 1U : 0U);
    f.set(r->changes, r->now_changes);
    f.set(r->outcome, !r->any_decision ? 0U : 1U + static_cast<unsigned>(r->decision.outcome));
    f.set(r->port, r->decision.port);
    f.set(r->v, r->decision.candidates);
    if (r->watched != nullptr) {
      values_.clear();
      r->watched->values(values_);
      for (std::size_t i = 0; i < r->watched_rows.size(); ++i) {
        f.set(r->watched_rows[i], values_[i]);
      }
    }
    draw_links(*r, s, cycle);
    if (!path_rows_) draw_packets(*r, s);
  }
  if (path_rows_) path_rows_->draw(cycle);
  draw_fabric(cycle);
}

void WaveRows::draw_links(Rows& r, const Switch& s, Cycle cycle) {
  bool died = false;
  bool healed = false;
  for (unsigned p = 0; p < r.ports.size(); ++p) {
    if (!r.ports[p].has_link) continue;
    const LinkState* link = s.link(static_cast<PortIdx>(p));
    const bool known = s.declared_dead(static_cast<PortIdx>(p));
    const bool dead = link != nullptr && link->dead;
    died = died || (dead && link->died == cycle && cycle > 0);
    healed = healed || (link != nullptr && !dead && link->healed == cycle && cycle > 0);
    recorder_.file().set(r.ports[p].link, known ? (dead ? 2U : 3U) : dead ? 1U : 0U);
  }
  recorder_.file().set(r.fault, r.now_detected ? 2U : r.now_up ? 4U : died ? 1U : healed ? 3U : 0U);
}

void WaveRows::draw_packets(Rows& r, const Switch& s) {
  const auto packet = [&](std::uint32_t slot) {
    return slot == kNoSlot ? nullptr : &context_.packets.at(slot);
  };
  for (unsigned p = 0; p < r.ports.size(); ++p) {
    Rows::Port& port = r.ports[p];
    const Switch::PortView v = s.view(static_cast<PortIdx>(p));
    show(port.in, packet(v.in));
    recorder_.file().set(port.front, v.front);
    recorder_.file().set(port.held, v.held);
    show(port.out, packet(v.out));
  }
}

void WaveRows::draw_verdict(Cycle cycle) {
  const auto& mismatch = context_.scoreboard.first();
  const bool stuck = stuck_ && cycle >= *stuck_;
  FstFile& f = recorder_.file();
  f.set(fabric_->verdict, mismatch ? 1U : !context_.broken_check.empty() ? 2U : stuck ? 3U : 0U);
  if (!mismatch) return;
  f.set_text(fabric_->mismatch, fmt::format("{} of {}", mismatch->what, mismatch->block));
  f.set_text(fabric_->golden, mismatch->expected);
  f.set_text(fabric_->rtl, mismatch->actual);
}

void WaveRows::draw_fabric(Cycle cycle) {
  FstFile& f = recorder_.file();
  f.set(fabric_->cycle, cycle);
  draw_verdict(cycle);
  std::string event;
  for (const FaultEvent& fault : context_.book.faults) {
    if (fault.happened && fault.failed == cycle) event = fault.name + " died";
    if (fault.repair && fault.repair->repaired == cycle) event = fault.name + " repaired";
    for (const unsigned end : {0U, 1U}) {
      const std::string where = end == 0 ? "below" : "above";
      if (fault.detected[end] == cycle) event = fault.name + " detected " + where;
      if (fault.repair && fault.repair->detected[end] == cycle) {
        event = fault.name + " up again " + where;
      }
    }
  }
  if (!event.empty()) f.set_text(fabric_->fault, event);
  f.set(fabric_->in_flight, context_.book.messages_pending);
  f.set(fabric_->informed, changed_count_);
  std::uint64_t dropped = 0;
  for (const std::uint64_t d : context_.tally.counts.dropped) dropped += d;
  f.set(fabric_->packets,
        context_.tally.counts.accepted - context_.tally.counts.delivered - dropped);
  f.set(fabric_->lost, dropped);
}

void WaveRows::count(Cycle cycle) {
  recorder_.file().set(fabric_->cycle, cycle);
  draw_verdict(cycle);
  if (path_rows_) path_rows_->count(cycle);
}

void WaveRows::forget() {
  for (const SwitchIdx sw : busy_) {
    Rows& r = *of_[sw];
    r.now_detected = false;
    r.now_up = false;
    r.now_sent = 0;
  }
  busy_.clear();
  if (path_rows_) path_rows_->forget();
}

}  // namespace selvage::fabric
