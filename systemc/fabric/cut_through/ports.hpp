// SPDX-License-Identifier: Apache-2.0
/// \file
/// Insides of a cut-through switch: what it holds at each port.
#pragma once

#include <algorithm>

#include "fabric/cut_through/cut_through.hpp"
#include "kernel/ahead.hpp"

namespace selvage::fabric {

// Each lies in one line of the cache: in a large fabric an event costs as many waits as it touches
// lines.

/// State of the receiving side of a port: the packet that came last, and how much of it has come.
struct alignas(kernel::kCacheLine / 2) CutThroughSwitch::Input {
  PacketId last_packet = 0;
  Cycle last_header = 0;
  Cycle until = 0;  ///< its last beat arrives in the cycle before this one
  std::uint32_t last_slot = kNoSlot;
  std::uint8_t last_vc = 0;
  bool made_up = false;  ///< its link has cut it: the rest comes a beat a cycle, whatever happens
  /// Beats that the packet that came last, of `beats` beats, has come short of.
  [[nodiscard]] Cycle stalls(Cycle beats) const { return until - last_header - beats; }
};

/// State of the sending side of a port, or of the sink of an input.
struct alignas(kernel::kCacheLine) CutThroughSwitch::Output {
  Cycle busy_until = 0;         ///< the last beat leaves in the cycle before this one
  Cycle gap_at = kNever;        ///< cycle of the last beat that had not come in time
  std::int64_t slack = 0;       ///< cycles that a beat yet to come may be late without a gap
  Cycle taken_at = kNever;      ///< cycle of the beat that the last fault message takes
  Cycle taken_before = kNever;  ///< and of the one before
  PortMask waiting = 0;         ///< inputs of which the first packet of some VC waits for it
  PacketId packet = 0;          ///< the one under way
  std::uint32_t xon = ~0U;      ///< bit per VC: what the far end said last
  PortIdx holder = 0;           ///< input that the packet under way comes from
  std::uint8_t holder_vc = 0;
  bool sending = false;
  PortIdx next_input = 0;  ///< round robin: first input to look at
  [[nodiscard]] bool taken(Cycle beat) const { return taken_at == beat || taken_before == beat; }
  [[nodiscard]] bool may_send(unsigned vc) const { return ((xon >> vc) & 1U) != 0; }
};

/// Input buffer of one (port, VC): packets in order of arrival; the first may be on its way out.
struct alignas(kernel::kCacheLine) CutThroughSwitch::Buffer {
  enum class Front : std::uint8_t { kNone, kQueued, kRouting, kWaiting, kRefused };
  std::uint32_t* ring = nullptr;  ///< packet slots, `size` of them
  Cycle send_start = 0;           ///< cycle of its first beat, moved by beats that it did not get
  Cycle skipped_at = 0;           ///< cycle of the last such beat, at most the next one
  Cycle skipped_before = 0;       ///< and of the one before
  Cycle requested_at = 0;
  Cycle xon_check = kNever;
  std::uint32_t beats = 0;  ///< of all its packets, whole ones
  std::uint16_t size = 0;
  std::uint16_t head = 0;
  std::uint16_t count = 0;
  std::uint16_t leaving = 0;  ///< beats of the packet that is leaving, or left last
  PortIdx send_out = 0;       ///< output by which it is leaving
  PortIdx wait_out = 0;
  std::uint8_t wait_vc = 0;
  Front front : 4;   ///< progress of the first packet that is not leaving
  bool sending : 1;  ///< the packet at `head` is leaving
  bool xoff : 1;     ///< XOFF was sent last

  Buffer() : front(Front::kNone), sending(false), xoff(false) {}
  [[nodiscard]] std::uint32_t slot(std::uint32_t i) const { return ring[place(i)]; }
  [[nodiscard]] std::uint32_t front_index() const { return sending ? 1 : 0; }
  void start(Cycle now, PortIdx out, std::uint32_t length) {
    sending = true;
    leaving = static_cast<std::uint16_t>(length);
    send_start = now;
    skipped_at = skipped_before = 0;
    send_out = out;
  }
  /// The packet that is leaving has no beat in cycle `at`.
  void skip(Cycle at) {
    ++send_start;
    skipped_before = skipped_at;
    skipped_at = at;
  }
  /// Beats of it that have left before cycle `now`.
  [[nodiscard]] Cycle gone(Cycle now) const {
    return now + (skipped_at >= now ? 1 : 0) + (skipped_before >= now ? 1 : 0) - send_start;
  }
  [[nodiscard]] bool waits_for(PortIdx out) const {
    return front >= Front::kWaiting && wait_out == out;
  }
  [[nodiscard]] bool has_front() const { return count > front_index(); }
  void push(std::uint32_t packet, std::uint32_t length) {
    ring[place(count)] = packet;
    ++count;
    beats += length;
  }
  void clear() {
    count = 0;
    beats = 0;
    sending = false;
    front = Front::kNone;
  }
  /// The place of the next packet that comes.
  [[nodiscard]] const std::uint32_t* behind_last() const { return &ring[place(count)]; }
  /// The packet that is leaving has left.
  void pop() {
    head = static_cast<std::uint16_t>(place(1));
    --count;
    beats -= leaving;
    sending = false;
  }

 private:
  [[nodiscard]] std::uint32_t place(std::uint32_t i) const {
    const std::uint32_t at = head + i;
    return at < size ? at : at - size;
  }
};

inline CutThroughSwitch::Buffer& CutThroughSwitch::buffer(PortIdx in, unsigned vc) {
  return buffers_[in * vcs_ + vc];
}
inline const CutThroughSwitch::Buffer& CutThroughSwitch::buffer(PortIdx in, unsigned vc) const {
  return buffers_[in * vcs_ + vc];
}
inline void CutThroughSwitch::record_tail(PortIdx in, PortIdx out) const {
  if (!context_.record.follows_packets()) return;
  const auto by = is_sink(out) ? std::nullopt : std::optional(out);
  context_.record(TailGone{outputs_[out].packet, {self_, in}, by, context_.now()});
}

}  // namespace selvage::fabric
