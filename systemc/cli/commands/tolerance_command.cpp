// SPDX-License-Identifier: Apache-2.0
#include "cli/commands/tolerance_command.hpp"

#include <fmt/format.h>

#include <chrono>
#include <stdexcept>

#include "cli/questions/topology_option.hpp"
#include "cli/terminal.hpp"
#include "config/exit_code.hpp"
#include "config/text/diagnostics.hpp"
#include "kernel/statistics.hpp"
#include "tolerance/enumerate.hpp"

namespace selvage::cli {
namespace {

using nlohmann::ordered_json;
using tolerance::Tally;

ordered_json share(std::uint64_t hits, const Tally& tally, bool exact) {
  const kernel::Interval i =
      exact ? kernel::exact_share(hits, tally.sets) : kernel::wilson(hits, tally.sets);
  return {{"sets", hits}, {"share", i.mean}, {"low", i.low}, {"high", i.high}};
}

struct Job {
  unsigned faults = 0;
  bool all = false;  ///< every set once
  bool by_symmetry = false;
  std::uint64_t sets = 0;  ///< random ones, unless `all`
  std::uint64_t seed = 1;
  std::uint64_t first = 0;
};

Tally count(tolerance::Engine& engine, const Job& job, const tolerance::Watch& watch) {
  if (!job.all) return count_random(engine, job.faults, job.seed, job.first, job.sets, watch);
  return job.by_symmetry ? count_all_by_symmetry(engine, job.faults, watch)
                         : count_all(engine, job.faults, watch);
}

ordered_json report_of(const tolerance::Engine& engine, const Job& job, const Tally& t,
                       double seconds) {
  const double pairs_all = static_cast<double>(t.sets);
  ordered_json j;
  j["schema"] = "selvage.tolerance/1";
  j["status"] = "counted";
  j["topology"] = engine.topology().label();
  j["faults"] = job.faults;
  j["exact"] = job.all;
  j["seed"] = job.seed;
  j["first"] = job.first;
  j["sets"] = t.sets;
  j["intolerable"] = share(t.intolerable, t, job.all);
  j["not_tolerated"] = share(t.not_tolerated, t, job.all);
  j["needless"] = share(t.needless, t, job.all);
  j["disconnected_pairs"] = static_cast<double>(t.disconnected) / pairs_all;
  j["undelivered_pairs"] = static_cast<double>(t.undelivered) / pairs_all;
  j["most_entries"] = t.most_entries;
  j["orders"] = {{"any", t.sets - t.worst - t.listed}, {"worst", t.worst}, {"listed", t.listed}};
  j["worked_out"] = t.evaluated;
  j["wall"] = {{"seconds", seconds},
               {"sets_per_second", seconds > 0 ? static_cast<double>(t.evaluated) / seconds : 0}};
  return j;
}

/// Which order of messages the counts are facts for (TOL-ORDER).
void print_orders(std::uint64_t any, std::uint64_t worst, std::uint64_t listed) {
  fmt::print("  {:<14}any order of messages gives the same in {} sets\n", "order", grouped(any));
  if (worst > 0) {
    fmt::print("  {:<14}in {} the worst one counts; another may lose less\n", "", grouped(worst));
  }
  if (listed > 0) {
    fmt::print(
        "  {:<14}{} were played: links die at once, ends notice in the order listed, messages "
        "go oldest first; another order may lose other pairs\n",
        "", grouped(listed));
  }
}

void print(const ordered_json& j) {
  const auto sets_of = [&](const char* order) { return j["orders"][order].get<std::uint64_t>(); };
  const char* of_order = "";  // "no path" is the same in every order
  const auto line = [&](const char* what, const ordered_json& s) {
    fmt::print("  {:<14}{} of {} sets, {:.6g}", what, grouped(s["sets"]), grouped(j["sets"]),
               s["share"].get<double>());
    if (j["exact"].get<bool>()) fmt::print(" (exact{})\n", of_order);
    else
      fmt::print(", 95 % interval {:.6g} to {:.6g}\n", s["low"].get<double>(),
                 s["high"].get<double>());
  };
  fmt::print("{}, {} dead links\n", j["topology"].get<std::string>(), j["faults"].get<unsigned>());
  line("no path", j["intolerable"]);
  if (sets_of("worst") > 0) of_order = ", worst order";
  if (sets_of("listed") > 0) of_order = ", for the order played";
  line("not delivered", j["not_tolerated"]);
  line("needlessly", j["needless"]);
  print_orders(sets_of("any"), sets_of("worst"), sets_of("listed"));
  fmt::print("  {:<14}{:.6g} without a path, {:.6g} not delivered, of each set\n", "pairs",
             j["disconnected_pairs"].get<double>(), j["undelivered_pairs"].get<double>());
  fmt::print("  {:<14}{} lines at most in a switch\n", "tables",
             j["most_entries"].get<std::uint64_t>());
  fmt::print("  {:<14}{} sets worked out in {:.3g} s, {} sets/s\n", "work",
             grouped(j["worked_out"]), j["wall"]["seconds"].get<double>(),
             grouped(static_cast<std::uint64_t>(j["wall"]["sets_per_second"].get<double>())));
}

constexpr const char* kSchema = R"json({
  "type": "object", "additionalProperties": false,
  "properties": {
    "schema": {"type": "string"}, "status": {"type": "string"}, "topology": {"type": "string"},
    "faults": {"type": "integer"}, "exact": {"type": "boolean"}, "seed": {"type": "integer"},
    "first": {"type": "integer"}, "sets": {"type": "integer"},
    "disconnected_pairs": {"type": "number"}, "undelivered_pairs": {"type": "number"},
    "most_entries": {"type": "integer"},
    "orders": {
      "description": "Sets by the order of messages that not_tolerated and needless are facts for: any one, the one that loses most, or as the links are listed, oldest first.",
      "type": "object",
      "properties": {
        "any": {"type": "integer"}, "worst": {"type": "integer"}, "listed": {"type": "integer"}
      }
    },
    "worked_out": {"type": "integer"}, "wall": {"type": "object"}
  }
})json";

