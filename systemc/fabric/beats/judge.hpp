// SPDX-License-Identifier: Apache-2.0
/// \file
/// What whole switches of others do, judged from the beats at their pins alone (SW-*,
/// docs/tutorials/your-own-switch.md). Knows the topology, the routing relation and what the switch
/// promises; nothing of how it works. Edge c is the one that executes cycle c.
#pragma once

#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "cosim/foreign/switch_plugin.hpp"
#include "cosim/switch_block.hpp"
#include "golden/switch_control.hpp"
#include "golden/topology.hpp"

namespace selvage::fabric {

template <class Do>
void each_port(PortMask ports, const Do& what) {
  for (; ports != 0; ports &= ports - 1) what(static_cast<PortIdx>(__builtin_ctzll(ports)));
}

/// A rule that was broken.
struct Violation {
  std::string_view rule;
  std::string what;
  std::string expected;
  std::string actual;
  SwitchPort where;
  std::optional<std::uint32_t> tag;
};

/// Who is told of what switches do with packets.
class JudgeClient {
 public:
  virtual ~JudgeClient() = default;
  /// V of golden's control of this switch, as it is now.
  [[nodiscard]] virtual PortMask ways(SwitchIdx sw, const RouteRequest& request) = 0;
  /// Whether switches with messages of their own may know less than what has been declared.
  [[nodiscard]] virtual bool in_flux() const = 0;
  /// A head begins to leave, and no rule is broken by it.
  virtual void left(SwitchPort from, std::uint32_t tag) = 0;
  /// A packet is dropped; it had no way left in the state of cycle `empty` but by ports that are
  /// declared dead, `dead`, or the switch might not know.
  virtual void dropped(SwitchPort in, std::uint32_t tag, Cycle empty, PortMask dead) = 0;
};

class PinJudge {
 public:
  PinJudge(const Topology& topology, const cosim::SwitchFacts& facts, JudgeClient& client);

  /// A host begins to send; `nowhere`: to a destination that there is not.
  void sent(const cosim::HeadBeat& head, bool nowhere = false) {
    known_[head.tag] = {head, 0, nowhere};
  }
  /// Nothing of it is under way any more.
  void ended(std::uint32_t tag) { known_.erase(tag); }

  // What is at the pins for edge `c`.
  void comes(SwitchPort in, Cycle c, const cosim::Beat& beat, std::uint32_t tag);
  void far_xon(SwitchPort out, Cycle c, bool xon);
  void link(SwitchPort at, Cycle c, bool alive);
  void declared(SwitchPort at, Cycle c, bool up);
  void message(SwitchIdx sw) { disturb(sw); }
  /// Golden's routing state has changed.
  void routes_changed(SwitchIdx sw, Cycle c);
  /// What the switch shows behind edge `c`.
  void look(SwitchIdx sw, Cycle c, const cosim::SwitchBlock& block);

  [[nodiscard]] const std::optional<Violation>& violation() const { return violation_; }
  /// Whether a switch holds something, or owes an XON: it has to be clocked.
  [[nodiscard]] bool owes(SwitchIdx sw) const;
  /// Nothing is coming in or leaving at a port, as the beats have it.
  [[nodiscard]] bool clear(SwitchPort at) const;
  [[nodiscard]] std::uint64_t judged() const { return judged_; }
  /// Beats that the inputs of a switch hold, for people.
  [[nodiscard]] std::uint64_t held(SwitchPort at) const;
  /// Source, destination and length of a packet that comes in by the port now; null: none.
  [[nodiscard]] const cosim::HeadBeat* coming(SwitchPort in) const;

