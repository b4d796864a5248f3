// SPDX-License-Identifier: Apache-2.0
/// \file
/// Virtual cut-through a second time, from the words of docs/reference/fabric.md: every beat of
/// every packet is moved by itself. It predicts headers, beats that are missing, XON and XOFF, who
/// asks for a route, where each packet ends and which situations are met, in every cycle.
#pragma once

#include <array>
#include <deque>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "../parts/slow_receiver.hpp"
#include "fabric/faults/link_state.hpp"
#include "fabric/run.hpp"
#include "golden/switch_control.hpp"
#include "golden/topology.hpp"

namespace selvage::test {

/// Something that can be seen from outside in a cycle: of which kind, and what it is about.
using Seen = std::array<std::uint64_t, 5>;
enum class Saw : std::uint64_t {
  kHeader,      ///< switch, output, packet, VC
  kHostHeader,  ///< host, packet
  kHole,        ///< switch, output: what leaves has no beat in the next cycle
  kLevel,       ///< switch, input, VC, whether XON
  kHostLevel,   ///< host, VC, whether XON
  kMessage,     ///< switch, input, content
  kStopped,     ///< switch, ports whose far ends want no message
  kAsked,       ///< switch, packet, input, VC
  kDecided,     ///< switch, packet, cycle of the question, outcome
  kLost,        ///< packet, reason, fault that is charged
  kKept,        ///< the same: the fabric keeps the loss in mind
  kEnded        ///< packet, whether delivered
};
[[nodiscard]] std::string text_of(const Seen& seen);

class BeatRule {
 public:
  struct Params {
    unsigned vcs = 1;
    Cycle latency = 4;
    Cycle route = 2;
    std::uint64_t capacity = 0;
    std::uint64_t margin = 0;
  };
  using Answer = std::function<RouteDecision(SwitchIdx, const RouteRequest&, Cycle)>;
  BeatRule(const Topology& topology, const Params& params, Answer answer);

  /// What the controls did in a cycle.
  struct Controls {
    std::vector<std::pair<SwitchPort, std::uint64_t>> messages;  ///< that left, and their content
    std::vector<std::pair<SwitchIdx, PortMask>> stops;           ///< ports that show STOP
    std::vector<std::pair<SwitchPort, bool>> declared;
    std::vector<SwitchIdx> stepped;
  };

  // What happens at the beginning of cycle `now`, in this order, before `cycle`.
  void link_dies(std::size_t link, Cycle now, std::uint32_t charged);
  void node_dies(SwitchIdx n, Cycle now, std::uint32_t death);
  void link_back(std::size_t link, Cycle now);
  void node_back(SwitchIdx n) { nodes_[n].death = fabric::kNoFault; }
  void flap_ends(std::size_t link, Cycle now);
  /// Before the first cycle.
  void starts_dead(std::size_t link);
  void charge(std::size_t link, std::uint32_t fault) { links_[link].charged = fault; }
  void slow(HostIdx host, const SlowReceiver& receiver) { hosts_[host].slow = receiver; }
  void offer(HostIdx host, PacketId id, HostIdx to, unsigned beats);
  void cycle(Cycle now, const Controls& controls);

  /// Whether this end of a dead link lets it come back in the cycle that comes next.
  [[nodiscard]] bool clear(SwitchPort end) const;
  [[nodiscard]] bool dead(SwitchIdx n) const { return nodes_[n].death != fabric::kNoFault; }

  /// As waves show an input and an output: the first packet, what it does, packets and beats held;
  /// the packet that leaves. A packet that was sent into a dead link is over before its last beat.
  struct View {
    std::optional<PacketId> in;
    unsigned front = 0;
    std::size_t held = 0;
    std::uint64_t beats = 0;
    std::optional<PacketId> out;
  };
  [[nodiscard]] View view(SwitchPort at) const;
  /// The output and its VC whose XON the first packet of a channel waits for, if another switch has
  /// to say it.
  [[nodiscard]] std::optional<std::pair<PortIdx, unsigned>> waits(SwitchPort at, unsigned vc) const;

  std::vector<Seen> seen;  ///< to be emptied by whoever reads it
  std::map<std::string, std::uint64_t> met;
  std::uint64_t decisions = 0;
  std::uint64_t hops = 0;
  std::uint64_t in_flight = 0;

