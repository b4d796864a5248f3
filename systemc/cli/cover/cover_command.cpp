// SPDX-License-Identifier: Apache-2.0
#include "cli/cover/cover_command.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <filesystem>
#include <stdexcept>

#include "campaign/figures/summary.hpp"
#include "campaign/session.hpp"
#include "cli/commands/campaign_command.hpp"
#include "cli/cover/cover_base.hpp"
#include "cli/cover/cover_folder.hpp"
#include "cli/cover/search.hpp"
#include "cli/interrupt.hpp"
#include "cli/questions/topology_option.hpp"
#include "cli/result/run_folder.hpp"
#include "config/exit_code.hpp"
#include "config/schema.hpp"
#include "config/switch/kinds.hpp"
#include "config/text/output.hpp"

namespace selvage::cli {
namespace {

namespace fs = std::filesystem;
using kernel::grouped;
using nlohmann::json;
using nlohmann::ordered_json;

constexpr std::uint64_t kMostSeed = 1'000'000;

/// What the options mean; `why` is printed if they mean nothing.
struct Wish {
  double goal = 0.95;
  double seconds = 600;
  std::uint64_t seed = 1;
  std::uint64_t rounds = 0;
};

bool understand(const Options& o, Wish& wish) {
  const CoverCommand& c = o.cover;
  const auto percent = whole_number("--goal", c.goal, 95, 100);
  const auto rounds = whole_number("--rounds", c.rounds, 0, 1'000'000);
  const auto seed = whole_number("--seed", o.seed, 1, kMostSeed);
  if (!percent || !rounds || !seed) return false;
  wish.goal = static_cast<double>(*percent) / 100;
  wish.rounds = *rounds;
  wish.seed = *seed;
  if (!c.budget.empty()) wish.seconds = campaign::seconds_of(c.budget);
  if (wish.seconds > 0) return true;
  complain("--budget " + config::printable(c.budget), "is no time, e.g. 90s, 20m or 1.5h");
  return false;
}

/// Writes the scenario of a candidate, to be run as it is.
void write_scenario(const fs::path& file, const std::string& base, const Candidate& candidate,
                    std::uint64_t seed, const std::string& name, const std::string& comment) {
  config::Diagnostics none;
  const auto loaded = load_candidate(base, candidate, none);
  if (!loaded) throw std::runtime_error("a candidate that ran is none: " + none.text());
  json merged = loaded->scenario.merged;
  merged["seed"] = seed;
  merged["name"] = name;
  config::write_file(file, "# " + comment + "\n" + merged.dump(2) + "\n");
}

/// Drafts suite/cover_NN.yaml of each chosen scenario, and the suite that runs them: their list.
ordered_json draft_suite(const CoverFolder& folder, const std::string& base,
                         const std::string& what, const SearchResult& found) {
  ordered_json list = ordered_json::array();
  json tests = json::array();
  fs::create_directory(folder.draft() / kSuite);
  for (const Chosen& chosen : choose_suite(found.tried)) {
    const Tried& tried = found.tried[chosen.index];
    const std::string name = fmt::format("cover_{:02}", list.size() + 1);
    const std::string file = fmt::format("{}/{}.yaml", kSuite, name);
    write_scenario(folder.draft() / file, base, tried.candidate, tried.seed, name,
                   fmt::format("Meets {} situations, {} of them first.", tried.met.size(),
                               chosen.adds.size()));
    list.push_back({{"file", file}, {"met", tried.met.size()}, {"adds", chosen.adds}});
    tests.push_back({{"scenario", name + ".yaml"}});
  }
  const json suite = {{"title", fmt::format("What `selvage cover {}` has found", what)},
                      {"tests", tests}};
  if (!list.empty()) config::write_file(folder.draft() / kSuiteFile, suite.dump(2) + "\n");
  return list;
}

/// Drafts failed.yaml: what cover.json says of it.
ordered_json draft_failed(const CoverFolder& folder, const std::string& base,
                          const std::optional<FailedTry>& failed) {
  if (!failed) return nullptr;
  const std::string reason = failed->status + ": " + failed->detail;
  Candidate candidate = failed->candidate;
  candidate["engine"] = "golden";
  write_scenario(folder.draft() / kFailed, base, candidate, failed->seed, "cover_failed",
                 "Fails: " + config::printable(reason, 200));
  return {{"file", kFailed}, {"status", failed->status}, {"detail", failed->detail}};
}

ordered_json report_of(const SearchResult& found, const Wish& wish, const ordered_json& list,
                       const ordered_json& failed) {
  ordered_json never = ordered_json::array();
  for (const std::string& name : found.situations) {
    if (std::find(found.met.begin(), found.met.end(), name) == found.met.end()) {
      never.push_back(name);
    }
  }
  return {{"schema", "selvage.cover/1"},
          {"seed", wish.seed},
          {"rounds", found.rounds},
          {"tried", found.tried.size()},
          {"goal", wish.goal},
          {"situations", found.situations.size()},
          {"met", found.met.size()},
          {"never_met", never},
          {"suite", list},
          {"suite_file", list.empty() ? ordered_json() : ordered_json(kSuiteFile)},
          {"failed", failed}};
}

int conclude(const Options& o, const SearchResult& found, const ordered_json& report,
             const std::string& out) {
  std::FILE* talk = o.json ? stderr : stdout;
  const Style style(o.color, talk);
  const std::string counts = fmt::format(
      "{} of {} situations met by {} scenarios in {}/suite, of {} tried", found.met.size(),
      found.situations.size(), report["suite"].size(), out, grouped(found.tried.size()));
  if (!o.quiet) {
    for (const auto& name : report["never_met"]) {
      fmt::print(talk, "  never met {}\n", name.get<std::string>());
    }
  }
  int code = kPass;
  if (found.failed) {
    code = found.failed->exit;
    fmt::print(talk, "{} a scenario failed: {}: {}\n     selvage run {}\n", style.red("FAIL"),
               found.failed->status, found.failed->detail,
               config::shell_quoted(out + "/" + kFailed));
  } else if (found.interrupted) {
    code = kInterrupted;
    fmt::print(talk, "{} interrupted; {}\n", style.yellow("STOPPED"), counts);
  } else if (found.situations.empty()) {
    code = kNothing;
    fmt::print(talk, "{} nothing was sampled, or no round came to its end\n", style.red("FAIL"));
  } else if (found.reached) {
    fmt::print(talk, "{} {}\n", style.green("PASS"), counts);
  } else {
    code = kBudget;
    fmt::print(talk, "{} the goal is not reached; {}\n", style.yellow("STOPPED"), counts);
  }
  if (o.json) fmt::print("{}\n", campaign::json_text(report, 2));
  return code;
}

}  // namespace

int cover_command(const Options& o) {
  Wish wish;
  if (!understand(o, wish)) return kUsage;
  const auto begin = std::chrono::steady_clock::now();
  const std::string out = o.cover.out.empty() ? "out/cover" : o.cover.out;
  CoverFolder folder;
  if (std::string why; !folder.open(out, why)) {
    complain("--out " + out, why);
    return kUsage;
  }
  const auto base = cover_base(o.cover.what, folder.draft());
  if (!base) return kUsage;
  if (!base->left.empty()) {
    fmt::print(stderr, "cover: {} is below the bound of this fabric: left at its default\n",
               base->left);
  }
  if (!base->late.empty()) {
    fmt::print(stderr, "cover: {}: left out, some come behind the end of the shortest run\n",
               base->late);
  }
  const config::SwitchPlug& switches = config::switch_plug(base->loaded->scenario.sw.kind());
  const CandidateMaker maker(
      config::topology_schema(std::string(base->loaded->system->topology().kind())),
      json::parse(switches.tries), switches.own_drain);
  SearchOrder order;
  order.base = base->file;
  order.executable = own_path();
  order.folder = folder.draft().string();
  order.seed = wish.seed;
  order.jobs = o.cover.jobs;
  order.rounds = static_cast<unsigned>(wish.rounds);
  order.goal = wish.goal;
  order.limits = {&catch_interrupts(), wish.seconds, begin};
  std::string refused;  // the last candidate: why
  order.accepts = [&](const Candidate& candidate) {
    config::Diagnostics diagnostics;
    const auto loaded = load_candidate(base->file, candidate, diagnostics);
    if (!loaded) refused = diagnostics.text();
    // What a key lets happen by design is no bug that a search has found.
    return loaded && (switches.unsure == nullptr ||
                      switches.unsure(loaded->scenario, loaded->system->topology()).empty());
  };
  order.progress = [&](unsigned round, std::size_t tried, std::size_t met, std::size_t all) {
    if (!o.quiet) {
      fmt::print(stderr, "round {}: {} tried, {} of {} situations met\n", round, tried, met, all);
    }
  };
  const SearchResult found = search_scenarios(maker, order);
  if (found.none && !refused.empty()) {
    print_error(refused);
    complain("cover " + config::printable_path(o.cover.what), "no candidate of the search can run");
    return kUsage;
  }
  const ordered_json list = draft_suite(folder, base->file, o.cover.what, found);
  const ordered_json report =
      report_of(found, wish, list, draft_failed(folder, base->file, found.failed));
  // What an earlier search found is worth more than nothing.
  const bool something = !found.tried.empty() || found.failed;
  if (std::string why; something && !folder.keep(report, why)) {
    complain("--out " + out, why);
    return kInternal;
  }
  return conclude(o, found, report, out);
}

}  // namespace selvage::cli
