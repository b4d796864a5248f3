// SPDX-License-Identifier: Apache-2.0
/// \file
/// What travels: pooled payloads of the link protocol, one per packet or fault message.
#pragma once

#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "fabric/faults/link_state.hpp"
#include "fabric/link/protocol.hpp"
#include "fabric/run.hpp"
#include "golden/switch_control.hpp"
#include "golden/types.hpp"
#include "kernel/ahead.hpp"

namespace selvage::fabric {

/// What every hop touches comes first and lies in one line of the cache.
struct alignas(kernel::kCacheLine) Packet final : LinkPayload {
  PacketId id = 0;
  HostIdx source = 0;
  HostIdx destination = 0;
  std::uint32_t switches = 0;  ///< switches it has left
  std::uint32_t flow = 0;      ///< kNoFlow or its place in Traffic::flows
  std::uint8_t tc = 0;         ///< traffic class
  bool ordered = true;
  bool measured = false;
  bool lost = false;  ///< cut, damaged or refused; discarded at its end
  DropReason reason = DropReason::kNoRoute;
  DropClass verdict = DropClass::kUndeliverable;  ///< where it was refused a way
  std::uint8_t length = 0;                        ///< its place in TrafficConfig::mix
  bool cut = false;  ///< under cut-through: by a dead link or switch, whoever is charged
  std::uint32_t fault = kNoFault;  ///< the link failure, flap or death of a switch that it met
  Cycle created = 0;
  Cycle tail = 0;  ///< under cut-through: when its last beat comes to its host
};

struct Message final : LinkPayload {
  ControlMessage content;
  Cause cause;  ///< `hops`: this link included
};

/// Owns payloads of type `T`; one that was given back is used again. Entries never move.
template <class T>
class Pool final {
 public:
  explicit Pool(LinkPayload::Kind kind) : kind_(kind) {}
  Pool(const Pool&) = delete;
  Pool& operator=(const Pool&) = delete;

  T& take() {
    if (free_.empty()) make();
    const std::uint32_t slot = free_.back();
    free_.pop_back();
    T& item = at(slot);
    item.live = true;
    return item;
  }
  T& at(std::uint32_t slot) { return blocks_[slot / kBlock][slot % kBlock]; }
  [[nodiscard]] const T& at(std::uint32_t slot) const {
    return blocks_[slot / kBlock][slot % kBlock];
  }
  /// Items taken and not yet given back.
  [[nodiscard]] std::uint64_t live() const { return made_ - free_.size(); }
  /// The first item that is taken and is `wanted`; null: there is none. Looks at all.
  template <class Wanted>
  [[nodiscard]] T* find(Wanted&& wanted) {
    for (std::uint32_t slot = 0; slot < made_; ++slot) {
      if (at(slot).live && wanted(std::as_const(at(slot)))) return &at(slot);
    }
    return nullptr;
  }
  void give_back(T& item) {
    item.live = false;
    item.clear_extensions();
    free_.push_back(item.slot);
  }

 private:
  static constexpr std::uint32_t kBlock = 256;
  void make() {
    if (made_ % kBlock == 0) blocks_.push_back(std::make_unique<T[]>(kBlock));
    T& item = at(made_);
    item.kind = kind_;
    item.slot = made_;
    free_.push_back(made_++);
  }

  LinkPayload::Kind kind_;
  std::uint32_t made_ = 0;
  std::vector<std::unique_ptr<T[]>> blocks_;
  std::vector<std::uint32_t> free_;
};

}  // namespace selvage::fabric
