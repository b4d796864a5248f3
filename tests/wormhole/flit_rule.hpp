// SPDX-License-Identifier: Apache-2.0
/// \file
/// docs/reference/wormhole.md a second time, word by word: each flit is an object, each port, wire
/// and worm what the page says of it, as slow as that is. It predicts every flit, credit, question
/// and answer, the end of every packet and the situations that are met.
#pragma once

#include <array>
#include <deque>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "wormhole/router.hpp"

namespace selvage::test {

/// Something that can be seen from outside: of which kind, its cycle, and what it is about.
using Event = std::array<std::uint64_t, 8>;
enum class Seen : std::uint64_t {
  kFlit,       ///< slot, node, channel, head, tail, abort
  kHostFlit,   ///< the same
  kCredit,     ///< node, input channel
  kAsked,      ///< node, packet, port, VC, header, free channels
  kAnswered,   ///< node, input channel, what, output channel
  kRefused,    ///< slot, node, cycle of the question, free channels then, packet
  kHop,        ///< slot, node, port
  kInjected,   ///< host
  kDelivered,  ///< slot, host
  kDropped,    ///< slot, node, cause, port
  kMetLink,    ///< slot, node, port, how
  kMetNode,    ///< slot, node
  kLost        ///< slot
};

class FlitRule {
 public:
  using Preview = std::function<RouteDecision(SwitchIdx, const RouteRequest&)>;
  using Outdated = std::function<bool(SwitchIdx, Cycle)>;
  FlitRule(const wormhole::Wiring& wiring, const wormhole::Params& p, Preview preview,
           Outdated outdated);

  /// Before the cycle that comes next; so are deaths and news.
  void inject(std::uint32_t slot, const wormhole::Packet& packet);
  void cycle(Cycle now);
  /// In the cycle handled last a slow host has given a credit for `out` of its switch.
  void host_takes(SwitchIdx node, unsigned out);
  void message(SwitchIdx node, PortIdx port, Cycle now) { at(node).port[port].taken = now + 1; }
  /// One direction.
  void link_dies(SwitchIdx node, PortIdx port, Cycle now);
  void known_dead(SwitchIdx node, PortIdx port);
  [[nodiscard]] bool clear(SwitchIdx node, PortIdx port);
  void link_heals(SwitchIdx node, PortIdx port);
  void known_up(SwitchIdx node, PortIdx port);
  void node_dies(SwitchIdx node, Cycle now);
  [[nodiscard]] bool can_inject(HostIdx host) const;
  [[nodiscard]] wormhole::Waiting waits_for(SwitchIdx node, unsigned in) const;

  std::vector<Event> events;  ///< to be emptied by whoever reads them
  std::map<std::string, std::uint64_t> met;
  wormhole::Counts counts;
  std::uint64_t in_flight = 0;
  Cycle progress = 0;

 private:
  struct Flit {
    std::uint32_t slot;
    bool head, tail, abort;
  };
  struct Flying {
    Cycle at;
    unsigned channel;
    Flit flit;
  };
  using Credits = std::vector<std::pair<Cycle, unsigned>>;
  struct Coming {  ///< a packet whose header has been sent here and whose tail has not left
    std::uint32_t slot;
    bool head = false, tail = false;  ///< these have arrived
  };
  enum class State { kEmpty, kAsks, kAsked, kWaits, kHolds, kDrains };
  struct Input {
    unsigned depth = 0;
    std::deque<Flit> buffer;
    std::deque<Coming> packets;
    State state = State::kEmpty;  ///< of the packet at its head
    unsigned out = 0;             ///< kHolds
    std::uint64_t waits = 0;      ///< kWaits: output channels
    bool bad = false;             ///< kDrains
    PortIdx named = wormhole::kNoPort;
  };
  struct Output {
    unsigned credits = 0, full = 0;  ///< full 0: no credits are needed
    int owner = -1;
    bool free = false, closing = false, exists = false;
  };
  struct PortState {
    PortEnd end;
    bool dead = false;
    unsigned last = 0, last_read = 0;
    Cycle taken = kNever;
    bool read = false;  ///< in this cycle
  };
  struct Cut {
    std::uint32_t slot;
    unsigned in;
    bool known;
  };
  struct Question {
    Cycle at;
    unsigned in;
    std::uint64_t free;
    RouteRequest request;
    RouteDecision decision;
    bool stale = false, gone = false;
  };
  struct Node {
    std::vector<Input> in;
    std::vector<Output> out;
    std::vector<PortState> port;
    std::vector<Cut> cuts;
    std::deque<Question> asked;
    unsigned next_ask = 0;
    std::vector<Flying> flits;
    Credits credits;
  };
  struct Lane {
    std::uint32_t slot = 0, left = 0;
    unsigned credits = 0;
    bool head = false;
  };
  struct Host {
    SwitchIdx node = 0;
    unsigned base = 0;
    bool wired = false, slow = false;
    std::vector<Lane> lanes;
    unsigned last = 0;
    std::vector<Flying> flits;
    Credits credits;
    std::vector<std::deque<Flit>> held;
  };
  struct Life {
    wormhole::Packet packet;
    std::uint64_t parts = 0;  ///< flits that are somewhere, abort flits that have still to come
    bool met = false;         ///< a dead link or node
  };

  Node& at(SwitchIdx n) { return nodes_[n]; }
  [[nodiscard]] unsigned port_of(unsigned channel) const { return channel / p_.vcs; }
  void size_buffers(Node& node, const wormhole::Wiring& wiring, SwitchIdx n);
  void see(Seen what, const std::vector<std::uint64_t>& about);
  void meet(const char* what) { ++met[std::string("flit.") + what]; }
  void gone(const Flit& flit);
  void at_host(HostIdx host, const Flit& flit);
  void step(SwitchIdx n);
  void take_credits(Node& node);
  void take_flits(Node& node);
  void put_aborts(SwitchIdx n);
  void follow_abort(SwitchIdx n, unsigned in, std::uint32_t slot);
  void head_comes(Input& in);
  void wake(Node& node, std::uint64_t freed);
  [[nodiscard]] RouteRequest request(SwitchIdx n, unsigned in, std::uint64_t free) const;
  void ask(SwitchIdx n);
  void answer(SwitchIdx n);
  void decide(SwitchIdx n, const Question& q);
  bool forward(SwitchIdx n, const Question& q, std::uint64_t& wait);
  void take_channel(SwitchIdx n, unsigned in, unsigned out, const RouteDecision& d);
  void bad(Node& node, const Question& q);
  void drain(SwitchIdx n);
  [[nodiscard]] bool may_send(const Node& node, unsigned out) const;
  std::vector<unsigned> senders(SwitchIdx n);
  void serial(SwitchIdx n, const std::vector<unsigned>& may);
  void separable(SwitchIdx n, const std::vector<unsigned>& may);
  void send(SwitchIdx n, unsigned in);
  void send_over(SwitchIdx n, unsigned out, const Flit& flit);
  void tail_sent(SwitchIdx n, unsigned out);
  void leaves(SwitchIdx n, unsigned in);
  void host_sends(HostIdx h);
  void news(Node& node);
  [[nodiscard]] std::uint64_t free_of(const Node& node) const;

  wormhole::Params p_;
  Preview preview_;
  Outdated outdated_;
  unsigned ports_, channels_;
  std::vector<Node> nodes_;
  std::vector<Host> hosts_;
  std::map<std::uint32_t, Life> lives_;
  Cycle now_ = 0;
};

}  // namespace selvage::test
