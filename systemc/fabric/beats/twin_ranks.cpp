// SPDX-License-Identifier: Apache-2.0
// Switches in RTL of several ranks.
#include "fabric/beats/carried.hpp"
#include "fabric/beats/twin.hpp"

namespace selvage::fabric {

void SwitchTwin::send(Cycle at, const WireBeat& item) {
  if (here(item.to.sw)) beats_.send(at, item);
  else carry(*carrier_, at, item);
}

void SwitchTwin::send(Cycle at, const WireItem& item) {
  if (here(item.to.sw)) wires_.send(at, item);
  else carry(*carrier_, at, item);
}

void SwitchTwin::send(Cycle at, const CutTail& item) {
  if (here(item.to.sw)) cut_tails_.add(item);
  else carry(*carrier_, at, item);
}

bool SwitchTwin::carried(ByteReader& reader) {
  return play_carried(reader, next_, beats_, wires_, cut_tails_);
}

/// The model's events of later cycles are known to all ranks; what waits for an edge to come is
/// not.
bool SwitchTwin::at_rest() const { return nothing_moves() && next_known() == kNever; }

}  // namespace selvage::fabric
