// SPDX-License-Identifier: Apache-2.0
/// \file
/// What travels: pooled TLM-2.0 payloads with a sticky extension, one per packet or fault message.
#pragma once

#include <cstdint>
#include <deque>
#include <tlm>
#include <vector>

#include "fabric/run.hpp"
#include "golden/switch_control.hpp"
#include "golden/types.hpp"

namespace selvage::fabric {

inline constexpr std::uint32_t kNoSlot = ~std::uint32_t{0};
inline constexpr std::uint32_t kNoFault = ~std::uint32_t{0};

/// Common part of everything a payload carries. `slot` is the place in its pool.
struct Cargo : tlm::tlm_extension<Cargo> {
  enum class Kind : std::uint8_t { kPacket, kMessage };
  Kind kind = Kind::kPacket;
  std::uint8_t vc = 0;  ///< data VC of the link being crossed
  std::uint32_t slot = kNoSlot;
  tlm::tlm_generic_payload* payload = nullptr;

  [[nodiscard]] tlm::tlm_extension_base* clone() const override { return nullptr; }
  void copy_from(const tlm::tlm_extension_base&) override {}
};

struct Packet final : Cargo {
  PacketId id = 0;
  HostIdx source = 0;
  HostIdx destination = 0;
  Cycle created = 0;
  bool measured = false;
  bool lost = false;                    ///< truncated on a dying link; discarded at its end
  std::uint32_t fault = kNoFault;       ///< the link failure that it met
  DropReason reason = DropReason::kNoRoute;
};

struct Message final : Cargo {
  ControlMessage content;
  std::uint32_t fault = kNoFault;  ///< failure it goes back to
  std::uint16_t hops = 0;          ///< links crossed since the detection, this one included
};

/// Owns payloads with a `T` each; a freed one is used again.
template <class T>
class Pool final : public tlm::tlm_mm_interface {
 public:
  explicit Pool(typename T::Kind kind) : kind_(kind) {}
  ~Pool() override {
    for (Entry& e : entries_) e.payload.clear_extension(static_cast<Cargo*>(&e.item));
  }
  Pool(const Pool&) = delete;
  Pool& operator=(const Pool&) = delete;

  T& take() {
    if (free_.empty()) {
      Entry& e = entries_.emplace_back();
      e.item.kind = kind_;
      e.item.slot = static_cast<std::uint32_t>(entries_.size() - 1);
      e.item.payload = &e.payload;
      e.payload.set_mm(this);
      e.payload.set_command(tlm::TLM_WRITE_COMMAND);
      e.payload.set_extension(static_cast<Cargo*>(&e.item));
      free_.push_back(e.item.slot);
    }
    const std::uint32_t slot = free_.back();
    free_.pop_back();
    T& item = entries_[slot].item;
    item.payload->acquire();
    return item;
  }
  T& at(std::uint32_t slot) { return entries_[slot].item; }
  /// Gives an item back; its payload's reference count must fall to zero.
  void give_back(T& item) { item.payload->release(); }

 private:
  struct Entry {
    T item;
    tlm::tlm_generic_payload payload;
  };
  void free(tlm::tlm_generic_payload* payload) override {
    free_.push_back(payload->get_extension<Cargo>()->slot);
  }

  typename T::Kind kind_;
  std::deque<Entry> entries_;
  std::vector<std::uint32_t> free_;
};

}  // namespace selvage::fabric
