// SPDX-License-Identifier: Apache-2.0
/// \file
/// The data path of all wormhole routers of a network, flit by flit (docs/wormhole.md). It knows
/// ports, buffers and cycles; every routing question goes to the SwitchControl of the node.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "wormhole/parts.hpp"

namespace selvage::wormhole {

/// A channel is (port, VC) of one node as a number: port * vcs + vc. Input channels have a buffer,
/// output channels credits. All sets of channels of a node are 64-bit masks.
using Channel = std::uint8_t;
using ChannelMask = std::uint64_t;
inline constexpr Channel kNoChannel = 0xff;

/// What the packet at the head of an input channel waits for.
struct Waiting {
  enum class For : std::uint8_t { kNothing, kCredit, kChannel };
  For what = For::kNothing;
  ChannelMask channels = 0;  ///< output channels: its own (kCredit), or any of these (kChannel)
};

/// The input channel that an output channel feeds.
struct FarEnd {
  bool router = false;  ///< else a host, which takes everything, or nothing at all
  SwitchIdx node = 0;
  Channel in = 0;
};

/// State of all routers and hosts' senders in flat arrays. A flit is no object: a buffer is a count
/// of flits and a queue of packets, a link a ring of masks, one bit a flit.
class Net {
 public:
  /// Throws std::invalid_argument on parameters or wiring that make no network.
  Net(const Params& params, const Wiring& wiring, Client& client);

  /// Whether `host` may hand over a packet now: one of its injection channels is free.
  [[nodiscard]] bool can_inject(HostIdx host) const;
  /// The header of the packet may leave the host in cycle `now`, which must not have been handled.
  void inject(HostIdx host, std::uint32_t slot, const Packet& packet, Cycle now);
  /// Handles cycle `now`. Cycles may be left out while next_activity() lies later.
  void cycle(Cycle now);
  /// The first cycle from `from` on in which something happens by itself; `from` must not have been
  /// handled, and all before it must have been.
  [[nodiscard]] Cycle next_activity(Cycle from) const;

  // Links that die and come back, each direction by itself (WH-CUT, WH-REP-1..3). A dead link does
  // not die, one that works does not come back.
  /// From cycle `now` on, which must not have been handled, nothing that `node` sends by `port`
  /// arrives, and no credit comes back. What is on its way is lost.
  void link_dies(SwitchIdx node, PortIdx port, Cycle now);
  /// From cycle `next` on `node` knows that the link at `port` is dead: nobody is given its
  /// channels, and worms that came by it and have no tail get an abort flit.
  void link_known_dead(SwitchIdx node, PortIdx port, Cycle next);
  /// Whether the end of a dead link at `port` of `node` lets it come back (WH-REP-1): no worm goes
  /// into it any more, and its buffers hold nothing of one that came by it.
  [[nodiscard]] bool link_clear(SwitchIdx node, PortIdx port) const;
  /// From cycle `now` on, which must not have been handled, what `node` sends by `port` arrives
  /// again, and all credits are home (WH-REP-2). Both ends are clear.
  void link_heals(SwitchIdx node, PortIdx port, Cycle now);
  /// From cycle `next` on `node` knows that the link at `port` is back: its channels may be taken.
  void link_known_up(SwitchIdx node, PortIdx port, Cycle next);
  /// `node` dies before cycle `now`; all its links are dead. What stands in it, and what is on its
  /// way to it from its hosts, is lost; its hosts' senders begin anew (WH-NODE).
  void node_dies(SwitchIdx node, Cycle now);
  /// The routing state of `node` has changed: from cycle `next` on its waiting headers ask again.
  void routes_changed(SwitchIdx node, Cycle next);

  [[nodiscard]] const Counts& counts() const { return counts_; }
  [[nodiscard]] std::uint64_t packets_in_flight() const { return in_flight_; }
  /// Last cycle in which a flit left a buffer: for a watchdog.
  [[nodiscard]] Cycle last_progress() const { return last_progress_; }

  // For the search of deadlocks and for reports; between cycles.
  [[nodiscard]] std::uint32_t nodes() const { return node_count_; }
  [[nodiscard]] unsigned channels() const { return channels_; }
  [[nodiscard]] unsigned vcs() const { return params_.vcs; }
  [[nodiscard]] Release release() const { return params_.release; }
  /// What `in` waits for: nothing while it can move, or may yet be asked for its route.
  [[nodiscard]] Waiting waits_for(SwitchIdx node, Channel in) const;
  [[nodiscard]] FarEnd far_end(SwitchIdx node, Channel out) const;
  /// The input channel whose packet holds `out` and has not sent its tail; kNoChannel if none.
  [[nodiscard]] Channel owner(SwitchIdx node, Channel out) const;
  /// The packet slot at the head of `in`; only if something waits there.
  [[nodiscard]] std::uint32_t head_slot(SwitchIdx node, Channel in) const;
  [[nodiscard]] unsigned depth(SwitchIdx node, Channel in) const;

