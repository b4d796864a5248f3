// SPDX-License-Identifier: Apache-2.0
/// \file
/// Fault messages of whole switches and routers in RTL that links damage or lose (FS-AGAIN).
#pragma once

#include <cstdint>

#include "golden/types.hpp"

namespace selvage::cosim {

/// Numbers of fault messages are modulo the second: twice the copies that a port keeps.
inline constexpr unsigned kMessageNumberBits = 7;
inline constexpr std::uint32_t kMessageNumbers = 1U << kMessageNumberBits;

/// The pins of a block whose links number fault messages; one without them shows and takes none.
class NumberedMessages {
 public:
  virtual ~NumberedMessages() = default;
  NumberedMessages() = default;
  NumberedMessages(const NumberedMessages&) = delete;
  NumberedMessages& operator=(const NumberedMessages&) = delete;

  // Pins that hold for the next edge alone.
  /// Of the message at that port: its number, and whether it is damaged.
  virtual void message_mark(PortIdx /*port*/, std::uint32_t /*number*/, bool /*bad*/) {}
  virtual void far_resend(PortIdx /*port*/, std::uint32_t /*number*/) {}
  /// Of a port that shows a message.
  [[nodiscard]] virtual std::uint32_t sent_number(PortIdx /*port*/) const { return 0; }
  /// From which number on messages are asked for, at a port that shows RESEND.
  [[nodiscard]] virtual std::uint32_t resend_number(PortIdx /*port*/) const { return 0; }
};

}  // namespace selvage::cosim
