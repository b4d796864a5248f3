// SPDX-License-Identifier: Apache-2.0
/// \file
/// A port's registers with the blocks that they drive, RTL beside golden, and the first difference.
#pragma once

#include "accesses.hpp"
#include "cosim/flow/port/port_pair.hpp"
#include "pair.hpp"

namespace selvage::test {

using cosim::PortStimulus;

class FlowPortPair final : public cosim::FlowPortPair {
 public:
  explicit FlowPortPair(bool edge, std::uint32_t bugs = 0, bool gate = true, unsigned ecc = 0,
                        bool macro = false)
      : cosim::FlowPortPair({edge, bugs, gate, ecc, macro, 90, 2, {}, 1}) {}
  /// What no port is given, left out: headers and grants without a wire, new rows while none may be
  /// opened.
  void step(const cosim::RegisterAccess& access, PortStimulus in) {
    if (!registers().out().enabled) in.aggregator.grant = in.redirect.load = false;
    if (holds()) in.ifct.enq_valid = in.ofct.map_valid = false;
    cosim::FlowPortPair::step(access, in);
  }
  [[nodiscard]] const std::string& difference() const { return verdict_.text(); }

 private:
  void differs(const cosim::FlowDifference& d) override { verdict_.add(cycle(), d); }
  void clocked() override { verdict_.add_assertion(cycle()); }

  Verdict verdict_;
};

}  // namespace selvage::test