/// The work that the options order; empty after complaints.
std::optional<Job> understood(const Options& o, const tolerance::Engine& engine) {
  const ToleranceCommand& c = o.tolerance;
  Job job;
  const std::uint32_t links = engine.topology().fallible_link_count();
  const auto faults = whole_number("--faults", c.faults, 0, links);
  const auto sets = whole_number("--sets", c.sets == "all" ? "" : c.sets, 1000, 1'000'000'000'000);
  const auto seed = whole_number("--seed", o.seed, 1, ~std::uint64_t{0} >> 11);
  const auto first = whole_number("--first", c.first, 0, 1'000'000'000'000);
  const bool order_known = c.order.empty() || c.order == "worst" || c.order == "listed";
  if (!order_known) {
    complain("--order " + config::printable(c.order), "not one of worst, listed");
  }
  if (!faults || !sets || !seed || !first || !order_known) return std::nullopt;
  job.faults = static_cast<unsigned>(*faults);
  job.sets = *sets;
  job.seed = *seed;
  job.first = *first;
  const auto there_are = tolerance::set_count(links, job.faults);
  job.all = c.sets == "all" || (there_are && *there_are <= job.sets);
  job.by_symmetry = c.symmetry;
  return job;
}

}  // namespace

nlohmann::json tolerance_schema() {
  nlohmann::json schema = nlohmann::json::parse(kSchema);
  for (const char* share : {"intolerable", "not_tolerated", "needless"}) {
    schema["properties"][share] = {{"type", "object"},
                                   {"properties",
                                    {{"sets", {{"type", "integer"}}},
                                     {"share", {{"type", "number"}}},
                                     {"low", {{"type", "number"}}},
                                     {"high", {{"type", "number"}}}}}};
  }
  return schema;
}

int tolerance_command(const Options& o) {
  const ToleranceCommand& c = o.tolerance;
  nlohmann::json extra = nlohmann::json::object();
  if (!c.rule.empty()) extra["rule"] = c.rule;
  const bool any_size = c.lft_entries == "any";
  const auto lines = whole_number("--lft-entries", any_size ? "" : c.lft_entries, 0, 64);
  if (!lines) return kUsage;
  if (!any_size && !c.lft_entries.empty()) extra["lft_entries"] = *lines;
  const auto system = golden_system(c.topology, extra);
  if (!system) return kUsage;
  try {
    const auto engine = system->tolerance(any_size);
    if (!engine) {
      complain("topology", std::string(system->topology().kind()) + " has no tolerance engine");
      return kUsage;
    }
    const auto job = understood(o, *engine);
    if (!job) return kUsage;
    if (o.check) return kPass;
    if (!job->all && job->sets == 0) {
      print_error("nothing counted: --sets 0\n");
      return kNothing;
    }
    engine->take(c.order == "listed" ? tolerance::Order::kListed : tolerance::Order::kWorst);
    const auto begin = std::chrono::steady_clock::now();
    const Tally tally = [&] {
      Progress progress(!o.quiet);
      return count(*engine, *job, [&](std::uint64_t done, std::uint64_t all, std::uint64_t failed) {
        progress.work("fault sets", done, all,
                      failed == 0 ? "" : fmt::format("{} not tolerated", grouped(failed)));
      });
    }();
    const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - begin;
    const ordered_json report = report_of(*engine, *job, tally, taken.count());
    if (o.json) fmt::print("{}\n", report.dump());
    else print(report);
    return tally.sets > 0 ? kPass : kNothing;
  } catch (const tolerance::Unsound& e) {
    print_error(fmt::format("mismatch {}\n", e.what()));
    return kFail;
  } catch (const std::invalid_argument& e) {
    complain("tolerance", e.what());
    return kUsage;
  }
}

}  // namespace selvage::cli
