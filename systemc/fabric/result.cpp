// SPDX-License-Identifier: Apache-2.0
/// What a run comes to: loads, latencies, verdict.
#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "cosim/foreign/switch_plugin.hpp"
#include "fabric/beats/ledger.hpp"
#include "fabric/faults/hop_check.hpp"
#include "fabric/simulation.hpp"

namespace selvage::fabric {

std::string_view to_string(DropReason r) {
  switch (r) {
    case DropReason::kNoRoute: return "no_route";
    case DropReason::kCaughtOnLink: return "caught_on_link";
    case DropReason::kSentIntoDead: return "sent_into_dead_link";
    case DropReason::kDeadPort: return "dead_port";
    case DropReason::kLostOnLink: return "lost_on_link";
    case DropReason::kLostInSwitch: return "lost_in_switch";
    case DropReason::kHostGone: return "host_gone";
    case DropReason::kBitError: return "bit_error";
    case DropReason::kCount: break;
  }
  return "?";
}

std::string_view to_string(Outcome o) {
  switch (o) {
    case Outcome::kDeliveredAll: return "delivered all";
    case Outcome::kDroppedSome: return "dropped some";
    case Outcome::kSaturated: return "saturated";
    case Outcome::kNotDrained: return "not drained";
    case Outcome::kDeadlocked: return "deadlocked";
    case Outcome::kMismatch: return "mismatch";
    case Outcome::kCheckFailed: return "check failed";
    case Outcome::kInterrupted: return "interrupted";
    case Outcome::kBudgetSpent: return "budget spent";
    case Outcome::kNothingCompared: return "nothing compared";
  }
  return "?";
}

std::uint64_t PacketCounts::dropped_total() const {
  return std::accumulate(dropped.begin(), dropped.end(), std::uint64_t{0});
}

namespace {

/// Delivered beats per host and cycle in each half of the measure phase, as far as the run came.
std::array<double, 2> accepted_halves(const Context& c, Cycle until) {
  const Cycle middle = c.timing.measure_middle();
  const auto rate = [&c](std::uint64_t beats, Cycle from, Cycle to) {
    const double host_cycles = static_cast<double>(to > from ? to - from : 1) *
                               static_cast<double>(c.topology.host_count());
    return static_cast<double>(beats) / host_cycles;
  };
  const std::uint64_t early = c.tally.early_delivered_beats;
  return {rate(early, c.timing.measure_from, std::min(until, middle)),
          rate(c.tally.measured_delivered_beats - early, middle, until)};
}

/// Beats counted in so many cycles, as a load: rounded as so many packets times their length if
/// all have one.
class LoadOf {
 public:
  LoadOf(const TrafficConfig& traffic, Cycle measured)
      : unit_(traffic.mix.empty() ? traffic.packet_beats : 1),
        scale_(static_cast<double>(unit_) / static_cast<double>(measured)) {}
  [[nodiscard]] double operator()(std::uint64_t beats) const {
    const std::uint64_t units = beats / unit_;
    return static_cast<double>(units) * scale_;
  }

