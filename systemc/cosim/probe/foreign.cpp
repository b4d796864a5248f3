// SPDX-License-Identifier: Apache-2.0
#include "cosim/probe/foreign.hpp"

#include <utility>

#include "cosim/foreign/control.hpp"
#include "cosim/foreign/pins.hpp"

namespace selvage::cosim {

namespace {

using namespace pins::link_probe;

constexpr std::string_view kBlock = "link_probe";
/// Clocks between reset and the first probe.
constexpr Cycle kLead = 8;

class ForeignProbe final : public ProbeControl {
 public:
  ForeignProbe(std::unique_ptr<ProbeControl> own, std::unique_ptr<ForeignBlock> block,
               Mismatch place, const golden::ProbeTiming& timing, Cycle first_probe,
               ForeignCheck check)
      : own_(std::move(own)),
        block_(std::move(block)),
        place_(std::move(place)),
        timing_(timing),
        check_(check),
        due_(first_probe) {
    golden_.next_send = first_probe;
    const std::pair<unsigned, std::uint64_t> constant[] = {{kEnable, 1},
                                                           {kPhase, first_probe},
                                                           {kPeriod, timing.period},
                                                           {kTimeout, timing.timeout},
                                                           {kRetries, timing.retries}};
    for (const auto& [pin, value] : constant) block_->put(pin, 0, 64, value);
    for (Cycle i = 1; i < kLead; ++i) {
      const Cycle now = first_probe - kLead + i;
      block_->put(kNow, 0, 64, now);
      block_->drive(clock_before(now), now);
    }
  }

  ProbeOutput step(Cycle now, bool answered) override {
    if (answered || own_->due() <= now) (void)own_->step(now, answered);
    const golden::ProbeStep golden = golden::step(golden_, timing_, now, answered);
    golden_ = golden.state;
    due_ = now + 1;
    block_->put(kNow, 0, 64, now);
    block_->put(kAnswer, 0, 1, answered ? 1 : 0);
    block_->ask(clock_before(now), now);
    check_.compared();
    if (const auto difference = block_->judge(clock_before(now) + 1)) {
      Mismatch place = place_;
      place.cycle = now;
      check_.fail(std::move(place), *difference, *block_);
      return {golden.send, golden.declare, golden.recover};  // no link is what it says
    }
    const auto driven = [this](unsigned pin) { return block_->get(pin) == std::uint64_t{1}; };
    return {driven(kSend), driven(kDown), driven(kUp)};
  }
  /// It is clocked in every cycle.
  [[nodiscard]] Cycle due() const override { return due_; }

 private:
  /// The clock of the block whose edge begins cycle `now`.
  [[nodiscard]] static Cycle clock_before(Cycle now) { return now + kLead - 1; }

  std::unique_ptr<ProbeControl> own_;
  std::unique_ptr<ForeignBlock> block_;
  Mismatch place_;
  golden::ProbeTiming timing_;
  golden::LinkProbe golden_;
  ForeignCheck check_;
  Cycle due_;
};

}  // namespace

std::optional<PortBlock> foreign_prober(const std::string& block, const golden::ProbeTiming& timing,
                                        bool probes) {
  if (block != kBlock) return std::nullopt;
  PortBlock port;
  port.least = {{"TW", pins::bits_for(timing.period + 1) + 1},
                {"RW", pins::bits_for(std::uint64_t{timing.retries} + 1)}};
  if (!probes) port.why_not = "no link dies or comes back while it runs";
  return port;
}

std::unique_ptr<ProbeControl> with_foreign_probe(std::unique_ptr<ProbeControl> own,
                                                 const ForeignDesign& design, SwitchPort at,
                                                 const Topology& topology,
                                                 const golden::ProbeTiming& timing,
                                                 Cycle first_probe, Scoreboard& scoreboard) {
  auto block = design.block == kBlock ? design.make_at(at) : nullptr;
  if (!block) return own;
  Mismatch place;
  place.switch_name = topology.switch_name(at.sw);
  place.port = topology.port_name(at.sw, at.port);
  return std::make_unique<ForeignProbe>(std::move(own), std::move(block), std::move(place), timing,
                                        first_probe, ForeignCheck(scoreboard, design.block));
}

}  // namespace selvage::cosim
