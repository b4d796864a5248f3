// SPDX-License-Identifier: Apache-2.0
#include "cosim/settle.hpp"

#include <algorithm>
#include <array>
#include <unordered_map>
#include <utility>

namespace selvage {

namespace {

constexpr PortMask bit(PortIdx port) { return PortMask{1} << port; }

/// All switches that anything has happened at, wired by links of one cycle.
class Settling {
 public:
  Settling(const Topology& topology, const std::function<SwitchControl&(SwitchIdx)>& control_at)
      : topology_(topology), control_at_(control_at) {}

  void kill(const SwitchPort& end) {
    Node& node = wake(end.sw);
    if ((node.dead & bit(end.port)) != 0) return;
    node.dead |= bit(end.port);
    node.input.links.push_back({end.port, false, Cause::kUnknown});
  }

  std::uint64_t run(std::uint64_t limit) {
    std::uint64_t delivered = 0;
    for (Cycle now = 0; !waking_.empty(); ++now) {
      awake_.swap(waking_);
      waking_.clear();
      for (const Flip& flip : flips_[now % 2]) {
        Node& at = nodes_.at(flip.at.sw);
        at.stopped = flip.stop ? at.stopped | bit(flip.at.port) : at.stopped & ~bit(flip.at.port);
      }
      flips_[now % 2].clear();
      for (const SwitchIdx sw : awake_) {
        Node& node = nodes_.at(sw);
        node.awake = false;
        std::swap(node.input, input_);
        delivered += input_.arrivals.size();
        if (delivered > limit) return limit + 1;
        input_.stop = node.stopped;
        control_at_(sw).step(now, input_, output_);
        input_.clear();
        carry(now, sw, node);
      }
    }
    return delivered;
  }

 private:
  struct Node {
    StepInput input;        ///< of its next step
    PortMask dead = 0;
    PortMask stopped = 0;   ///< stop flags seen
    PortMask stop = 0;      ///< stop flags shown
    bool awake = false;     ///< steps in the next cycle
  };
  struct Flip {
    SwitchPort at;
    bool stop = false;
  };

  Node& wake(SwitchIdx sw) {
    Node& node = nodes_[sw];
    if (!node.awake) waking_.push_back(sw);
    node.awake = true;
    return node;
  }

  /// What the switch has shown in cycle `now` goes to its neighbours.
  void carry(Cycle now, SwitchIdx sw, Node& node) {
    for (const PortedMessage& sent : output_.sent) {
      const PortEnd far = topology_.peer(sw, sent.port);
      if (far.kind != PortEnd::Kind::kSwitch || (node.dead & bit(sent.port)) != 0) continue;
      wake(far.index).input.arrivals.push_back({far.port, sent.message, sent.cause});
    }
    for (PortMask left = (output_.stop ^ node.stop) & ~node.dead; left != 0; left &= left - 1) {
      const auto port = static_cast<PortIdx>(__builtin_ctzll(left));
      const PortEnd far = topology_.peer(sw, port);
      flips_[now % 2].push_back({{far.index, far.port}, (output_.stop & bit(port)) != 0});
    }
    node.stop = output_.stop;
    if (output_.active) wake(sw);
  }

  const Topology& topology_;
  const std::function<SwitchControl&(SwitchIdx)>& control_at_;
  std::unordered_map<SwitchIdx, Node> nodes_;  ///< looked up only
  std::vector<SwitchIdx> awake_;               ///< step in this cycle
  std::vector<SwitchIdx> waking_;              ///< step in the next
  std::array<std::vector<Flip>, 2> flips_;     ///< stop flags shown in cycle t act in cycle t + 2
  StepInput input_;
  StepOutput output_;
};

}  // namespace

std::uint64_t settle(const Topology& topology, const std::vector<SwitchPort>& dead,
                     const std::function<SwitchControl&(SwitchIdx)>& control_at,
                     std::uint64_t limit) {
  Settling settling(topology, control_at);
  for (const SwitchPort& end : dead) {
    const PortEnd far = topology.peer(end.sw, end.port);
    settling.kill(end);
    settling.kill({far.index, far.port});
  }
  return settling.run(limit);
}

}  // namespace selvage
