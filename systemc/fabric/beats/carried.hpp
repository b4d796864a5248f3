// SPDX-License-Identifier: Apache-2.0
/// \file
/// What switches in RTL of several ranks send each other (FAB-RANK-1).
#pragma once

#include <algorithm>
#include <stdexcept>

#include "fabric/beats/wires.hpp"
#include "fabric/data_path.hpp"
#include "fabric/ranks/bytes.hpp"

namespace selvage::fabric {

/// An item for the wires that end at a switch of another rank, where play_carried() puts it.
template <class Item>
void carry(Carrier& carrier, Cycle at, const Item& item) {
  mpi::Bytes& bytes = carrier.carry_beats(item.to.sw);
  put(bytes, Item::kTag);
  put(bytes, at);
  put(bytes, item);
}

/// Reads one item, for those places that have items of its kind; `next` is the edge that comes
/// next. False if it comes behind its edge; throws std::logic_error if it is of no kind: defects of
/// Selvage.
template <class... Places>
[[nodiscard]] bool play_carried(ByteReader& reader, Cycle next, Places&... places) {
  const char tag = reader.get<char>();
  const auto at = reader.get<Cycle>();
  const bool known =
      (... || (Places::Entry::kTag == tag &&
               (places.send(std::max(at, next), reader.get<typename Places::Entry>()), true)));
  if (!known) throw std::logic_error("what another rank has sent is of no kind");
  return at >= next;
}

}  // namespace selvage::fabric
