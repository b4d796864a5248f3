// SPDX-License-Identifier: Apache-2.0
#include "cli/result/result_json.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "cli/build_info.hpp"
#include "cli/cover/coverage_json.hpp"
#include "cli/result/application.hpp"
#include "cli/result/disturbances.hpp"
#include "cli/result/result_schema.hpp"
#include "config/exit_code.hpp"
#include "config/switch/kinds.hpp"

namespace selvage::cli {
namespace {

using nlohmann::ordered_json;

ordered_json cycle_or_null(Cycle cycle) {
  return cycle == kNever ? ordered_json(nullptr) : ordered_json(cycle);
}

ordered_json packets_json(const fabric::PacketCounts& p) {
  ordered_json dropped = ordered_json::object();
  for (std::size_t i = 0; i < fabric::kDropReasons; ++i) {
    dropped[std::string(to_string(static_cast<fabric::DropReason>(i)))] = p.dropped[i];
  }
  return {{"offered", p.offered},     {"accepted", p.accepted}, {"refused", p.refused},
          {"delivered", p.delivered}, {"dropped", dropped},     {"in_flight", p.in_flight}};
}

ordered_json drop_classes_json(const fabric::RunResult& r) {
  if (!r.drop_classes) return nullptr;
  const auto of = [&](DropClass c) { return (*r.drop_classes)[static_cast<std::size_t>(c)]; };
  return {{"undeliverable", of(DropClass::kUndeliverable)},
          {"stranded", of(DropClass::kStranded)},
          {"transient", of(DropClass::kTransient)}};
}

ordered_json latency_json(const fabric::LatencyStats& l) {
  return {{"packets", l.count}, {"mean", l.mean}, {"p50", l.p50}, {"p99", l.p99}, {"max", l.max}};
}

/// Cycles between two events; null unless both have happened in this order.
ordered_json cycles_between(Cycle from, Cycle to) {
  if (from == kNever || to == kNever || to < from) return nullptr;
  return to - from;
}

/// What the news of a death or a return has done; `detected` by its ends.
void add_spread(ordered_json& j, const fabric::Spread& s, Cycle since,
                const std::array<Cycle, 2>& detected) {
  j["last_change"] = cycle_or_null(s.last_change);
  j["hops"] = s.hops;
  j["messages"] = s.messages;
  j["switches"] = s.switches.size();
  j["changes"] = s.changes;
  j["tables_after"] = cycles_between(since, s.last_change);
  j["spread_cycles"] = cycles_between(std::max(detected[0], detected[1]), s.last_change);
}

ordered_json repair_json(const std::optional<fabric::RepairEvent>& r) {
  if (!r) return nullptr;
  ordered_json j{{"at", r->at},
                 {"repaired", cycle_or_null(r->repaired)},
                 {"detected", {cycle_or_null(r->detected[0]), cycle_or_null(r->detected[1])}}};
  add_spread(j, *r, r->repaired, r->detected);
  j["packet_after"] = cycles_between(r->repaired, r->first_packet);
  return j;
}

ordered_json faults_json(const std::vector<fabric::FaultEvent>& faults) {
  ordered_json out = ordered_json::array();
  for (const fabric::FaultEvent& f : faults) {
    ordered_json j{{"link", f.name},
                   {"preset", f.preset},
                   {"failed", cycle_or_null(f.failed)},
                   {"detected", {cycle_or_null(f.detected[0]), cycle_or_null(f.detected[1])}}};
    add_spread(j, f, f.failed, f.detected);
    j["packets_lost"] = f.packets_lost;
    j["node"] = f.node.empty() ? ordered_json(nullptr) : ordered_json(f.node);
    j["repair"] = repair_json(f.repair);
    out.push_back(std::move(j));
  }
  return out;
}

ordered_json failed_nodes_json(const std::vector<fabric::NodeEvent>& nodes) {
  ordered_json out = ordered_json::array();
  for (const fabric::NodeEvent& n : nodes) {
    out.push_back({{"node", n.name},
                   {"failed", cycle_or_null(n.failed)},
                   {"repair", n.repair ? ordered_json(*n.repair) : ordered_json(nullptr)},
                   {"back", cycle_or_null(n.back)},
                   {"packets_lost", n.packets_lost}});
  }
  return out;
}

ordered_json hop_bound_json(const fabric::RunResult& r) {
  if (!r.hop_bound) return nullptr;
  return {{"hops", r.hop_bound->hops},
          {"exact", r.hop_bound->exact},
          {"requirement", r.hop_bound->requirement}};
}

ordered_json flows_json(const fabric::RunResult& r) {
  ordered_json list = ordered_json::array();
  double sum = 0, squares = 0;
  for (const fabric::FlowShare& f : r.flows) {
    sum += f.accepted;
    squares += f.accepted * f.accepted;
    list.push_back({{"from", f.from},
                    {"to", f.to},
                    {"offered", f.offered},
                    {"accepted", f.accepted},
                    {"latency", latency_json(f.latency)}});
  }
  if (list.empty()) return nullptr;
  const double fairness =
      squares > 0 ? sum * sum / (static_cast<double>(r.flows.size()) * squares) : 0.0;
  return {{"accepted", sum}, {"fairness", fairness}, {"list", list}};
}

ordered_json audit_json(const fabric::RunResult& r) {
  if (!r.audited) return nullptr;
  const AuditReport& a = r.audit;
  return {{"applicable", a.applicable},   {"why_not", a.why_not},
          {"checked", a.checked},         {"dead_ends", a.dead_ends},
          {"excluded", a.excluded},       {"unreachable_pairs", a.unreachable_pairs},
          {"requirement", a.requirement}, {"first", a.first}};
}

ordered_json compared_json(const Scoreboard& scoreboard) {
  ordered_json blocks = ordered_json::array();
  std::uint64_t mismatches = 0;
  for (const BlockCount& b : scoreboard.blocks()) {
    mismatches += b.mismatches;
    blocks.push_back({{"kind", b.kind}, {"compared", b.compared}, {"mismatches", b.mismatches}});
  }
  return {{"total", scoreboard.compared()}, {"mismatches", mismatches}, {"blocks", blocks}};
}

ordered_json wall_json(const fabric::RunResult& r) {
  const double s = r.wall_seconds;
  const auto rate = [s](std::uint64_t n) { return s > 0 ? static_cast<double>(n) / s : 0.0; };
  return {{"seconds", s},
          {"cycles_per_second", rate(r.cycles)},
          {"packet_hops_per_second", rate(r.packet_hops)}};
}

}  // namespace

int exit_code(fabric::Outcome outcome) {
  using fabric::Outcome;
  switch (outcome) {
    case Outcome::kDeliveredAll:
    case Outcome::kDroppedSome:
    case Outcome::kSaturated: return kPass;
    case Outcome::kNotDrained: return kBudget;
    case Outcome::kDeadlocked:
    case Outcome::kMismatch:
    case Outcome::kCheckFailed: return kFail;
    case Outcome::kInterrupted: return kInterrupted;
    case Outcome::kBudgetSpent: return kBudget;
    case Outcome::kNothingCompared: return kNothing;
  }
  return kInternal;
}

std::string status_name(fabric::Outcome outcome) {
  std::string name(to_string(outcome));
  std::replace(name.begin(), name.end(), ' ', '_');
  return name;
}

ordered_json mismatch_json(const Mismatch& m) {
  return {
      {"cycle", m.cycle},    {"switch", m.switch_name},
      {"port", m.port},      {"packet", m.packet ? ordered_json(*m.packet) : ordered_json(nullptr)},
      {"block", m.block},    {"requirement", m.requirement},
      {"what", m.what},      {"expected", m.expected},
      {"actual", m.actual},  {"recent", m.recent},
      {"buffers", m.buffers}};
}

std::string rtl_build(const FinishedRun& run) {
  std::string all = run.system.rtl_build();
  const auto of_switches = config::switch_plug(run.scenario.sw.kind()).rtl_build;
  const std::string own = of_switches == nullptr ? "" : of_switches(run.scenario, run.system);
  if (run.scenario.engine.whole_switches() && !own.empty()) return own;
  return all + (all.empty() || own.empty() ? "" : ", ") + own;
}

ordered_json result_json(const FinishedRun& run) {
  const Scenario& s = run.scenario;
  const fabric::RunResult& r = run.result;
  const Topology& topology = run.system.topology();
  ordered_json j;
  j["schema"] = kResultId;
  j["status"] = status_name(r.outcome);
  j["exit_code"] = exit_code(r.outcome);
  j["detail"] = r.detail;
  j["scenario"] = {{"name", s.name}, {"file", s.file}};
  j["reproduce"] = run.reproduce;
  j["arguments"] = run.arguments;
  j["seed"] = s.seed;
  j["engine"] = std::string(to_string(s.engine.preset()));
  j["engines"] = ordered_json::object();
  for (const auto& [block, engine] : s.engine.own()) j["engines"][block] = to_string(engine);
  j["rtl_build"] = rtl_build(run);
  j["dut"] = run.dut;
  if (!run.whole.is_null()) j["switch_plugin"] = run.whole;
  j["topology"] = {{"label", topology.label()},
                   {"switches", topology.switch_count()},
                   {"hosts", topology.host_count()}};
  j["cycles"] = r.cycles;
  j["packets"] = packets_json(r.packets);
  j["no_route"] = drop_classes_json(r);
  j["load"] = {{"offered", r.offered_load},
               {"accepted", r.accepted_load},
               {"first_half", r.accepted_halves[0]},
               {"second_half", r.accepted_halves[1]}};
  j["latency"] = latency_json(r.latency);
  j["links"] = {{"links", r.links.links},
                {"used", r.links.used},
                {"mean", r.links.mean},
                {"worst", r.links.worst},
                {"worst_name", r.links.worst_name}};
  j["packet_hops"] = r.packet_hops;
  j["decisions"] = r.decisions;
  j["compared"] = compared_json(run.scoreboard);
  j["coverage"] = coverage_json(run.scoreboard.coverage());
  for (const config::SwitchPlug& plug : config::switch_plugs()) {
    if (plug.result_key.empty()) continue;
    j[std::string(plug.result_key)] =
        plug.kind == s.sw.kind() ? r.path.block : ordered_json(nullptr);
  }
  j["flows"] = flows_json(r);
  if (r.application) j["application"] = application_json(*r.application);
  add_disturbances(j, r);
  j["messages"] = r.messages;
  j["lft_overflows"] = r.lft_overflows;
  j["counters"] = ordered_json::object();
  for (const NamedCount& c : r.counters) j["counters"][c.name] = c.value;
  j["settled"] = r.settled;
  j["faulty_nodes"] = r.faulty_nodes;
  j["failed_nodes"] = failed_nodes_json(r.failed_nodes);
  j["faults"] = faults_json(r.faults);
  j["hop_bound"] = hop_bound_json(r);
  j["timeline"] = run.timeline ? ordered_json{{"svg", kTimelineSvg}, {"trace", kTimelineTrace}}
                               : ordered_json(nullptr);
  j["audit"] = audit_json(r);
  const auto& first = run.scoreboard.first();
  j["mismatch"] = first ? mismatch_json(*first) : ordered_json(nullptr);
  j["wait_cycle"] = r.wait_cycle;
  j["idle_since"] = r.idle_since ? ordered_json(*r.idle_since) : ordered_json(nullptr);
  j["config"] = ordered_json(s.merged);
  j["build"] = build_info();
  j["waves"] = run.waves;
  j["wall"] = wall_json(r);
  return j;
}

}  // namespace selvage::cli
