// SPDX-License-Identifier: Apache-2.0
/// \file
/// What routers of one network share, pooled in flat arrays: the registers of their channels, the
/// wires between them, packets, counts and time.
#pragma once

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "wormhole/cover.hpp"
#include "wormhole/parts.hpp"

namespace selvage::wormhole {

class Router;
class Sender;
class Sink;

/// A channel is (port, VC) of one node as a number: port * vcs + vc. Input channels have a buffer,
/// output channels credits. All sets of channels of a node are 64-bit masks.
using Channel = std::uint8_t;
using ChannelMask = std::uint64_t;
inline constexpr Channel kNoChannel = 0xff;

[[nodiscard]] inline ChannelMask bit(unsigned c) { return ChannelMask{1} << c; }
[[nodiscard]] inline unsigned lowest(ChannelMask m) {
  return static_cast<unsigned>(__builtin_ctzll(m));
}
[[nodiscard]] inline unsigned highest(ChannelMask m) {
  return 63U - static_cast<unsigned>(__builtin_clzll(m));
}

/// An input channel.
struct In {
  std::uint32_t slot = 0;   ///< packet at the head
  std::uint32_t left = 0;   ///< its flits that have not left
  std::uint16_t count = 0;  ///< flits in the buffer
  std::uint16_t depth = 0;
  Channel target = kNoChannel;
  PortIdx named = kNoPort;  ///< by the decision for which it is dropped as bad
  bool cut = false;         ///< its last flit is an abort flit
};
/// An output channel.
struct Out {
  std::uint16_t credits = 0;
  std::uint16_t full =
      0;  ///< depth of the buffer at the far end; 0: it takes everything, or is none
  Channel owner = kNoChannel;
};
/// One port: `entity` is a node, or the number of nodes + host. A channel c here is c + delta
/// there.
struct Port {
  std::uint32_t entity = 0;
  std::int8_t delta = 0;
  PortEnd::Kind kind = PortEnd::Kind::kNone;
  Channel last = 0;       ///< input channel served last
  Channel last_read = 0;  ///< separable: input channel of this port that was read last
};
/// Packets in a buffer, or on the way to it, in order.
struct Fifo {
  std::uint32_t base = 0;
  std::uint16_t capacity = 0;
  std::uint16_t head = 0;
  std::uint16_t size = 0;
};
/// A question to the control whose answer is not there yet.
struct Asked {
  ChannelMask free = 0;  ///< as given to the control
  Channel in = kNoChannel;
  bool stale = false;  ///< the routing state has changed since
  bool gone = false;   ///< the header has died with the node
};
/// A worm in an input channel that has lost its end on a dead link.
struct Cut {
  std::uint32_t slot = 0;
  std::uint32_t missing = 0;  ///< flits that will not come
  Channel in = kNoChannel;
  bool known = false;  ///< the node knows that the link is dead
};

/// What a router hardly ever looks at.
struct Rare {
  ChannelMask bad = 0;     ///< input: dropped for a decision that no control may take
  ChannelMask mended = 0;  ///< output: the link is back, the node does not know
  ChannelMask taken = 0;   ///< output: fault messages take its flits in cycle `taken_at`
  Cycle taken_at = kNever;
  SwitchControl* control = nullptr;
  std::vector<Cut> cuts;  ///< worms whose abort flits have still to come
};

/// Links, and who has to be looked at, for the cycles to come: rings of cycles. An entity is a
/// node, or the number of nodes + host. A flit is one bit of a mask.
class Wires {
 public:
  Wires(std::uint32_t entities, unsigned link_latency, unsigned route_latency);
  /// Time goes to `now`.
  void start(Cycle now) {
    now_ = slot(now);
    next_ = slot(now + 1);
    far_ = slot(now + link_latency_);
    answer_ = slot(now + route_latency_);
  }
  [[nodiscard]] unsigned size() const { return size_; }  ///< cycles of a ring, a power of two

  // What arrives in the cycle being handled, and what is sent in it.
  ChannelMask& flits_here(std::uint32_t entity) { return flits(now_, entity); }
  ChannelMask& credits_here(std::uint32_t entity) { return credits(now_, entity); }
  void send_flit(std::uint32_t entity, ChannelMask channel) {
    flits(far_, entity) |= channel;
    mark(far_, entity);
  }
  void send_credit(std::uint32_t entity, ChannelMask channel) {
    credits(far_, entity) |= channel;
    mark(far_, entity);
  }
  /// What has been sent to an entity in one cycle.
  struct Sent {
    std::uint32_t entity = 0;
    ChannelMask flits = 0;
    ChannelMask credits = 0;
  };
  /// Takes what has been sent in this cycle to `entities`, a set of bits, off the wires.
  template <class Take>
  void take_sent(const std::vector<std::uint64_t>& entities, Take take) {
    std::uint64_t* const words = &active_[std::size_t{far_} * words_];
    for (unsigned w = 0; w < words_; ++w) {
      for (std::uint64_t rest = words[w] & entities[w]; rest != 0; rest &= rest - 1) {
        const std::uint32_t entity = w * 64 + lowest(rest);
        take(Sent{entity, std::exchange(flits(far_, entity), 0),
                  std::exchange(credits(far_, entity), 0)});
      }
      words[w] &= ~entities[w];
    }
  }
  /// It arrives in `cycle`, the next to be handled.
  void bring(Cycle cycle, const Sent& sent) {
    flits(slot(cycle), sent.entity) |= sent.flits;
    credits(slot(cycle), sent.entity) |= sent.credits;
    mark(slot(cycle), sent.entity);
  }
  void send_tail(std::uint32_t slot, HostIdx host) {
    tails_[far_].push_back({slot, host});
    busy_[far_] = 1;
  }
  struct Tail {
    std::uint32_t slot;
    HostIdx host;
  };
  std::vector<Tail>& tails_here() { return tails_[now_]; }

