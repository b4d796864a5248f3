// SPDX-License-Identifier: Apache-2.0
/// \file
/// Constrained-random inputs for the fat-tree route block: addresses that hit and miss the table,
/// bursts and pauses, tables that fill up, several updates in one clock.
#pragma once

#include <vector>

#include "golden/fattree/tree.hpp"
#include "block/pair.hpp"
#include "block/random.hpp"

namespace selvage::tb {

class BlockStimulus {
 public:
  /// `table_lines`: the capacity under test; more different keys than that are in play.
  BlockStimulus(const golden::FatTree& tree, unsigned level, unsigned table_lines,
                std::uint64_t seed)
      : tree_(tree), level_(level), table_lines_(table_lines), random_(seed) {
    new_phase();
  }

  [[nodiscard]] ClockInputs next() {
    if (left_ == 0) new_phase();
    --left_;
    ClockInputs in;
    in.clear = random_.below(10000) < phase_.clear_in_10000;
    if (random_.percent(phase_.insert)) {
      in.insert = ClockInputs::Insert{keys_[random_.below(keys_.size())], random_.below(tree_.h())};
    }
    const bool root = tree_.is_root(level_);
    if (!root && random_.percent(phase_.port)) in.up_dead = random_.below(tree_.h());
    if (!root && random_.percent(phase_.port)) {
      in.dlfm = ClockInputs::Dlfm{random_.below(tree_.h()), random_.below(tree_.n())};
    }
    if (random_.percent(phase_.port)) in.down_dead = random_.below(tree_.down_ports(level_));
    if (random_.percent(phase_.request)) {
      in.request = ClockInputs::Request{random_.below(tree_.host_count()), destination(),
                                        random_.percent(10)};
    }
    return in;
  }

 private:
  struct Phase {
    unsigned request = 100;  ///< percent of the clocks
    unsigned insert = 10;
    unsigned port = 0;
    unsigned clear_in_10000 = 0;
  };

  void new_phase() {
    static constexpr Phase kPhases[] = {
        {100, 0, 0, 0},    // back to back on a frozen state
        {100, 100, 0, 0},  // a request and an insert in every clock
        {60, 20, 2, 0},    {90, 10, 1, 20}, {100, 60, 30, 300}, {30, 5, 1, 50}, {80, 2, 0, 0},
    };
    phase_ = kPhases[random_.below(sizeof kPhases / sizeof kPhases[0])];
    left_ = 50 + random_.below(400);
    // A new set of keys: few (many merges) or more than there are lines (overflow).
    keys_.resize(1 + random_.below(2 * table_lines_));
    for (golden::Digits& c : keys_) {
      c = golden::Digits{};
      for (unsigned i = 0; i + 1 < tree_.n(); ++i) {
        c.set(i, random_.below(tree_.coordinate_radix(level_, i)));
      }
    }
  }

  /// Half of them below a switch that has, or may get, an entry.
  [[nodiscard]] HostIdx destination() {
    if (random_.percent(50)) return random_.below(tree_.host_count());
    golden::Digits p = tree_.address_of(random_.below(tree_.host_count()));
    const golden::Digits c = keys_[random_.below(keys_.size())];
    for (unsigned i = level_; i + 1 < tree_.n(); ++i) p.set(i + 1, c[i]);
    return tree_.host_of(p);
  }

  const golden::FatTree& tree_;
  unsigned level_;
  unsigned table_lines_;
  Random random_;
  Phase phase_;
  unsigned left_ = 0;
  std::vector<golden::Digits> keys_;
};

}  // namespace selvage::tb
