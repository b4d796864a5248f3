// SPDX-License-Identifier: Apache-2.0
#include "golden/flow/ep_ack_type.hpp"

#include <optional>

#include "cosim/foreign/pins.hpp"
#include "dut/blocks/blocks.hpp"

namespace selvage::dut {

namespace {

using namespace cosim::pins::ep_ack_type;

std::vector<Pin> pins(const Parameters& p) {
  const Width depth(p, "DEPTH_W");
  return {
      {"seed_i", true, 12, "first value of the LFSR, not 0", "", false, true},
      {"th_i", true, depth, "congested from this depth on", "", false, true},
      {"mask_i", true, 11, "bits of the LFSR that are drawn, ones from bit 0 on", "", false, true},
      {"draw_i", true, 1, "0: every packet from th_i on is notified", "", false, true},
      {"valid_i", true, 1, "a packet leaves the FIFO", ""},
      {"depth_i", true, depth, "units in the FIFO, this packet included", ""},
      {"level_i", true, 3, "congestion level of its flow at this switch", ""},
      {"valid_o", false, 1, "answer", "FLOW-A-3"},
      {"type_o", false, 3, "0 NORMAL, 1 EP_NEW, 2 EP_CONT, 3 EP_SEVERE; 0 without valid_o",
       "FLOW-A-3"}};
}

class Type final : public Golden {
 public:
  void ask(const Values& q, Answer& answer) override {
    if (!type_) {
      golden::EpAckConfig config;
      config.congested = static_cast<unsigned>(q.get(kThreshold));
      config.draw_w = bits_for(q.get(kMask) + 1);
      config.draw = q.get(kDraw) != 0;
      config.seed = static_cast<std::uint32_t>(q.get(kSeed));
      type_.emplace(config);
    }
    if (q.get(kRequest) == 0) return;
    answer.values.set(kResponse, 1);
    answer.values.set(
        kType, static_cast<std::uint64_t>(type_->packet(static_cast<unsigned>(q.get(kDepth)),
                                                        static_cast<unsigned>(q.get(kLevel)))));
  }

 private:
  std::optional<golden::EpAckType> type_;
};

/// Depths around the two thresholds.
class Questions final : public Stimulus {
 public:
  explicit Questions(const Parameters& p) : most_((std::uint64_t{1} << p.at("DEPTH_W")) - 1) {}

  void next(kernel::Stream& stream, Values& q) override {
    if (q.get(kSeed) == 0) {
      q.set(kSeed, 1 + stream.below(4095));
      q.set(kMask, (std::uint64_t{2} << stream.below(11)) - 1);
      q.set(kThreshold, 1 + stream.below(most_ / 2));
      q.set(kDraw, stream.chance(0.8) ? 1 : 0);
    }
    q.set(kRequest, stream.chance(0.8) ? 1 : 0);
    const std::uint64_t around = q.get(kThreshold) + stream.below(2 * q.get(kMask) + 4);
    const std::uint64_t below = q.get(kMask) / 2 + 2;
    const std::uint64_t depth = around > below ? around - below : 1;
    q.set(kDepth, depth < most_ ? depth : most_);
    q.set(kLevel, stream.below(4));
  }

 private:
  std::uint64_t most_;
};

bool legal(const Parameters&, const Values& q) {
  return q.get(kSeed) != 0 && q.get(kThreshold) != 0 &&
         (q.get(kRequest) == 0 || q.get(kDepth) != 0) && q.get(kMask) != 0 &&
         (q.get(kMask) & (q.get(kMask) + 1)) == 0;
}

}  // namespace

Contract ep_ack_type() {
  Contract c;
  c.block = "ep_ack_type";
  c.summary = "how an egress edge reports its congestion in the ACK of a packet";
  c.timing = "FLOW-A-3";
  c.source =
      "FLOW-A-3 of docs/reference/requirements.md; docs/reference/flow-blocks.md, ep_ack_type";
  c.latency = 1;
  c.stateful = true;
  c.parameters = {{"DEPTH_W", 12, 20, 1, 14, "bits of a depth"}};
  c.pins = &pins;
  c.golden = &made<Golden, Type>;
  c.stimulus = &made<Stimulus, Questions>;
  c.legal = &legal;
  c.specification = "ep_ack_type_ref";
  return c;
}

}  // namespace selvage::dut
