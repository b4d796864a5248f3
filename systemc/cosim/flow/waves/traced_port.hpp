// SPDX-License-Identifier: Apache-2.0
/// \file
/// The RTL blocks of a port a second time, for waves alone.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "cosim/flow/blocks.hpp"
#include "cosim/lockstep/traced_model.hpp"

namespace selvage::cosim {

/// Those of the blocks that have RTL and a build that shows it: all but large tables, and frames of
/// another size. Each is clocked in the cycles in which that of the port is, so that a cycle has an
/// edge at most; of the clocks that ACK frames take within a cycle the last one shows.
class TracedFlowPort {
 public:
  /// `scope` is the place of the port's RTL, levels separated by blanks.
  TracedFlowPort(const Engines& engines, const flow::BlocksConfig& config, const FlowBugs& bugs,
                 const std::string& scope);
  ~TracedFlowPort();
  TracedFlowPort(const TracedFlowPort&) = delete;
  TracedFlowPort& operator=(const TracedFlowPort&) = delete;

  /// For the recorder; empty if nothing is shown.
  [[nodiscard]] std::vector<TracedModel*> models() const;
  /// `own`, blocks that were just made, in cycle `now`: whatever they are given the traced ones are
  /// given too, from reset on.
  [[nodiscard]] std::unique_ptr<flow::Blocks> beside(std::unique_ptr<flow::Blocks> own, Cycle now);

 private:
  class Beside;
  class Calls;
  template <class Block, class In>
  class Steps;
  struct Models;

  std::unique_ptr<Models> models_;
};

}  // namespace selvage::cosim
