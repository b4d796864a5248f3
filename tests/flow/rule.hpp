// SPDX-License-Identifier: Apache-2.0
/// \file
/// The way of packets a second time, from docs/reference/flow-fabric.md: cycle by cycle, every
/// place is looked at in every cycle, tables and ACKs left out. For traffic that meets no limit and
/// never shares a link with ACKs.
#pragma once

#include <array>
#include <deque>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "lab.hpp"

namespace selvage::test {

/// What is done to a network, before a cycle or (messages) after it.
struct Action {
  enum What { kOffer, kHost, kAllow, kMessage };
  Cycle at = 0;
  What what = kOffer;
  std::uint32_t where = 0;  ///< port of all switches; of an offer the slot
  std::uint32_t value = 0;  ///< host: takes packets; allow: grants
};

/// What a run has shown.
struct Shown {
  struct Acked {
    std::uint32_t port = 0;
    Cycle at = 0;
    flow::Packet like;  ///< a packet of the flow
  };
  std::vector<Hop> hops;
  std::vector<Acked> acks;                                           ///< that have acted on a row
  std::map<std::pair<std::uint32_t, std::uint32_t>, unsigned> rows;  ///< [port, slot]
};

/// Cycles from a grant to the DEQ: that, or peek, MAP and DEQ.
inline constexpr Cycle until_read(bool edge) { return edge ? 2 : 6; }
inline constexpr unsigned kOverheadBytes = 9;

class Rule {
 public:
  static constexpr std::uint32_t kNobody = ~0U;

  /// Of `shown` it takes what the page leaves open: which of equally good ports is taken, which
  /// rows the tables give, and when ACKs come.
  Rule(const Lab& lab, const Shown& shown);

  void act(const Action& a);
  void cycle(Cycle now);
  void message(std::uint32_t port);
  /// What a port has to look like now.
  [[nodiscard]] flow::PortLook look(std::uint32_t port) const;
  /// When the packet's tail is at its host; kNever: it has not left.
  [[nodiscard]] Cycle delivered(std::uint32_t slot) const { return at_[slot]; }
  /// The first thing that cannot be, or empty.
  [[nodiscard]] const std::string& wrong() const { return wrong_; }
  /// Packets that found no port open, and those that could not be granted for want of room.
  unsigned waits = 0;
  unsigned no_room = 0;
  unsigned stretched = 0;

 private:
  using Flow = std::uint64_t;
  static constexpr Flow kNone = ~Flow{0};

  struct Packet {
    unsigned len = 0, beats = 0, reads = 0, tc = 0, bytes = 0;
    Flow flow = 0;
    HostIdx from = 0, to = 0;
    bool ordered = true;
    unsigned vc = 0;
    Cycle late = 0;
  };
  struct Row {
    std::deque<std::uint32_t> packets;
    unsigned units = 0;
    bool pending = false;  ///< stands at an output, or is granted
    bool parked = false, listed = false;
    unsigned out = 0;
    Cycle chose = 0;
  };
  struct Step {
    enum What { kNothing, kChoose, kEgress, kPeek, kTake };
    Cycle due = 0;
    What what = kNothing;
    Flow flow = kNone;
    unsigned out = 0;
    bool open = false;
    std::uint32_t enq = kNobody;
  };
  struct In {
    std::array<std::deque<std::uint32_t>, flow::kClasses> lookup;
    std::array<Cycle, flow::kClasses> free_at{};
    unsigned next_class = 0;
    std::deque<std::pair<Cycle, std::uint32_t>> looked;
    std::deque<std::uint32_t> enq;
    std::map<Flow, Row> rows;
    std::deque<Step> choices;  ///< of heads that had their turn
    Step urgent;
    Flow locked = kNone;
    Cycle mapped = kNever;
    std::deque<Step> steps;
    Cycle read_free = 0, last_tail = 0;
    std::uint32_t last = kNobody;
    bool reading = false;
    std::map<unsigned, unsigned> pool;
    std::uint64_t off = 0;
  };
  struct Out {
    std::map<unsigned, std::map<unsigned, std::deque<Flow>>> waiting;  ///< [lane][input]
    std::map<unsigned, unsigned> turn;                                 ///< [lane]
    std::uint64_t off = 0;
    bool stopped = false;
    std::uint32_t allowed = flow::kNoSlot;
    unsigned ahead = 0, reserved = 0, depth = 0, sending = 0;
    std::deque<std::uint32_t> fifo;
    std::uint32_t carried = kNobody;
    Cycle began = 0, tail = 0, free = 0;
    std::array<double, flow::kClasses> min{}, max{}, served{};
    double time = 0;
  };
  /// Who has something to give, one a cycle: by input and row.
  struct Turns {
    std::map<unsigned, std::map<unsigned, Flow>> heads;
    unsigned next = 0;
    std::map<unsigned, unsigned> next_row;  ///< [input]
  };
  struct Switch {
    Turns asks, choices;
    unsigned first = 0;  ///< the output that is asked first
    std::deque<std::pair<Cycle, std::pair<unsigned, Flow>>> routed;
    std::vector<std::pair<unsigned, Flow>> waiting;
    Cycle woken = 0;
  };
  struct Host {
    std::array<std::deque<Flow>, flow::kClasses> ready;
    std::map<Flow, std::deque<std::uint32_t>> packets;
    std::set<Flow> listed;
    std::uint64_t off = 0;
    unsigned next_class = 0;
    Cycle free = 0;
    std::uint32_t port = 0;
  };
  struct Grant {
    unsigned out, lane, in;
  };

