// SPDX-License-Identifier: Apache-2.0
#include "cli/waves/wave_output.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "config/switch/kinds.hpp"
#include "fabric/record/wave_scope.hpp"
#include "golden/number.hpp"
#include "waves/view.hpp"

namespace selvage::cli {
namespace {

using fabric::FaultEvent;
using nlohmann::ordered_json;

/// The last failure in the window of the link that the story is about.
const FaultEvent* main_fault(const FinishedRun& run, const WavePlan& plan) {
  const FaultEvent* last = nullptr;
  if (!plan.fault) return last;
  for (const FaultEvent& f : run.result.faults) {
    const bool same = f.link.sw == plan.fault->sw && f.link.port == plan.fault->port;
    if (same && (last == nullptr || f.failed < run.result.waves.until)) last = &f;
  }
  return last;
}

/// What is marked in the waves, by cycle.
std::vector<waves::Moment> moments_of(const FinishedRun& run, const FaultEvent* fault) {
  std::vector<waves::Moment> moments;
  const auto mark = [&](Cycle cycle, const std::string& name) {
    if (cycle != kNever) moments.push_back({cycle, name});
  };
  if (fault != nullptr) {
    mark(fault->failed, "fault");
    const bool both = fault->detected[0] != kNever && fault->detected[1] != kNever;
    mark(std::min(fault->detected[0], fault->detected[1]), "detected");
    if (both) mark(std::max(fault->detected[0], fault->detected[1]), "detected too");
    mark(fault->last_change, "last change");
    if (fault->repair) {
      const fabric::RepairEvent& repair = *fault->repair;
      mark(repair.repaired, "repaired");
      mark(std::min(repair.detected[0], repair.detected[1]), "up again");
      if (std::max(repair.detected[0], repair.detected[1]) != kNever) {
        mark(std::max(repair.detected[0], repair.detected[1]), "up again too");
      }
      mark(repair.last_change, "last change by repair");
    }
  }
  if (const auto& mismatch = run.scoreboard.first()) {
    mark(mismatch->cycle, "mismatch");
    const Cycle later = run.result.waves.rtl_later;
    if (later != 0) mark(mismatch->cycle + later, "mismatch in RTL");
  }
  if (const auto stopped = run.result.idle_since) mark(*stopped, "deadlock");
  std::stable_sort(moments.begin(), moments.end(),
                   [](const auto& a, const auto& b) { return a.cycle < b.cycle; });
  return moments;
}

/// The part of the record that shows the story, with the cursor on what it is about.
void set_window(waves::Story& story, const FinishedRun& run, const WavePlan& plan,
                const FaultEvent* fault) {
  const fabric::WaveRecord& record = run.result.waves;
  const auto& mismatch = run.scoreboard.first();
  const std::optional<Cycle> stopped = run.result.idle_since;
  const auto before = [&](Cycle cycle, Cycle by) {
    return std::max(record.from, cycle - std::min(cycle, by));
  };
  story.from = record.from;
  story.until = record.until;
  if (fault != nullptr) story.event = fault->failed;
  if (mismatch) story.event = mismatch->cycle;
  else if (stopped) story.event = stopped;
  if (plan.asked) return;
  if (mismatch) {
    story.from = before(mismatch->cycle, record.rtl_later == 0 ? 60 : 20);
    story.until = mismatch->cycle + record.rtl_later + 20;
  } else if (stopped) {
    story.from = before(*stopped, 1000);
    story.until = std::min(record.until, *stopped + 200);
  } else if (fault != nullptr && fault->last_change != kNever) {
    const bool back = fault->repair && fault->repair->last_change != kNever;
    const Cycle last = back ? fault->repair->last_change : fault->last_change;
    const Cycle pad = std::max<Cycle>(8, (last - fault->failed) / 8);
    story.from = before(fault->failed, pad);
    story.until = std::min(record.until, last + 3 * pad);
  }
}

/// Where each port leads to.
std::vector<std::string> port_captions(const Topology& topology, SwitchIdx sw) {
  std::vector<std::string> captions;
  for (unsigned p = 0; p < topology.port_count(sw); ++p) {
    const PortEnd far = topology.peer(sw, static_cast<PortIdx>(p));
    captions.push_back(far.kind == PortEnd::Kind::kSwitch ? "to " + topology.switch_name(far.index)
                       : far.kind == PortEnd::Kind::kHost
                           ? "to host " + topology.host_name(far.index)
                           : "");
  }
  return captions;
}

waves::Actor actor_of(const FinishedRun& run, const FaultEvent* fault, SwitchIdx sw) {
  const Topology& t = run.system.topology();
  const std::string name = t.switch_name(sw);
  const auto& mismatch = run.scoreboard.first();
  waves::Actor actor;
  actor.scope = fabric::wave_scope(name);
  actor.caption = "switch " + name;
  actor.ports = port_captions(t, sw);
  actor.suspect = mismatch && name == mismatch->switch_name;
  if (actor.suspect) {
    actor.caption += ", of the mismatch";
  } else if (fault != nullptr && fault->link.sw == sw) {
    actor.caption += ", lower end of " + fault->name;
  } else if (fault != nullptr && t.peer(fault->link.sw, fault->link.port).index == sw) {
    actor.caption += ", upper end of " + fault->name;
  }
  if (actor.suspect) actor.block = mismatch->block;
  if (run.scenario.engine.whole_switches())
    actor.roles = config::switch_plug(run.scenario.sw.kind()).rtl_roles;
  for (unsigned p = 0; p < t.port_count(sw); ++p) {
    const std::string port = t.port_name(sw, static_cast<PortIdx>(p));
    if (actor.suspect && port == mismatch->port) actor.places.push_back({p, mismatch->row});
    // "A P -> B Q vc0": packets that come to B by Q wait.
    const std::string end = fmt::format("-> {} {} vc", name, port);
    for (const std::string& channel : run.result.wait_cycle) {
      const std::size_t at = channel.find(end);
      if (at == std::string::npos) continue;
      actor.places.push_back({p, parse_number<unsigned>(channel.substr(at + end.size()))});
    }
  }
  if (actor.stuck()) actor.caption += ", in the cycle";
  return actor;
}

waves::Story story_of(const FinishedRun& run, const WavePlan& plan) {
  waves::Story story;
  story.clock_ns = run.scenario.clock_ns;
  const FaultEvent* fault = main_fault(run, plan);
  story.deadlock = run.result.idle_since.has_value();
  story.asked = plan.asked;
  story.moments = moments_of(run, fault);
  set_window(story, run, plan, fault);
  for (const SwitchIdx s : plan.switches) story.actors.push_back(actor_of(run, fault, s));
  return story;
}

}  // namespace

ordered_json finish_waves(const FinishedRun& run, const WavePlan& plan,
                          const std::filesystem::path& out) {
  const fabric::WaveRecord& record = run.result.waves;
  if (!record.made) {
    fmt::print(stderr, "waves: none, the run ended at cycle {} before the window {}:{}\n",
               run.result.cycles, plan.from, plan.until);
    return nullptr;
  }
  std::string why;
  if (!waves::write_view((out / kWaveFile).string(), (out / kViewFile).string(),
                         story_of(run, plan), why)) {
    fmt::print(stderr, "waves: error: {}\n", why);
    return nullptr;
  }
  ordered_json names = ordered_json::array();
  for (const SwitchIdx s : plan.switches) names.push_back(run.system.topology().switch_name(s));
  return {{"file", kWaveFile},
          {"view", kViewFile},
          {"from", record.from},
          {"until", record.until},
          {"switches", names}};
}

}  // namespace selvage::cli
