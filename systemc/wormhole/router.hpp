// SPDX-License-Identifier: Apache-2.0
/// \file
/// A wormhole router, flit by flit (docs/reference/wormhole.md): input buffers, route requests, the
/// allocation of outputs, and links that die and come back. It has ports, buffers and cycles;
/// every routing question goes to its SwitchControl.
#pragma once

#include <string>
#include <vector>

#include "wormhole/state.hpp"

namespace selvage::wormhole {

/// What the packet at the head of an input channel waits for.
struct Waiting {
  enum class For : std::uint8_t { kNothing, kCredit, kChannel };
  For what = For::kNothing;
  ChannelMask channels = 0;  ///< output channels: its own (kCredit), or any of these (kChannel)
};

/// The input channel that an output channel feeds.
struct FarEnd {
  bool router = false;  ///< else a host, or nothing at all
  SwitchIdx node = 0;
  Channel in = 0;
};

/// A flit is no object: a buffer is a count of flits and a queue of packets, a link a ring of
/// masks. A header crosses its link by a call (Client::header_leaves), flits and credits by bits.
class Router {
 public:
  Router(Shared& shared, SwitchIdx self) : shared_(shared), self_(self) {}

  /// A port with its end: before the first cycle.
  void wire(PortIdx port, const PortEnd& end);
  /// One cycle: credits and flits come, headers request, flits leave.
  void step();
  /// The header of a packet comes to `port`; its first flit is there when the wires say so.
  void header_coming(PortIdx port, unsigned vc, std::uint32_t slot);
  /// A fault message of cycle `now` takes the flit that may leave by `port` in the next (WH-MSG).
  void message_leaves(PortIdx port, Cycle now);

  // Links that die and come back, each direction by itself (WH-CUT, WH-REP-1..3). A dead link does
  // not die, one that works does not come back.
  /// From cycle `now` on, which must not have been handled, nothing that it sends by `port`
  /// arrives, and no credit comes back. What is on its way is lost.
  void link_dies(PortIdx port, Cycle now);
  /// From cycle `next` on it knows that the link at `port` is dead: nobody is given its channels,
  /// and worms that came by it and have no tail get an abort flit.
  void link_known_dead(PortIdx port, Cycle next);
  /// Whether this end of a dead link lets it come back (WH-REP-1): no worm goes into it any more,
  /// and its buffers hold nothing of one that came by it.
  [[nodiscard]] bool link_clear(PortIdx port) const;
  /// From cycle `now` on, which must not have been handled, what it sends by `port` arrives again,
  /// and all credits are home (WH-REP-2). Both ends are clear.
  void link_heals(PortIdx port, Cycle now);
  /// From cycle `next` on it knows that the link at `port` is back: its channels may be taken.
  void link_known_up(PortIdx port, Cycle next);
  /// It dies before cycle `now`; all its links are dead. What is buffered in it, and what is on its
  /// way to it from its hosts, is lost (WH-NODE).
  void dies(Cycle now);
  /// The routing state has changed: from cycle `next` on its waiting headers request again.
  void routes_changed(Cycle next);

  // For the search of deadlocks and for reports; between cycles.
  /// What `in` waits for: nothing while it can move, or may yet be asked for its route.
  [[nodiscard]] Waiting waits_for(Channel in) const;
  [[nodiscard]] FarEnd far_end(Channel out) const;
  /// The input channel whose packet holds `out` and has not sent its tail; kNoChannel if none.
  [[nodiscard]] Channel owner(Channel out) const { return outputs()[out].owner; }
  /// The packet slot at the head of `in`; only if something waits there.
  [[nodiscard]] std::uint32_t head_slot(Channel in) const { return inputs()[in].slot; }
  [[nodiscard]] unsigned depth(Channel in) const { return inputs()[in].depth; }
  /// Credits that an output channel has in all; 0: the far end takes everything, or is none.
  [[nodiscard]] unsigned full(Channel out) const { return outputs()[out].full; }
  [[nodiscard]] unsigned held(Channel in) const { return inputs()[in].count; }
  /// Checks every invariant of its buffers, channels and credits. Empty if all hold.
  [[nodiscard]] std::string audit() const;

