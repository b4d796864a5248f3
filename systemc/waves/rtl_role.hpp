// SPDX-License-Identifier: Apache-2.0
/// \file
/// What signals of a whole switch in RTL are for. A kind of switch has a table of these.
#pragma once

#include <string_view>
#include <vector>

namespace selvage::waves {

/// A group of the view, for people who read the waves of a switch.
struct RtlRole {
  std::string_view name;
  /// "rx_sym_i": that pin of the switch. "i_inputs.queued_q": a signal so called in a module so
  /// called, wherever it is; of a net with several names the outermost one. Those that a switch
  /// does not have are left out.
  std::vector<std::string_view> signals;
};

}  // namespace selvage::waves
