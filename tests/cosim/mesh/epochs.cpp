// SPDX-License-Identifier: Apache-2.0
/// `label_epoch` and `mcc_label` at every node of small meshes against the golden blocks, over
/// links that take time and lose what is on them, while links die and come back at any time, each
/// end hearing of it on its own: at rest all statuses are exact (MESH-EPO-1..3, MESH-AUD-1).
#include <catch2/catch.hpp>

#include <algorithm>
#include <array>
#include <memory>
#include <vector>

#include "cosim/lockstep/runtime.hpp"
#include "cosim/mesh/rtl.hpp"
#include "golden/mesh/epoch.hpp"
#include "kernel/stream.hpp"

using namespace selvage;
using golden::EpochInput;
using golden::EpochState;
using golden::kDirections;
using golden::LabelInput;
using golden::LabelState;

namespace {

/// Every node twice: RTL blocks, and golden ones that receive the same messages, those of the RTL.
class Mesh {
 public:
  Mesh(const golden::Mesh& mesh, unsigned latency, std::uint32_t epoch_bugs)
      : mesh_(mesh), latency_(latency), nodes_(mesh.switch_count()) {
    for (SwitchIdx n = 0; n < nodes_.size(); ++n) {
      nodes_[n].label = cosim::make_mcc_label({});
      nodes_[n].block = cosim::make_label_epoch({epoch_bugs});
    }
  }

  /// Both directions, what is under way included.
  void kill(SwitchIdx n, unsigned d) {
    set_alive(n, d, false);
    const auto on_it = [&](const Message& m) {
      const SwitchIdx far = mesh_.neighbour(n, d);
      return (m.to == far && m.from_dir == golden::opposite(d)) || (m.to == n && m.from_dir == d);
    };
    under_way_.erase(std::remove_if(under_way_.begin(), under_way_.end(), on_it), under_way_.end());
  }
  void heal(SwitchIdx n, unsigned d) { set_alive(n, d, true); }
  /// The end of the link at `n` is notified of its state.
  void declare(SwitchIdx n, unsigned d, bool up) {
    Node& node = nodes_[n];
    const auto bit = static_cast<std::uint8_t>(1U << d);
    node.dead = static_cast<std::uint8_t>(up ? node.dead & ~bit : node.dead | bit);
    node.up = node.up || up;
    node.stir = true;
  }
  [[nodiscard]] bool alive(SwitchIdx n, unsigned d) const {
    return ((nodes_[n].cut >> d) & 1U) == 0;
  }
  [[nodiscard]] bool thinks_alive(SwitchIdx n, unsigned d) const {
    return ((nodes_[n].dead >> d) & 1U) == 0;
  }

  /// One cycle; the requirement of the first difference, empty if there is none.
  std::string cycle() {
    if (now_++ == 0) {  // what reset leaves
      for (const Node& node : nodes_) {
        if (const auto d = cosim::compare(node.golden_epoch, *node.block))
          return std::string(d->requirement);
        if (const auto d = cosim::compare(node.golden_label, *node.label))
          return std::string(d->requirement);
      }
    }
    for (auto it = under_way_.begin(); it != under_way_.end();) {
      if (it->arrives != now_) {
        ++it;
        continue;
      }
      Node& node = nodes_[it->to];
      node.received.received |= static_cast<std::uint8_t>(1U << it->from_dir);
      node.received.epoch[it->from_dir] = it->epoch;
      node.received.bad[it->from_dir] = it->bad;
      node.received.line[it->from_dir] = it->line;
      node.stir = true;
      it = under_way_.erase(it);
    }
    std::string first;
    for (SwitchIdx n = 0; n < nodes_.size(); ++n) {
      if (!nodes_[n].stir) continue;
      nodes_[n].stir = false;
      const std::string difference = step(n);
      if (first.empty()) first = difference;
    }
    return first;
  }
  [[nodiscard]] bool quiet() const {
    return under_way_.empty() &&
           std::none_of(nodes_.begin(), nodes_.end(), [](const Node& n) { return n.stir; });
  }
  /// Whether the statuses are those of the reference, and neighbours are in one epoch.
  [[nodiscard]] bool exact() const {
    golden::MeshFaults faults(mesh_);
    for (SwitchIdx n = 0; n < nodes_.size(); ++n) {
      for (unsigned d = 0; d < kDirections; d += 2) {
        if (mesh_.has(n, d) && !alive(n, d)) faults.fail_link({n, static_cast<PortIdx>(d)});
      }
    }
    const auto expected = golden::reference_labels(faults);
    const auto lines = golden::reference_lines(faults);
    for (SwitchIdx n = 0; n < nodes_.size(); ++n) {
      if (nodes_[n].label->outputs().unsafe != expected[n]) return false;
      if (nodes_[n].label->outputs().line != lines[n]) return false;
      for (unsigned d = 0; d < kDirections; ++d) {
        if (!faults.healthy(n, d)) continue;
        const SwitchIdx far = mesh_.neighbour(n, d);
        const auto received = (nodes_[n].block->outputs().nb_held >> (6 * d)) & 0x3fU;
        if (received != expected[far]) return false;
        const auto line = (nodes_[n].block->outputs().nb_line_held >> (6 * d)) & 0x3fU;
        if (line != lines[far]) return false;
        if (nodes_[n].block->outputs().epoch != nodes_[far].block->outputs().epoch) return false;
      }
    }
    return true;
  }

