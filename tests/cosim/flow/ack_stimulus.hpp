// SPDX-License-Identifier: Apache-2.0
/// \file
/// Random inputs for the blocks of the ACK path, the walker and redirect_gen.
#pragma once

#include <array>
#include <deque>

#include "pair.hpp"
#include "table_stimulus.hpp"

namespace selvage::test {

/// Grants come when the frame before has left the wire (docs/reference/flow-blocks.md, Frame).
class AggregatorStimulus {
 public:
  AggregatorStimulus(std::uint64_t seed) : random_(seed), mood_(random_) {}
  golden::AggregatorInput next(const golden::AckAggregator& golden);
  void note(const golden::AggregatorInput& in, const golden::AggregatorOutput& out);
  struct {
    std::uint64_t pushed = 0, refused = 0, frames = 0, granted_idle = 0;
    std::array<std::uint64_t, golden::kAckMax + 1> size{};
  } seen;

 private:
  tb::Random random_;
  Mood mood_;
  Cycle cycle_ = 0;
  Cycle wire_free_ = 0;
};

/// Frames whole, broken in every way, cut, too long, begun anew, and words that belong to none.
class UnpackerStimulus {
 public:
  UnpackerStimulus(std::uint64_t seed, unsigned max) : random_(seed), mood_(random_), max_(max) {}
  golden::FrameWord next(const golden::AckUnpacker& golden);
  void note(const golden::FrameWord& in, const golden::UnpackerOutput& out);
  struct {
    std::uint64_t ok = 0, bad = 0, acks = 0;
  } seen;

 private:
  void refill();
  void refuse(std::vector<golden::FrameWord>& frame, unsigned n);
  golden::FrameData some_data();
  tb::Random random_;
  Mood mood_;
  unsigned max_;
  std::deque<golden::FrameWord> words_;
};

class WalkerStimulus {
 public:
  /// With `endless`, waits of which no run sees the end, in the 40 bits of a time.
  WalkerStimulus(std::uint64_t seed, bool endless = false) : random_(seed), endless_(endless) {}
  WalkerInput next(const golden::FlowWalker&) {
    WalkerInput in{random_.percent(2), random_.percent(5),
                   random_.percent(30) ? 0 : random_.below(random_.percent(20) ? 300 : 12)};
    if (endless_) in.drain |= std::uint64_t{1} << (16 + random_.below(24));
    return in;
  }
  void note(const WalkerInput&, const golden::FlowWalker::Output& out) { done += out.done; }
  std::uint64_t done = 0;

 private:
  tb::Random random_;
  bool endless_;
};

class RedirectStimulus {
 public:
  /// A sample every `step` cycles, into one of `hist` places after the other; step 0: at random.
  RedirectStimulus(std::uint64_t seed, const golden::FlowSizes& sizes, unsigned step = 42,
                   unsigned hist = 8)
      : random_(seed), mood_(random_), sizes_(sizes), step_(step), hist_(hist) {}
  cosim::RedirectIn next(const golden::RedirectGen&);
  void note(const cosim::RedirectIn& in, bool drawn);
  struct {
    std::uint64_t loads = 0, drawn = 0, saturated = 0, samples = 0;
  } seen;

 private:
  tb::Random random_;
  Mood mood_;
  golden::FlowSizes sizes_;
  unsigned step_;
  unsigned hist_;
  unsigned slot_ = 0;
  Cycle cycle_ = 0;
  unsigned depth_ = 0;
};

class EpStimulus {
 public:
  /// Half of the depths are about the thresholds of `config`.
  explicit EpStimulus(std::uint64_t seed, const golden::EpAckConfig& config = {})
      : random_(seed), config_(config) {}
  cosim::EpAckTypeIn next(const golden::EpAckType&);
  void note(const cosim::EpAckTypeIn& in, golden::AckType type);
  struct {
    std::uint64_t types[4] = {};
    std::uint64_t spared = 0;  ///< NORMAL from EP_TH on
  } seen;

 private:
  tb::Random random_;
  golden::EpAckConfig config_;
};

}  // namespace selvage::test
