// SPDX-License-Identifier: Apache-2.0
#include "cosim/mesh/audit.hpp"

#include <algorithm>

namespace selvage::cosim {

namespace {

using golden::kDirections;
using golden::kNoProxy;
using golden::MeshHeader;
using golden::MeshHop;
using golden::MeshOutcome;

constexpr std::uint32_t kAllUpTo = 512;  ///< nodes up to which every destination is looked at
constexpr std::uint32_t kSampled = 64;

/// The states that messages for one destination can be in: node, port, VC, proxy.
class Exploration {
 public:
  explicit Exploration(const golden::MeshRelation& relation)
      : relation_(relation), ids_(relation.mesh().switch_count() * kStates, kUnseen) {}

  struct State {
    SwitchIdx node = 0;
    MeshHeader header;
    MeshOutcome outcome = MeshOutcome::kLost;
    PortMask ports = 0;
    bool arrives = false;  ///< by some of the ways from here
    std::vector<std::uint32_t> next;
  };

  /// All states of messages for `dest`, those of fresh messages first, by node.
  const std::vector<State>& explore(SwitchIdx dest) {
    for (const State& s : states_) ids_[index(s.node, s.header)] = kUnseen;
    states_.clear();
    for (SwitchIdx n = 0; n < relation_.mesh().switch_count(); ++n) enter(n, {});
    for (std::size_t i = 0; i < states_.size(); ++i) expand(i, dest);
    for (bool grown = true; grown;) {
      grown = false;
      for (std::size_t i = states_.size(); i-- > 0;) {
        State& s = states_[i];
        if (s.arrives) continue;
        s.arrives = s.outcome == MeshOutcome::kArrived ||
                    std::any_of(s.next.begin(), s.next.end(),
                                [this](std::uint32_t n) { return states_[n].arrives; });
        grown = grown || s.arrives;
      }
    }
    return states_;
  }

 private:
  static constexpr std::uint32_t kUnseen = ~0U;
  static constexpr std::uint32_t kVcs = 3;
  static constexpr std::uint32_t kStates = (kDirections + 1) * kVcs * (kNoProxy + 1);

  [[nodiscard]] static std::size_t index(SwitchIdx node, const MeshHeader& h) {
    return std::size_t{node} * kStates + (h.in_port * kVcs + h.vc) * (kNoProxy + 1U) + h.proxy;
  }
  std::uint32_t enter(SwitchIdx node, const MeshHeader& header) {
    std::uint32_t& id = ids_[index(node, header)];
    if (id == kUnseen) {
      id = static_cast<std::uint32_t>(states_.size());
      states_.emplace_back();
      states_.back().node = node;
      states_.back().header = header;
    }
    return id;
  }
  void expand(std::size_t i, SwitchIdx dest) {
    states_[i].outcome = relation_.route(states_[i].node, states_[i].header, dest, hops_);
    for (const MeshHop& hop : hops_) {
      const std::uint32_t next =
          enter(relation_.mesh().neighbour(states_[i].node, hop.dir), hop.next);
      states_[i].next.push_back(next);
      states_[i].ports |= PortMask{1} << hop.dir;
    }
  }

  const golden::MeshRelation& relation_;
  std::vector<std::uint32_t> ids_;
  std::vector<State> states_;
  std::vector<MeshHop> hops_;
};

class Audit {
 public:
  Audit(const MeshConfig& config, const std::vector<SwitchPort>& dead, const ControlOf& control_of)
      : config_(config), mesh_(*config.mesh), faults_(mesh_), control_of_(control_of) {
    for (const SwitchPort& link : dead) faults_.fail_link(link);
    relation_ = make_mesh_relation(config.rule, faults_);
  }

  AuditReport run() {
    report_.requirement = "MESH-AUD-2";
    labels();
    Exploration exploration(*relation_);
    const std::uint32_t nodes = mesh_.switch_count();
    const std::uint32_t step = nodes <= kAllUpTo ? 1 : nodes / kSampled;
    for (SwitchIdx dest = step / 2; dest < nodes; dest += step) {
      const auto& states = exploration.explore(dest);
      for (SwitchIdx n = 0; n < nodes; ++n) {
        report_.unreachable_pairs += n != dest && !states[n].arrives ? 1 : 0;
      }
      for (const auto& state : states) decision(state, dest);
    }
    return report_;
  }

