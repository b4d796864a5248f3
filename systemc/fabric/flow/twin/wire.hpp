// SPDX-License-Identifier: Apache-2.0
/// \file
/// What an output of the model, or a host, puts on its wire, as beats (FL-BEAT).
#pragma once

#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "cosim/flow/parts/beats_block.hpp"
#include "flow/shared.hpp"
#include "golden/flow/ack_frame.hpp"

namespace selvage::fabric {

/// A field of a header.
struct HeaderField {
  const char* what;
  unsigned at, width;
};
inline constexpr HeaderField kHeaderFields[] = {{"bytes in the header", 0, 14},
                                                {"destination", 14, 20},
                                                {"class", 34, 3},
                                                {"ordered", 37, 1},
                                                {"gap", 38, 1},
                                                {"flow id", 39, 11},
                                                {"position", 50, 11}};
inline constexpr unsigned kBytes = 0, kDestination = 1, kClass = 2, kOrdered = 3, kGap = 4,
                          kFlowId = 5, kPosition = 6;

struct SaidBeat {
  cosim::FlowBeat beat;
  cosim::FlowBits said{};  ///< bits of its data that mean something
};
/// What takes beats of a wire.
struct Load {
  cosim::FlowSymbol symbol = cosim::FlowSymbol::kIdle;
  Cycle begun = 0, until = 0;      ///< its first cycle, the first one without it
  bool arrived = false;            ///< the far end has it, whole
  std::optional<PacketId> packet;  ///< of a packet
  std::vector<SaidBeat> beats;
  std::vector<golden::FrameWord> words;  ///< of a frame
};

/// Throws std::logic_error when the model does what no wire can carry.
class Wire {
 public:
  enum class Kind : std::uint8_t { kBetween, kToHost, kFromHost };
  /// `latency`: cycles of the link (d).
  Wire(Kind kind, Cycle latency) : kind_(kind), kept_(kLater + latency) {}

  // What the model says of a cycle.
  void packet(Cycle now, const flow::Cargo& cargo, Cycle until);
  void from_host(Cycle now, const flow::Packet& packet);
  void marker(Cycle now, Cycle until);
  void frame(Cycle now, unsigned count, Cycle until);
  void stretched(Cycle until) { load_->until = until; }
  /// A fault message of cycle `now` takes the beat of the next one.
  void message(Cycle now, std::uint32_t data) { messages_.emplace_back(now + 1, data); }
  void into_fifo(std::uint32_t slot) {
    if (flow::is_marker(slot)) markers_.push_back(slot);
  }
  void pushed(const golden::Ack& ack) { acks_.push_back(golden::encode(ack)); }
  /// The blocks of the port are new.
  void renewed() { sequence_ = 0; }
  void end_cycle(Cycle now);
  /// The far end has what began in cycle `begun`; the frame that was over in cycle `until`.
  void arrived(cosim::FlowSymbol symbol, Cycle begun);
  void frame_arrived(Cycle until, const std::vector<golden::FrameWord>& words);

  /// What was decided in a cycle.
  struct Sent {
    SaidBeat beat;
    std::shared_ptr<const Load> of;
  };
  /// Nothing, of a cycle that is not known any more.
  [[nodiscard]] const Sent& at(Cycle cycle) const;

 private:
  static constexpr Cycle kLater = 160;  ///< cycles beyond the latency for which a beat is kept
  Load& begin(cosim::FlowSymbol symbol, Cycle now, Cycle until);
  void body(Load& load, const flow::Packet& packet);

  Kind kind_;
  Cycle kept_;
  std::shared_ptr<Load> load_;  ///< on the wire, or was last
  std::size_t next_ = 0;        ///< beat of it
  std::deque<std::shared_ptr<Load>> loads_;
  std::deque<std::pair<Cycle, std::uint32_t>> messages_;  ///< by the cycle of their beat
  std::deque<std::uint32_t> markers_, acks_;              ///< that have not left
  unsigned sequence_ = 0;                                 ///< of the next frame
  std::deque<Sent> sent_;
  Cycle first_ = 0;  ///< that is kept
};

[[nodiscard]] inline std::uint64_t field_of(const cosim::FlowBits& bits, const HeaderField& f) {
  return bits[0] >> f.at & ((std::uint64_t{1} << f.width) - 1);
}
[[nodiscard]] inline unsigned byte_of(const cosim::FlowBits& bits, unsigned k) {
  return bits[k / 8] >> k % 8 * 8 & 0xff;
}

}  // namespace selvage::fabric