  [[nodiscard]] static Flow flow_of(const flow::Packet& p) {
    return ((Flow{p.source} * 1'000 + p.destination) * flow::kClasses + p.tc) * 2 + p.ordered;
  }
  [[nodiscard]] bool edge(std::uint32_t port) const {
    return lab_.wiring.ends[port].kind == PortEnd::Kind::kHost;
  }
  [[nodiscard]] unsigned lane(const Packet& p) const { return p.vc * flow::kClasses + p.tc; }
  [[nodiscard]] unsigned way_lane(const Packet& p) const {
    return (p.to % lab_.controls[0]->vcs) * flow::kClasses + p.tc;
  }
  [[nodiscard]] const Packet& head(std::uint32_t port, Flow f) const {
    return packets_[in_[port].rows.at(f).packets.front()];
  }
  void signals();
  void arrivals();
  void arrive(std::uint32_t port, std::uint32_t slot);
  void answers(std::uint32_t port);
  void answered(std::uint32_t port, const Step& s);
  void enqueue(std::uint32_t port, std::uint32_t slot);
  void wake(std::uint32_t port, Flow f);
  void request(std::uint32_t port, Flow f, unsigned out);
  void leave(std::uint32_t port, Flow f);
  void route_answer(std::uint32_t sw);
  void look_up(In& in);
  void step(std::uint32_t port);
  void add(Turns Switch::*turns, std::uint32_t port, Flow f);
  [[nodiscard]] static std::pair<unsigned, Flow> take(Turns& turns);
  void choose(std::uint32_t port, Step& s);
  void arbitrate(std::uint32_t sw);
  [[nodiscard]] std::vector<Grant> grants(std::uint32_t sw);
  [[nodiscard]] int eligible(std::uint32_t sw, unsigned out, unsigned lane, std::uint64_t taken);
  [[nodiscard]] int pick(const Out& out, std::uint32_t classes) const;
  void grant(std::uint32_t sw, const Grant& g);
  void transmit(std::uint32_t port);
  void host(Host& h);
  void pool(std::uint32_t port, unsigned lane, int units);
  void say(std::uint32_t port);
  void fail(const std::string& what);

  const Lab& lab_;
  const flow::Params& p_;
  unsigned ports_;
  Cycle now_ = 0;
  std::vector<Packet> packets_;
  std::vector<Cycle> at_;
  std::vector<In> in_;
  std::vector<Out> out_;
  std::vector<Switch> switches_;
  std::vector<Host> hosts_;
  std::map<Cycle, std::vector<std::pair<std::uint32_t, std::uint32_t>>> arrive_, into_fifo_;
  struct Signal {
    std::uint32_t port;
    unsigned lane;
    bool on;
  };
  std::map<Cycle, std::vector<Signal>> signal_;  ///< by the port of the input that says it
  std::map<std::pair<std::uint32_t, std::uint32_t>, unsigned> way_;  ///< [slot, switch]
  std::map<std::pair<std::uint32_t, std::uint32_t>, unsigned> ids_;  ///< [port, slot]
  std::map<std::pair<std::uint32_t, Cycle>, Flow> acked_;            ///< [port, cycle]
  std::string wrong_;
};

}  // namespace selvage::test