 private:
  void violated(std::uint64_t& count, const char* requirement, const std::string& text) {
    ++count;
    if (!report_.first.empty()) return;
    report_.requirement = requirement;
    report_.first = text;
  }

  void labels() {  // MESH-AUD-1
    if (config_.rule.algorithm == MeshAlgorithm::kDor) return;
    const bool blocks = config_.rule.algorithm == MeshAlgorithm::kPar;
    std::vector<std::uint8_t> expected =
        blocks ? golden::planar_blocks(faults_) : golden::reference_labels(faults_);
    const std::vector<std::uint8_t> lines = golden::reference_lines(faults_);
    for (SwitchIdx n = 0; n < mesh_.switch_count(); ++n) {
      const auto* audited = dynamic_cast<const AuditedNode*>(&control_of_(n));
      if (audited == nullptr) continue;
      std::uint8_t is = audited->node().label().unsafe;
      if (blocks) is = (is & 1U) | ((is >> 1) & 2U) | ((is >> 2) & 4U);
      report_.checked += 2;
      if (audited->node().label().line != lines[n]) {
        violated(report_.excluded, "MESH-AUD-1",
                 "line bits of " + mesh_.switch_name(n) + " are " +
                     std::to_string(audited->node().label().line) + ", by the reference " +
                     std::to_string(lines[n]));
      }
      if (is == expected[n]) continue;
      violated(report_.excluded, "MESH-AUD-1",
               "statuses of " + mesh_.switch_name(n) + " are " + std::to_string(is) +
                   ", by the reference " + std::to_string(expected[n]));
    }
  }

  void decision(const Exploration::State& s, SwitchIdx dest) {
    RouteRequest request;
    request.destination = dest;
    request.in_port = s.header.in_port;
    request.in_vc = s.header.vc;
    request.header = header_of(s);
    const RouteDecision d = control_of_(s.node).preview(request);
    const PortMask expected =
        s.outcome == MeshOutcome::kArrived ? PortMask{1} << golden::kMeshHostPort : s.ports;
    ++report_.checked;
    if (d.candidates == expected) return;
    const std::string where = "at " + mesh_.switch_name(s.node) + ", came by " +
                              mesh_.port_name(s.node, s.header.in_port) + ", to " +
                              mesh_.host_name(dest);
    if ((d.candidates & ~expected) != 0) {
      violated(report_.dead_ends, "MESH-AUD-2", "a port that the relation does not allow " + where);
    } else {
      violated(report_.excluded, "MESH-AUD-2",
               "a port that the relation allows is missing " + where);
    }
  }

  [[nodiscard]] std::uint8_t header_of(const Exploration::State& s) const {
    if (config_.rule.algorithm == MeshAlgorithm::kIparLiteral) {
      return to_header(s.header.proxy);
    }
    if (s.header.in_port == golden::kMeshHostPort) return 0;
    const auto& scheme =
        config_.rule.algorithm == MeshAlgorithm::kPar ? golden::kPar : golden::kIpar;
    const unsigned sub = scheme.sub_of(golden::opposite(s.header.in_port), s.header.vc);
    return to_header(static_cast<std::uint8_t>(sub), s.header.proxy);
  }

  const MeshConfig& config_;
  const golden::Mesh& mesh_;
  golden::MeshFaults faults_;
  const ControlOf& control_of_;
  std::unique_ptr<golden::MeshRelation> relation_;
  AuditReport report_;
};

}  // namespace

AuditReport audit_mesh(const MeshConfig& config, const std::vector<SwitchPort>& dead,
                       const ControlOf& control_of) {
  return Audit(config, dead, control_of).run();
}

std::uint64_t unreachable_pairs(const golden::MeshRelation& relation) {
  Exploration exploration(relation);
  std::uint64_t pairs = 0;
  for (SwitchIdx dest = 0; dest < relation.mesh().switch_count(); ++dest) {
    const auto& states = exploration.explore(dest);
    for (SwitchIdx n = 0; n < relation.mesh().switch_count(); ++n) {
      pairs += n != dest && !states[n].arrives ? 1 : 0;
    }
  }
  return pairs;
}

}  // namespace selvage::cosim
