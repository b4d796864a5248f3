// SPDX-License-Identifier: Apache-2.0
#include "cosim/probe/foreign.hpp"

#include <utility>

#include "cosim/foreign/agent.hpp"
#include "cosim/foreign/pins.hpp"

namespace selvage::cosim {

namespace {

using namespace pins::link_probe;

constexpr std::string_view kBlock = "link_probe";
/// Clocks between reset and the first probe.
constexpr Cycle kLead = 8;

class ForeignProbe final : public ProbeControl {
 public:
  ForeignProbe(std::unique_ptr<ProbeControl> own, ForeignAgent agent,
               const golden::ProbeTiming& timing, Cycle first_probe)
      : own_(std::move(own)), agent_(std::move(agent)), timing_(timing), due_(first_probe) {
    golden_.next_send = first_probe;
    agent_.put({{kEnable, 1},
                {kPhase, first_probe},
                {kPeriod, timing.period},
                {kTimeout, timing.timeout},
                {kRetries, timing.retries}});
    for (Cycle i = 1; i < kLead; ++i) {
      const Cycle now = first_probe - kLead + i;
      agent_.put({{kNow, now}});
      agent_.block().drive(clock_before(now), now);
    }
  }

  ProbeOutput step(Cycle now, bool answered) override {
    if (answered || own_->due() <= now) (void)own_->step(now, answered);
    const golden::ProbeStep golden = golden::step(golden_, timing_, now, answered);
    golden_ = golden.state;
    due_ = now + 1;
    agent_.put({{kNow, now}, {kAnswer, answered}});
    agent_.block().ask(clock_before(now), now, {});
    if (!agent_.judge(clock_before(now) + 1, now)) {
      return {golden.send, golden.declare, golden.recover};  // the block's are not acted on
    }
    return {agent_.get(kSend) == 1, agent_.get(kDown) == 1, agent_.get(kUp) == 1};
  }
  /// It is clocked in every cycle.
  [[nodiscard]] Cycle due() const override { return due_; }

 private:
  /// The clock of the block whose edge begins cycle `now`.
  [[nodiscard]] static Cycle clock_before(Cycle now) { return now + kLead - 1; }

  std::unique_ptr<ProbeControl> own_;
  ForeignAgent agent_;
  golden::ProbeTiming timing_;
  golden::LinkProbe golden_;
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
  ForeignAgent agent(std::move(block), scoreboard, design.block, topology.switch_name(at.sw),
                     topology.port_name(at.sw, at.port));
  return std::make_unique<ForeignProbe>(std::move(own), std::move(agent), timing, first_probe);
}

}  // namespace selvage::cosim
