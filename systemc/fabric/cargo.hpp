// SPDX-License-Identifier: Apache-2.0
/// \file
/// What travels: pooled TLM-2.0 payloads with a sticky extension, one per packet or fault message.
#pragma once

#include <cstdint>
#include <memory>
#include <tlm>
#include <vector>

#include "fabric/faults/link_state.hpp"
#include "fabric/run.hpp"
#include "golden/switch_control.hpp"
#include "golden/types.hpp"

namespace selvage::fabric {

inline constexpr std::uint32_t kNoSlot = ~std::uint32_t{0};

/// Common part of everything a payload carries: its sticky extension, and what its data pointer
/// points at (the shorter way). `slot` is the place in its pool.
struct Cargo : tlm::tlm_extension<Cargo> {
  enum class Kind : std::uint8_t { kPacket, kMessage };
  Kind kind = Kind::kPacket;
  std::uint8_t vc = 0;  ///< data VC of the link being crossed
  std::uint32_t slot = kNoSlot;
  Cycle sent = 0;  ///< cycle in which its first beat left, onto the present link
  tlm::tlm_generic_payload* payload = nullptr;

  [[nodiscard]] tlm::tlm_extension_base* clone() const override { return nullptr; }
  void copy_from(const tlm::tlm_extension_base&) override {}
};

[[nodiscard]] inline const Cargo& cargo_of(const tlm::tlm_generic_payload& payload) {
  return *reinterpret_cast<const Cargo*>(payload.get_data_ptr());
}

struct Packet final : Cargo {
  PacketId id = 0;
  HostIdx source = 0;
  HostIdx destination = 0;
  Cycle created = 0;
  std::uint32_t switches = 0;  ///< switches it has left
  std::uint32_t flow = 0;      ///< kNoFlow or its place in Traffic::flows
  std::uint8_t tc = 0;         ///< traffic class
  bool ordered = true;
  bool measured = false;
  bool lost = false;               ///< truncated on a dying link; discarded at its end
  std::uint32_t fault = kNoFault;  ///< the link failure, or death of a switch, that it met
  DropReason reason = DropReason::kNoRoute;
  DropClass verdict = DropClass::kUndeliverable;  ///< where it was refused a way
};

struct Message final : Cargo {
  ControlMessage content;
  Cause cause;  ///< `hops`: this link included
};

/// Owns payloads with a `T` each; a freed one is used again. Entries never move.
template <class T>
class Pool final : public tlm::tlm_mm_interface {
 public:
  explicit Pool(typename T::Kind kind) : kind_(kind) {}
  ~Pool() override {
    for (std::uint32_t slot = 0; slot < made_; ++slot) {
      entry(slot).payload.clear_extension(static_cast<Cargo*>(&entry(slot).item));
    }
  }
  Pool(const Pool&) = delete;
  Pool& operator=(const Pool&) = delete;

  T& take() {
    if (free_.empty()) make();
    const std::uint32_t slot = free_.back();
    free_.pop_back();
    T& item = entry(slot).item;
    item.payload->acquire();
    return item;
  }
  T& at(std::uint32_t slot) { return entry(slot).item; }
  [[nodiscard]] const T& at(std::uint32_t slot) const {
    return blocks_[slot / kBlock][slot % kBlock].item;
  }
  /// Items taken and not yet given back.
  [[nodiscard]] std::uint64_t live() const { return made_ - free_.size(); }
  /// Gives an item back; its payload's reference count must fall to zero.
  void give_back(T& item) { item.payload->release(); }

 private:
  static constexpr std::uint32_t kBlock = 256;
  struct Entry {
    T item;
    tlm::tlm_generic_payload payload;
  };
  Entry& entry(std::uint32_t slot) { return blocks_[slot / kBlock][slot % kBlock]; }
  void make() {
    if (made_ % kBlock == 0) blocks_.push_back(std::make_unique<Entry[]>(kBlock));
    Entry& e = entry(made_);
    Cargo* cargo = &e.item;
    cargo->kind = kind_;
    cargo->slot = made_;
    cargo->payload = &e.payload;
    e.payload.set_mm(this);
    e.payload.set_command(tlm::TLM_WRITE_COMMAND);
    e.payload.set_data_ptr(reinterpret_cast<unsigned char*>(cargo));
    e.payload.set_data_length(sizeof(T));
    e.payload.set_extension(cargo);
    free_.push_back(made_++);
  }
  void free(tlm::tlm_generic_payload* payload) override {
    free_.push_back(cargo_of(*payload).slot);
  }

  typename T::Kind kind_;
  std::uint32_t made_ = 0;
  std::vector<std::unique_ptr<Entry[]>> blocks_;
  std::vector<std::uint32_t> free_;
};

}  // namespace selvage::fabric