  // Who is to be looked at.
  void look_next(std::uint32_t entity) { mark(next_, entity); }
  void look_at_answer(std::uint32_t entity) { mark(answer_, entity); }
  void look_at(Cycle cycle, std::uint32_t entity) { mark(slot(cycle), entity); }
  [[nodiscard]] Cycle next_activity(Cycle from) const;
  /// Calls `look(entity)` for each in this cycle, in ascending order. False if there is nothing.
  template <class Look>
  void each(Look look) {
    std::uint64_t* const words = &active_[std::size_t{now_} * words_];
    for (unsigned w = 0; w < words_; ++w) {
      std::uint64_t rest = words[w];
      words[w] = 0;
      for (; rest != 0; rest &= rest - 1) look(w * 64 + lowest(rest));
    }
  }
  [[nodiscard]] bool take_busy() {
    const bool busy = busy_[now_] != 0;
    busy_[now_] = 0;
    return busy;
  }

  /// Takes the flits under way to `entity` in `channels` off the wires; how many.
  unsigned lose_flits(std::uint32_t entity, ChannelMask channels);
  void lose_credits(std::uint32_t entity, ChannelMask channels);
  /// Flits, or credits, of one channel that are under way.
  [[nodiscard]] unsigned flits_under_way(std::uint32_t entity, unsigned channel) const;
  [[nodiscard]] unsigned credits_under_way(std::uint32_t entity, unsigned channel) const;
  /// All that was sent in one cycle and is under way: [ring slot * entities + entity].
  [[nodiscard]] const std::vector<ChannelMask>& all_flits() const { return flits_; }
  [[nodiscard]] const std::vector<ChannelMask>& all_credits() const { return credits_; }

 private:
  [[nodiscard]] unsigned slot(Cycle cycle) const {
    return static_cast<unsigned>(cycle) & (size_ - 1);
  }
  ChannelMask& flits(unsigned at, std::uint32_t entity) {
    return flits_[std::size_t{at} * entities_ + entity];
  }
  ChannelMask& credits(unsigned at, std::uint32_t entity) {
    return credits_[std::size_t{at} * entities_ + entity];
  }
  void mark(unsigned at, std::uint32_t entity) {
    active_[std::size_t{at} * words_ + entity / 64] |= std::uint64_t{1} << (entity % 64);
    busy_[at] = 1;
  }

  unsigned link_latency_;
  unsigned route_latency_;
  unsigned size_;
  std::uint32_t entities_;
  unsigned words_;
  std::vector<ChannelMask> flits_;
  std::vector<ChannelMask> credits_;
  std::vector<std::uint64_t> active_;
  std::vector<std::uint8_t> busy_;  ///< [ring slot]: active_ or tails_ is not empty
  std::vector<std::vector<Tail>> tails_;
  // Ring slots in the cycle being handled: this cycle, the next, an arrival, an answer.
  unsigned now_ = 0;
  unsigned next_ = 0;
  unsigned far_ = 0;
  unsigned answer_ = 0;
};

/// What all routers and senders of a network share.
struct Shared {
  Shared(const Params& p, const Wiring& wiring, Client& c);
  /// Throws std::logic_error if cycle `now` has been handled.
  void not_past(Cycle now, const char* what) const;
  /// A piece of a packet that has met a dead link or node is gone; with the last one the packet.
  void end_piece(std::uint32_t slot);
  /// The tail of a packet, or of its last piece, has been taken by `host`.
  void end_at_host(std::uint32_t slot, HostIdx host);
  /// Whether another process simulates `node`.
  [[nodiscard]] bool is_elsewhere(SwitchIdx node) const {
    return !elsewhere.empty() && ((elsewhere[node / 64] >> (node % 64)) & 1U) != 0;
  }
  /// Puts the state of a packet into its slot.
  void enter(std::uint32_t slot, const Packet& packet);

  Params params;
  Client& client;
  std::uint32_t nodes;
  unsigned ports;
  unsigned channels;
  ChannelMask vc_mask;                ///< channels of port 0
  std::vector<std::uint8_t> port_of;  ///< [channel]
  Wires wires;
  std::vector<In> in;  ///< [node * channels + channel]; so are out, fifo, wait
  std::vector<Out> out;
  std::vector<Fifo> fifo;
  std::vector<ChannelMask> wait;
  std::vector<Port> port;            ///< [node * ports + port]
  std::vector<Asked> asked;          ///< [node * route_latency + cycle % route_latency]
  std::vector<Rare> rare;            ///< [node]
  std::vector<std::uint32_t> slots;  ///< rings of all Fifos
  std::vector<Packet> packets;       ///< [slot]
  std::vector<std::uint8_t> pieces;  ///< [slot]: 0, or of a packet that met a dead link
  std::vector<Router>* routers = nullptr;
  std::vector<Sender>* senders = nullptr;
  std::vector<Sink>* sinks = nullptr;    ///< [host] if a host is slow, else empty
  std::vector<std::uint64_t> elsewhere;  ///< nodes that others simulate, bits; empty: none
  Cycle now = 0;           ///< cycle being handled, or for which something is done before it
  Cycle handled = kNever;  ///< last cycle handled
  Cycle last_progress = 0;
  unsigned asked_now = 0;        ///< place of the question of this cycle
  ChannelMask served_first = 0;  ///< output channels of the ports before the wrap-around
  bool descending = false;       ///< order of the output ports in this cycle
  std::uint64_t in_flight = 0;
  std::uint64_t in_sinks = 0;  ///< flits in the buffers of slow hosts
  Counts counts;
  FlitSampler met;
};

}  // namespace selvage::wormhole
