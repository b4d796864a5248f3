// SPDX-License-Identifier: Apache-2.0
/// \file
/// The messages between the control planes of fat-tree switches ("Messages" of
/// docs/reference/control-plane.md).
#pragma once

#include <cstdint>
#include <string_view>

#include "golden/fattree/digits.hpp"
#include "golden/switch_control.hpp"

namespace selvage::golden {

/// One message. Fields a kind has no use for are 0.
struct FaultMessage {
  enum class Kind : std::uint8_t {
    kSyncReq = 0,  ///< one hop up: send me the level that you advertise to your children
    kUlfm = 1,     ///< LK<level,c>k is dead; flooded
    kUlrm = 2,     ///< LK<level,c>k is repaired; flooded
    kDerf = 3,     ///< derived: up port k of <level,c> is of no use any more; one hop down
    kDerr = 4,     ///< derived: it is again; one hop down
    kDlfm = 5,     ///< through me nothing above `level`; one hop down
    kDlrm = 6,     ///< that no longer holds; one hop down
    kResync = 7    ///< LK<level,c>k is back: resend what you know of your down ports; flooded
  };
  FaultMessage() = default;
  FaultMessage(Kind kind_of, unsigned level_of, Digits c_of, unsigned k_of, std::uint8_t seq_of)
      : kind(kind_of), level(level_of), c(c_of), k(k_of), seq(seq_of) {}

  Kind kind = Kind::kUlfm;
  unsigned level = 0;
  Digits c;
  unsigned k = 0;        ///< up port number m/2..m-1
  std::uint8_t seq = 0;  ///< ULFM, ULRM, RESYNC: of the down port at the link's upper end
  Cause cause;           ///< for reports: hardware has no such field, and it is not compared
  friend bool operator==(const FaultMessage& a, const FaultMessage& b) {
    return a.kind == b.kind && a.level == b.level && a.c == b.c && a.k == b.k && a.seq == b.seq;
  }
};

/// "ULFM", "DERF", ...
[[nodiscard]] std::string_view to_string(FaultMessage::Kind kind);
/// Whether a message of this kind speaks of a link LK<level,c>k (DLFM, DLRM and SYNCREQ do not).
[[nodiscard]] bool names_link(FaultMessage::Kind kind);

[[nodiscard]] ControlMessage encode(const FaultMessage& message);
/// Inverse of encode. The message must come from encode (programming error otherwise).
[[nodiscard]] FaultMessage decode(const ControlMessage& message);

/// A message that comes or goes by one port.
struct PortMessage {
  PortIdx port = 0;
  FaultMessage message;
};

/// One message by a set of ports.
struct Broadcast {
  FaultMessage message;
  PortMask ports = 0;
  friend bool operator==(const Broadcast& a, const Broadcast& b) {
    return a.message == b.message && a.ports == b.ports;
  }
};

/// An invariant of the rules does not hold: a bug of the model or of its caller. Aborts.
void require(bool holds, const char* what);

}  // namespace selvage::golden
