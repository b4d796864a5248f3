// SPDX-License-Identifier: Apache-2.0
/// \file
/// Random inputs for the tables that keep what the contract asks of their environment, in moods
/// that reach corners: full tables, one row hit by everything, wrapping positions, running-out
/// timers. `seen` counts the corners that were reached.
#pragma once

#include <array>

#include "control/random.hpp"
#include "golden/flow/tables/efct.hpp"
#include "golden/flow/tables/flow_cam.hpp"
#include "golden/flow/tables/ifct.hpp"
#include "golden/flow/tables/ofct.hpp"

namespace selvage::test {

/// Chances that last some hundreds of cycles, with many rows thousands.
class Mood {
 public:
  explicit Mood(tb::Random& random, unsigned rows = 64)
      : random_(&random), scale_(1 + rows / 256) {}
  /// Once a cycle.
  void tick() {
    if (left_-- != 0) return;
    left_ = (50 + random_->below(600)) * scale_;
    for (unsigned& c : chance_) c = kChances[random_->below(kChances.size())];
    few_ = random_->percent(50) ? 1 + random_->below(4) : 0;
    base_ = random_->next();
  }
  [[nodiscard]] bool roll(unsigned what) { return random_->percent(chance_[what]); }
  /// A number below `count`, in some moods one of a few.
  [[nodiscard]] unsigned pick(unsigned count) {
    return few_ == 0 ? random_->below(count)
                     : static_cast<unsigned>((base_ + random_->below(few_)) % count);
  }

 private:
  static constexpr std::array<unsigned, 7> kChances{0, 5, 25, 50, 75, 95, 100};
  tb::Random* random_;
  unsigned scale_;
  unsigned left_ = 0;
  unsigned few_ = 0;
  std::uint64_t base_ = 0;
  std::array<unsigned, 8> chance_{};
};

/// Keys differ in few bits, as addresses do, every other one in any of its 32; no two are alike.
[[nodiscard]] inline golden::MatchKey key_number(std::uint32_t i) {
  if (i % 2 != 0) return {i * 2'654'435'761U, 0};
  return {(i & 0xffU) | std::uint64_t{i >> 8} << 24, 0};
}

class CamStimulus {
 public:
  CamStimulus(std::uint64_t seed, unsigned rows)
      : random_(seed), mood_(random_, rows), rows_(rows) {}
  golden::CamInput next(const golden::FlowCam& golden);
  void note(const golden::CamInput& in, const golden::CamOutput& out);
  struct {
    std::uint64_t hits = 0, allocs = 0, stalls = 0, freed = 0, kept = 0;
  } seen;

 private:
  tb::Random random_;
  Mood mood_;
  unsigned rows_;
};

class EfctStimulus {
 public:
  EfctStimulus(std::uint64_t seed, const golden::FlowSizes& sizes)
      : random_(seed), mood_(random_, sizes.rows()), sizes_(sizes) {}
  golden::EfctInput next(const golden::Efct& golden);
  void note(const golden::EfctInput& in, const golden::EfctOutput& out);
  struct {
    std::uint64_t stalls = 0, windows = 0, released = 0, kept = 0, wrapped = 0;
  } seen;

 private:
  tb::Random random_;
  Mood mood_;
  golden::FlowSizes sizes_;
};

class IfctStimulus {
 public:
  IfctStimulus(std::uint64_t seed, Cycle start) : random_(seed), mood_(random_), now_(start) {}
  golden::IfctInput next(const golden::Ifct& golden);
  void note(const golden::IfctInput& in, const golden::IfctOutput& out);
  struct {
    std::array<std::uint64_t, 8> why{};  ///< of DEQ, also peeked
    std::array<std::uint64_t, 8> up{};   ///< messages upstream by type
    std::uint64_t opened = 0, holes = 0, over = 0, released = 0, answered = 0, together = 0;
  } seen;

 private:
  golden::DeqRequest dequeue(const golden::Ifct& golden, golden::FlowId id);
  golden::EnqRequest enqueue(const golden::Ifct& golden, golden::FlowId id, bool& valid);
  golden::AckRequest acknowledge(const golden::Ifct& golden, golden::FlowId id);
  tb::Random random_;
  Mood mood_;
  Cycle now_;
};

class OfctStimulus {
 public:
  OfctStimulus(std::uint64_t seed, Cycle start, const golden::FlowSizes& sizes)
      : random_(seed), mood_(random_, sizes.rows()), now_(start), sizes_(sizes) {}
  golden::OfctInput next(const golden::Ofct& golden);
  void note(const golden::OfctInput& in, const golden::OfctOutput& out);
  struct {
    std::uint64_t hits = 0, allocs = 0, stalls = 0, overs = 0, released = 0, closed = 0, died = 0,
                  kept = 0, marked = 0;
    std::array<std::uint64_t, 8> back{};
  } seen;

 private:
  tb::Random random_;
  Mood mood_;
  Cycle now_;
  golden::FlowSizes sizes_;
};

}  // namespace selvage::test