 private:
  struct Node {
    std::unique_ptr<cosim::MccLabelBlock> label;
    std::unique_ptr<cosim::LabelEpochBlock> block;
    LabelState golden_label;
    EpochState golden_epoch;
    EpochInput received;
    std::uint8_t cut = 0;   ///< links that are dead
    std::uint8_t dead = 0;  ///< links declared so
    bool up = false;
    bool stir = false;
  };
  struct Message {
    Cycle arrives;
    SwitchIdx to;
    unsigned from_dir;
    std::uint32_t epoch;
    std::uint8_t bad;
    std::uint8_t line;
  };

  void set_alive(SwitchIdx n, unsigned d, bool is) {
    const SwitchIdx far = mesh_.neighbour(n, d);
    const auto here = static_cast<std::uint8_t>(1U << d);
    const auto there = static_cast<std::uint8_t>(1U << golden::opposite(d));
    nodes_[n].cut = static_cast<std::uint8_t>(is ? nodes_[n].cut & ~here : nodes_[n].cut | here);
    nodes_[far].cut =
        static_cast<std::uint8_t>(is ? nodes_[far].cut & ~there : nodes_[far].cut | there);
  }

  std::string step(SwitchIdx n) {
    Node& node = nodes_[n];
    const cosim::MccLabelOut labels = node.label->outputs();
    const cosim::LabelEpochOut epoch = node.block->outputs();
    if (labels.changed || epoch.fresh) {
      for (unsigned d = 0; d < kDirections; ++d) {
        if (!mesh_.has(n, d) || !thinks_alive(n, d) || !alive(n, d)) continue;
        under_way_.push_back({now_ + latency_, mesh_.neighbour(n, d), golden::opposite(d),
                              epoch.epoch, static_cast<std::uint8_t>(labels.bad),
                              static_cast<std::uint8_t>(labels.line)});
      }
    }
    node.received.up = node.up;
    LabelInput in;
    in.present = mesh_.present(n);
    in.link_dead = node.dead;
    node.golden_epoch = golden::epoch_step(node.golden_epoch, node.received);
    in.nb_bad = node.golden_epoch.nb_bad;
    in.nb_line = node.golden_epoch.nb_line;
    in.restart = node.golden_epoch.fresh;
    const cosim::LabelEpochNow now = node.block->edge(node.received);
    cosim::MccLabelIn rtl = cosim::to_block(in);
    rtl.restart = now.restart;
    rtl.nb_bad = now.nb_bad;
    rtl.nb_line = cosim::lines_ahead(now.nb_line);
    node.label->edge(rtl);
    node.golden_label = golden::label_step(node.golden_label, in);
    node.received = {};
    node.up = false;
    node.stir = node.label->outputs().changed || node.block->outputs().fresh;
    if (const auto d = cosim::compare(node.golden_epoch, *node.block)) {
      return std::string(d->requirement);
    }
    const auto d = cosim::compare(node.golden_label, *node.label);
    return d ? std::string(d->requirement) : std::string();
  }