 private:
  struct Loss {
    fabric::DropReason reason;
    std::uint32_t fault;
  };
  struct Packet {
    HostIdx from = 0, to = 0;
    unsigned beats = 1;
    std::optional<Loss> lost;
  };
  struct Beat {
    Cycle at;
    PacketId packet;
    bool header;
    unsigned vc;
  };
  struct Level {
    Cycle at;
    unsigned vc;
    bool on;
  };
  struct Message {
    Cycle at;
    std::uint64_t content;
  };
  struct Stop {
    Cycle shown, acts;
    bool on;
  };
  struct Held {
    PacketId id;
    unsigned beats;
  };
  enum class State { kNone, kQueued, kAsked, kWaits, kRefused };
  struct Channel {
    std::deque<Held> packets;
    bool leaving = false;          ///< the first one
    State state = State::kNone;    ///< of the first one that is not leaving
    unsigned out = 0, out_vc = 0;  ///< kWaits
    bool xoff = false;             ///< said last
  };
  struct Input {
    std::vector<Channel> vc;
    std::deque<Beat> coming;
    std::optional<PacketId> last;  ///< packet whose beats come
    unsigned last_vc = 0;
    unsigned beats = 0, came = 0;  ///< of it, and those that have come
    bool made_up = false;          ///< its link has cut it
    bool read = false;
  };
  struct Output {
    std::optional<PacketId> packet;
    unsigned in = 0, vc = 0;       ///< where it comes from
    unsigned beats = 0, gone = 0;  ///< of it, and those that have left
    bool left = false;             ///< one of them in this cycle
    bool orphan = false;           ///< its switch has died: beats are made up
    bool hole = false;             ///< no beat leaves in the next cycle
    bool message = false;          ///< one has the next beat
    unsigned turn = 0;
    std::vector<bool> on;  ///< by VC
    std::deque<Level> levels;
    std::deque<Message> messages;  ///< that come to this port
    std::deque<Stop> stops;
    bool stop_shown = false;  ///< by this port
    bool stopped = false;     ///< the far end of this port shows it
  };
  struct Question {
    Cycle at;
    unsigned in, vc;
    PacketId packet;
    bool gone = false;
  };
  struct Node {
    std::vector<Input> in;
    std::vector<Output> out;  ///< then a sink for each input
    std::vector<bool> known_dead;
    std::vector<unsigned> news;  ///< ports declared dead in the last cycle
    std::deque<Question> asked;
    unsigned turn = 0;
    std::optional<Cycle> stepped;  ///< the last cycle in which its control was at work
    std::uint32_t death = fabric::kNoFault;
  };
  struct Host {
    std::deque<PacketId> queue;
    std::deque<Beat> coming;
    std::deque<Level> levels;
    Cycle free_at = 0;
    bool on = true;
    struct Got {
      PacketId id;
      unsigned beats, came;
      bool taken;
    };
    std::deque<Got> got;
    std::optional<SlowReceiver> slow;
  };
  struct Link {
    std::vector<std::pair<Cycle, Cycle>> dead;
    std::uint32_t charged = fabric::kNoFault;
  };

  [[nodiscard]] unsigned ports(SwitchIdx n) const { return topology_.port_count(n); }
  [[nodiscard]] PortEnd far(SwitchIdx n, unsigned port) const {
    return topology_.peer(n, static_cast<PortIdx>(port));
  }
  [[nodiscard]] std::optional<std::size_t> link_at(SwitchIdx n, unsigned port) const;
  /// Whether what left in cycle `sent`, and came in cycle `came`, has met a dead link.
  [[nodiscard]] bool hit(SwitchIdx n, unsigned port, Cycle sent, Cycle came) const;
  [[nodiscard]] bool hit(SwitchIdx n, unsigned port) const {
    return hit(n, port, now_ - p_.latency, now_);
  }
  void see(Saw what, std::uint64_t a, std::uint64_t b = 0, std::uint64_t c = 0,
           std::uint64_t d = 0) {
    seen.push_back({static_cast<std::uint64_t>(what), a, b, c, d});
  }
  void meet(const char* what) { ++met[std::string("data.") + what]; }
  void lose(PacketId id, fabric::DropReason reason, std::uint32_t fault);
  void end(PacketId id);
  void cut(SwitchPort end);
  void wipe(SwitchIdx n, unsigned in, unsigned vc);
  void say(SwitchIdx n, unsigned in, unsigned vc, bool on);
  [[nodiscard]] static std::uint64_t held(const Node& node, const Channel& c, bool before);
  [[nodiscard]] static bool complete(const Input& in) { return !in.last || in.came == in.beats; }

  void tails(SwitchIdx n);
  void levels(SwitchIdx n);
  void messages(SwitchIdx n);
  void take(const Controls& controls);
  void arrivals(SwitchIdx n);
  void header(SwitchIdx n, unsigned port, const Beat& beat);
  void xons(SwitchIdx n);
  void news(SwitchIdx n);
  void answers(SwitchIdx n);
  void answer(SwitchIdx n, const Question& q);
  void ask(SwitchIdx n);
  void depart(SwitchIdx n);
  void depart_by(SwitchIdx n, unsigned o);
  void grant(SwitchIdx n, unsigned o, unsigned in, unsigned vc);
  void beats_leave(SwitchIdx n);
  void look_ahead(SwitchIdx n);
  void host(HostIdx h);
  void host_sends(HostIdx h);

  const Topology& topology_;
  Params p_;
  Answer answer_;
  std::vector<Node> nodes_;
  std::vector<Host> hosts_;
  std::vector<Link> links_;
  std::map<std::pair<SwitchIdx, unsigned>, std::size_t> link_of_;
  std::map<PacketId, Packet> packets_;
  Cycle now_ = 0;
};

}  // namespace selvage::test
