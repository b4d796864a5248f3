// SPDX-License-Identifier: Apache-2.0
/// \file
/// What waves ask of a block that is clocked by whole edges.
#pragma once

class VerilatedFstC;

namespace selvage::cosim {

/// Only a block over a build that is made for waves shows anything: its clock stays high after an
/// edge, until it falls.
class ShownBlock {
 public:
  virtual ~ShownBlock() = default;
  /// Declares what its model traces.
  virtual void declare(VerilatedFstC& /*file*/) {}
  /// The clock falls, and nothing is at the inputs.
  virtual void fall_idle() {}
};

}  // namespace selvage::cosim