  const golden::Mesh& mesh_;
  unsigned latency_;
  std::vector<Node> nodes_;
  std::vector<Message> under_way_;
  Cycle now_ = 0;
};

/// Links die and come back; each end is notified up to `delay` cycles later, and of nothing that
/// was over before. A dead link stays so until both ends know (FT-REP-7). After each cycle the
/// history is over with a chance of `cut`.
std::string history(Mesh& m, const golden::Mesh& mesh, kernel::Stream& random, unsigned events,
                    double cut = 0) {
  constexpr unsigned kDelay = 12;
  struct End {
    SwitchIdx node;
    unsigned dir;
  };
  const auto ends_of = [&](std::uint32_t link) {
    const SwitchPort at = mesh.fallible_link(link);
    return std::array<End, 2>{
        {{at.sw, at.port}, {mesh.neighbour(at.sw, at.port), golden::opposite(at.port)}}};
  };
  for (unsigned e = 0; e < events || !m.quiet();) {
    if (e < events && random.chance(0.3)) {
      ++e;
      const auto link = static_cast<std::uint32_t>(random.below(mesh.fallible_link_count()));
      const auto ends = ends_of(link);
      if (m.alive(ends[0].node, ends[0].dir)) {
        m.kill(ends[0].node, ends[0].dir);
      } else if (!m.thinks_alive(ends[0].node, ends[0].dir) &&
                 !m.thinks_alive(ends[1].node, ends[1].dir)) {
        m.heal(ends[0].node, ends[0].dir);
      }
    }
    bool pending = false;
    for (std::uint32_t link = 0; link < mesh.fallible_link_count(); ++link) {
      for (const End& end : ends_of(link)) {
        const bool is = m.alive(end.node, end.dir);
        if (m.thinks_alive(end.node, end.dir) == is) continue;
        if (random.below(kDelay) == 0) {
          m.declare(end.node, end.dir, is);
        } else {
          pending = true;
        }
      }
    }
    const std::string difference = m.cycle();
    if (!difference.empty() || random.chance(cut)) return difference;
    while (e >= events && m.quiet() && pending) {  // the last ends have still to be notified
      for (std::uint32_t link = 0; link < mesh.fallible_link_count(); ++link) {
        for (const End& end : ends_of(link)) {
          const bool is = m.alive(end.node, end.dir);
          if (m.thinks_alive(end.node, end.dir) != is) m.declare(end.node, end.dir, is);
        }
      }
      pending = false;
    }
  }
  return m.exact() ? "" : "MESH-AUD-1";
}

}  // namespace

TEST_CASE("Labels are exact at rest after deaths and repairs (MESH-EPO-2, MESH-AUD-1)", "[mesh]") {
  kernel::Stream random(1, "epochs");
  const std::vector<golden::Mesh> sizes{{2, 2}, {3, 3}, {5, 1}, {4, 4}};
  for (unsigned i = 0; i < 300; ++i) {
    const golden::Mesh& mesh = sizes[i % sizes.size()];
    Mesh m(mesh, 1 + i % 3, 0);
    INFO("history " << i);
    for (unsigned part = 0; part < 3; ++part) REQUIRE(history(m, mesh, random, 15) == "");
  }
  CHECK_FALSE(cosim::rtl_failure_pending());
}

TEST_CASE("COS-RESET: histories of epochs that a reset cuts short", "[mesh]") {
  kernel::Stream random(3, "epochs");
  const std::vector<golden::Mesh> sizes{{2, 2}, {3, 3}, {5, 1}};
  for (unsigned i = 0; i < 300; ++i) {
    const golden::Mesh& mesh = sizes[i % sizes.size()];
    Mesh m(mesh, 1 + i % 3, 0);
    INFO("history " << i);
    REQUIRE(history(m, mesh, random, 15, i % 4 == 0 ? 0 : 0.05) == "");
  }
  CHECK_FALSE(cosim::rtl_failure_pending());
}

TEST_CASE("Every deliberate defect of label_epoch is caught", "[mesh][bug]") {
  const unsigned bug = GENERATE(range(0U, 4U));
  const golden::Mesh mesh(3, 3);
  kernel::Stream random(2, "epochs");
  std::string difference;
  unsigned histories = 0;
  for (; histories < 100 && difference.empty(); ++histories) {
    Mesh m(mesh, 1 + histories % 3, 1U << bug);
    difference = history(m, mesh, random, 20);
  }
  INFO("bug " << bug << " after " << histories << " histories");
  const std::array<const char*, 4> blamed{"MESH-EPO-3", "MESH-EPO-2", "MESH-EPO-1", "MESH-LAB-6"};
  CHECK(difference == blamed[bug]);
  static_cast<void>(cosim::take_rtl_failure());
}
