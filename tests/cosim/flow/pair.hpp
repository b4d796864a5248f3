// SPDX-License-Identifier: Apache-2.0
/// \file
/// A block of the flow channels in RTL beside its golden model, cycle by cycle: every output and
/// every public register.
#pragma once

#include <memory>
#include <sstream>
#include <string>
#include <type_traits>
#include <utility>

#include "cosim/flow/convert.hpp"
#include "cosim/flow/difference.hpp"
#include "cosim/lockstep/runtime.hpp"
#include "golden/flow/ep_ack_type.hpp"

namespace selvage::test {

/// Cycle, place and first field that differs, in words; empty as long as nothing does.
class Verdict {
 public:
  void add(std::uint64_t cycle, const cosim::FlowDifference& d, int row = -1) {
    if (!d || !text_.empty()) return;
    std::ostringstream s;
    s << "cycle " << cycle << ": " << d.what << " (" << d.requirement << ")";
    if (row >= 0) s << " of row " << row;
    s << ": golden " << d.expected << ", RTL " << d.actual;
    text_ = s.str();
  }
  void add_assertion(std::uint64_t cycle) {
    if (!cosim::rtl_failure_pending()) return;
    const std::string failure = cosim::take_rtl_failure();
    if (text_.empty()) text_ = "cycle " + std::to_string(cycle) + ": RTL assertion: " + failure;
  }
  [[nodiscard]] const std::string& text() const { return text_; }

 private:
  std::string text_;
};

/// Blocks that register their inputs: the answer to step t shows two cycles later.
template <class Golden, class In, class Block>
class TablePair {
 public:
  using Input = In;
  using Output = decltype(std::declval<Golden&>().step(std::declval<const In&>()));

  /// All rows are compared every `stride` cycles, those of the step in every cycle.
  TablePair(Golden golden, std::unique_ptr<Block> rtl, unsigned rows, unsigned stride = 1)
      : golden_(std::move(golden)), rtl_(std::move(rtl)), rows_(rows), stride_(stride) {
    remember({}, {});
    verdict_.add(0, cosim::difference(expected_, rtl_->out()));  // what reset leaves
  }

  const Output& step(const In& in) {
    rtl_->edge(cosim::to_rtl(in));
    verdict_.add_assertion(cycle_);
    verdict_.add(cycle_, cosim::difference(expected_, rtl_->out()));
    counters();
    if (cycle_ % stride_ == 0) {
      for (unsigned r = 0; r < rows_; ++r) row(r);
    } else {
      for (const unsigned r : cosim::touched(in_, expected_)) row(r);
    }
    remember(in, golden_.step(in));
    ++cycle_;
    return out_;
  }
  [[nodiscard]] const Golden& golden() const { return golden_; }
  [[nodiscard]] const std::string& difference() const { return verdict_.text(); }

 private:
  void remember(const In& in, const Output& out) {
    in_ = in;
    out_ = out;
    if constexpr (std::is_same_v<Golden, golden::Ifct>) {
      expected_ = cosim::visible(in, out);
    } else {
      expected_ = cosim::visible(in, out, golden_);
    }
  }
  void row(unsigned r) {
    verdict_.add(cycle_, cosim::difference(cosim::row_of(golden_, r), rtl_->row(r)),
                 static_cast<int>(r));
  }
  void counters() {
    if constexpr (std::is_same_v<Golden, golden::Ifct>) {
      verdict_.add(cycle_, cosim::difference(cosim::counters_of(golden_), rtl_->counters()));
    } else if constexpr (std::is_same_v<Golden, golden::Ofct>) {
      if (golden_.stray() != rtl_->stray())
        verdict_.add(cycle_, {"stray_q", "FLOW-A-21", golden_.stray(), rtl_->stray()});
    }
  }

  Golden golden_;
  std::unique_ptr<Block> rtl_;
  unsigned rows_;
  unsigned stride_;
  std::uint64_t cycle_ = 0;
  In in_;
  Output out_;
  typename Block::Out expected_;
  Verdict verdict_;
};

using CamPair = TablePair<golden::FlowCam, golden::CamInput, cosim::CamAllocBlock>;
using EfctPair = TablePair<golden::Efct, golden::EfctInput, cosim::EfctBlock>;
using IfctPair = TablePair<golden::Ifct, golden::IfctInput, cosim::IfctBlock>;
using OfctPair = TablePair<golden::Ofct, golden::OfctInput, cosim::OfctBlock>;

/// Blocks that use their inputs directly: what a cycle shows does not depend on its inputs.
template <class Golden, class In, class Block>
class DirectPair {
 public:
  using Input = In;

  DirectPair(Golden golden, std::unique_ptr<Block> rtl)
      : golden_(std::move(golden)), rtl_(std::move(rtl)) {}

  auto step(In in) {
    if constexpr (std::is_same_v<In, golden::AggregatorInput>) in.now = cycle_;
    verdict_.add(cycle_, cosim::difference(cosim::state_of(golden_), rtl_->state()));
    const auto shows = rtl_->outputs();
    const auto out = golden_.step(in);
    verdict_.add(cycle_, cosim::difference(cosim::visible(out), shows));
    rtl_->edge(cosim::to_rtl(in));
    verdict_.add_assertion(cycle_);
    ++cycle_;
    return out;
  }
  [[nodiscard]] const Golden& golden() const { return golden_; }
  [[nodiscard]] std::uint64_t cycle() const { return cycle_; }  ///< of the next step
  [[nodiscard]] const std::string& difference() const { return verdict_.text(); }