 private:
  /// Out of line: copies of it in send() would keep that out of allocate().
  [[gnu::noinline]] void meet(FlitCase which) const { shared_.met.meet(which, self_); }
  void meet_answer(Channel in) const;
  [[nodiscard]] Answered made_of(Channel in) const;
  void take_credits();
  void take_flits();
  void route();
  void answer(const Asked& asked);
  [[gnu::cold]] void report_answer(Channel in) const;
  void grant(Channel in, Channel out, const RouteDecision& d);
  void wake_waiting(ChannelMask freed);
  void drain();
  void drained(Channel in);
  [[nodiscard, gnu::cold]] ChannelMask not_taken(ChannelMask ready);
  void allocate();
  void send_separable(ChannelMask ready);
  [[nodiscard]] ChannelMask first_of_several(ChannelMask wanting, Channel last) const;
  void meet_separable(ChannelMask requesting, ChannelMask granted) const;
  void meet_back(PortIdx port) const;
  /// Whether no packet may follow into the buffer before the one in it has left (WH-VC).
  [[nodiscard]] bool keeps_apart(Channel in) const {
    return shared_.params.release == Release::kTailLeftBuffer &&
           ports()[shared_.port_of[in]].kind != PortEnd::Kind::kHost;
  }
  [[gnu::cold]] void meet_early(ChannelMask headers) const;
  /// Its parts of what is pooled and the shape of a channel, worked out once for all flits of a
  /// cycle.
  struct Here {
    In* in;
    Out* out;
    Port* port;
    const std::uint8_t* port_of;
    ChannelMask vc_mask;
    unsigned vcs;
  };
  [[nodiscard]] Here here() const {
    return {inputs(),        outputs(),         ports(), shared_.port_of.data(),
            shared_.vc_mask, shared_.params.vcs};
  }
  void send(const Here& here, Channel in, Channel out);
  void send_header(Channel in, Channel out, const Port& port);
  void tail_left(Channel in, Channel out, const Port& port);
  void front(Channel in);
  void pop_front(Channel in);
  void return_credit(const Here& here, Channel in);
  void push(Channel in, std::uint32_t slot);
  // Rare: kept out of the way of what every flit takes.
  void lose(std::uint32_t slot);
  void wipe_channel(Channel in);
  void cut_off(Channel in, const Router& from, Channel out);
  [[gnu::cold]] void put_aborts();
  [[nodiscard, gnu::cold]] bool abort_fits() const;
  void shorten(Channel in, std::uint32_t slot, std::uint32_t by);
  [[nodiscard]] ChannelMask ports_to_channels(PortMask ports) const;
  [[nodiscard, gnu::cold]] PortIdx named_by(const RouteDecision& d) const;
  [[nodiscard]] RouteRequest request_of(Channel in, ChannelMask free) const;
  [[nodiscard]] SwitchControl& control() const;
  // What is wrong at one channel, null if nothing is.
  [[nodiscard]] const char* audit_heads(unsigned c) const;
  [[nodiscard]] const char* audit_output(unsigned c) const;
  [[nodiscard]] const char* audit_link(unsigned c) const;

  // Its part of what is pooled; [channel], but of ports and questions.
  [[nodiscard]] In* inputs() const { return &shared_.in[first()]; }
  [[nodiscard]] Out* outputs() const { return &shared_.out[first()]; }
  [[nodiscard]] Fifo* fifos() const { return &shared_.fifo[first()]; }
  /// What a waiting header may take, as far as is known.
  [[nodiscard]] ChannelMask* waits() const { return &shared_.wait[first()]; }
  [[nodiscard]] Port* ports() const { return &shared_.port[std::size_t{self_} * shared_.ports]; }
  [[nodiscard]] Asked* questions() const {  ///< [cycle % route_latency]
    return &shared_.asked[std::size_t{self_} * shared_.params.route_latency];
  }
  [[nodiscard]] Rare& rare() const { return shared_.rare[self_]; }
  [[nodiscard]] std::size_t first() const { return std::size_t{self_} * shared_.channels; }

  // Registers that every cycle looks at, side by side for the cache.
  Shared& shared_;
  SwitchIdx self_;
  std::uint8_t next_route_ = 0;
  std::uint8_t aborts_ = 0;  ///< cut worms here whose abort flits are due
  bool taken_due_ = false;   ///< fault messages take flits of the next cycle
  ChannelMask need_ = 0;     ///< input: it is to request its route
  ChannelMask filled_ = 0;   ///< output: held by a packet with a flit here
  ChannelMask credit_ = 0;   ///< output: has a credit; always, to a host that takes everything
  ChannelMask fronted_ = 0;  ///< input: a packet is at the head
  ChannelMask used_ = 0;     ///< input: its port has been read in this cycle
  ChannelMask drain_ = 0;    ///< input: it is being dropped
  ChannelMask closing_ = 0;  ///< output: tail sent, credits not all home
  ChannelMask header_ = 0;   ///< input: its header is still here
  ChannelMask free_ = 0;     ///< output: may be taken
  ChannelMask waiting_ = 0;  ///< input: its answer was to wait
  ChannelMask held_ = 0;     ///< input: it holds an output channel
  ChannelMask exists_ = 0;   ///< output: leads somewhere
};

}  // namespace selvage::wormhole
