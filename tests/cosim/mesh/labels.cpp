// SPDX-License-Identifier: Apache-2.0
/// `mcc_label` at every node of small meshes against the golden block, clock by clock, with faults
/// that appear while others are still on their way, and restarts (MESH-LAB-1, MESH-LAB-2).
#include <catch2/catch.hpp>

#include <memory>
#include <vector>

#include "cosim/lockstep/runtime.hpp"
#include "cosim/mesh/rtl.hpp"
#include "golden/mesh/labels.hpp"
#include "kernel/stream.hpp"

using namespace selvage;
using golden::kDirections;
using golden::LabelInput;
using golden::LabelState;

namespace {

constexpr unsigned kMostNodes = 125;

/// A mesh of nodes, each twice. The RTL receives what the RTL sends, the golden blocks what the
/// golden ones send.
class LabelPair {
 public:
  explicit LabelPair(std::uint32_t bugs = 0) {
    for (unsigned n = 0; n < kMostNodes; ++n) blocks_.push_back(cosim::make_mcc_label({bugs}));
  }

  void start(const golden::Mesh& mesh) {
    mesh_ = &mesh;
    faults_ = std::make_unique<golden::MeshFaults>(mesh);
    states_.assign(mesh.switch_count(), {});
    for (SwitchIdx n = 0; n < mesh.switch_count(); ++n) blocks_[n]->reset();
  }
  [[nodiscard]] golden::MeshFaults& faults() { return *faults_; }

  /// One clock of all nodes; the requirement of the first difference, empty if there is none.
  std::string clock(bool restart) {
    std::vector<LabelState> next(states_.size());
    std::vector<cosim::MccLabelIn> ins(states_.size());
    for (SwitchIdx n = 0; n < states_.size(); ++n) {
      LabelInput in;
      in.restart = restart;
      in.faulty = faults_->faulty(n);
      in.present = mesh_->present(n);
      in.link_dead = faults_->dead_links(n);
      LabelInput received = in;
      for (unsigned d = 0; d < kDirections; ++d) {
        if (!mesh_->has(n, d)) continue;
        const SwitchIdx m = mesh_->neighbour(n, d);
        in.nb_bad[d] = states_[m].bad();
        in.nb_line[d] = states_[m].lines();
        received.nb_bad[d] = static_cast<std::uint8_t>(blocks_[m]->outputs().bad);
        received.nb_line[d] = static_cast<std::uint8_t>(blocks_[m]->outputs().line);
      }
      next[n] = golden::label_step(states_[n], in);
      ins[n] = cosim::to_block(received);
    }
    states_ = next;
    std::string first;
    for (SwitchIdx n = 0; n < states_.size(); ++n) {
      blocks_[n]->edge(ins[n]);
      const auto difference = cosim::compare(states_[n], *blocks_[n]);
      if (difference && first.empty()) first = difference->requirement;
    }
    return first;
  }
  [[nodiscard]] bool changing() const {
    for (const LabelState& s : states_) {
      if (s.changed) return true;
    }
    return false;
  }
  /// Whether statuses and line bits are those of the reference.
  [[nodiscard]] bool exact() const {
    const auto expected = golden::reference_labels(*faults_);
    const auto lines = golden::reference_lines(*faults_);
    for (SwitchIdx n = 0; n < states_.size(); ++n) {
      if (!faults_->faulty(n) && states_[n].unsafe != expected[n]) return false;
      if (states_[n].lines() != lines[n]) return false;
    }
    return true;
  }

 private:
  const golden::Mesh* mesh_ = nullptr;
  std::unique_ptr<golden::MeshFaults> faults_;
  std::vector<LabelState> states_;
  std::vector<std::unique_ptr<cosim::MccLabelBlock>> blocks_;
};

void fail_something(golden::MeshFaults& faults, kernel::Stream& random) {
  const golden::Mesh& mesh = faults.mesh();
  if (random.chance(0.6)) {
    faults.fail_node(static_cast<SwitchIdx>(random.below(mesh.switch_count())));
  } else {
    faults.fail_link(
        mesh.fallible_link(static_cast<std::uint32_t>(random.below(mesh.fallible_link_count()))));
  }
}

/// One labeling: faults in two waves, then, with `restart`, once more from the beginning.
std::string labeling(LabelPair& pair, const golden::Mesh& mesh, kernel::Stream& random,
                     bool restart) {
  pair.start(mesh);
  const auto settle = [&pair]() -> std::string {
    std::string difference = pair.clock(false);
    while (difference.empty() && pair.changing()) difference = pair.clock(false);
    return difference;
  };
  for (unsigned wave = 0; wave < 2; ++wave) {
    for (auto left = 1 + random.below(1 + mesh.switch_count() / 6); left > 0; --left) {
      fail_something(pair.faults(), random);
    }
    std::string difference = pair.clock(false);
    if (difference.empty() && wave == 1) difference = settle();
    if (!difference.empty()) return difference;
  }
  if (restart) {
    std::string difference = pair.clock(true);
    if (difference.empty()) difference = pair.clock(false);
    if (difference.empty()) difference = settle();
    if (!difference.empty()) return difference;
  }
  return pair.exact() ? "" : "MESH-AUD-1";
}

std::vector<golden::Mesh> meshes() {
  std::vector<golden::Mesh> all;
  for (const auto& [k, depth] :
       {std::pair{2U, 2U}, {3U, 3U}, {4U, 4U}, {5U, 5U}, {6U, 1U}, {10U, 1U}}) {
    all.emplace_back(k, depth);
  }
  return all;
}

}  // namespace

TEST_CASE("2,000 labelings (MESH-LAB-1, MESH-LAB-2, MESH-LAB-6, MESH-AUD-1)", "[mesh]") {
  const auto sizes = meshes();
  LabelPair pair;
  kernel::Stream random(1, "labelings");
  for (unsigned i = 0; i < 2000; ++i) {
    INFO("labeling " << i);
    REQUIRE(labeling(pair, sizes[i % sizes.size()], random, i % 3 == 0) == "");
  }
  CHECK_FALSE(cosim::rtl_failure_pending());
}

TEST_CASE("COS-RESET: labelings that a reset cuts short", "[mesh]") {
  const auto sizes = meshes();
  LabelPair pair;
  kernel::Stream random(3, "labelings");
  for (unsigned i = 0; i < 500; ++i) {
    INFO("labeling " << i);
    const golden::Mesh& mesh = sizes[i % sizes.size()];
    pair.start(mesh);
    for (auto left = random.below(6); left > 0; --left) {
      fail_something(pair.faults(), random);
      REQUIRE(pair.clock(random.chance(0.2)) == "");
    }
    if (i % 4 == 0) REQUIRE(labeling(pair, mesh, random, true) == "");
  }
  CHECK_FALSE(cosim::rtl_failure_pending());
}

TEST_CASE("Every deliberate defect of mcc_label is caught", "[mesh][bug][MESH-LAB-2][MESH-LAB-6]") {
  const unsigned bug = GENERATE(range(0U, 6U));
  const auto sizes = meshes();
  LabelPair pair(1U << bug);
  kernel::Stream random(2, "labelings");
  std::string difference;
  unsigned labelings = 0;
  for (; labelings < 200 && difference.empty(); ++labelings) {
    difference = labeling(pair, sizes[labelings % sizes.size()], random, true);
  }
  INFO("bug " << bug << " after " << labelings << " labelings");
  // Dead links make line bits too, and before they make statuses.
  CHECK(difference == (bug == 2 || bug == 5 ? "MESH-LAB-6" : "MESH-LAB-2"));
  static_cast<void>(cosim::take_rtl_failure());
}