 private:
  Golden golden_;
  std::unique_ptr<Block> rtl_;
  std::uint64_t cycle_ = 0;
  Verdict verdict_;
};

using AggregatorPair =
    DirectPair<golden::AckAggregator, golden::AggregatorInput, cosim::AckAggregatorBlock>;
using UnpackerPair = DirectPair<golden::AckUnpacker, golden::FrameWord, cosim::AckUnpackerBlock>;

struct WalkerInput {
  bool down = false;
  bool up = false;
  Cycle drain = 0;
};
class WalkerPair {
 public:
  using Input = WalkerInput;
  WalkerPair(unsigned rows, std::unique_ptr<cosim::WalkerBlock> rtl)
      : golden_(rows), rtl_(std::move(rtl)) {}
  golden::FlowWalker::Output step(const WalkerInput& in) {
    cosim::WalkerState state;
    rtl_->state(state);
    verdict_.add(cycle_, cosim::difference(cosim::state_of(golden_), state));
    rtl_->show(cycle_);
    const cosim::WalkerOut shows = rtl_->out();
    const golden::FlowWalker::Output out = golden_.step(cycle_, in.down, in.up, in.drain);
    verdict_.add(cycle_, cosim::difference(cosim::visible(out), shows));
    rtl_->edge({cycle_, in.down, in.up, in.drain});
    verdict_.add_assertion(cycle_);
    ++cycle_;
    return out;
  }
  [[nodiscard]] const golden::FlowWalker& golden() const { return golden_; }
  [[nodiscard]] const std::string& difference() const { return verdict_.text(); }

 private:
  golden::FlowWalker golden_;
  std::unique_ptr<cosim::WalkerBlock> rtl_;
  std::uint64_t cycle_ = 0;
  Verdict verdict_;
};

class RedirectPair {
 public:
  using Input = cosim::RedirectIn;
  RedirectPair(const golden::RedirectConfig& config, std::unique_ptr<cosim::RedirectBlock> rtl)
      : samples_(config.hist), golden_(config), rtl_(std::move(rtl)) {}
  /// After the edge of a cycle its sample shows, and what the loads before have come to.
  bool step(const cosim::RedirectIn& in) {
    rtl_->edge(in);
    verdict_.add_assertion(cycle_);
    const std::uint32_t loads = golden_.loads();
    cosim::RedirectState state;
    state.lfsr = golden_.random();
    const bool drawn = golden_.step({in.sample, in.slot, in.depth, in.load, in.exempt});
    for (unsigned slot = 0; slot < samples_; ++slot) state.hist[slot] = golden_.sample(slot);
    const cosim::RedirectOut expected = shows_.edge(in, drawn, loads);
    verdict_.add(cycle_, cosim::difference(expected, rtl_->outputs()));
    verdict_.add(cycle_, cosim::difference(state, rtl_->state()));
    ++cycle_;
    return drawn;
  }
  [[nodiscard]] const golden::RedirectGen& golden() const { return golden_; }
  [[nodiscard]] const std::string& difference() const { return verdict_.text(); }

 private:
  unsigned samples_;
  golden::RedirectGen golden_;
  std::unique_ptr<cosim::RedirectBlock> rtl_;
  cosim::RedirectShows shows_;
  std::uint64_t cycle_ = 0;
  Verdict verdict_;
};

class EpPair {
 public:
  using Input = cosim::EpAckTypeIn;
  EpPair(const golden::EpAckConfig& config, std::unique_ptr<cosim::EpAckTypeBlock> rtl)
      : golden_(config), rtl_(std::move(rtl)) {}
  golden::AckType step(const cosim::EpAckTypeIn& in) {
    rtl_->edge(in);
    verdict_.add_assertion(cycle_);
    golden::AckType type = golden::AckType::kNormal;
    if (in.req) type = golden_.packet(in.depth, in.level);
    verdict_.add(cycle_, cosim::difference({in.req, static_cast<unsigned>(type)}, rtl_->outputs()));
    if (golden_.random() != rtl_->lfsr())
      verdict_.add(cycle_, {"lfsr_q", "FLOW-A-3", golden_.random(), rtl_->lfsr()});
    ++cycle_;
    return type;
  }
  [[nodiscard]] const golden::EpAckType& golden() const { return golden_; }
  [[nodiscard]] const std::string& difference() const { return verdict_.text(); }

 private:
  golden::EpAckType golden_;
  std::unique_ptr<cosim::EpAckTypeBlock> rtl_;
  std::uint64_t cycle_ = 0;
  Verdict verdict_;
};

/// `cycles` cycles, or up to the first difference, which is returned.
template <class Pair, class Stimulus>
std::string run(Pair& pair, Stimulus& stimulus, std::uint64_t cycles) {
  for (std::uint64_t c = 0; c < cycles && pair.difference().empty(); ++c) {
    const typename Pair::Input in = stimulus.next(pair.golden());
    stimulus.note(in, pair.step(in));
  }
  return pair.difference();
}

}  // namespace selvage::test
