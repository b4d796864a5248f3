// SPDX-License-Identifier: Apache-2.0
/// Configuration and hardware refuse the same settings: random values, and those around the bounds,
/// written to the RTL's registers and given as a scenario.
#include <fmt/format.h>
#include <catch2/catch.hpp>

#include "accesses.hpp"
#include "golden/flow/flow_port_regs.hpp"
#include "load.hpp"

using namespace selvage;
using namespace selvage::test;
namespace at = flow_port_regs;

namespace {

/// Writes to the RTL, all idle.
class Bus {
 public:
  Bus() : rtl_(cosim::make_flow_port_regs({})) {}
  bool write(std::uint32_t where, std::uint32_t data) {
    cosim::PortRegsIn in;
    in.link_idle = in.aggregator_idle = in.table_idle = true;
    in.access = write_of(where, data);
    rtl_->edge(in);
    in.access = {};
    rtl_->edge(in);
    rtl_->edge(in);
    const cosim::RegisterAnswer answer = rtl_->outputs().answer;
    CHECK(answer.valid);
    return !answer.error;
  }
  /// All of them, and the commit of their group.
  bool accepts(std::initializer_list<std::pair<std::uint32_t, std::uint32_t>> words,
               std::uint32_t group) {
    rtl_->reset();
    bool all = true;
    for (const auto& [where, data] : words) all = write(where, data) && all;
    return all && (group == 0 || write(at::kCommitAt, group));
  }

 private:
  std::unique_ptr<cosim::PortRegsBlock> rtl_;
};

/// A scenario with these keys of switch.flow loads.
bool loads(const std::string& keys) {
  return load("topology: {kind: fattree, m: 4, n: 2}\nswitch: {kind: flow, flow: {" + keys +
              "}}\nengine: lockstep\n")
      .loaded.has_value();
}

/// Often at a bound or beside one.
unsigned near(tb::Random& random, std::initializer_list<unsigned> bounds, unsigned below) {
  if (random.percent(40)) return random.below(below);
  return bounds.begin()[random.below(static_cast<unsigned>(bounds.size()))] + random.below(3);
}

struct Verdicts {
  unsigned accepted = 0, refused = 0;
  void add(bool hardware, bool configuration) {
    CHECK(hardware == configuration);
    ++(hardware ? accepted : refused);
  }
  ~Verdicts() {
    CHECK(accepted > 20);
    CHECK(refused > 20);
  }
};

}  // namespace

TEST_CASE("REG-3: configuration and registers refuse the same timers of the aggregator",
          "[registers]") {
  Bus bus;
  tb::Random random(1);
  Verdicts verdicts;
  for (unsigned i = 0; i < 150; ++i) {
    const unsigned t1 = near(random, {0, 30, 58, 1021}, 100);
    const unsigned t2 = near(random, {0, 30, 59, 89, 1021}, 100);
    const unsigned t3 = near(random, {30, 60, 88, 1021, 1022}, 1030);
    const unsigned max = random.percent(70) ? 48 : near(random, {0, 46}, 60);
    INFO(t1 << " " << t2 << " " << t3 << " max " << max);
    verdicts.add(
        bus.accepts(
            {{at::kAggT1At, t1}, {at::kAggT2At, t2}, {at::kAggT3At, t3}, {at::kAggMaxAt, max}},
            at::kAggregatorGroup),
        loads(fmt::format("aggregator: {{t1: {}, t2: {}, t3: {}, max: {}}}", t1, t2, t3, max)));
  }
}

TEST_CASE("REG-3: configuration and registers refuse the same credits", "[registers]") {
  Bus bus;
  tb::Random random(2);
  Verdicts verdicts;
  for (unsigned i = 0; i < 150; ++i) {
    const unsigned on = near(random, {0, 40, 254}, 300);
    const unsigned off = random.percent(50) ? on + random.below(2) : near(random, {0, 254}, 260);
    const unsigned headroom = random.percent(70) ? 40 : near(random, {0, 254}, 300);
    INFO("on " << on << " off " << off << " headroom " << headroom);
    verdicts.add(
        bus.accepts(
            {{at::kCreditOnAt, on}, {at::kCreditOffAt, off}, {at::kCreditHeadroomAt, headroom}},
            at::kCreditGroup),
        loads(fmt::format("credit: {{on_units: {}, off_units: {}, headroom_units: {}}}", on, off,
                          headroom)));
  }
}

