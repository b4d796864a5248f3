// SPDX-License-Identifier: Apache-2.0
#include "golden/flow/redirect_gen.hpp"

#include <algorithm>
#include <optional>

#include "cosim/foreign/pins.hpp"
#include "dut/blocks/blocks.hpp"

namespace selvage::dut {

namespace {

using namespace cosim::pins::redirect_gen;

std::string derive(Parameters& p) {
  p["PORT_W"] = bits_for(static_cast<std::uint64_t>(p["N_PORTS"]));
  p["HW"] = bits_for(static_cast<std::uint64_t>(p["RD_HIST"]));
  if (p["RD_RW"] != 8 && p["RD_RW"] != 10 && p["RD_RW"] != 12) return "RD_RW must be 8, 10 or 12";
  return {};
}

std::vector<Pin> pins(const Parameters& p) {
  const auto bits = [&p](const char* name) { return Width(p, name); };
  return {{"d0_i", true, bits("DEPTH_W"), "depth without effect", "", false, true},
          {"kd_i", true, bits("GAIN_W"), "weight of the depth", "", false, true},
          {"kg_i", true, bits("GAIN_W"), "weight of the growth", "", false, true},
          {"seed_i", true, bits("RD_RW"), "first value of the LFSR, not 0", "", false, true},
          {"sample_valid_i", true, 1, "the history takes depth_i", ""},
          {"slot_i", true, bits("HW"), "place of the next sample, that of the oldest one", ""},
          {"depth_i", true, bits("DEPTH_W"), "units waiting for the port", ""},
          {"load_valid_i", true, 1, "a header is loaded", ""},
          {"load_exempt_i", true, 1, "its flow is exempt", ""},
          {"load_port_i", true, bits("PORT_W"), "its flow: input port", ""},
          {"load_id_i", true, bits("FLOW_ID_W"), "id there", ""},
          {"load_delta_i", true, bits("POS_W"), "difference of positions", ""},
          {"redirect_valid_o", false, 1, "notify that flow; the other outputs are 0 without it",
           "FLOW-C-6"},
          {"redirect_port_o", false, bits("PORT_W"), "as it was loaded", "FLOW-C-6"},
          {"redirect_id_o", false, bits("FLOW_ID_W"), "as it was loaded", "FLOW-C-6"},
          {"redirect_delta_o", false, bits("POS_W"), "as it was loaded", "FLOW-C-6"}};
}

class Redirect final : public Golden {
 public:
  explicit Redirect(const Parameters& p)
      : hist_(static_cast<unsigned>(p.at("RD_HIST"))), rw_(static_cast<unsigned>(p.at("RD_RW"))) {}

  void ask(const Values& q, Answer& answer) override {
    const auto number = [&q](unsigned pin) { return static_cast<unsigned>(q.get(pin)); };
    if (!golden_) {
      golden_.emplace(golden::RedirectConfig{number(kD0), number(kKd), number(kKg), 1, hist_, rw_,
                                             number(kSeed)});
    }
    const bool redirect = golden_->step({number(kSample) != 0, number(kSlot), number(kDepth),
                                         number(kLoad) != 0, number(kExempt) != 0});
    if (!redirect) return;
    answer.values.set(kRedirect, 1);
    answer.values.set(kPortOut, q.get(kPort));
    answer.values.set(kIdOut, q.get(kId));
    answer.values.set(kDeltaOut, q.get(kDelta));
  }

 private:
  unsigned hist_;
  unsigned rw_;
  std::optional<golden::RedirectGen> golden_;
};

/// A queue that grows and shrinks, sampled place after place.
class Questions final : public Stimulus {
 public:
  explicit Questions(const Parameters& p) : p_(p) {}

  void next(kernel::Stream& stream, Values& q) override {
    const auto below = [&](const char* name) {
      return stream.below(std::uint64_t{1} << p_.at(name));
    };
    if (q.get(kSeed) == 0) {
      q.set(kSeed, 1 + stream.below((std::uint64_t{1} << p_.at("RD_RW")) - 1));
      q.set(kD0, stream.below(256));
      q.set(kKd, stream.below(8));
      q.set(kKg, stream.below(16));
    } else if (q.get(kSample) != 0) {
      q.set(kSlot, (q.get(kSlot) + 1) % static_cast<std::uint64_t>(p_.at("RD_HIST")));
    }
    const std::uint64_t before = q.get(kDepth);
    const std::uint64_t grown = before + stream.below(40);
    const std::uint64_t most = (std::uint64_t{1} << p_.at("DEPTH_W")) - 1;
    q.set(kDepth, stream.chance(0.02) ? below("DEPTH_W")
                  : grown < 20        ? 0
                                      : std::min(grown - 20, most));
    q.set(kSample, stream.chance(0.2) ? 1 : 0);
    q.set(kLoad, stream.chance(0.7) ? 1 : 0);
    q.set(kExempt, stream.chance(0.2) ? 1 : 0);
    q.set(kPort, stream.below(static_cast<std::uint64_t>(p_.at("N_PORTS"))));
    q.set(kId, below("FLOW_ID_W"));
    q.set(kDelta, below("POS_W"));
  }

 private:
  Parameters p_;
};

bool legal(const Parameters& p, const Values& q) {
  return q.get(kSeed) != 0 && q.get(kSlot) < static_cast<std::uint64_t>(p.at("RD_HIST"));
}

}  // namespace

Contract redirect_gen() {
  Contract c;
  c.block = "redirect_gen";
  c.summary = "picks flows that shall look for another way while a port's queue is long or grows";
  c.timing = "FLOW-C-6";
  c.source =
      "FLOW-C-6 of docs/reference/requirements.md; docs/reference/flow-blocks.md, redirect_gen";
  c.latency = golden::RedirectGen::kLatency;
  c.stateful = true;
  c.parameters = {{"N_PORTS", 2, 64, 1, 8, "ports of the switch"},
                  {"FLOW_ID_W", 1, 16, 1, 6, "bits of a flow id"},
                  {"POS_W", 1, 16, 1, 8, "bits of a position"},
                  {"DEPTH_W", 10, 20, 1, 14, "bits of a depth"},
                  {"RD_HIST", 2, 64, 1, 8, "places of the history"},
                  {"RD_RW", 8, 12, 2, 12, "bits of the LFSR"},
                  {"GAIN_W", 4, 8, 1, 8, "bits of a gain"}};
  c.derive = &derive;
  c.follows = {{"PORT_W", "$clog2(N_PORTS)"}, {"HW", "$clog2(RD_HIST)"}};
  c.pins = &pins;
  c.golden = &made<Golden, Redirect>;
  c.stimulus = &made<Stimulus, Questions>;
  c.legal = &legal;
  return c;
}

}  // namespace selvage::dut
