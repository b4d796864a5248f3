// SPDX-License-Identifier: Apache-2.0
#include "cosim/flow/port/port_pair.hpp"

#include <algorithm>
#include <bitset>
#include <stdexcept>
#include <tuple>

#include "golden/flow/flow_port_regs.hpp"

namespace selvage::cosim {
namespace at = flow_port_regs;

namespace {
constexpr unsigned kMax = 48;
constexpr unsigned kTimesBit = 2;

/// The fields of a row, as rtl/flow/ifct_row.svh packs them, of 8 ports and positions of 8 bits.
IfctRow unpack(const std::array<std::uint32_t, golden::kRowWords>& words, bool edge) {
  unsigned from = 0;
  const auto take = [&](unsigned width) {
    std::uint32_t bits = 0;
    for (unsigned i = 0; i < width; ++i, ++from) bits |= (words[from / 32] >> from % 32 & 1) << i;
    return bits;
  };
  IfctRow r;
  r.edge = edge;
  r.pace = take(edge ? golden::kPaceBits : golden::kStampBits);
  r.dmt = take(golden::kStampBits);
  r.hold = take(golden::kStampBits);
  r.mark = take(golden::kStampBits);
  const std::uint32_t slack = take(9);
  r.umlim = static_cast<std::uint16_t>(take(8));
  const std::uint32_t flow = take(8);
  const std::uint32_t waits = take(8);
  r.data = static_cast<std::uint16_t>(take(8));
  r.dmlim = static_cast<std::uint8_t>(r.data + slack);
  r.ack = static_cast<std::uint8_t>(r.data - flow);
  r.next = static_cast<std::uint8_t>(r.data + waits);
  r.fport = static_cast<std::uint8_t>(take(3));
  r.fvc = static_cast<std::uint8_t>(take(2));
  r.dm = take(1) != 0;
  r.um = take(1) != 0;
  r.rec = static_cast<std::uint8_t>(take(4));
  r.level = static_cast<std::uint8_t>(take(3));
  r.forced = take(1) != 0;
  r.ordered = take(1) != 0;
  r.state = static_cast<std::uint8_t>(take(2));
  return r;
}
const FlowPortBuild& port_build(const FlowPortPair::Options& o) {
  for (const FlowPortBuild& build : flow_port_builds())
    if (build.edge == unsigned{o.edge} && build.ecc == o.ecc && build.macro == unsigned{o.macro})
      return build;
  throw std::out_of_range("no such build of flow_port");
}
}  // namespace

FlowPortPair::FlowPortPair(const Options& options)
    : options_(options),
      registers_(golden::kSmallFlowSizes, kMax, options.redirect, options.ep_seed),
      ep_(registers_.settings().ep),
      walker_(golden::kSmallFlowSizes.rows()),
      choice_({golden::kSmallFlowSizes.ports, registers_.settings().redirect.d0, options.shift}),
      rtl_(port_build(options).make({options.bugs, options.redirect.seed, options.ep_seed,
                                     options.gate, options.stale, options.shift})) {
  make_link_blocks();
}

void FlowPortPair::make_link_blocks() {
  golden::IfctConfig table = registers_.settings().ifct;
  table.edge = options_.edge;
  aggregator_.emplace(registers_.settings().aggregator);
  ifct_.emplace(table);
  redirect_.emplace(registers_.settings().redirect);
  efct_.emplace(golden::kSmallFlowSizes);
  ofct_.emplace(output_table());
  unpacker_.emplace(kFrames, kMax);
}

golden::OfctConfig FlowPortPair::output_table() const {
  const golden::IfctConfig& s = registers_.settings().ifct;
  golden::OfctConfig c;
  c.sizes = golden::kSmallFlowSizes;
  c.tick = s.tick;
  c.expire_t = s.expire_t;
  c.stale_t = Cycle{options_.stale} << s.tick;
  return c;
}

void FlowPortPair::configure() {
  if (registers_.changes() == configured_) return;
  configured_ = registers_.changes();
  const golden::PortSettings& s = registers_.settings();
  golden::IfctConfig table = s.ifct;
  table.edge = options_.edge;
  aggregator_->configure(s.aggregator);
  ifct_->configure(table);
  redirect_->configure(s.redirect);
  ep_.configure(s.ep);
  ofct_->configure(output_table());
  choice_.configure({golden::kSmallFlowSizes.ports, s.redirect.d0, options_.shift});
}

bool FlowPortPair::holds() const {
  return (registers_.out().pending >> kTimesBit & 1) != 0 || !registers_.out().enabled;
}

void FlowPortPair::expect(const char* what, std::uint64_t golden, std::uint64_t rtl) {
  if (golden != rtl) differs({what, "REG-1", golden, rtl});
}

void FlowPortPair::compare(const golden::AggregatorOutput& aggregator,
                           const golden::FlowWalker::Output& walker,
                           const golden::UnpackerOutput& unpacker) {
  const golden::PortRegistersOut& o = registers_.out();
  expect("req_ready", o.ready, shows_.answer.ready);
  expect("rsp_valid", o.answered, shows_.answer.valid);
  expect("rsp_error", o.error, shows_.answer.error);
  const bool row_word = reads_ && addr_ >= at::kRowAt && addr_ < at::kRowAt + 4 * at::kRowCount;
  if (!row_word) expect("rsp_rdata", o.data, shows_.answer.data);
  expect("pending", o.pending, shows_.pending);
  expect("enabled", o.enabled, shows_.enabled);
  expect("link_up", o.link_up, shows_.link_up);
  expect("link_down", o.link_down, shows_.link_down);
  AckAggregatorOut a = visible(aggregator);
  a.ready = !o.enabled || (a.ready && (o.pending & at::kAggregatorGroup) == 0 && !o.link_up);
  a.busy = false;
  expect(a, shows_.aggregator);
  RedirectOut r = redirect_shows_;
  r.loads = r.redirects = 0;
  r.busy = false;
  expect(r, shows_.redirect);
  expect(ep_shows_, shows_.ep);
  WalkerOut w = visible(walker);
  w.done = false;
  expect(w, shows_.walker);
  expect(table_shows_[0], shows_.ifct);
  expect("chk_ready", !o.row_asked, shows_.chk_ready);
  expect(efct_shows_[0], shows_.efct);
  expect(ofct_shows_[0], shows_.ofct);
  expect(visible(unpacker), shows_.rx);
  expect(choice_shows_[0], shows_.ask);
  if (row_word && o.answered && !o.error) {
    const unsigned word = (addr_ - at::kRowAt) / 4;
    words_[word] = shows_.answer.data;
    read_ |= 1U << word;
    if (read_ == 31) {
      IfctRow read = unpack(words_, options_.edge);
      if (!row_led_) std::tie(read.fport, read.fvc) = std::pair(row_.fport, row_.fvc);
      expect(row_, read);
      ++seen.rows;
      read_ = 0;
    }
  }
}

void FlowPortPair::account(const golden::PortRegistersIn& in) {
  const golden::PortRegistersOut& o = registers_.out();
  if (in.valid && o.ready) {
    addr_ = in.addr;
    reads_ = !in.write;
  }
  seen.errors += o.error;
  seen.ups += o.link_up;
  seen.downs += o.link_down;
  seen.loaded_downs += o.link_down && live_[0] > 0;
  waiting_ = (o.pending & at::kAggregatorGroup) != 0 ? waiting_ + 1 : 0;
  seen.longest_wait = std::max<std::uint64_t>(seen.longest_wait, waiting_);
}

/// The tables that only one kind of port has, and the choice: what the cycle does to them.
void FlowPortPair::step_new(PortStimulus& in, const golden::FlowWalker::Output& walker) {
  std::rotate(efct_shows_.begin(), efct_shows_.begin() + 1, efct_shows_.end());
  std::rotate(ofct_shows_.begin(), ofct_shows_.begin() + 1, ofct_shows_.end());
  const unsigned shown = options_.macro ? 2 : 1;
  if (options_.edge) {
    const golden::EfctOutput out = efct_answer_ = efct_->step(in.efct);
    efct_shows_[shown] = visible(in.efct, out, *efct_);
    seen.looked_up += out.hit || out.alloc;
  } else {
    in.ofct.chk_valid = walker.chk;
    in.ofct.chk_id = walker.id;
    in.ofct.chk_kind = walker.kind;
    const golden::OfctOutput out = ofct_answer_ = ofct_->step(in.ofct);
    ofct_shows_[shown] = visible(in.ofct, out, *ofct_);
    seen.mapped += out.map.hit || out.map.alloc;
    seen.marked += ofct_shows_[shown].mark.valid;
    seen.closed += ofct_shows_[shown].chk.rel;
  }
  LeastLoadedOut chosen;
  if (in.ask.valid) {
    const int port = choice_.choose(
        in.ask.candidates, in.ask.left, [&](unsigned p) { return (in.ask.open >> p & 1) != 0; },
        [&](unsigned p) { return in.ask.load[p]; });
    chosen = {true, port >= 0, port >= 0 ? static_cast<unsigned>(port) : 0, false, 0};
    seen.chosen += port >= 0;
  }
  std::rotate(choice_shows_.begin(), choice_shows_.begin() + 1, choice_shows_.end());
  choice_shows_.back() = chosen;
}

FlowPortIn FlowPortPair::pins(const RegisterAccess& access, const PortStimulus& in) const {
  FlowPortIn to;
  to.access = access;
  to.aggregator = to_rtl(in.aggregator);
  to.redirect = in.redirect;
  to.ep = in.ep;
  to.ifct = to_rtl(in.ifct);
  if (options_.edge) to.efct = to_rtl(in.efct);
  else to.ofct = to_rtl(in.ofct);
  to.rx = to_rtl(in.rx);
  to.ask = in.ask;
  return to;
}

golden::PortRegistersIn FlowPortPair::registers_in(const RegisterAccess& access,
                                                   const PortStimulus& in) const {
  golden::PortRegistersIn reg;
  reg.valid = access.valid;
  reg.write = access.write;
  reg.addr = access.addr;
  reg.data = access.data;
  reg.strobes = access.strobes;
  reg.counters = counters_;
  reg.aggregator_idle = aggregator_->state().cur == 0;
  reg.table_idle = live_[0] == 0 && !in.ifct.enq_valid && !enqueued_[0] && !enqueued_[1] &&
                   (options_.edge || ofct_shows_[0].count == 0) && !in.ofct.map_valid &&
                   !mapped_[0] && !(options_.macro && mapped_[1]);
  reg.link_idle = walker_.state() == golden::FlowWalker::State::kDone && reg.aggregator_idle &&
                  !aggregator_->busy() && reg.table_idle && !redirect_shows_.busy;
  reg.row_taken = registers_.out().row_asked && !registers_.out().link_up;
  reg.row_there = peek_[0] >= 0;
  return reg;
}

/// Counters of the cycle show in the next one, those behind a pipeline in the one after.
void FlowPortPair::count(const golden::AggregatorInput& in, const golden::AggregatorOutput& out) {
  if (in.push && out.ready) ++counters_[0];
  if (in.push && out.ready && !golden::parity_ok(in.ack)) ++counters_[1];
  counters_[2] += out.fire;
  corrected_[0] += static_cast<unsigned>(std::bitset<4>(shows_.ecc_fixed).count());
  corrected_[1] += static_cast<unsigned>(std::bitset<3>(shows_.ecc_fixed >> 4).count());
  counters_[10] = corrected_[0] + corrected_[1];
  counters_[11] += static_cast<std::uint32_t>(std::bitset<7>(shows_.ecc_lost).count());
  std::copy(late_.begin(), late_.end(), counters_.begin() + 5);
}

/// The input table, redirect_gen and ep_ack_type: what the cycle does to them.
void FlowPortPair::step_input(const PortStimulus& in, const golden::PortRegistersIn& reg) {
  mapped_ = {in.ofct.map_valid, mapped_[0]};
  live_ = {live_[1], live_[2], 0};
  const std::uint32_t loads = redirect_->loads();
  drawn_ = redirect_->step({in.redirect.sample, in.redirect.slot, in.redirect.depth,
                            in.redirect.load, in.redirect.exempt});
  if (reg.row_there) {
    row_ = next_row_;
    row_led_ = next_row_led_;
    read_ = 0;
  }
  // A row that is read is as the step before has left it.
  const golden::FlowId asked = registers_.out().row;
  if (reg.row_taken) {
    next_row_ = row_of(*ifct_, asked);
    next_row_led_ = led_[asked];
  }
  answer_ = ifct_->step(in.ifct);
  golden::AckType type = golden::AckType::kNormal;
  if (in.ep.req) type = ep_.packet(in.ep.depth, in.ep.level);
  ep_shows_ = {in.ep.req, static_cast<unsigned>(type)};
  peek_ = {peek_[1], reg.row_taken ? static_cast<int>(asked) : -1};
  if (in.ifct.deq_valid && !in.ifct.deq.peek && answer_.deq.go()) led_[in.ifct.deq.id] = true;
  if (in.ifct.ack_valid && golden::moves(in.ifct.ack.type) &&
      in.ifct.ack.type != golden::AckType::kNormal && answer_.ack.up.valid)
    led_[in.ifct.ack.id] = true;
  redirect_shows_ = redirects_.edge(in.redirect, drawn_, loads);
  table_shows_ = {table_shows_[1], visible(in.ifct, answer_)};
  enqueued_ = {in.ifct.enq_valid, enqueued_[0]};
  live_[2] = ifct_->live();
}

/// What was under way in the blocks of a link that is initialised is gone.
void FlowPortPair::initialise() {
  make_link_blocks();
  redirects_ = {};
  redirect_shows_ = {};
  table_shows_ = {};
  efct_shows_ = {};
  ofct_shows_ = {};
  mapped_ = {};
  enqueued_ = {};
  live_ = {};
  led_ = {};
  std::fill(counters_.begin() + 3, counters_.begin() + 10, 0);
  late_ = {};
}

void FlowPortPair::step(const RegisterAccess& access, PortStimulus in) {
  const golden::PortRegistersOut o = registers_.out();
  in.aggregator.now = in.ofct.now = in.ifct.now;
  if (o.row_asked) in.ifct.chk_valid = false;
  shows_ = rtl_->edge(pins(access, in));
  clocked();

  // What the cycle shows, and what it does to the blocks.
  golden::AggregatorInput a = in.aggregator;
  if ((o.pending & at::kAggregatorGroup) != 0 || o.link_up || !o.enabled) a.push = false;
  if (!o.enabled && !aggregator_->busy()) a.grant = true;
  golden::PortRegistersIn reg = registers_in(access, in);
  const golden::AggregatorOutput aggregator = aggregator_->step(a);
  const golden::FlowWalker::Output walker =
      walker_.step(in.ifct.now, o.link_down, o.link_up, registers_.settings().drain);
  const golden::UnpackerOutput unpacker = unpacker_->step(in.rx);
  seen.received += unpacker.ack_valid;
  compare(aggregator, walker, unpacker);
  count(a, aggregator);
  step_new(in, walker);
  step_input(in, reg);
  account(reg);
  registers_.step(reg);
  if (o.link_up) initialise();
  else configure();
  counters_[3] = redirect_shows_.loads;
  counters_[4] = redirect_shows_.redirects;
  late_ = {ifct_->injected(), ifct_->totals().holes, ifct_->totals().losses, ifct_->totals().stray,
           ifct_->totals().moves};
  ++cycle_;
}

}  // namespace selvage::cosim
