// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>

#include "campaign/figures/page.hpp"
#include "campaign/signature.hpp"
#include "config/exit_code.hpp"
#include "config/text/diagnostics.hpp"
#include "config/text/output.hpp"
#include "kernel/words.hpp"

namespace selvage::campaign {

namespace {

using kernel::grouped;
using kernel::plural;
using nlohmann::ordered_json;

/// What there is to be counted.
struct Tally {
  std::uint64_t runs = 0, runs_passed = 0, runs_failed = 0;
  std::uint64_t suite_runs = 0, suite_passed = 0, suite_failed = 0, known = 0;
  std::uint64_t planned = 0, done = 0, trials_failed = 0;
  std::uint64_t claims = 0, reproduced = 0, unjudged = 0, quick = 0;
  std::uint64_t cases = 0, cases_passed = 0, cases_failed = 0;
  std::uint64_t compared = 0, mismatches = 0;
};

Tally tally_of(const PageInput& in) {
  Tally t;
  for (const auto& r : in.runs) {
    const std::string outcome = outcome_of(r);
    ++t.runs;
    t.runs_passed += outcome == "pass" ? 1 : 0;
    t.runs_failed += outcome == "fail" ? 1 : 0;
    t.compared += r["compared"]["total"].get<std::uint64_t>();
    t.mismatches += r["compared"]["mismatches"].get<std::uint64_t>();
  }
  for (const auto& s : in.suites) {
    const auto count = [&](const char* key) { return s["counts"][key].get<std::uint64_t>(); };
    t.suite_runs += count("runs");
    t.suite_passed += count("pass");
    t.suite_failed += count("fail") + count("error");
    t.known += count("known");
  }
  for (const auto& c : in.campaigns) {
    const auto done = c["done"].get<std::uint64_t>();
    t.planned += std::max(c["trials"].get<std::uint64_t>(), done);
    t.done += done;
    t.trials_failed += c["failed"].size();
  }
  for (const auto& f : in.figures) {
    t.quick += f.value("quick", false) ? 1 : 0;
    for (const auto& claim : f["claims"]) {
      ++t.claims;
      const ordered_json& judged = claim["reproduced"];
      t.unjudged += judged.is_boolean() ? 0 : 1;
      t.reproduced += judged == true ? 1 : 0;
    }
  }
  for (const auto& [name, status] : in.tests) {
    ++t.cases;
    t.cases_passed += status == "run" ? 1 : 0;
    t.cases_failed += status == "fail" ? 1 : 0;
  }
  return t;
}

/// "12 of 13 runs".
std::string share(std::uint64_t part, std::uint64_t all, const char* word) {
  return fmt::format("{} of {}", grouped(part), plural(all, word));
}

ordered_json link_to(const char* id, const char* name) {
  return {{"href", std::string("#") + id}, {"name", name}};
}

/// One of the five; without `parts` it says `nothing`, in no colour.
ordered_json line(const char* css, const char* sign, const char* label,
                  const std::vector<std::string>& parts, const char* nothing,
                  const ordered_json& links) {
  return {{"class", parts.empty() ? "dim" : css},
          {"sign", sign},
          {"label", label},
          {"says", parts.empty() ? std::string(nothing) : config::join(parts, ", ")},
          {"links", parts.empty() ? ordered_json::array() : links}};
}

ordered_json green(const Tally& t, const PageInput& in) {
  std::vector<std::string> parts;
  ordered_json links = ordered_json::array();
  if (t.runs_passed > 0) parts.push_back(share(t.runs_passed, t.runs, "run") + " passed");
  if (t.suite_passed > 0) {
    parts.push_back(share(t.suite_passed, t.suite_runs, "run") + " of suites passed");
  }
  if (t.done > t.trials_failed) {
    parts.push_back(share(t.done - t.trials_failed, t.planned, "campaign trial") + " passed");
  }
  if (t.reproduced > 0) parts.push_back(share(t.reproduced, t.claims, "claim") + " reproduced");
  if (t.cases_passed > 0) parts.push_back(share(t.cases_passed, t.cases, "test case") + " passed");
  if (!in.runs.empty()) links.push_back(link_to("runs", "runs"));
  if (!in.campaigns.empty()) links.push_back(link_to("campaigns", "campaigns"));
  return line("ok", "\u2713", "green", parts, "nothing has passed", links);
}

ordered_json red(const Tally& t, const PageInput& in) {
  const std::size_t kinds = failures_of(in).size();
  std::vector<std::string> parts;
  ordered_json links = ordered_json::array();
  if (t.runs_failed > 0) parts.push_back(plural(t.runs_failed, "run") + " failed");
  if (t.trials_failed > 0) parts.push_back(plural(t.trials_failed, "campaign trial") + " failed");
  if (kinds > 0) {
    parts.back() += fmt::format(", of {}", plural(kinds, "kind"));
    links.push_back(link_to("failures", "failures"));
  }
  if (t.suite_failed > 0) {
    parts.push_back(plural(t.suite_failed, "run") + " of suites failed");
    links.push_back(link_to("suites", "suites"));
  }
  if (t.cases_failed > 0) {
    parts.push_back(plural(t.cases_failed, "test case") + " failed");
    if (!in.plan.empty()) links.push_back(link_to("plan", "verification plan"));
  }
  return line("bad", "\u2717", "red", parts, "nothing has failed", links);
}

ordered_json open(const Tally& t, const PageInput& in) {
  std::vector<std::string> parts;
  ordered_json links = ordered_json::array();
  const auto part = [&](std::uint64_t n, const char* word, const char* what) {
    if (n > 0) parts.push_back(plural(n, word) + " " + what);
  };
  part(t.runs - t.runs_passed - t.runs_failed, "run", "cut short");
  part(t.known, "run", "of suites known to fail");
  part(t.suite_runs - std::min(t.suite_runs, t.suite_passed + t.suite_failed + t.known), "run",
       "of suites not finished");
  part(t.planned - t.done, "campaign trial", "still to be made");
  part(t.claims - t.reproduced - t.unjudged, "claim", "not reproduced");
  part(t.unjudged, "claim", "not judged");
  part(t.quick, "figure", "made of fewer trials");
  part(t.cases - t.cases_passed - t.cases_failed, "test case", "not run");
  part(in.left_out.size(), "file", "left out");
  if (!in.left_out.empty()) links.push_back(link_to("left-out", "left out"));
  return line("mid", "\u2026", "open", parts, "nothing is left open", links);
}

ordered_json never_met(const PageCoverage& coverage) {
  std::vector<std::string> parts;
  const auto never = coverage.never_met.size();
  if (coverage.runs > 0) {
    const std::string all = plural(coverage.situations, "situation");
    parts.push_back(never == 0 ? "none of " + all : fmt::format("{} of {}", grouped(never), all));
    parts.back() += ", in " + plural(coverage.runs, "run") + (coverage.runs > 1 ? " together" : "");
  }
  return line(never == 0 ? "ok" : "mid", "\u25cb", "never met", parts,
              "not known: no run here counts situations",
              ordered_json::array({link_to("never-met", "the list")}));
}

ordered_json compared(const Tally& t) {
  std::vector<std::string> parts;
  if (t.compared > 0) {
    parts = {plural(t.compared, "comparison") + " of RTL with the golden model",
             t.mismatches == 1 ? "1 mismatch" : grouped(t.mismatches) + " mismatches"};
  }
  return line(t.mismatches == 0 ? "ok" : "bad", "=", "compared", parts,
              "nothing: no run here compares RTL with the golden model", ordered_json::array());
}

}  // namespace

std::string suite_counts(const ordered_json& counts) {
  const auto count = [&](const char* key) { return counts[key].get<std::uint64_t>(); };
  std::string out = fmt::format("{} of {} passed", grouped(count("pass")), grouped(count("runs")));
  for (const auto& [key, words] : {std::pair{"fail", "failed"},
                                   {"known", "known failures"},
                                   {"error", "refused or crashed"},
                                   {"undecided", "cut short"},
                                   {"not_run", "not run"}}) {
    if (count(key) > 0) out += fmt::format(", {} {}", grouped(count(key)), words);
  }
  return out;
}

std::string outcome_of(const ordered_json& run) {
  const auto code = run["exit_code"].get<int>();
  if (code == kPass) return "pass";
  return code == kBudget || code == kInterrupted ? "open" : "fail";
}

std::string from_page(std::string command, const std::string& folder) {
  static const std::string own = " scenario.yaml ";
  const auto at = command.find(own);
  if (at == std::string::npos || folder.empty() || folder == ".") return command;
  return command.replace(at + 1, own.size() - 2, config::shell_quoted(folder + "/scenario.yaml"));
}

std::map<std::string, Failure> failures_of(const PageInput& in) {
  std::map<std::string, Failure> kinds;
  const auto count = [&](const std::string& kind, const Failure& one) {
    ++kinds.try_emplace(kind, one).first->second.times;
  };
  for (const auto& r : in.runs) {
    if (outcome_of(r) != "fail") continue;
    count(signature(r),
          {0, r["seed"].dump(), field_text(r, "_folder"), field_text(r, "reproduce")});
  }
  for (const auto& c : in.campaigns) {
    const auto seeds = c["seeds"].get<std::uint64_t>();
    const auto first = c["first_seed"].get<std::uint64_t>();
    for (const auto& f : c["failed"]) {
      const auto trial = f["trial"].get<std::uint64_t>();
      count(field_text(f, "kind"), {0, std::to_string(first + trial % seeds),
                                    fmt::format("{}/trials/{:06}", field_text(c, "_folder"), trial),
                                    from_page(field_text(f, "replay"), field_text(c, "_folder"))});
    }
  }
  return kinds;
}

ordered_json front_lines(const PageInput& in) {
  const Tally t = tally_of(in);
  return ordered_json::array(
      {green(t, in), red(t, in), open(t, in), never_met(in.coverage), compared(t)});
}

}  // namespace selvage::campaign
