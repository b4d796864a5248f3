// SPDX-License-Identifier: Apache-2.0
/// \file
/// Seam 3: the RTL of one whole switch, clocked edge by edge, with beats at its pins
/// (docs/reference/switch-rtl.md), whatever the topology. Ports are those of the topology. No
/// verilated header.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cosim/message_numbers.hpp"
#include "golden/switch_control.hpp"

class VerilatedFstC;

namespace selvage::cosim {

/// What a switch is set to beside its place.
struct SwitchBlockOptions {
  SwitchIdx self = 0;
  std::uint64_t capacity = 0;  ///< beats that an input buffer holds
  std::uint64_t xon_most = 0;  ///< beats held with which a sender may still start packets
  unsigned route_latency = 2;  ///< cycles from a question to its answer
  bool numbered = false;       ///< links number fault messages, since they lose some (FS-AGAIN)
  bool sideband = false;       ///< fault messages have wires of their own (FS-SIDE)
  std::string name;            ///< of the model
};

/// Why a verilated switch with input buffers of `depth` beats, which answers in one of these
/// numbers of cycles, cannot be set like this, behind the key concerned; empty: it can.
[[nodiscard]] std::string why_no_switch(const SwitchBlockOptions& options, unsigned depth,
                                        const std::vector<unsigned>& route_latencies);

/// What a beat carries; one of 64 bits has nothing in the upper half.
struct BeatData {
  std::uint64_t low = 0;
  std::uint64_t high = 0;
  friend bool operator==(const BeatData& a, const BeatData& b) {
    return a.low == b.low && a.high == b.high;
  }
  friend bool operator!=(const BeatData& a, const BeatData& b) { return !(a == b); }
};

/// A beat on a link.
struct Beat {
  bool head = false;
  bool tail = false;
  bool bad = false;  ///< with `tail`: the packet is cut
  BeatData data;
};

/// What a head beat says.
struct HeadBeat {
  std::uint32_t tag = 0;
  std::uint32_t beats = 0;
  HostIdx source = 0;
  HostIdx destination = 0;
};

/// What the last edge shows, a bit a port.
struct SwitchShown {
  PortMask beats = 0;
  PortMask messages = 0;
  PortMask xon = 0;
  PortMask stop = 0;
  PortMask resend = 0;     ///< fault messages are asked for once more
  PortMask decided = 0;    ///< the input whose question was answered
  PortMask want = 0;       ///< where to; 0: nowhere
  PortMask clear = 0;      ///< nothing is coming in or leaving
  PortMask malformed = 0;  ///< a beat came that was ignored or not what it should be
  PortMask drained = 0;    ///< a packet that came in there is dropped
};

/// What a port counts (FS-CNT), as `cnt_sel_i` has it.
enum class SwitchCounter : std::uint8_t {
  kBegun = 0,      ///< packets that have begun to leave
  kBeats = 1,      ///< sent
  kMessages = 2,   ///< fault messages sent
  kDrained = 3,    ///< packets that came in and are dropped
  kMalformed = 4,  ///< pulses
  kXoff = 5,       ///< cycles in which the input says XOFF
  kMost = 6        ///< beats that the input has held
};

/// Edges come by the cycle that they execute, ascending; an idle switch may miss some.
class SwitchBlock : public NumberedMessages {
 public:
  // Pins that hold for the next edge alone.
  virtual void beat(PortIdx port, const Beat& beat) = 0;
  virtual void message(PortIdx port, const ControlMessage& message) = 0;
  virtual void link_event(PortIdx port, bool up) = 0;  ///< this end has declared it
  virtual void link_begins(PortIdx port) = 0;          ///< the link is alive again
  virtual void wipe() = 0;                             ///< it dies in the next edge's next cycle
  // Levels.
  virtual void link_alive(PortIdx port, bool alive) = 0;
  virtual void far_xon(PortIdx port, bool xon) = 0;
  virtual void far_stop(PortIdx port, bool stop) = 0;

  virtual void edge(Cycle /*cycle*/) {
    rise();
    fall();
  }
  /// The two halves of an edge; behind the second one the pins that hold for an edge are idle.
  virtual void rise() = 0;
  virtual void fall() = 0;
  /// For waves: all that the model traces.
  virtual void declare(VerilatedFstC& file) = 0;
  /// Need not be clocked while no pin changes.
  [[nodiscard]] virtual bool idle() const = 0;
  [[nodiscard]] virtual SwitchShown shown() const = 0;
  /// Of a port whose bit is in shown().beats, or messages.
  [[nodiscard]] virtual Beat sent(PortIdx port) const = 0;
  [[nodiscard]] virtual ControlMessage sent_message(PortIdx port) const = 0;
  /// Beats in the buffer of an input, packets that come in counted whole; kUnknown: it shows none.
  [[nodiscard]] virtual std::uint64_t held(PortIdx port) const = 0;
  static constexpr std::uint64_t kUnknown = ~std::uint64_t{0};
  /// The tag of a packet that is dropped at a port of shown().drained; empty: it says none, and
  /// drops what came in by a port in its order.
  [[nodiscard]] virtual std::optional<std::uint32_t> drained_tag(PortIdx /*port*/) const {
    return std::nullopt;
  }
  /// Of a port, modulo 2^32: what has been there before the last edge; empty: it has no counters.
  [[nodiscard]] virtual std::optional<std::uint32_t> counter(PortIdx /*port*/,
                                                             SwitchCounter /*which*/) {
    return std::nullopt;
  }
  /// Why it can run no further, and the rule concerned; empty: it can.
  [[nodiscard]] virtual std::string trouble(std::string_view& /*rule*/) const { return {}; }

  /// A head beat's data, and the tag in it.
  [[nodiscard]] virtual BeatData head(const HeadBeat& head) const = 0;
  /// The same to a destination that there is not; empty: every address is somebody's.
  [[nodiscard]] virtual std::optional<BeatData> head_to_nowhere(const HeadBeat& /*head*/) const {
    return std::nullopt;
  }
  [[nodiscard]] virtual std::uint32_t tag_of(const BeatData& data) const = 0;
};

}  // namespace selvage::cosim
