// SPDX-License-Identifier: Apache-2.0
/// \file
/// redirect_gen: at a fabric output port, asks a flow to move, at random and in proportion to its
/// use of the port (FLOW-C-6).
#pragma once

#include <deque>

#include "golden/flow/flow_types.hpp"

namespace selvage::golden {

struct RedirectConfig {
  unsigned d0 = 32;    ///< depth floor, units
  unsigned kd = 1;     ///< depth gain
  unsigned kg = 4;     ///< growth gain
  unsigned step = 42;  ///< cycles between two samples of the depth
  unsigned hist = 8;   ///< samples
  unsigned rw = 12;    ///< bits of the random number: 8, 10 or 12
  std::uint32_t seed = 1;
};

class RedirectGen {
 public:
  explicit RedirectGen(const RedirectConfig& config);
  /// One step; true: send REDIRECT to the flow of the loaded header.
  bool step(unsigned depth, bool load, bool exempt);
  /// `cycles` steps without a load, the depth staying as it is.
  void skip(Cycle cycles, unsigned depth);

  /// What the next load would be measured by.
  [[nodiscard]] unsigned congestion(unsigned depth) const;
  [[nodiscard]] std::uint32_t random() const { return lfsr_; }
  [[nodiscard]] unsigned sample(unsigned age) const { return samples_[age]; }  ///< 0: the newest
  /// Steps since the last sample.
  [[nodiscard]] unsigned phase() const { return phase_; }
  [[nodiscard]] std::uint32_t loads() const { return loads_; }
  [[nodiscard]] std::uint32_t redirects() const { return redirects_; }

 private:
  void draw();
  RedirectConfig config_;
  std::deque<unsigned> samples_;
  unsigned phase_ = 0;
  std::uint32_t lfsr_;
  std::uint32_t loads_ = 0;
  std::uint32_t redirects_ = 0;
};

}  // namespace selvage::golden