TEST_CASE("REG-3: configuration and registers refuse the same timers of the tables",
          "[registers]") {
  Bus bus;
  tb::Random random(3);
  Verdicts verdicts;
  for (unsigned i = 0; i < 200; ++i) {
    const unsigned tick = random.below(5), most = 32'768U << tick;
    const auto time = [&] {
      const unsigned t = random.percent(50) ? most - 2 + random.below(4) : random.below(most);
      return t + (random.percent(10) ? 1U << tick : 0);
    };
    const unsigned refresh = time();
    const unsigned expire = random.percent(40) ? refresh + random.below(1U << tick) : time();
    const unsigned cooldown = random.percent(80) ? 100 : time();
    INFO("tick " << tick << " refresh " << refresh << " expire " << expire << " cooldown "
                 << cooldown);
    const auto ticks = [&](unsigned t) { return (t + (1U << tick) - 1) >> tick; };
    verdicts.add(bus.accepts({{at::kTickAt, tick},
                              {at::kCooldownAt, ticks(cooldown)},
                              {at::kRefreshAt, ticks(refresh)},
                              {at::kExpireAt, ticks(expire)}},
                             at::kTimesGroup),
                 loads(fmt::format(
                     "timers: {{tick: {}, refresh: {}, expire: {}, cooldown: {}, stale: 1000}}",
                     1U << tick, refresh, expire, cooldown)));
  }
}

TEST_CASE("REG-3: configuration and registers refuse the same depths of an egress", "[registers]") {
  Bus bus;
  tb::Random random(4);
  Verdicts verdicts;
  for (unsigned i = 0; i < 120; ++i) {
    const unsigned congested = near(random, {0, 14'334, 16'381}, 17'000);
    const unsigned draw = random.percent(80) ? 2U << random.below(11) : random.below(3000);
    INFO("congested " << congested << " draw " << draw);
    verdicts.add(
        bus.accepts(
            {{at::kEpCongestedAt, congested}, {at::kEpDrawAt, (draw - 1) | at::kEpDraws.mask()}},
            at::kEndpointGroup),
        loads(fmt::format("congested_units: {}, severe_units: {}", congested, congested + draw)));
  }
}

TEST_CASE("REG-3: configuration and registers refuse the same single settings", "[registers]") {
  Bus bus;
  tb::Random random(5);
  Verdicts verdicts;
  for (unsigned i = 0; i < 60; ++i) {
    const unsigned acks = near(random, {0, 14, 15}, 20), limit = near(random, {0, 65'534}, 70'000);
    const unsigned floor = near(random, {0, 16'382}, 17'000), gain = near(random, {0, 254}, 300);
    const unsigned level = random.below(8), units = near(random, {0, 254}, 300);
    INFO("recovery " << acks << " injection limit " << limit << " floor " << floor << " gain "
                     << gain << " limit of level " << level << ": " << units);
    std::string list;
    for (unsigned l = 0; l < 8; ++l)
      list += (l == 0 ? "" : ", ") + std::to_string(l == level ? units : 20);
    verdicts.add(bus.accepts({{at::kRecoveryAt, acks}}, 0),
                 loads(fmt::format("recovery_acks: {}", acks)));
    verdicts.add(bus.accepts({{at::kInjectionLimitAt, limit}}, 0),
                 loads(fmt::format("injection_limit: {}", limit)));
    verdicts.add(bus.accepts({{at::kRedirectFloorAt, floor}}, 0),
                 loads(fmt::format("redirect: {{floor_units: {}}}", floor)));
    verdicts.add(bus.accepts({{at::kRedirectGainAt, gain << 8}}, 0),
                 loads(fmt::format("redirect: {{growth_gain: {}}}", gain)));
    verdicts.add(bus.accepts({{at::kFlowLimitAt + 4 * level, units}}, 0),
                 loads("flow_limits: [" + list + "]"));
  }
}
