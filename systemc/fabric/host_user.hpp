// SPDX-License-Identifier: Apache-2.0
/// \file
/// Who stands at a host in place of the scenario's traffic: a module of another platform.
#pragma once

#include "fabric/link/protocol.hpp"
#include "fabric/traffic.hpp"

namespace selvage::fabric {

struct Packet;

/// Called from the fabric's process, in the cycle in which it happens; it may send in turn.
class HostUser {
 public:
  virtual ~HostUser() = default;
  /// The tail of `packet` has arrived, and with it what its sender hung on it
  /// (`LinkPayload::extension`); the packet ends with the call. One that is dropped on its way ends
  /// without a call, and what hung on it is destroyed.
  virtual void received(const Packet& packet) = 0;
  /// The source queue may have room that it had not: called whenever something of the user's was
  /// due at the host, and whenever packets may have left it.
  virtual void room() {}
};

/// A packet that a user has handed over, and what travels along with it.
struct UserPacket {
  Cycle at = 0;  ///< in which it is offered
  Offer offer;
  std::unique_ptr<LinkExtension> load;
};

}  // namespace selvage::fabric
