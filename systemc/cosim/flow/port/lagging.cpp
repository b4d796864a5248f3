// SPDX-License-Identifier: Apache-2.0
#include "cosim/flow/port/lagging.hpp"

#include <algorithm>
#include <utility>

#include "cosim/flow/port/settings.hpp"
#include "golden/flow/flow_port_regs.hpp"

namespace selvage::cosim {
namespace at = flow_port_regs;

namespace {
constexpr unsigned kTail = 4;       ///< more clocks than any pipeline has that busy() does not see
constexpr unsigned kRowClocks = 8;  ///< a row that is asked for is there
constexpr unsigned kMostClocks = 700;  ///< what a cycle leaves under way takes less

/// What comes in a cycle: add(whether a block is given something, a function that describes it).
template <class Add>
void each_step(const PortStimulus& in, const Add& add) {
  const golden::IfctInput& i = in.ifct;
  const golden::OfctInput& o = in.ofct;
  add(in.efct.req || in.efct.ack, [&] { return describe(in.efct); });
  add(i.deq_valid || i.enq_valid || i.ack_valid || i.chk_valid, [&] { return describe(i); });
  add(o.map_valid || o.rev_valid || o.chk_valid, [&] { return describe(o); });
  add(in.redirect.load || in.redirect.sample, [&] { return describe(in.redirect); });
  add(in.ep.req, [] { return std::string("type of an ACK"); });
  add(in.aggregator.push || in.aggregator.grant, [&] { return describe(in.aggregator); });
  add(in.rx.valid, [] { return std::string("a word of a frame"); });
}

bool steps(const PortStimulus& in) {
  bool any = false;
  each_step(in, [&](bool there, const auto&) { any = any || there; });
  return any;
}
}  // namespace

std::string describe(const PortStimulus& in) {
  std::string text;
  each_step(in, [&](bool there, const auto& what) {
    if (there) text += (text.empty() ? "" : "; ") + what();
  });
  return text;
}

LaggingPort::LaggingPort(const Options& options, const flow::BlocksConfig& config,
                         FlowReport report)
    : FlowPortPair(options),
      config_(config),
      report_(std::move(report)),
      opened_(config.ifct.sizes.rows()),
      tick_(config.redirect) {}

void LaggingPort::differs(const FlowDifference& difference) { report_.check(time_, difference); }
void LaggingPort::clocked() { report_.check_assertions(time_); }

void LaggingPort::need(const char* what, const char* requirement, std::uint64_t fabric,
                       std::uint64_t port) {
  if (fabric != port) differs({what, requirement, fabric, port});
}

// ------------------------------------------------------------------------------- what is given

PortCycle& LaggingPort::at(Cycle now, Cycle cycle) {
  if (now >= kLag) pass(now - kLag);
  return given_[cycle];
}

void LaggingPort::sent(const std::vector<golden::FrameWord>& words) {
  if (dead_ || report_.failed()) return;
  asked_.insert(asked_.end(), words.begin(), words.end());
  match();
}

/// They come in one a cycle, from the cycle that the fabric is in.
void LaggingPort::received(Cycle now, const std::vector<golden::FrameWord>& words,
                           const std::vector<std::uint32_t>& acks) {
  if (report_.failed()) return;
  Cycle when = now;
  for (const golden::FrameWord& word : words) {
    while (at(now, when).in.rx.valid) ++when;
    at(now, when).in.rx = word;
  }
  acks_.insert(acks_.end(), acks.begin(), acks.end());
}

void LaggingPort::dies(Cycle first, Cycle drain) {
  if (std::exchange(dead_, true)) return;
  early_ = first < kToWalk ? kToWalk - first : 0;
  std::vector<RegisterAccess>& all = at(first, first - (kToWalk - early_)).accesses;
  if (early_ == 0) all.push_back(enable_port(false));
  for (const RegisterAccess& access : drain_settings(drain)) all.push_back(access);
}

void LaggingPort::comes_back(Cycle now) {
  comes_back_ = true;
  at(now).accesses = {enable_port(true)};
}

// ------------------------------------------------------------------------------- clocks

void LaggingPort::access(const RegisterAccess& access) {
  accesses_.push_back(access);
  while (!accesses_.empty() || !registers().out().ready) clock(next_, nullptr);
}

void LaggingPort::set_up() {
  set_up_ = true;
  for (const RegisterAccess& setting : port_settings(config_)) {
    access(setting);
    next_ = 0;
  }
  if (early_ != 0) accesses_.push_back(enable_port(false));
  for (; early_ != 0; --early_) clock(0, nullptr);
  next_ = 0;
}

void LaggingPort::pass(Cycle to) {
  if (report_.failed()) return given_.clear();
  if (!set_up_) set_up();
  while (!given_.empty() && given_.begin()->first < to) {
    const auto given = given_.extract(given_.begin());
    idle(given.key());
    clock(given.key(), &given.mapped());
  }
}

/// Something is under way that needs a clock in each cycle.
bool LaggingPort::busy() const {
  const bool walks = !scans() && walker().state() != golden::FlowWalker::State::kDone;
  const bool leaves = !registers().out().enabled && aggregator().state().cnt != 0;
  return tail_ != 0 || !accesses_.empty() || walks || aggregator().busy() || leaves ||
         !unpacker().quiet();
}

/// The cycle, from the next on, in which an ACK that waits asks for the wire, or the walk has a row
/// whose timer is over.
Cycle LaggingPort::due(Cycle to) {
  const golden::AggregatorState& waits = aggregator().state();
  Cycle due = kNever;
  if (!waits.req) due = request_from(registers().settings().aggregator, waits, wire_idle_);
  if (!config_.edge && scans() && ofct().wake() < to) due = std::min(due, next_walk(next_));
  return std::max(due, next_);
}

/// The cycles before `to`, in which nothing is given: a CHK of a row whose timer is over would
/// show.
void LaggingPort::idle(Cycle to) {
  while (next_ < to) {
    const Cycle cycle = busy() ? next_ : due(to);
    if (cycle >= to) break;
    if (cycle != next_) samples(cycle);
    clock(cycle, nullptr);
  }
  if (!config_.edge) samples(to);
}

/// Those before `to`: one of the depth that is in its place changes nothing.
void LaggingPort::samples(Cycle to) {
  tick_.pass(to, [this](unsigned slot, Cycle cycle) {
    if (redirect().sample(slot) == depth_) return;
    PortCycle given;
    given.in.redirect.sample = true;
    given.in.redirect.slot = slot;
    clock(cycle, &given);
  });
}

void LaggingPort::clock(Cycle cycle, const PortCycle* given) {
  time_ = ended_ ? end_ : cycle;
  PortStimulus in = given != nullptr ? given->in : PortStimulus{};
  in.ifct.now = cycle;
  if (given != nullptr && given->aggregator) wire_idle_ = in.aggregator.idle;
  if (given != nullptr && given->redirect) depth_ = in.redirect.depth;
  in.aggregator.idle = wire_idle_;
  in.redirect.depth = depth_;
  if (!config_.edge && !in.redirect.sample) {
    in.redirect.slot = tick_.slot();
    in.redirect.sample = tick_.due(cycle);
    tick_.pass(cycle + 1, [](unsigned, Cycle) {});
  }
  RegisterAccess access;
  if (given != nullptr)
    accesses_.insert(accesses_.end(), given->accesses.begin(), given->accesses.end());
  if (!accesses_.empty() && registers().out().ready) {
    access = accesses_.front();
    accesses_.pop_front();
  }
  if (given != nullptr && steps(in)) report_.step(cycle) = in;
  report_.compared();
  // What waits when the link dies leaves into nothing, as soon as it can.
  if (!registers().out().enabled) in.aggregator.grant = false;
  step(access, in);
  if (in.ifct.enq_valid) opened_[in.ifct.enq.id] = true;
  tail_ = given != nullptr ? kTail : tail_ - std::min(tail_, 1U);
  next_ = cycle + 1;
  packed();
  unpacked();
  if (given != nullptr) link(*given);
  if (!config_.edge && !ended_) output_table(given);
}

// ------------------------------------------------------------------------------- what is compared

void LaggingPort::link(const PortCycle& given) {
  const PortStimulus& in = given.in;
  if (given.efct)
    need(visible(in.efct, *given.efct, efct()), visible(in.efct, efct_answer(), efct()));
  if (given.ifct) need(visible(in.ifct, *given.ifct), visible(in.ifct, answer()));
  if (given.redirected) need("redirect", "FLOW-C-6", given.redirected->redirect, drawn());
  if (given.type) need("type", "FLOW-A-3", static_cast<unsigned>(*given.type), ep_answer());
  if (!given.view || dead_) return;
  need("push_ready", "FLOW-B-8", given.view->ready, shows().aggregator.ready);
  need("frame_valid", "FLOW-B-5", given.view->req, shows().aggregator.req);
  need("frame_len", "FLOW-B-5", given.view->len, shows().aggregator.len);
}

/// A CHK of the fabric is that of the walker; where it gives none the walker's does nothing. What
/// the fabric has not come to hear of is not compared.
void LaggingPort::output_table(const PortCycle* given) {
  golden::OfctInput in = given != nullptr ? given->in.ofct : golden::OfctInput{};
  const golden::OfctOutput said =
      given != nullptr && given->ofct ? *given->ofct : golden::OfctOutput{};
  const bool steps = in.map_valid || in.rev_valid || in.chk_valid;
  if (steps && !given->ofct) return;
  const WalkerOut& row = shows().walker;
  if (in.chk_valid) {
    need("walk_valid", "FLOW-A-29", 1, row.chk);
    need("walk_id", "FLOW-A-29", in.chk_id, row.chk_id);
    need("walk_kind", "FLOW-A-29", static_cast<unsigned>(in.chk_kind), row.chk_kind);
  }
  in.chk_valid = row.chk;
  in.chk_id = static_cast<golden::FlowId>(row.chk_id);
  in.chk_kind = static_cast<golden::OfctCheck>(row.chk_kind);
  need(visible(in, said, ofct()), visible(in, ofct_answer(), ofct()));
}

void LaggingPort::packed() {
  const AckWord& word = shows().aggregator.word;
  if (!word.valid || dead_ || !config_.wire_frames) return;
  shown_.push_back({true, word.sof, word.eof, word.word});
  match();
}

void LaggingPort::match() {
  for (; !asked_.empty() && !shown_.empty(); asked_.pop_front(), shown_.pop_front()) {
    const golden::FrameWord& a = asked_.front();
    const golden::FrameWord& b = shown_.front();
    need("word_sof", "FLOW-B-9", a.sof, b.sof);
    need("word_eof", "FLOW-B-9", a.eof, b.eof);
    for (std::size_t i = 0; i < a.word.size(); ++i)
      need("word_data", "FLOW-B-9", a.word[i], b.word[i]);
  }
}

void LaggingPort::unpacked() {
  if (!shows().rx.ack_valid) return;
  need("rx_ack_valid", "FLOW-B-8", acks_.empty() ? 0 : 1, 1);
  if (acks_.empty()) return;
  need("rx_ack_data", "FLOW-B-8", acks_.front(), shows().rx.ack);
  acks_.pop_front();
}

// ------------------------------------------------------------------------------- the end

void LaggingPort::finish(Cycle now) {
  pass(now);
  if (report_.failed()) return;
  idle(now);
  ended_ = true;
  end_ = now;
  pass(kNever);  // what came in this cycle, and words that are still coming
  if (report_.failed()) return;
  const auto under_way = [this] {
    return tail_ != 0 || !accesses_.empty() || !unpacker().quiet() || (!dead_ && !asked_.empty());
  };
  for (unsigned left = kMostClocks; under_way() && left != 0; --left) clock(next_, nullptr);
  need("frames", "FLOW-B-9", dead_ ? 0 : asked_.size(), 0);
  need("rx_ack_valid", "FLOW-B-8", acks_.size(), 0);
  if (comes_back_) need("link_up", "REG-8", 1, seen.ups);
  else read_rows();
  need("rsp_error", "REG-2", 0, seen.errors);
}

void LaggingPort::read_rows() {
  unsigned rows = 0;
  for (unsigned id = 0; id < opened_.size(); ++id) {
    if (!opened_[id]) continue;
    ++rows;
    access({true, true, at::kRowIdAt, id, 15});
    for (unsigned i = 0; i < kRowClocks; ++i) clock(next_, nullptr);
    for (unsigned word = 0; word < at::kRowCount; ++word)
      access({true, false, at::kRowAt + 4 * word, 0, 0});
    clock(next_, nullptr);  // the last answer
  }
  need("rows", "REG-6", rows, seen.rows);
}

}  // namespace selvage::cosim