 private:
  std::uint64_t unit_;
  double scale_;
};

LinkLoads link_loads(const Context& c, Cycle measured) {
  const Topology& topology = c.topology;
  const LoadOf load(c.scenario.traffic, measured);
  LinkLoads loads;
  std::uint64_t sum = 0, most = 0;
  for (SwitchIdx sw = 0; sw < topology.switch_count(); ++sw) {
    for (unsigned p = 0; p < topology.port_count(sw); ++p) {
      const auto port = static_cast<PortIdx>(p);
      if (topology.peer(sw, port).kind != PortEnd::Kind::kSwitch) continue;
      const std::uint64_t beats = c.tally.link_use.of({sw, port});
      ++loads.links;
      loads.used += beats > 0 ? 1 : 0;
      sum += beats;
      if (beats <= most) continue;
      most = beats;
      loads.worst_name = topology.port_name(sw, port);
    }
  }
  loads.worst = load(most);
  if (loads.links > 0) loads.mean = load(sum) / static_cast<double>(loads.links);
  return loads;
}

/// By switch and port; 0 where no switch is at the far end.
std::vector<double> all_link_loads(const Context& c, Cycle measured) {
  const LoadOf load(c.scenario.traffic, measured);
  std::vector<double> loads;
  loads.reserve(c.tally.link_use.ports());
  for (SwitchIdx sw = 0; sw < c.topology.switch_count(); ++sw) {
    for (unsigned p = 0; p < c.topology.port_count(sw); ++p) {
      loads.push_back(load(c.tally.link_use.of({sw, static_cast<PortIdx>(p)})));
    }
  }
  return loads;
}

LatencyStats stats_of(const kernel::Tally& t) {
  return {t.count(), t.mean(), t.percentile(50), t.percentile(99), t.max()};
}

std::vector<FlowShare> flow_shares(const Context& c, const Fabric& fabric, Cycle measured) {
  std::vector<FlowShare> shares;
  const LoadOf load(c.scenario.traffic, measured);
  for (std::size_t i = 0; i < c.tally.flows.size(); ++i) {
    const NamedFlow& flow = fabric.named_flows()[i];
    const FlowTally& tally = c.tally.flows[i];
    shares.push_back({c.topology.host_name(flow.source), c.topology.host_name(flow.destination),
                      load(tally.offered), load(tally.delivered), stats_of(tally.latency)});
  }
  return shares;
}

/// Of a run in which nothing is wrong: what became of its packets.
void weigh_packets(RunResult& r, const Context& c, const Fabric& fabric) {
  constexpr Cycle kStillArriving = 10'000;
  const bool cut = fabric.stop() == Fabric::Stop::kIdle && !c.wheel.empty();  // by the platform
  const std::string over = cut ? "the simulation was stopped" : "phases.drain is over";
  // Of a saturated fabric some packets are on their way, but they have to arrive.
  const bool arriving =
      r.cycles - c.last_delivery <= std::max(c.scenario.phases.drain / 2, kStillArriving);
  if (r.packets.in_flight > 0 && (r.packets.refused == 0 || !arriving)) {
    r.outcome = Outcome::kNotDrained;
    r.detail = over;
    if (!arriving) r.detail += fmt::format(", nothing has arrived since cycle {}", c.last_delivery);
    return;
  }
  if (r.packets.in_flight == 0 && !r.path.left.empty()) {
    r.outcome = Outcome::kNotDrained;
    r.detail = over + " and " + r.path.left;
    return;
  }
  if (r.application && r.application->due > 0) {
    r.outcome = Outcome::kNotDrained;
    r.detail = fmt::format("{} and {} of the application's {} messages are still to be sent", over,
                           r.application->due, r.application->messages);
    return;
  }
  if (r.packets.refused > 0) {
    r.outcome = Outcome::kSaturated;
    return;
  }
  r.outcome = r.packets.dropped_total() == 0 ? Outcome::kDeliveredAll : Outcome::kDroppedSome;
}

/// Why no head that left a switch was compared.
std::string no_departure(const System& system) {
  const cosim::SwitchPlugin* plugin = system.whole_plugin();
  if (plugin == nullptr || plugin->facts().settle == 0) return "no packet left a switch";
  return fmt::format(
      "no packet left a switch when all had to know: bounds.settle is {} cycles from the start and "
      "from each declaration",
      plugin->facts().settle);
}

void conclude(RunResult& r, const Fabric& fabric, const Context& c, System& system,
              const Engines& engine) {
  const auto broken = [&](const std::string& why) {
    r.outcome = Outcome::kCheckFailed;
    r.detail = why;
  };
  using Stop = Fabric::Stop;
  if (c.scoreboard.failed()) {
    r.outcome = Outcome::kMismatch;
    return;
  }
  if (!c.broken_check.empty()) return broken(c.broken_check);
  if (r.packets.offered != r.packets.accepted + r.packets.refused ||
      r.packets.accepted != r.packets.delivered + r.packets.dropped_total() + r.packets.in_flight) {
    return broken(
        "FAB-CONS: packets offered, accepted, delivered, dropped and in flight do not "
        "balance");
  }
  const bool looked = fabric.windows() != nullptr;  // each rank, before all was added
  if (const std::string why = looked ? "" : fabric.broken_path(); !why.empty()) return broken(why);
  if (const std::string why = broken_hop_bound(r); !why.empty()) return broken(why);
  if (fabric.stop() == Stop::kInterrupt) {
    r.outcome = Outcome::kInterrupted;
    return;
  }
  if (fabric.stop() == Stop::kWall) {
    r.outcome = Outcome::kBudgetSpent;
    r.detail = "limits.wall_seconds reached";
    return;
  }
  // With no event left, packets that are still in the fabric can never move again.
  const bool nothing_left = fabric.stop() == Stop::kIdle && c.wheel.empty();
  if (fabric.stop() == Stop::kStuck || (nothing_left && r.packets.in_flight > 0)) {
    r.outcome = Outcome::kDeadlocked;
    r.wait_cycle = fabric.wait_cycle();
    r.idle_since = c.last_progress;
    r.detail = fmt::format("FAB-PROG: {} packets in the fabric, nothing has moved since cycle {}",
                           r.packets.in_flight, c.last_progress);
    return;
  }
  if (r.audited && r.audit.applicable && r.audit.dead_ends + r.audit.excluded > 0 &&
      system.audit_must_hold()) {
    return broken(r.audit.requirement + ": " + r.audit.first);
  }
  const bool departures_lack =
      engine.whole_switches() &&
      c.scoreboard.block(std::string(block_of(LedgerEntry::Kind::kHeader))).compared == 0;
  if (r.packets.offered == 0 || departures_lack ||
      (engine.any(Engine::kLockstep) && c.scoreboard.compared() == 0)) {
    r.outcome = Outcome::kNothingCompared;
    r.detail = r.packets.offered == 0 ? "no packet was offered"
               : departures_lack      ? no_departure(system)
                                      : "no comparison was made";
    return;
  }
  weigh_packets(r, c, fabric);
}

}  // namespace

void Simulation::count(RunResult& r) const {
  const Context& c = context_;
  r.cycles = c.now();
  r.packets = c.tally.counts;
  r.packets.in_flight = c.packets.live() + c.share.in_flight;
  // A run that was stopped early has measured for so long only.
  const Cycle until = std::min(c.now() + 1, c.timing.measure_until);
  const Cycle measured = until > c.timing.measure_from ? until - c.timing.measure_from : 1;
  const double host_cycles =
      static_cast<double>(measured) * static_cast<double>(c.topology.host_count());
  r.offered_load = static_cast<double>(c.tally.measured_offered_beats) / host_cycles;
  r.accepted_load = static_cast<double>(c.tally.measured_delivered_beats) / host_cycles;
  r.accepted_halves = accepted_halves(c, until);
  r.latency = stats_of(c.tally.latency);
  r.links = link_loads(c, measured);
  if (options_.stories) r.link_loads = all_link_loads(c, measured);
  r.packet_hops = c.tally.packet_hops;
  r.decisions = c.tally.decisions;
  r.path = fabric_->report_path(r.sim_seconds);
  r.flows = flow_shares(c, *fabric_, measured);
  r.flaps = c.book.flaps;
  if (c.scenario.faults.lossy()) r.errors = c.tally.errors;
  if (c.scenario.traffic.receivers.in_use()) r.receivers = c.tally.receivers;
  r.messages = c.tally.messages_sent;
  r.lft_overflows = fabric_->overflows();
  r.counters = system_.counters();
  for (const SwitchIdx node : plan_.nodes) r.faulty_nodes.push_back(c.topology.switch_name(node));
  r.faults = c.book.faults;
  r.failed_nodes = c.book.deaths;
  if (c.drops) r.drop_classes = c.tally.drop_classes;
  r.hop_bound = hop_bound_of(plan_, system_);
  r.settled = c.book.settled();
  if (application_) r.application = application_->report();
}

void Simulation::judge(RunResult& r) const {
  const bool stopped =
      fabric_->stop() == Fabric::Stop::kInterrupt || fabric_->stop() == Fabric::Stop::kWall;
  if (context_.scenario.audit && r.settled && !stopped && !context_.scoreboard.failed()) {
    r.audited = true;
    const auto control = [this](SwitchIdx s) -> const SwitchControl& {
      return fabric_->at(s).control();
    };
    r.audit = system_.audit(context_.book.dead_links(), control);
  }
  conclude(r, *fabric_, context_, system_, context_.scenario.engine);
}

}  // namespace selvage::fabric
