// SPDX-License-Identifier: Apache-2.0
/// \file
/// What a data path shows in waves when it has more to show than a packet at each end of a switch.
#pragma once

#include <string>
#include <vector>

#include "cosim/lockstep/watched.hpp"
#include "golden/types.hpp"

namespace selvage::fabric {

/// Present only while a run records waves. Whatever happens is reported to it by its own path; the
/// functions are those of waves::Picture.
class PathRows {
 public:
  virtual ~PathRows() = default;
  /// Declares the rows of a switch below `scope`; of one that was not `chosen` only a few.
  virtual void declare(SwitchIdx sw, const std::string& scope, bool chosen) = 0;
  /// RTL of the data path in the chosen switches, once all are declared.
  [[nodiscard]] virtual std::vector<cosim::TracedModel*> models() { return {}; }
  virtual void draw(Cycle cycle) = 0;
  virtual void count(Cycle cycle) = 0;
  virtual void forget() = 0;
};

}  // namespace selvage::fabric
