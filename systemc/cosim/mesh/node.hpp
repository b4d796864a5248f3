// SPDX-License-Identifier: Apache-2.0
/// \file
/// The golden control of one mesh node as the fabric steps it, and engine golden.
#pragma once

#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "cosim/engine.hpp"
#include "cosim/foreign/block.hpp"
#include "cosim/lockstep/ring.hpp"
#include "cosim/lockstep/scoreboard.hpp"
#include "cosim/lockstep/watched.hpp"
#include "golden/mesh/cover/mesh_cover.hpp"
#include "golden/mesh/epoch.hpp"
#include "golden/mesh/relation.hpp"
#include "golden/switch_control.hpp"

namespace selvage::cosim {

/// `kIpar`: ordered, as in docs/reference/mesh-blocks.md; `kIparLiteral`: the figures as printed,
/// which can deadlock; `kPar`: three virtual channels and planar blocks, ordered; `kDor`: dimension
/// order.
enum class MeshAlgorithm : std::uint8_t { kIpar, kIparLiteral, kPar, kDor };

[[nodiscard]] constexpr std::string_view to_string(MeshAlgorithm a) {
  switch (a) {
    case MeshAlgorithm::kIpar: return "ipar";
    case MeshAlgorithm::kIparLiteral: return "ipar-literal";
    case MeshAlgorithm::kPar: return "par";
    case MeshAlgorithm::kDor: return "dor";
  }
  return "?";
}

/// Which relation a mesh routes by.
struct MeshRule {
  MeshAlgorithm algorithm = MeshAlgorithm::kIpar;
  bool reserve = true;
  bool proxy = false;  ///< an unsafe destination is approached by a safe neighbour (MESH-ORD-9)
};

/// The relation of a rule under these faults, with the statuses of the reference (MESH-AUD-1).
[[nodiscard]] std::unique_ptr<golden::MeshRelation> make_mesh_relation(
    const MeshRule& rule, const golden::MeshFaults& faults);

/// A proxy takes three bits of a header: 0 stands for none, which is what a packet starts with.
[[nodiscard]] constexpr std::uint8_t to_header(std::uint8_t proxy) {
  return proxy == golden::kNoProxy ? std::uint8_t{0} : static_cast<std::uint8_t>(proxy + 1);
}
[[nodiscard]] constexpr std::uint8_t to_proxy(std::uint8_t header) {
  return header == 0 ? golden::kNoProxy : static_cast<std::uint8_t>(header - 1);
}

/// The header of a message under the ordered rules: sub-network, then proxy.
[[nodiscard]] constexpr std::uint8_t to_header(std::uint8_t sub, std::uint8_t proxy) {
  return static_cast<std::uint8_t>(sub | to_header(proxy) << 2U);
}
[[nodiscard]] constexpr std::uint8_t sub_of_header(std::uint8_t header) {
  return static_cast<std::uint8_t>(header & 3U);
}
[[nodiscard]] constexpr std::uint8_t proxy_of_header(std::uint8_t header) {
  return to_proxy(static_cast<std::uint8_t>(header >> 2U));
}

/// Dead links as declared so far, for what looks further than a node can see: some algorithms, and
/// the source that chooses a proxy.
class MeshOverview {
 public:
  MeshOverview(const golden::Mesh& mesh, const MeshRule& rule) : mesh_(mesh), rule_(rule) {}
  void declare(SwitchPort end, bool dead);
  [[nodiscard]] const golden::MeshRelation& relation();

 private:
  const golden::Mesh& mesh_;
  MeshRule rule_;
  std::set<std::pair<SwitchIdx, PortIdx>> dead_;
  std::unique_ptr<golden::MeshRelation> relation_;
};

/// What all nodes of one system share.
struct MeshConfig {
  const golden::Mesh* mesh = nullptr;
  MeshOverview* overview = nullptr;
  MeshRule rule;
  Engine labels = Engine::kLockstep;  ///< of statuses and epochs
  Engine route = Engine::kLockstep;   ///< of decisions
  std::uint32_t label_bugs = 0;
  std::uint32_t epoch_bugs = 0;
  std::uint32_t route_bugs = 0;
  std::uint32_t router_bugs = 0;  ///< of the data path of whole routers
  bool whole = false;             ///< the routers are there in RTL, whole, beside golden controls
  ForeignDesign foreign;          ///< in place of a block of the nodes
  std::shared_ptr<const golden::MeshCover> cover;  ///< what the nodes sample; null: nothing
  [[nodiscard]] bool all_golden() const {
    return labels == Engine::kGolden && route == Engine::kGolden;
  }
};

class ForeignLabel;

/// Statuses of one node, what its neighbours have sent, and the decisions that follow (MESH-CTL-1).
///
/// A cycle in which the node is stepped is one clock of its label block: first what the registers
/// hold is shown, then messages and declarations are taken in, then comes the edge. When a clock
/// has changed a status, or begun an epoch, all six go to every neighbour in the next one.
class MeshNode {
 public:
  static constexpr unsigned kLineShift = 6;    ///< of a message: six statuses, the line bits,
  static constexpr unsigned kEpochShift = 12;  ///< then the epoch

  MeshNode(const MeshConfig& config, SwitchIdx self);
  ~MeshNode();
  MeshNode(const MeshNode&) = delete;
  MeshNode& operator=(const MeshNode&) = delete;

