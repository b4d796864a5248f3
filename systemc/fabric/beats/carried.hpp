// SPDX-License-Identifier: Apache-2.0
/// \file
/// What switches in RTL of several ranks send each other (FAB-RANK-1).
#pragma once

#include <stdexcept>
#include <type_traits>

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

/// Reads one item, for those wires that have items of its kind.
template <class... Items>
void play_carried(ByteReader& reader, Wires<Items>&... wires) {
  const char tag = reader.get<char>();
  const auto at = reader.get<Cycle>();
  bool known = false;
  const auto play = [&](auto& wire) {
    using Item = typename std::remove_reference_t<decltype(wire)>::Sent;
    if (Item::kTag != tag) return;
    known = true;
    wire.send(at, reader.get<Item>());
  };
  (play(wires), ...);
  if (!known) throw std::logic_error("another rank has sent what no switch in RTL sends");
}

}  // namespace selvage::fabric
