// SPDX-License-Identifier: Apache-2.0
/// \file
/// Engines rtl and lockstep of a mesh node: `mcc_label`, `label_epoch` and `planar_route` with
/// their golden model.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "cosim/lockstep/history.hpp"
#include "cosim/lockstep/pipe.hpp"
#include "cosim/mesh/block.hpp"
#include "cosim/mesh/node.hpp"
#include "cosim/mesh/traced.hpp"

namespace selvage::cosim {

/// The blocks decide, make the messages and hold what neighbours have sent. In lockstep every clock
/// of the label and epoch blocks and every decision are compared.
///
/// The edge that ends cycle t takes the inputs of cycle t: label and epoch block are clocked in
/// each cycle in which the node is stepped, the route block at each request and once more after it.
class RtlMeshControl final : public SwitchControl, public AuditedNode, public Watched {
 public:
  RtlMeshControl(const MeshConfig& config, SwitchIdx self, Scoreboard& scoreboard);

  void step(Cycle now, const StepInput& in, StepOutput& out) override;
  void request(Cycle now, const RouteRequest& request) override;
  [[nodiscard]] RouteDecision collect(Cycle now) override;
  void finish(Cycle now) override;
  [[nodiscard]] RouteDecision preview(const RouteRequest& request) const override {
    return node_.decide(request);
  }
  [[nodiscard]] std::uint64_t overflows() const override { return 0; }
  [[nodiscard]] const MeshNode& node() const override { return node_; }
  void use(std::unique_ptr<ForeignLabel> foreign);
  void sample(cover::Coverage& coverage) { node_.sample(coverage); }

  // Watched
  [[nodiscard]] std::vector<WatchedRow> rows() const override;
  void values(std::vector<std::uint64_t>& out) const override;
  [[nodiscard]] std::string describe(const ControlMessage& message) const override {
    return label_text(message);
  }
  TracedModel* make_traced_model(const std::string& scope) override;
  [[nodiscard]] std::vector<StateRow> state() const override { return label_state(node_); }

 private:
  using Answers = Pipe<RouteRequest, golden::PlanarAnswer>;
  /// For the report of a mismatch.
  struct Event {
    enum class Kind : std::uint8_t { kRequest, kDecision, kMessage, kLinkDown, kLinkUp };
    Kind kind = Kind::kRequest;
    PortIdx port = 0;
    ControlMessage message;
    RouteRequest request;
    golden::PlanarAnswer answer;
  };

  /// Of the RTL, of golden, or of the foreign block in their place.
  [[nodiscard]] MccLabelOut labels() const;
  [[nodiscard]] MeshNode::Visible visible() const;
  void route_edge(Cycle cycle, const PlanarRouteIn& in);
  void clock_out(Cycle now);
  golden::PlanarAnswer take(Cycle now);
  /// Remembers an event of a packet, or news of links and neighbours.
  void note_packet(Cycle now, Event::Kind kind, const RouteRequest& request,
                   const golden::PlanarAnswer& answer = {});
  void note_news(Cycle now, const StepInput& in);
  void compare_labels(Cycle now);
  /// `taken`: of the answer that differs.
  void fail(Cycle cycle, BlockCount& block, std::optional<PacketId> packet,
            const Difference& difference, const Answers::Taken* taken = nullptr);
  void check_assertions(Cycle now) {
    if (const auto failed = failed_assertion()) fail(now, assertions(*scoreboard_), {}, *failed);
  }
  [[nodiscard]] std::string describe(const Event& event) const;

  const MeshConfig* config_;
  Scoreboard* scoreboard_;
  MeshNode node_;
  std::unique_ptr<MccLabelBlock> label_;
  std::unique_ptr<LabelEpochBlock> epoch_;
  std::unique_ptr<PlanarRouteBlock> route_;
  Cycle route_edge_ = 0;  ///< last edge of the route block
  bool inside_ = false;   ///< a header stands between its two register stages
  Answers pipe_{AnswerTime::exactly(1), "MESH-CTL-2"};
  golden::PlanarAnswer last_expected_;  ///< of the last decision, for waves
  golden::PlanarAnswer last_actual_;
  bool decided_ = false;
  std::unique_ptr<TracedMesh> traced_;  ///< runs for waves
  History<Event, 4, 2> history_;        ///< packets must not push out statuses
  BlockCount* mcc_label_;
  BlockCount* label_epoch_;
  BlockCount* planar_route_;
};

/// As the block is asked.
[[nodiscard]] PlanarRouteIn to_block(const golden::PlanarRequest& question);
[[nodiscard]] golden::PlanarAnswer from_block(const PlanarRouteOut& out);
[[nodiscard]] MccLabelIn to_block(const golden::LabelInput& input);

/// An answer, and what a neighbour has sent, in words.
[[nodiscard]] std::string describe(const golden::PlanarAnswer& answer);
[[nodiscard]] std::string describe_statuses(const ControlMessage& message);

/// The output of the first difference, and the requirement it breaks; call it for answers that
/// differ.
[[nodiscard]] Difference explain(const golden::PlanarAnswer& expected,
                                 const golden::PlanarAnswer& actual);
/// Empty if the registers agree (MESH-EPO-1..3).
[[nodiscard]] std::optional<Difference> compare(const golden::EpochState& expected,
                                                const LabelEpochBlock& actual);
/// Empty if the registers agree (MESH-LAB-2).
[[nodiscard]] std::optional<Difference> compare(const golden::LabelState& expected,
                                                const MccLabelBlock& actual);

/// What a node knows of its neighbourhood, the golden model's side and the RTL's; `dead`: its ports
/// with dead links.
[[nodiscard]] Held held(const golden::LabelState& label, const golden::EpochState& epoch,
                        PortMask dead);
[[nodiscard]] Held held(const MccLabelBlock& label, const LabelEpochBlock& epoch, PortMask dead);
/// Adds an answer to a packet.
void add_answer(Held& held, const golden::PlanarAnswer& answer);

}  // namespace selvage::cosim
