// SPDX-License-Identifier: Apache-2.0
#include "twin.hpp"

#include <algorithm>
#include <utility>

#include "cosim/lockstep/runtime.hpp"
#include "golden/flow/ack_frame.hpp"

namespace selvage::test {

using cosim::FlowSymbol;

namespace {

constexpr unsigned kTagMask = 0xffff;
constexpr Cycle kBehind = 2;  ///< the RTL runs behind the model: from a DEQ to its answer

unsigned beats_of(unsigned bytes) { return (bytes + 9 + 24) / 25; }
unsigned words_of(unsigned bytes) { return (bytes + 31) / 32; }

unsigned log2_of(unsigned weight) {
  unsigned n = 0;
  while (1U << n < weight) ++n;
  return n;
}

cosim::FlowGrantsOptions grants_options(const Lab& lab, SwitchIdx sw, std::uint32_t bugs) {
  cosim::FlowGrantsOptions o;
  o.full = 0;
  for (unsigned c = 0; c < cosim::kPartClasses; ++c) {
    const flow::ClassRate& r = lab.params.rates[c];
    o.min[c] = static_cast<unsigned>(r.min * 25 * 1024);
    o.max[c] = static_cast<unsigned>(r.max * 25 * 1024);
    if (r.max >= 1) o.full |= 1U << c;
    o.weight[c] = log2_of(r.weight);
  }
  for (unsigned p = 0; p < kPorts; ++p) {
    const bool host = lab.wiring.ends[sw * kPorts + p].kind == PortEnd::Kind::kHost;
    if (host) o.hosts |= 1U << p;
    o.limit[p] = host ? lab.params.egress_units : lab.params.fifo_units;
  }
  o.bugs = bugs;
  return o;
}

}  // namespace

SwitchTwin::SwitchTwin(Lab& lab, SwitchIdx sw, bool buffers, const PartBugs& bugs)
    : lab_(lab), self_(sw), grants_(cosim::make_flow_grants(grants_options(lab, sw, bugs.grants))) {
  const golden::AggregatorConfig& a = lab.params.aggregator;
  for (unsigned p = 0; p < kPorts; ++p) {
    if (lab.wiring.ends[sw * kPorts + p].kind == PortEnd::Kind::kNone) continue;
    cosim::FlowTxOptions tx;
    tx.aggregator = {a.t1, a.t2, a.t3, a.good, a.max, 0, {}};
    tx.bugs = bugs.tx;
    ports_[p].tx = cosim::make_flow_tx(tx);
    const bool host = lab.wiring.ends[sw * kPorts + p].kind == PortEnd::Kind::kHost;
    if (host) hosts_ |= 1U << p;
    if (host) ports_[p].lookup = cosim::make_flow_lookup({bugs.lookup});
    ports_[p].steps = cosim::make_flow_steps({bugs.steps});
    ports_[p].heads.fronts =
        host ? cosim::make_flow_fronts_edge({bugs.fronts}) : cosim::make_flow_fronts({bugs.fronts});
    if (!buffers) continue;
    ports_[p].cross = cosim::make_flow_cross({bugs.cross});
    ports_[p].gear = cosim::make_flow_gear({});
    ports_[p].queues = cosim::make_flow_queues(
        {lab.params.pool_units - flow::pool_headroom(lab.params), bugs.queues});
  }
  leads_ = cosim::make_flow_leads({hosts_, bugs.leads});
  deqs_ = cosim::make_flow_turns({bugs.turns});
  asks_ = cosim::make_flow_turns({bugs.turns});
  choice_ = cosim::make_flow_choice({lab.params.redirect.d0, lab.params.load_q, bugs.choice});
  for (Port& port : ports_) port.heads.acks = cosim::make_flow_acks({hosts_, bugs.acks});
}

void SwitchTwin::check(Cycle at, unsigned p, const char* rule, const char* what,
                       std::uint64_t model, std::uint64_t rtl) {
  if (cosim::rtl_failure_pending()) {
    const std::string failed = cosim::take_rtl_failure();
    if (difference_.empty())
      difference_ = "cycle " + std::to_string(at) + ": " + rule + ": assertion: " + failed;
  }
  if (model == rtl || !difference_.empty()) return;
  difference_ = "cycle " + std::to_string(at) + ", switch " + std::to_string(self_) + ", port " +
                std::to_string(p) + ": " + rule + ": " + what + ": model " + std::to_string(model) +
                ", RTL " + std::to_string(rtl);
}

void SwitchTwin::before() {
  now = {};
  now.hosts = hosts_;
  now.woken = now.changed = std::exchange(routes_, false);
  for (unsigned i = 0; i < kPorts; ++i) {
    const auto p = static_cast<PortIdx>(i);
    HeadMoment& h = now.ports[i].heads;
    h.was_alive = lab_.net[self_].output(p).alive;
    h.coming = lab_.net[self_].output(p).up;
    const flow::Input& in = lab_.net[self_].input(p);
    if (in.steps.empty()) continue;
    h.knew = lab_.knew_all(self_, in.rows[in.steps.front().deq.id].asked);
  }
}

void SwitchTwin::after(Cycle at) {
  now.at = at;
  flow::Router& router = lab_.net[self_];
  for (unsigned i = 0; i < kPorts; ++i) {
    if (!ports_[i].tx) continue;
    const auto p = static_cast<PortIdx>(i);
    PortMoment& m = now.ports[i];
    const flow::Input& in = router.input(p);
    const flow::Output& out = router.output(p);
    m.soon = in.read_free <= at + 6;
    m.soon_host = in.read_free <= at + 2;
    for (unsigned c = 0; c < cosim::kPartClasses; ++c) {
      m.pool[c] = in.pool[c];
      m.off_said |= static_cast<unsigned>(in.xoff[c]) << c;
      m.off_seen |= static_cast<unsigned>(out.xoff[c]) << c;
    }
    m.ahead = out.ahead;
    m.load = out.ahead + out.reserved;
    m.depth = out.depth;
    m.host_full = out.host_full;
    m.message = std::exchange(message_[i], false);
    const bool busy = at < wires[i].until;
    m.symbol = m.message ? FlowSymbol::kMessage : busy ? wires[i].what : FlowSymbol::kIdle;
    m.ends = busy && !m.message && at + 1 == wires[i].until;
    waiting(i, at);
  }
  look_at_heads(at);
  known_.push_back(now);
}

void SwitchTwin::clock() {
  if (known_.size() <= kBehind) return;
  const Moment m = known_.front();
  std::array<Before, kPorts> before{};
  for (unsigned p = 0; p < kPorts; ++p)
    if (const Port& port = ports_[p]; port.tx)
      before[p] = {port.tx->outputs(), port.tx->word(), port.shown, port.shown_for};
  leads_of(m);
  grants_of(m);
  turns_of(m);
  for (unsigned p = 0; p < kPorts; ++p) {
    if (!ports_[p].tx) continue;
    wires_of(m, p);
    if (ports_[p].lookup) look_up(m, p);
    step_of(m, p);
    heads_of(m, p, before);
    if (ports_[p].queues) buffer_of(m, p);
    if (ports_[p].gear) words_to_wire(m, p, before);
  }
  for (unsigned p = 0; p < kPorts; ++p)
    if (m.ports[p].grant.valid) ports_[p].held_out = m.ports[p].grant.out;
  known_.pop_front();
}

/// FL-ASK, FL-ARB, FL-RATE.
void SwitchTwin::grants_of(const Moment& m) {
  cosim::FlowGrantsIn in;
  for (unsigned p = 0; p < kPorts; ++p) {
    if (!ports_[p].tx) continue;
    const PortMoment& k = m.ports[p];
    in.ask[p] = k.ask;
    in.done |= (led_.lead[p].leave ? 1U : 0U) << p;
    in.abort |= (led_.lead[p].abort ? 1U : 0U) << p;
    in.drops |= (ports_[p].steps->drops() ? 1U : 0U) << p;
    in.soon |= (k.soon ? 1U : 0U) << p;
    in.soon_host |= (k.soon_host ? 1U : 0U) << p;
    in.clear |= (k.sent_away ? 1U : 0U) << p;
    in.xoff[p] = k.off_seen;
    in.gone[p] = ports_[p].tx->outputs().gone;
  }
  const cosim::FlowGrantsOut out = grants_->give(in);
  loads_ = out.load;
  unsigned given = 0;
  for (unsigned p = 0; p < kPorts; ++p) {
    if (!ports_[p].tx) continue;
    const auto& want = m.ports[p].grant;
    check(m.at, p, "FL-ARB", "granted", want.valid, out.grant[p].valid);
    if (want.valid) {
      ++seen.grants;
      ++given;
      check(m.at, p, "FL-ARB", "granted output", want.out, out.grant[p].out);
      check(m.at, p, "FL-RATE", "granted class", want.tc, out.grant[p].tc);
      check(m.at, p, "FL-ASK", "granted row", want.id, out.grant[p].id);
    }
    if (m.ports[p].abort) ++seen.aborts;
    check(m.at, p, "FL-ASK", "units that stand there", m.ports[p].ahead, out.ahead[p]);
    check(m.at, p, "FL-ARB", "load", m.ports[p].load, out.load[p]);
  }
  if (given > 1) ++seen.at_once;
  grants_->edge();
  check(m.at, 0, "FL-ARB", "", 0, 0);
}

/// FL-TX, FL-FRAME, FL-MARK, FL-MSG, FL-HOST.
void SwitchTwin::wires_of(const Moment& m, unsigned p) {
  Port& port = ports_[p];
  const PortMoment& k = m.ports[p];
  cosim::FlowTxIn in;
  in.now = m.at;
  for (const std::uint32_t slot : k.fifo) {
    if (flow::is_marker(slot)) {
      in.mark = true;
      in.mark_tag = slot & kTagMask;
      continue;
    }
    const unsigned bytes = lab_.packets[slot].bytes;
    in.put = true;
    in.put_tag = slot & kTagMask;
    in.put_len = std::max(1U, (bytes + 255) / 256);
    in.put_beats = beats_of(bytes);
  }
  in.xon = !k.host_full;
  in.message = k.message;
  port.acks.insert(port.acks.end(), k.pushed.begin(), k.pushed.end());
  in.ack = !port.acks.empty();
  if (in.ack) in.ack_data = port.acks.front();
  port.tx->give(in);
  if (in.ack && port.tx->ack_ready()) port.acks.pop_front();
  check(m.at, p, "FL-TX", "units in the FIFO", k.depth, port.tx->depth());
  port.tx->edge();
  const cosim::FlowTxOut out = port.tx->outputs();
  check(m.at, p, "FL-TX", "symbol on the wire", static_cast<unsigned>(k.symbol),
        static_cast<unsigned>(out.symbol));
  check(m.at, p, "FL-TX", "something begins", k.begins, out.head);
  check(m.at, p, "FL-TX", "something ends", k.ends, out.tail);
  check(m.at, p, "FL-TX", "what begins", k.begins ? k.tag : 0, out.tag);
  if (k.begins && k.symbol == FlowSymbol::kPacket) ++seen.packets;
  if (k.begins && k.symbol == FlowSymbol::kFrame) ++seen.frames;
  if (k.begins && k.symbol == FlowSymbol::kMarker) ++seen.markers;
  if (k.message) ++seen.messages;
}

/// FL-LOOK.
void SwitchTwin::look_up(const Moment& m, unsigned p) {
  const PortMoment& k = m.ports[p];
  const LookMoment& look = k.look;
  cosim::FlowLookupIn in;
  if (k.head) {
    const flow::Packet& packet = lab_.packets[k.head_slot];
    in.head = true;
    in.dest = packet.destination;
    in.tc = packet.tc;
    in.len = std::max(1U, (packet.bytes + 255) / 256);
    in.ordered = packet.ordered;
    in.slot = k.head_slot & 0xfffU;
  }
  in.ack = look.step.ack;
  in.stall = look.answer && look.answered.stall;
  in.id = look.answered.id;
  in.start = look.answered.start;
  const cosim::FlowLookupOut out = ports_[p].lookup->give(in);
  check(m.at, p, "FL-LOOK", "a look-up", look.step.req, out.req);
  if (look.step.req) {
    ++seen.lookups;
    check(m.at, p, "FL-LOOK", "its key", look.step.key.low, out.key);
    check(m.at, p, "FL-LOOK", "its units", look.step.len, out.len);
  }
  const bool put = look.answer && !look.answered.stall;
  if (in.stall) ++seen.stalls;
  check(m.at, p, "FL-LOOK", "a packet for the input table", put, out.put);
  if (put) {
    std::deque<std::uint32_t>& puts = ports_[p].looked;
    puts.push_back(out.put_slot);
    check(m.at, p, "FL-LOOK", "its id", look.answered.id, out.put_id);
    check(m.at, p, "FL-LOOK", "its start", look.answered.start, out.put_start);
  }
  if (k.put) {  // in the order in which they came to it
    std::deque<std::uint32_t>& puts = ports_[p].looked;
    check(m.at, p, "FL-LOOK", "which packet", k.put_slot & 0xfffU,
          puts.empty() ? ~0U : puts.front());
    if (!puts.empty()) puts.pop_front();
  }
  ports_[p].lookup->edge();
  check(m.at, p, "FL-LOOK", "", 0, 0);
}

/// FL-POOL, FL-QUEUE, FL-PAGE, FL-READ.
void SwitchTwin::buffer_of(const Moment& m, unsigned p) {
  Port& port = ports_[p];
  const PortMoment& k = m.ports[p];
  cosim::FlowQueuesIn in;
  if (k.head) {
    const flow::Packet& packet = lab_.packets[k.head_slot];
    in.head = true;
    in.tc = packet.tc;
    in.bytes = packet.bytes;
    in.len = std::max(1U, (packet.bytes + 255) / 256);
    for (unsigned w = 0; w < words_of(packet.bytes); ++w) {
      const unsigned until = (std::min(32 * (w + 1), packet.bytes) + 9 + 24) / 25 - 1;
      const unsigned ready = w + 1 == words_of(packet.bytes) ? 1 : 2;  // FL-RX
      port.words.push_back(
          {m.at + std::max(w, until < ready ? 0 : until - ready), word(k.head_slot, w)});
    }
  }
  if (!port.words.empty() && port.words.front().at <= m.at) {
    in.word = true;
    in.data = port.words.front().data;
    port.words.pop_front();
  }
  const cosim::FlowBack& drop = k.heads.drop;
  const bool asks_drop = port.heads.step.deq_drop;
  in.leave = k.leave || drop.valid;
  in.ask = led_.lead[p].ask || asks_drop;
  in.ask_id = asks_drop ? port.heads.step.deq_id : led_.lead[p].ask_id;
  in.put = k.put;
  in.put_id = k.put_id;
  if (k.put) in.put_slot = port.page[k.put_slot];
  const cosim::FlowQueuesOut out = port.queues->give(in);
  if (k.head) port.page[k.head_slot] = out.slot;
  if (k.leave) {
    const std::uint32_t slot = leaves(p, k.leave_id, port.held_out, out);
    check(m.at, p, "FL-QUEUE", "which packet leaves", k.leave_slot, slot);
    from_[k.leave_slot] = p;
  }
  if (drop.valid) leaves(p, drop.id, kPorts, out);
  if (k.put) {
    std::deque<std::uint32_t>& row = port.rows[k.put_id];
    check(m.at, p, "FL-QUEUE", "the queue was empty", row.empty(), out.put_first);
    row.push_back(k.put_slot);
  }
  for (unsigned c = 0; c < cosim::kPartClasses; ++c)
    check(m.at, p, "FL-POOL", "units of a class", k.pool[c], out.units[c]);
  port.queues->edge();
  const cosim::FlowQueuesRead read = port.queues->outputs();
  if ((k.off_said & 0xff) != 0) ++seen.xoffs;
  check(m.at, p, "FL-POOL", "classes with XON", ~k.off_said & 0xffU, read.xon);
  port.shown = {};
  if (!read.word) return check(m.at, p, "FL-READ", "", 0, 0);
  ++seen.words;
  check(m.at, p, "FL-READ", "a word that nobody sent", 0, port.read.empty());
  if (port.read.empty()) return;
  check(m.at, p, "FL-PAGE", "word", port.read.front().data, read.data);
  check(m.at, p, "FL-PAGE", "all bits of it", 1, read.whole);
  check(m.at, p, "FL-READ", "last word", port.read.front().last, read.last);
  const std::uint64_t twice = read.data << 32 | read.data;
  port.shown = {true, read.last, {twice, twice, twice, twice}};
  port.shown_for = port.read.front().out;
  port.read.pop_front();
}

}  // namespace selvage::test