  /// Checks every invariant of buffers, credits and links (WH-CRED-1). Empty if all hold.
  [[nodiscard]] std::string audit() const;

 private:
  struct Node {
    ChannelMask fronted = 0;  ///< input: a packet stands at the head
    ChannelMask need = 0;     ///< input: it wants to ask for its route
    ChannelMask waiting = 0;  ///< input: its answer was to wait
    ChannelMask held = 0;     ///< input: it holds an output channel
    ChannelMask header = 0;   ///< input: its header is still here
    ChannelMask drain = 0;    ///< input: it is being dropped
    ChannelMask bad = 0;      ///< input: for a decision that no control may take
    ChannelMask filled = 0;   ///< output: held by a packet with a flit here
    ChannelMask credit = 0;   ///< output: has a credit; always, to a host
    ChannelMask free = 0;     ///< output: may be taken
    ChannelMask exists = 0;   ///< output: leads somewhere
    ChannelMask closing = 0;  ///< output: tail sent, credits not all home
    std::uint8_t next_route = 0;
    std::uint8_t aborts = 0;  ///< cut worms here whose abort flits are due
  };
  struct In {
    std::uint32_t slot = 0;   ///< packet at the head
    std::uint32_t left = 0;   ///< its flits that have not left
    std::uint16_t count = 0;  ///< flits in the buffer
    std::uint16_t depth = 0;
    Channel target = kNoChannel;
    PortIdx named = kNoPort;  ///< by the decision for which it is dropped as bad
  };
  struct Out {
    std::uint16_t credits = 0;
    std::uint16_t full = 0;  ///< depth of the buffer at the far end; 0: a host, or nothing
    Channel owner = kNoChannel;
  };
  /// One port: `entity` is a node, or node_count_ + host. A channel c here is c + delta there.
  struct Port {
    std::uint32_t entity = 0;
    std::int8_t delta = 0;
    PortEnd::Kind kind = PortEnd::Kind::kNone;
    Channel last = 0;  ///< input channel served last
  };
  /// Packets in a buffer, or on the way to it, in order.
  struct Fifo {
    std::uint32_t base = 0;
    std::uint16_t capacity = 0;
    std::uint16_t head = 0;
    std::uint16_t size = 0;
  };
  struct Asked {
    ChannelMask free = 0;  ///< as given to the control
    Channel in = kNoChannel;
    bool stale = false;  ///< the routing state has changed since
    bool gone = false;   ///< the header has died with the node
  };
  /// A worm in an input channel that has lost its end on the dead link.
  struct Cut {
    std::uint32_t node = 0;
    std::uint32_t slot = 0;
    std::uint32_t missing = 0;  ///< flits that will not come
    Channel in = kNoChannel;
    bool known = false;  ///< the node knows that the link is dead
  };
  struct Host {
    std::uint32_t node = 0;
    Channel base = 0;  ///< first input channel there
    bool wired = false;
    std::uint8_t last = 0;
  };
  struct Sender {
    std::uint32_t slot = 0;
    std::uint32_t left = 0;
    std::uint32_t credits = 0;
    bool header = false;
  };
  struct Done {
    std::uint32_t slot;
    HostIdx host;
  };
  /// A node in the cycle being handled.
  struct Here {
    Node& s;
    In* in;
    Out* out;
    Port* port;
    std::uint32_t n;
    Cycle now;
    ChannelMask used = 0;  ///< input channels whose port has been read in this cycle
  };