 private:
  struct Known {
    cosim::HeadBeat head;
    unsigned hops = 0;     ///< switches it has left
    bool nowhere = false;  ///< there is no such destination
  };
  struct Inside {
    cosim::HeadBeat head;
    PortIdx in = 0;
    std::vector<cosim::BeatData> data;  ///< beats that have come
    bool cut = false;                   ///< its link died while it came
    bool came_bad = false;
    bool malformed = false;  ///< it may vanish; what leaves of it is a packet, marked
    bool nowhere = false;
    bool leaving = false;
    bool gone = false;  ///< left, or dropped; what still comes of it is nobody's
    unsigned sent = 0;  ///< beats that have left
    std::uint64_t order = 0;
    Cycle came = 0;
    PortMask ways = 0;       ///< V of all states since it came
    PortMask now = 0;        ///< of the present one
    Cycle empty = kNever;    ///< the last cycle in which it could be dropped: no live port in V
    PortMask dead_ways = 0;  ///< V then
    bool alone = false;      ///< of SW-LAT
    Cycle waited = 0;
    unsigned hops = 0;
    /// Whose rule is broken by what is wrong with it.
    [[nodiscard]] std::string_view rule(std::string_view usual) const {
      return malformed ? "SW-BAD" : usual;
    }
    [[nodiscard]] bool here() const { return cut || data.size() >= head.beats; }
  };
  struct Port {
    bool alive = true;
    bool dead = false;  ///< declared
    Cycle dead_since = 0;
    bool xon = true;  ///< of the far end, at the pin
    Cycle on_since = 0;
    Cycle off_since = 0;
    bool says_xon = true;
    Cycle empty_since = 0;
    std::uint64_t used = 0;
    unsigned doubtful = 0;  ///< malformed packets that may be held
    bool strays = false;    ///< something malformed has come
    bool host = false;      ///< at the other end
    Inside* coming = nullptr;
    Inside* leaving = nullptr;
    bool up = false;
  };
  struct Node {
    std::vector<Port> ports;
    std::deque<std::unique_ptr<Inside>> inside;  ///< in order of arrival
    std::uint64_t order = 0;
    /// By input and output, or input and flow: the arrival of the last one that left.
    std::map<std::pair<std::uint64_t, std::uint64_t>, std::uint64_t> last;
    PortMask dead = 0;
  };

  void fail(std::string_view rule, std::string what, std::string expected, std::string actual,
            SwitchPort where, std::optional<std::uint32_t> tag = std::nullopt);
  void begins(SwitchPort in, Cycle c, const cosim::Beat& beat, std::uint32_t tag);
  void malformed(SwitchPort in, Inside& packet);
  void breaks_off(SwitchPort in);
  void take_ways(SwitchIdx sw, Inside& packet, Cycle c);
  [[nodiscard]] PortMask switch_ports(const Node& node, PortIdx in) const;
  void beat_out(SwitchPort out, Cycle c, const cosim::Beat& beat, std::uint32_t tag);
  [[nodiscard]] bool head_out(SwitchPort out, Cycle c, const cosim::Beat& beat, std::uint32_t tag);
  [[nodiscard]] bool may_go(SwitchPort out, Cycle c, const Inside& packet);
  [[nodiscard]] bool in_order(SwitchPort out, const Inside& packet);
  void drops(SwitchPort in, Cycle c, std::optional<std::uint32_t> tag);
  void look_at_levels(SwitchIdx sw, Cycle c, const cosim::SwitchShown& shown);
  void look_at_waiting(SwitchIdx sw, Cycle c);
  void look_at_idle(SwitchIdx sw, Cycle c);
  void vanishes(Node& node, Inside& packet, Cycle c);
  void speaks(SwitchPort at, Cycle c, const char* what);
  void forget(Node& node, Inside& packet);
  void free_beats(Port& in, const Inside& packet, std::uint64_t beats, Cycle c);
  void disturb(SwitchIdx sw);
  [[nodiscard]] std::string names(SwitchIdx sw, PortMask ports) const;
  Port& port(SwitchPort at) { return nodes_[at.sw].ports[at.port]; }
  [[nodiscard]] const Port& port(SwitchPort at) const { return nodes_[at.sw].ports[at.port]; }

  const Topology& topology_;
  cosim::SwitchFacts facts_;
  JudgeClient& client_;
  std::vector<Node> nodes_;
  std::unordered_map<std::uint32_t, Known> known_;
  std::optional<Violation> violation_;
  std::uint64_t judged_ = 0;
};

}  // namespace selvage::fabric
