// SPDX-License-Identifier: Apache-2.0
#include "dut/blocks/blocks.hpp"
#include "golden/mesh/labels.hpp"

namespace selvage::dut {

namespace {

using golden::kDirections;

using namespace cosim::pins::mcc_label;

std::vector<Pin> pins(const Parameters&) {
  return {{"restart_i", true, 1, "clear the statuses", ""},
          {"faulty_i", true, 1, "this node is faulty", "", false, false, false, 0, true},
          {"present_i", true, 6, "there is a node in direction x+, x-, y+, y-, z+, z-", "", false,
           true},
          {"link_dead_i", true, 6, "the link in that direction is dead", "", false, false, false, 0,
           true},
          {"nb_bad_i", true, 36, "bad_o of the neighbour in direction d at [6*d +: 6]", "", false,
           false, false, 0, true},
          {"nb_line_i", true, 6, "bit d of line_o of the neighbour in direction d", "", false,
           false, false, 0, true},
          {"bad_o", false, 6, "faulty or unsafe, by status", "MESH-LAB-1"},
          {"unsafe_o", false, 6, "unsafe, by status; 0 of a faulty node", "MESH-LAB-2"},
          {"line_o", false, 6, "line bits, all of a faulty node", "MESH-LAB-6"},
          {"changed_o", false, 1, "bad_o or line_o differs from the cycle before", "MESH-LAB-1"}};
}

class Label final : public Golden {
 public:
  void ask(const Values& q, Answer& answer) override {
    golden::LabelInput in;
    in.restart = q.get(kRestart) != 0;
    in.faulty = q.get(kFaulty) != 0;
    in.present = static_cast<std::uint8_t>(q.get(kPresent));
    in.link_dead = static_cast<std::uint8_t>(q.get(kLinkDead));
    for (unsigned d = 0; d < kDirections; ++d) {
      in.nb_bad[d] = static_cast<std::uint8_t>(q.slice(kNbBad, 6 * d, 6));
      in.nb_line[d] = static_cast<std::uint8_t>(q.slice(kNbLine, d, 1) << d);
    }
    state_ = golden::label_step(state_, in);
    answer.values.set(kBad, state_.bad());
    answer.values.set(kUnsafe, state_.faulty ? 0 : state_.unsafe);
    answer.values.set(kLine, state_.lines());
    answer.values.set(kChanged, state_.changed);
  }

 private:
  golden::LabelState state_;
};

/// Faults and statuses around a node that only rise, and now and then a restart.
class Questions final : public Stimulus {
 public:
  void next(kernel::Stream& stream, Values& q) override {
    if (fresh_) q.set(kPresent, stream.below(64));
    const bool restart = !fresh_ && stream.chance(0.02);
    fresh_ = false;
    q.set(kRestart, restart ? 1 : 0);
    if (restart) {
      for (const unsigned pin : {kFaulty, kLinkDead, kNbLine}) q.set(pin, 0);
      q.set(kNbBad, 0);
    }
    if (stream.chance(0.01)) q.set(kFaulty, 1);
    const auto rise = [&](unsigned pin, unsigned width, double chance) {
      if (stream.chance(chance)) q.set_slice(pin, static_cast<unsigned>(stream.below(width)), 1, 1);
    };
    rise(kLinkDead, 6, 0.05);
    rise(kNbBad, 36, 0.5);
    rise(kNbLine, 6, 0.1);
  }

 private:
  bool fresh_ = true;
};

}  // namespace

Contract mcc_label() {
  Contract c;
  c.block = "mcc_label";
  c.summary = "the six planar MCC statuses and the line bits of one node of a 3-D mesh";
  c.timing = "MESH-LAB-1";
  c.source =
      "MESH-LAB-1, 2, 6 of docs/reference/requirements.md; docs/reference/mesh-blocks.md, mcc_label";
  c.latency = 1;
  c.stateful = true;
  c.in_step = true;
  c.pins = &pins;
  c.golden = &made<Golden, Label>;
  c.stimulus = &made<Stimulus, Questions>;
  c.specification = "mcc_label_ref";
  return c;
}

}  // namespace selvage::dut
