// SPDX-License-Identifier: Apache-2.0
#include "cli/result/verdict.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "cli/dut/run_dut.hpp"
#include "cli/result/application.hpp"
#include "cli/result/disturbances.hpp"
#include "cli/whole/run_whole.hpp"
#include "config/switch/kinds.hpp"
#include "cosim/plugs.hpp"
#include "kernel/words.hpp"

namespace selvage::cli {
namespace {

using fabric::FaultEvent;
using fabric::Outcome;
using fabric::RunResult;
using kernel::plural;

constexpr std::size_t kFaultsShown = 8;

/// Rows of two columns; a repeated label is left out.
class Table {
 public:
  explicit Table(const Style& style) : style_(style) {}
  void row(const std::string& label, const std::string& text) {
    const std::string shown = label == last_ ? "" : label;
    last_ = label;
    fmt::format_to(std::back_inserter(out_), "  {} {}\n", style_.dim(fmt::format("{:<9}", shown)),
                   text);
  }
  [[nodiscard]] const std::string& text() const { return out_; }

 private:
  const Style& style_;
  std::string last_;
  std::string out_;
};

std::string cycle_or_dash(Cycle c) { return c == kNever ? std::string("-") : grouped(c); }

std::string detection(const FaultEvent& f) {
  return fmt::format(
      "{:<12} {:<4} {:>9}  detected {:>9}, {:>9}  last change {:>9}  {}, {}, {} lost", f.name,
      "died", f.preset ? "preset" : grouped(f.failed), cycle_or_dash(f.detected[0]),
      cycle_or_dash(f.detected[1]), cycle_or_dash(f.last_change), plural(f.hops, "hop"),
      plural(f.messages, "message"), plural(f.packets_lost, "packet"));
}

std::string recovery(const fabric::RepairEvent& r) {
  if (r.repaired == kNever) return fmt::format("{:<12} back       not before the run ended", "");
  return fmt::format("{:<12} {:<4} {:>9}  up again {:>9}, {:>9}  last change {:>9}  {}, {}", "",
                     "back", cycle_or_dash(r.repaired), cycle_or_dash(r.detected[0]),
                     cycle_or_dash(r.detected[1]), cycle_or_dash(r.last_change),
                     plural(r.hops, "hop"), plural(r.messages, "message"));
}

void death_rows(const RunResult& r, Table& table) {
  std::size_t reached = 0;
  for (const fabric::NodeEvent& n : r.failed_nodes) {
    if (!n.happened) continue;
    if (++reached > kFaultsShown) continue;
    table.row("switches", fmt::format("{:<12} {:<4} {:>9}  back {:>9}  {} lost in it or of its "
                                      "hosts",
                                      n.name, "died", grouped(n.failed), cycle_or_dash(n.back),
                                      plural(n.packets_lost, "packet")));
  }
  if (reached > kFaultsShown) {
    table.row("switches", fmt::format("and {} more, all in result.json", reached - kFaultsShown));
  }
}

void fault_rows(const RunResult& r, Table& table) {
  std::size_t reached = 0;
  for (const FaultEvent& f : r.faults) {
    if (!f.happened) continue;
    if (++reached > kFaultsShown) continue;
    table.row("faults", detection(f));
    if (f.repair) table.row("faults", recovery(*f.repair));
  }
  if (reached > kFaultsShown) {
    table.row("faults", fmt::format("and {} more, all in result.json", reached - kFaultsShown));
  }
  if (reached < r.faults.size()) {
    table.row("faults", fmt::format("the run ended before {}",
                                    plural(r.faults.size() - reached, "more fault")));
  }
}

void compared_rows(const FinishedRun& run, const Style& style, Table& table) {
  for (const BlockCount& b : run.scoreboard.blocks()) {
    // A block that stands with another engine beside those that are compared.
    if (b.compared == 0 && b.mismatches == 0 && !run.scenario.engine.own().empty()) continue;
    const std::string text =
        fmt::format("{:<14} {:>12}, {}", b.kind, grouped(b.compared),
                    b.mismatches == 1 ? "1 mismatch" : grouped(b.mismatches) + " mismatches");
    table.row("compared", b.mismatches == 0 ? text : style.red(text));
  }
  if (run.scoreboard.blocks().empty()) {
    table.row("compared", fmt::format("nothing (engine {})", to_string(run.scenario.engine)));
  }
}

void audit_row(const FinishedRun& run, const Style& style, Table& table) {
  const RunResult& r = run.result;
  const AuditReport& a = r.audit;
  if (!r.audited) {
    table.row("audit", r.settled ? "not made"
                                 : "not made: the news of a fault or a repair was still under way");
  } else if (!a.applicable) {
    table.row("audit", style.yellow("not applicable: " + a.why_not));
  } else if (a.dead_ends + a.excluded == 0) {
    table.row(
        "audit",
        fmt::format("{} settled decisions exact ({}){}", grouped(a.checked), a.requirement,
                    a.unreachable_pairs == 0
                        ? ""
                        : ", " + plural(a.unreachable_pairs, "host pair") + " without any path"));
  } else {
    const std::string text =
        fmt::format("{} of {} settled decisions wrong: {}", grouped(a.dead_ends + a.excluded),
                    grouped(a.checked), a.first);
    table.row("audit", run.system.audit_must_hold() ? style.red(text) : style.yellow(text));
    if (!run.system.audit_must_hold()) {
      table.row("audit", "no failure: the rule asked for does not promise more");
    }
  }
}

void hops_row(const RunResult& r, const Style& style, Table& table) {
  if (!r.hop_bound) {
    if (std::any_of(r.faults.begin(), r.faults.end(),
                    [](const FaultEvent& f) { return f.repair.has_value(); })) {
      table.row("spread", "no bound on hops: links come back");
    }
    return;
  }
  unsigned most = 0;
  for (const FaultEvent& f : r.faults) most = std::max(most, f.hops);
  const std::string text = fmt::format(
      "{} from a detection to its last change, {} {} ({})", plural(most, "hop"),
      r.hop_bound->exact ? "has to be" : "at most", r.hop_bound->hops, r.hop_bound->requirement);
  table.row("spread", most <= r.hop_bound->hops ? text : style.red(text));
}

void packet_rows(const RunResult& r, Table& table) {
  const fabric::PacketCounts& p = r.packets;
  table.row("packets", fmt::format("{} offered = {} accepted + {} refused", grouped(p.offered),
                                   grouped(p.accepted), grouped(p.refused)));
  table.row("packets", fmt::format("{} accepted = {} delivered + {} dropped + {} in flight",
                                   grouped(p.accepted), grouped(p.delivered),
                                   grouped(p.dropped_total()), grouped(p.in_flight)));
  std::string reasons;
  for (std::size_t i = 0; i < fabric::kDropReasons; ++i) {
    if (p.dropped[i] == 0) continue;
    reasons += fmt::format("{}{} {}", reasons.empty() ? "" : ", ", grouped(p.dropped[i]),
                           to_string(static_cast<fabric::DropReason>(i)));
  }
  if (!reasons.empty()) table.row("dropped", reasons);
  if (r.drop_classes && p.dropped[static_cast<std::size_t>(fabric::DropReason::kNoRoute)] > 0) {
    const auto of = [&](DropClass c) {
      return grouped((*r.drop_classes)[static_cast<std::size_t>(c)]);
    };
    table.row("no_route", fmt::format("{} undeliverable, {} stranded on their way, {} while the "
                                      "news of a fault or repair spread",
                                      of(DropClass::kUndeliverable), of(DropClass::kStranded),
                                      of(DropClass::kTransient)));
  }
  std::string counters;
  for (const NamedCount& c : r.counters) {
    std::string name = c.name;
    std::replace(name.begin(), name.end(), '_', ' ');
    counters += fmt::format("{}{} {}", counters.empty() ? "" : ", ", grouped(c.value), name);
  }
  if (!counters.empty()) table.row("counted", counters);
}

void flow_rows(const RunResult& r, Table& table) {
  if (r.flows.empty()) return;
  double sum = 0, least = r.flows[0].accepted, most = least;
  for (const fabric::FlowShare& f : r.flows) {
    sum += f.accepted;
    least = std::min(least, f.accepted);
    most = std::max(most, f.accepted);
  }
  table.row("flows", fmt::format("{}: {:.4f} accepted, {:.4f} to {:.4f} each", r.flows.size(), sum,
                                 least, most));
}

std::string table_of(const FinishedRun& run, const std::string& result_path, const Style& style) {
  const Scenario& s = run.scenario;
  const RunResult& r = run.result;
  const Topology& t = run.system.topology();
  std::string engine(to_string(s.engine));
  if (const std::string build = rtl_build(run); !build.empty()) engine += ", " + build;
  Table table(style);
  table.row("fabric", fmt::format("{}: {}, {}", t.label(), plural(t.host_count(), "host"),
                                  grouped(t.switch_count()) + " switches"));
  table.row("engine", fmt::format("{}; seed {}", engine, s.seed));
  if (!run.whole.is_null()) table.row("switch", whole_text(run.whole));
  if (!run.dut.is_null()) table.row("dut", dut_text(run.dut, run.system, s.sw.route_latency));
  compared_rows(run, style, table);
  audit_row(run, style, table);
  if (!r.faulty_nodes.empty()) {
    std::string names;
    for (std::size_t i = 0; i < std::min(kFaultsShown, r.faulty_nodes.size()); ++i) {
      names += " " + r.faulty_nodes[i];
    }
    table.row("faults", fmt::format("{}:{}{}", plural(r.faulty_nodes.size(), "faulty node"), names,
                                    r.faulty_nodes.size() > kFaultsShown ? " ..." : ""));
  }
  death_rows(r, table);
  fault_rows(r, table);
  hops_row(r, style, table);
  if (r.lft_overflows > 0) {
    table.row("tables", style.yellow(plural(r.lft_overflows, "fault record") +
                                     " lost: a link fault table was full"));
  }
  packet_rows(r, table);
  table.row("load", fmt::format("{:.4f} offered, {:.4f} accepted, of the link bandwidth",
                                r.offered_load, r.accepted_load));
  table.row("latency", fmt::format("mean {:.1f}, median {}, 99 % {}, max {} cycles ({})",
                                   r.latency.mean, grouped(r.latency.p50), grouped(r.latency.p99),
                                   grouped(r.latency.max), plural(r.latency.count, "packet")));
  for (const fabric::PathRow& row : r.path.rows) {
    table.row(row.label, row.warn ? style.yellow(row.text) : row.text);
  }
  flow_rows(r, table);
  if (r.application) table.row("messages", application_row(*r.application));
  for (const auto& [label, text] : disturbance_rows(r)) table.row(label, text);
  const double wall = std::max(r.sim_seconds, 1e-9);
  table.row(
      "simulated",
      fmt::format("{} cycles, {} packet-hops in {:.2f} s: {} cycles/s, {} packet-hops/s",
                  grouped(r.cycles), grouped(r.packet_hops), r.sim_seconds,
                  grouped(static_cast<std::uint64_t>(static_cast<double>(r.cycles) / wall)),
                  grouped(static_cast<std::uint64_t>(static_cast<double>(r.packet_hops) / wall))));
  table.row("result", result_path);
  if (run.timeline) {
    table.row("timeline", result_path.substr(0, result_path.rfind('/') + 1) + kTimelineSvg);
  }
  return style.bold(s.name) + "\n" + table.text() + "\n";
}

std::string agreement(const FinishedRun& run) {
  return run.scoreboard.compared() == 0
             ? std::string()
             : fmt::format("; RTL and golden model agree in all {} comparisons",
                           grouped(run.scoreboard.compared()));
}

/// The outcome in words, without the leading PASS or FAIL.
std::string sentence(const FinishedRun& run) {
  const RunResult& r = run.result;
  const fabric::PacketCounts& p = r.packets;
  const std::string detail = r.detail.empty() ? "" : ": " + r.detail;
  switch (r.outcome) {
    case Outcome::kDeliveredAll:
      return fmt::format("delivered all {} packets{}", grouped(p.accepted), agreement(run));
    case Outcome::kDroppedSome:
      return fmt::format(
          "delivered {} of {} packets, the other {} dropped for the reasons "
          "counted{}",
          grouped(p.delivered), grouped(p.accepted), grouped(p.dropped_total()), agreement(run));
    case Outcome::kSaturated:
      return fmt::format("saturated: {} of {} packets refused by full hosts, {} dropped{}{}",
                         grouped(p.refused), grouped(p.offered), grouped(p.dropped_total()),
                         p.in_flight == 0 ? std::string()
                                          : fmt::format(", {} still in flight when phases.drain "
                                                        "ended",
                                                        grouped(p.in_flight)),
                         agreement(run));
    case Outcome::kNotDrained:
      return fmt::format("not drained: {} packets still in flight{}", grouped(p.in_flight), detail);
    case Outcome::kDeadlocked: return "deadlocked" + detail;
    case Outcome::kMismatch: {
      const auto& first = run.scoreboard.first();
      return fmt::format("RTL and golden model disagree at cycle {}, switch {}{}",
                         first ? grouped(first->cycle) : "?", first ? first->switch_name : "?",
                         detail);
    }
    case Outcome::kCheckFailed: return "a check failed" + detail;
    case Outcome::kInterrupted:
      return fmt::format("interrupted at cycle {}{}", grouped(r.cycles), detail);
    case Outcome::kBudgetSpent:
      return fmt::format("out of time at cycle {}{}", grouped(r.cycles), detail);
    case Outcome::kNothingCompared: return "nothing was tested" + detail;
  }
  return detail;
}

/// For a run that passed although a defect was switched on: where it shows.
std::string uncaught_bugs(const FinishedRun& run, const Style& style) {
  std::string out;
  const SystemPlug* plug = find_plug(run.system.topology().kind());
  if (plug == nullptr) return out;
  for (const BugInfo& bug : config::bugs_for(*plug)) {
    const auto& on = run.scenario.bugs;
    if (std::find(on.begin(), on.end(), bug.name) == on.end()) continue;
    // What is not compared may well have gone another way.
    const Engines& engines = run.scenario.engine;
    const bool all = !bug.in_rtl || engines.only(Engine::kLockstep) || engines.whole_switches();
    const std::string what =
        all ? "nothing in this run met it"
            : "nothing that was compared met it (engine " + to_string(engines) + ")";
    out += style.yellow(fmt::format("bug.{} is on and {}", bug.name, what)) +
           fmt::format("; it shows {}in {}\n", all ? "" : "in lockstep ", bug.shown_by);
  }
  return out;
}

}  // namespace

std::string mismatch_report(const Mismatch& m, const Style& style) {
  std::string where = fmt::format("cycle {}, switch {}", m.cycle, m.switch_name);
  if (!m.port.empty()) where += ", port " + m.port;
  if (m.packet) where += fmt::format(", packet {}", *m.packet);
  std::string out =
      fmt::format("{} {} of {}, {}\n", style.red("mismatch"), m.what, m.block, m.requirement);
  out += fmt::format("  at        {}\n  expected  {} (golden model)\n  actual    {} (RTL)\n", where,
                     m.expected, m.actual);
  for (std::size_t i = 0; i < m.buffers.size(); ++i) {
    out += fmt::format("  {:<9} {}\n", i == 0 ? "buffers" : "", m.buffers[i]);
  }
  for (std::size_t i = 0; i < m.recent.size(); ++i) {
    out += fmt::format("  {:<9} {}\n", i == 0 ? "before" : "", m.recent[i]);
  }
  return out;
}

std::string verdict(const FinishedRun& run, const std::string& result_path, const Style& style,
                    bool brief) {
  std::string out = brief ? "" : table_of(run, result_path, style);
  if (const auto& first = run.scoreboard.first()) out += mismatch_report(*first, style);
  const auto& cycle = run.result.wait_cycle;
  for (std::size_t i = 0; i < cycle.size(); ++i) {
    out += fmt::format("  {} {}\n", i == 0 ? "waits    " : "  -> for ", cycle[i]);
  }
  const int code = exit_code(run.result.outcome);
  const bool no_verdict = run.result.outcome == Outcome::kInterrupted ||
                          run.result.outcome == Outcome::kNotDrained ||
                          run.result.outcome == Outcome::kBudgetSpent;
  const std::string mark = code == 0    ? style.green("PASS")
                           : no_verdict ? style.yellow("STOPPED")
                                        : style.red("FAIL");
  const auto& application = run.result.application;
  out += fmt::format("{} {}{}\n", mark, sentence(run),
                     application ? "; " + application_clause(*application) : "");
  if (!run.waves.is_null()) {
    out += fmt::format("waves: {} waves {}\n", run.program, shell_quoted(result_path));
  }
  if (!run.dut.is_null() && run.dut["waves"]) out += dut_waves_text(result_path);
  if (code == 0) out += uncaught_bugs(run, style);
  if (code != 0) out += fmt::format("reproduce: {}\n", run.reproduce);
  return out;
}

}  // namespace selvage::cli
