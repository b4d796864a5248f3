// SPDX-License-Identifier: Apache-2.0
/// \file
/// The protocol of a link (LINK-1..13, docs/reference/link-protocol.md): what a call carries, its
/// phases and the two interfaces. One call per packet header or fault message; what goes against
/// the flow of packets are levels: XON and XOFF of a virtual channel, STOP and GO of the fault
/// messages.
#pragma once

#include <cstdint>
#include <memory>
#include <systemc>

#include "golden/types.hpp"

namespace selvage::fabric {

inline constexpr std::uint32_t kNoSlot = ~std::uint32_t{0};

/// What a module of another platform hangs on a payload: it travels along, and is destroyed when
/// the payload's life ends. Any number; of one type the last hung is found.
struct LinkExtension {
  LinkExtension() = default;
  LinkExtension(const LinkExtension&) = delete;
  LinkExtension& operator=(const LinkExtension&) = delete;
  virtual ~LinkExtension() = default;
  std::unique_ptr<LinkExtension> next;
};

/// What crosses a link: a packet's header, or a fault message. Whoever took it from its pool owns
/// it.
class LinkPayload {
 public:
  enum class Kind : std::uint8_t { kPacket, kMessage };

  Kind kind = Kind::kPacket;
  bool live = false;             ///< taken from its pool, and not given back
  std::uint8_t vc = 0;           ///< virtual channel of the link being crossed
  bool bad = false;              ///< a message that the present link has damaged
  std::uint32_t slot = kNoSlot;  ///< place in its pool
  std::uint32_t number = 0;      ///< of a message on the present link, where its ends count them
  std::uint32_t beats = 1;       ///< of the whole packet
  Cycle sent = 0;  ///< cycle of the call onto the present link; a header's first beat leaves in it

  /// The extension of type `T`, null if nobody has hung one on it.
  template <class T>
  [[nodiscard]] T* extension() const {
    for (LinkExtension* e = extensions_.get(); e != nullptr; e = e->next.get()) {
      if (T* found = dynamic_cast<T*>(e)) return found;
    }
    return nullptr;
  }
  void extend(std::unique_ptr<LinkExtension> extension) {
    extension->next = std::move(extensions_);
    extensions_ = std::move(extension);
  }
  void clear_extensions() { extensions_.reset(); }

 private:
  std::unique_ptr<LinkExtension> extensions_;
};

enum class LinkPhase : std::uint8_t {
  kHeader,     ///< forward: a packet begins; its beats follow, one a cycle
  kMessage,    ///< forward: a fault message, one beat
  kStall,      ///< forward: the packet under way has no beat in the cycle behind the call
  kXon,        ///< backward: packets may start on this virtual channel
  kXoff,       ///< backward: no further packet may start on it
  kStop,       ///< backward: no further fault message
  kGo,         ///< backward: fault messages again
  kStopAgain,  ///< backward: STOP, once more after the link was repaired
  kResend,     ///< backward: all fault messages again, from a number on
};

/// What binds: sockets of these types to each other, and to nothing else.
struct LinkTraits {
  using tlm_payload_type = LinkPayload;
  using tlm_phase_type = LinkPhase;
};

/// Receives what comes over links. `port` is the receiver's own.
class LinkForwardIf : public virtual sc_core::sc_interface {
 public:
  using protocol_types = LinkTraits;
  /// The first beat arrives `delay` cycles from now. The payload stays the caller's until then.
  virtual void transport_fw(PortIdx port, LinkPayload& payload, LinkPhase phase, Cycle delay) = 0;
};

/// Receives flow control of the links it sends on. `port` is its own.
class LinkBackwardIf : public virtual sc_core::sc_interface {
 public:
  using protocol_types = LinkTraits;
  /// Holds from `delay` cycles from now on. `vc` is 0 for STOP and GO, and for RESEND the number of
  /// the first message wanted.
  virtual void transport_bw(PortIdx port, LinkPhase phase, unsigned vc, Cycle delay) = 0;
};

}  // namespace selvage::fabric