  void size_buffers(const Wiring& wiring);
  void wire(const Wiring& wiring);
  void step_node(std::uint32_t n, Cycle now);
  void step_host(std::uint32_t h, Cycle now);
  void take_credits(Here& here);
  void take_flits(Here& here);
  void route(Here& here);
  void answer(Here& here, const Asked& asked);
  void grant(Here& here, Channel in, Channel out, const RouteDecision& d);
  void wake_waiting(Here& here, ChannelMask freed);
  void drain(Here& here);
  void allocate(Here& here);
  void send(Here& here, Channel in, Channel out);
  void front(Here& here, Channel in);
  void pop_front(Here& here, Channel in);
  void return_credit(Here& here, Channel in);
  void push(std::uint32_t n, Channel in, std::uint32_t slot);
  void wipe_channel(Here& here, Channel in);
  void lose_in_node(std::uint32_t slot, std::uint32_t n, Cycle now);
  void cut_channel(std::uint32_t from, Channel out, std::uint32_t to, Channel in, Cycle now);
  // Rare: kept out of the way of what every flit takes.
  [[gnu::cold]] void put_aborts(Here& here);
  [[nodiscard, gnu::cold]] bool abort_fits(std::uint32_t n) const;
  void shorten(std::uint32_t n, Channel in, std::uint32_t slot, std::uint32_t by);
  [[gnu::cold]] void sent_into_dead_link(Here& here, std::uint32_t slot, Channel out);
  [[gnu::cold]] void end_piece(std::uint32_t slot, Cycle now);
  /// `entity` is to be looked at in the cycle of that ring slot.
  void mark(unsigned slot, std::uint32_t entity) {
    active_[std::size_t{slot} * words_ + entity / 64] |= std::uint64_t{1} << (entity % 64);
    busy_[slot] = 1;
  }
  [[nodiscard]] ChannelMask ports_to_channels(PortMask ports) const;
  [[nodiscard, gnu::cold]] PortIdx named_by(const RouteDecision& d) const;
  [[nodiscard]] RouteRequest request_of(std::uint32_t n, Channel in, ChannelMask free) const;
  [[nodiscard]] SwitchControl& control(std::uint32_t n) const;
  [[nodiscard]] std::size_t at(std::uint32_t n, unsigned c) const {
    return std::size_t{n} * channels_ + c;
  }
  [[nodiscard]] bool credit_incoming(SwitchIdx node, Channel out) const;

  Params params_;
  Client& client_;
  std::uint32_t node_count_;
  std::uint32_t host_count_;
  unsigned ports_;
  unsigned channels_;
  ChannelMask vc_mask_;                ///< channels of port 0
  std::vector<std::uint8_t> port_of_;  ///< [channel]
  std::vector<Node> nodes_;
  std::vector<In> in_;  ///< [node * channels + channel]; so are out_, fifos_, wait_
  std::vector<Out> out_;
  std::vector<Fifo> fifos_;
  std::vector<ChannelMask> wait_;     ///< what a waiting header may take, as far as is known
  std::vector<std::uint32_t> slots_;  ///< rings of all fifos
  std::vector<Port> port_;            ///< [node * ports + port]
  std::vector<Asked> asked_;          ///< [node * route_latency + cycle % route_latency]
  std::vector<Host> hosts_;
  std::vector<Sender> senders_;       ///< [host * injection_channels + channel]
  std::vector<Packet> packets_;       ///< [slot]
  std::vector<std::uint8_t> pieces_;  ///< [slot]: 0, or of a packet that met a dead link
  std::vector<Cut> cuts_;             ///< whose abort flits have still to come
  std::vector<ChannelMask> mended_;   ///< [node]: output: the link is back, the node does not know
  mutable std::vector<SwitchControl*> controls_;

  // Links, and who has to be looked at, for the cycles to come: rings of cycles.
  unsigned wheel_;  ///< cycles of a ring, a power of two
  unsigned entities_;
  unsigned words_;
  std::vector<ChannelMask> flits_;        ///< [ring slot * entities + entity]: arriving flits
  std::vector<ChannelMask> credits_;      ///< [ring slot * entities + entity]: arriving credits
  std::vector<std::uint64_t> active_;     ///< [ring slot * words + entity / 64]
  std::vector<std::uint8_t> busy_;        ///< [ring slot]: active_ or tails_ is not empty
  std::vector<std::vector<Done>> tails_;  ///< [ring slot]: tails arriving at hosts

  // Ring slots in the cycle being handled: this cycle, the next, an arrival, an answer.
  unsigned slot_now_ = 0;
  unsigned slot_next_ = 0;
  unsigned slot_far_ = 0;
  unsigned slot_answer_ = 0;
  unsigned asked_now_ = 0;
  ChannelMask served_first_ = 0;  ///< output channels of the ports before the wrap-around
  bool descending_ = false;       ///< order of the output ports in this cycle

  Counts counts_;
  std::uint64_t in_flight_ = 0;
  Cycle handled_ = kNever;  ///< last cycle handled
  Cycle last_progress_ = 0;
};

}  // namespace selvage::wormhole
