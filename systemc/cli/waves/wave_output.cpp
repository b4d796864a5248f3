// SPDX-License-Identifier: Apache-2.0
#include "cli/waves/wave_output.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "fabric/record/wave_scope.hpp"
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

waves::Story story_of(const FinishedRun& run, const WavePlan& plan) {
  waves::Story story;
  story.clock_ns = run.scenario.clock_ns;
  const Topology& t = run.system.topology();
  const FaultEvent* fault = main_fault(run, plan);
  const auto& mismatch = run.scoreboard.first();
  const auto mark = [&](Cycle cycle, const std::string& name) {
    if (cycle != kNever) story.moments.push_back({cycle, name});
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
    story.event = fault->failed;
  }
  if (mismatch) {
    mark(mismatch->cycle, "mismatch");
    story.event = mismatch->cycle;
  }
  std::stable_sort(story.moments.begin(), story.moments.end(),
                   [](const auto& a, const auto& b) { return a.cycle < b.cycle; });

  const fabric::WaveRecord& record = run.result.waves;
  story.from = record.from;
  story.until = record.until;
  if (!plan.asked && mismatch) {
    story.from = std::max(record.from, mismatch->cycle - std::min<Cycle>(mismatch->cycle, 60));
    story.until = mismatch->cycle + 20;
  } else if (!plan.asked && fault != nullptr && fault->last_change != kNever) {
    const bool back = fault->repair && fault->repair->last_change != kNever;
    const Cycle last = back ? fault->repair->last_change : fault->last_change;
    const Cycle pad = std::max<Cycle>(8, (last - fault->failed) / 8);
    story.from = std::max(record.from, fault->failed - std::min(fault->failed, pad));
    story.until = std::min(record.until, last + 3 * pad);
  }

  const auto end_of = [&](SwitchIdx s) -> std::string {
    if (mismatch && t.switch_name(s) == mismatch->switch_name) return ", of the mismatch";
    if (fault == nullptr) return "";
    if (fault->link.sw == s) return ", lower end of " + fault->name;
    if (t.peer(fault->link.sw, fault->link.port).index == s) return ", upper end of " + fault->name;
    return "";
  };
  const auto suspect_port = [&](SwitchIdx s) -> std::optional<unsigned> {
    if (!mismatch || t.switch_name(s) != mismatch->switch_name) return std::nullopt;
    for (unsigned p = 0; p < t.port_count(s); ++p) {
      if (t.port_name(s, static_cast<PortIdx>(p)) == mismatch->port) return p;
    }
    return std::nullopt;
  };
  const auto port_captions = [&](SwitchIdx s) {
    std::vector<std::string> captions;
    for (unsigned p = 0; p < t.port_count(s); ++p) {
      const PortEnd far = t.peer(s, static_cast<PortIdx>(p));
      captions.push_back(far.kind == PortEnd::Kind::kSwitch ? "to " + t.switch_name(far.index)
                         : far.kind == PortEnd::Kind::kHost ? "to host " + t.host_name(far.index)
                                                            : "");
    }
    return captions;
  };
  for (const SwitchIdx s : plan.switches) {
    story.actors.push_back(
        {fabric::wave_scope(t.switch_name(s)), "switch " + t.switch_name(s) + end_of(s),
         mismatch && t.switch_name(s) == mismatch->switch_name, port_captions(s), suspect_port(s)});
  }
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