  /// What the registers hold: statuses and epoch, one of which has `changed` in the last clock.
  struct Visible {
    std::uint8_t bad = 0;
    std::uint8_t lines = 0;
    std::uint32_t epoch = 0;
    bool changed = false;
  };
  /// Samples from now on into the coverage of a run.
  void sample(cover::Coverage& coverage);
  /// Sends what is new, or could not be sent before.
  void show(const Visible& visible, PortMask stop, StepOutput& out);
  void receive(const StepInput& in, StepOutput& out);
  void edge(Cycle now);
  /// From now on the labels are those of a foreign block.
  void use(std::unique_ptr<ForeignLabel> foreign);
  /// Whether a message waits for a neighbour that has asked for a stop.
  [[nodiscard]] bool has_unsent() const { return unsent_ != 0; }
  [[nodiscard]] Visible visible() const {
    const Labels l = labels();
    return {l.bad, l.lines, epoch_.epoch, l.changed || epoch_.fresh};
  }
  /// What the node routes by and advertises to its neighbours: golden's labels, or the foreign
  /// block's.
  struct Labels {
    std::uint8_t bad = 0;
    std::uint8_t unsafe = 0;
    std::uint8_t lines = 0;
    bool changed = false;
  };
  [[nodiscard]] Labels labels() const {
    if (foreign_) return foreign_labels_;
    return {label_.bad(), label_.faulty ? std::uint8_t{0} : label_.unsafe, label_.lines(),
            label_.changed};
  }
  [[nodiscard]] bool has_foreign_labels() const { return foreign_ != nullptr; }

  [[nodiscard]] RouteDecision decide(const RouteRequest& request) const;
  /// As `decide`, of a request of the time contract: it is sampled.
  [[nodiscard]] RouteDecision answer(const RouteRequest& request) {
    return sampler_ ? decision_of(answer(question(request))) : decide(request);
  }
  [[nodiscard]] golden::PlanarAnswer answer(const golden::PlanarRequest& question);
  /// The same question as the block is asked; only under algorithms that have one.
  [[nodiscard]] golden::PlanarRequest question(const RouteRequest& request) const;
  [[nodiscard]] RouteDecision decision_of(const golden::PlanarAnswer& answer) const;

  [[nodiscard]] SwitchIdx self() const { return self_; }
  [[nodiscard]] const golden::LabelState& label() const { return label_; }
  /// What the block sees at the next edge.
  [[nodiscard]] const golden::LabelInput& input() const { return input_; }
  [[nodiscard]] const golden::EpochState& epoch() const { return epoch_; }
  /// What the epoch block has received in the present cycle.
  [[nodiscard]] const golden::EpochInput& received() const { return received_; }

 private:
  [[nodiscard]] const golden::PlanarScheme& scheme() const {
    return config_->rule.algorithm == MeshAlgorithm::kPar ? golden::kPar : golden::kIpar;
  }
  [[nodiscard]] RouteDecision decide_far(const RouteRequest& request) const;

  const MeshConfig* config_;
  SwitchIdx self_;
  golden::LabelInput input_;
  golden::LabelState label_;
  golden::EpochInput received_;
  golden::EpochState epoch_;
  std::unique_ptr<ForeignLabel> foreign_;
  Labels foreign_labels_;
  PortMask unsent_ = 0;
  Cause cause_;                                 ///< of the last change of what the node sees
  std::optional<golden::MeshSampler> sampler_;  ///< under algorithms that have a block
};

/// What waves show of a node under every engine: its statuses, and where nobody answers.
[[nodiscard]] std::vector<WatchedRow> label_rows();
void label_values(const MeshNode& node, std::vector<std::uint64_t>& out);
[[nodiscard]] std::vector<StateRow> label_state(const MeshNode& node);
/// The six statuses of a message and its line bits, the highest first, and their epoch.
[[nodiscard]] std::string label_text(const ControlMessage& message);

/// What an audit reads from a node, whatever the engine.
class AuditedNode {
 public:
  virtual ~AuditedNode() = default;
  [[nodiscard]] virtual const MeshNode& node() const = 0;
};

/// Engine golden.
class GoldenMeshControl final : public SwitchControl, public AuditedNode, public Watched {
 public:
  GoldenMeshControl(const MeshConfig& config, SwitchIdx self) : node_(config, self) {}
  void step(Cycle, const StepInput& in, StepOutput& out) override;
  void sample(cover::Coverage& coverage) { node_.sample(coverage); }
  void request(Cycle, const RouteRequest& request) override {
    pending_.push(node_.answer(request));
  }
  [[nodiscard]] RouteDecision collect(Cycle) override { return pending_.pop(); }
  void finish(Cycle) override {
    while (!pending_.empty()) pending_.pop();
  }
  [[nodiscard]] RouteDecision preview(const RouteRequest& request) const override {
    return node_.decide(request);
  }
  [[nodiscard]] std::uint64_t overflows() const override { return 0; }
  [[nodiscard]] const MeshNode& node() const override { return node_; }
  void use(std::unique_ptr<ForeignLabel> foreign);

  // Watched
  [[nodiscard]] std::vector<WatchedRow> rows() const override { return label_rows(); }
  void values(std::vector<std::uint64_t>& out) const override { label_values(node_, out); }
  [[nodiscard]] std::string describe(const ControlMessage& message) const override {
    return label_text(message);
  }
  TracedModel* make_traced_model(const std::string&) override { return nullptr; }
  [[nodiscard]] std::vector<StateRow> state() const override { return label_state(node_); }

 private:
  MeshNode node_;
  Ring<RouteDecision> pending_;
};

}  // namespace selvage::cosim
