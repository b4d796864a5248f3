// SPDX-License-Identifier: Apache-2.0
#include "cosim/settle.hpp"

#include <algorithm>
#include <array>
#include <unordered_map>
#include <unordered_set>
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

  Settlement run(std::uint64_t limit) {
    Settlement result;
    for (Cycle& now = result.end; !waking_.empty(); ++now) {
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
        result.messages += input_.arrivals.size();
        result.complete = result.messages <= limit;
        if (!result.complete) return result;
        input_.stop = node.stopped;
        control_at_(sw).step(now, input_, output_);
        input_.clear();
        carry(now, sw, node);
      }
    }
    return result;
  }

 private:
  struct Node {
    StepInput input;  ///< of its next step
    PortMask dead = 0;
    PortMask stopped = 0;  ///< stop flags seen
    PortMask stop = 0;     ///< stop flags driven
    bool awake = false;    ///< steps in the next cycle
  };
  struct Flip {
    SwitchPort at;
    bool stop = false;
  };

  /// A message, and where it arrives.
  struct Arrival {
    SwitchIdx sw = 0;
    PortIdx port = 0;
    ControlMessage message;
    friend bool operator==(const Arrival& a, const Arrival& b) {
      return a.sw == b.sw && a.port == b.port && a.message == b.message;
    }
    struct Hash {
      std::size_t operator()(const Arrival& h) const {
        const ControlMessage& m = h.message;
        std::uint64_t key = std::uint64_t{m.kind} << 24U | std::uint64_t{m.level} << 16U |
                            std::uint64_t{m.port} << 8U | m.seq;
        key = (key << 32U | h.sw) * 0x9E3779B97F4A7C15U;
        key = (key ^ key >> 29U ^ m.body ^ h.port) * 0xC2B2AE3D27D4EB4FU;
        return key ^ key >> 32U;
      }
    };
  };

  Node& wake(SwitchIdx sw) {
    Node& node = nodes_[sw];
    if (!node.awake) waking_.push_back(sw);
    node.awake = true;
    return node;
  }

  /// What the switch has driven in cycle `now` goes to its neighbours.
  void carry(Cycle now, SwitchIdx sw, Node& node) {
    for (const PortedMessage& sent : output_.sent) {
      const PortEnd far = topology_.peer(sw, sent.port);
      if (far.kind != PortEnd::Kind::kSwitch || (node.dead & bit(sent.port)) != 0) continue;
      if (!delivered_.insert({far.index, far.port, sent.message}).second) continue;
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
  std::unordered_set<Arrival, Arrival::Hash> delivered_;
  std::array<std::vector<Flip>, 2> flips_;  ///< stop flags driven in cycle t act in cycle t + 2
  StepInput input_;
  StepOutput output_;
};

}  // namespace

Settlement settle(const Topology& topology, const std::vector<SwitchPort>& dead,
                  const std::function<SwitchControl&(SwitchIdx)>& control_at, std::uint64_t limit) {
  Settling settling(topology, control_at);
  for (const SwitchPort& end : dead) {
    const PortEnd far = topology.peer(end.sw, end.port);
    settling.kill(end);
    settling.kill({far.index, far.port});
  }
  return settling.run(limit);
}

}  // namespace selvage
