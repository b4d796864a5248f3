// SPDX-License-Identifier: Apache-2.0
/// \file
/// The numbers of a link that its protocol depends on (docs/reference/link-protocol.md).
#pragma once

#include "golden/types.hpp"

namespace selvage::fabric {

struct LinkRules {
  Cycle latency = 4;         ///< of the link
  unsigned vcs = 1;          ///< virtual channels
  bool beat_taken = true;    ///< a fault message takes the beat behind its call
  bool numbered = false;     ///< its ends count fault messages, and send them again if need be
  bool interleaved = false;  ///< packets of several channels share the beats: headers in any cycle
};

}  // namespace selvage::fabric
