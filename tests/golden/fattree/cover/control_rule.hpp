// SPDX-License-Identifier: Apache-2.0
/// \file
/// What a step of a control plane meets, a second time: read from docs/reference/coverage.md, the
/// sentences of the situations and docs/reference/control-plane.md, from the states before and
/// after the step alone.
#pragma once

#include <deque>
#include <string>

#include "golden/cover/coverage.hpp"
#include "golden/fattree/control_plane.hpp"
#include "met.hpp"

namespace selvage::golden::test {

using tb::Met;

class ControlRule {
 public:
  ControlRule(const ControlPlane& plane, const SwitchName& self)
      : plane_(&plane), tree_(&plane.rules().tree()), self_(self) {}
  void step(const ControlState& was, const ControlInput& in, const ControlState& is,
            cover::Phase phase, Met& met);

 private:
  struct Step {
    const ControlState& was;
    const ControlInput& in;
    const ControlState& is;
    Met& met;
    void meet(const std::string& name) const { ++met[name]; }
  };
  [[nodiscard]] bool leads_up(unsigned port) const {
    return port >= tree_->down_ports(self_.level);
  }
  [[nodiscard]] std::string operation(const Step& s) const;
  void statement(const Step& s, const std::string& phase) const;
  void lines(const Step& s, std::size_t line) const;
  void link_state(const Step& s) const;
  void answers(const Step& s);
  void advertises(const Step& s) const;
  void picks(const Step& s) const;
  void queues(const Step& s) const;

  const ControlPlane* plane_;
  const FatTree* tree_;
  SwitchName self_;
  std::deque<FaultMessage> resyncs_;  ///< the last four different ones
};

}  // namespace selvage::golden::test
