// SPDX-License-Identifier: Apache-2.0
#include "campaign/figures/page.hpp"

#include <fmt/format.h>

#include <cmath>
#include <set>

#include "campaign/figures/page_template.hpp"
#include "campaign/figures/plot.hpp"
#include "kernel/words.hpp"

namespace selvage::campaign {

namespace {

using kernel::grouped;
using kernel::plural;
using nlohmann::ordered_json;

ordered_json links_of(const PageInput& in, const std::string& folder) {
  ordered_json links = ordered_json::array();
  const auto found = in.links.find(folder);
  if (found == in.links.end()) return links;
  for (const Link& link : found->second) {
    links.push_back({{"name", link.name}, {"href", link.address}});
  }
  return links;
}

void add_failures(const PageInput& in, ordered_json& j) {
  ordered_json rows = ordered_json::array();
  for (const auto& [kind, seen] : failures_of(in)) {
    ordered_json waves = ordered_json::array();
    const auto found = in.links.find(seen.folder);
    for (const Link& link : found == in.links.end() ? std::vector<Link>() : found->second) {
      if (!link.command.empty()) waves.push_back({{"command", link.command}});
    }
    rows.push_back({{"kind", kind},
                    {"times", grouped(seen.times)},
                    {"seed", seen.seed},
                    {"folder", seen.folder},
                    {"links", links_of(in, seen.folder)},
                    {"replay", seen.replay},
                    {"waves", waves}});
  }
  std::uint64_t of_suites = 0;
  for (const auto& s : in.suites) {
    of_suites +=
        s["counts"]["fail"].get<std::uint64_t>() + s["counts"]["error"].get<std::uint64_t>();
  }
  j["suites_failed"] = ordered_json::array();
  if (of_suites > 0) {
    j["suites_failed"].push_back({{"says", fmt::format("{} of suites: their pages have them",
                                                       plural(of_suites, "failure"))}});
  }
  j["has_failures"] = !rows.empty();
  j["failures"] = std::move(rows);
}

void add_left_out(const PageInput& in, ordered_json& j) {
  j["has_left_out"] = !in.left_out.empty();
  j["left_out"] = ordered_json::array();
  for (const LeftOut& one : in.left_out) {
    j["left_out"].push_back({{"file", one.file}, {"why", one.why}});
  }
}

void add_suites(const PageInput& in, ordered_json& j) {
  j["has_suites"] = !in.suites.empty();
  j["suites"] = ordered_json::array();
  for (const auto& s : in.suites) {
    const std::string status = field_text(s, "status");
    const std::string folder = field_text(s, "_folder");
    const std::string seed = field_text(s, "seed");
    j["suites"].push_back({{"name", field_text(s, "name")},
                           {"seed", seed.empty() ? "each its own" : seed},
                           {"folder", folder},
                           {"links", links_of(in, folder)},
                           {"class", status == "pass"        ? "ok"
                                     : status == "cut_short" ? "mid"
                                                             : "bad"},
                           {"verdict", status == "cut_short" ? "cut short" : status},
                           {"counts", suite_counts(s["counts"])},
                           {"reproduce", field_text(s, "reproduce")}});
  }
}

void add_runs(const PageInput& in, ordered_json& j) {
  j["has_runs"] = !in.runs.empty();
  j["runs"] = ordered_json::array();
  for (const auto& r : in.runs) {
    const std::string outcome = outcome_of(r);
    const ordered_json coverage = r.value("coverage", ordered_json());
    const std::string folder = field_text(r, "_folder");
    j["runs"].push_back(
        {{"scenario", field_text(r["scenario"], "name")},
         {"seed", r["seed"].dump()},
         {"folder", folder},
         {"links", links_of(in, folder)},
         {"class", outcome == "pass"   ? "ok"
                   : outcome == "open" ? "mid"
                                       : "bad"},
         {"verdict", outcome == "pass" ? "pass" : field_text(r, "status")},
         {"fabric", field_text(r["topology"], "label") + " " + field_text(r, "engine")},
         {"met", coverage.is_object() ? fmt::format("{} of {}", shown_number(coverage["met"]),
                                                    shown_number(coverage["situations"]))
                                      : std::string()},
         {"compared", shown_number(r["compared"]["total"])},
         {"mismatches", shown_number(r["compared"]["mismatches"])},
         {"delivered", shown_number(r["packets"]["delivered"])},
         {"latency", shown_number(r["latency"]["mean"])},
         {"cycles", shown_number(r["wall"]["cycles_per_second"])},
         {"hops", shown_number(r["wall"]["packet_hops_per_second"])}});
  }
}

ordered_json claim_rows(const ordered_json& claims) {
  ordered_json rows = ordered_json::array();
  for (const auto& claim : claims) {
    const ordered_json& judged = claim["reproduced"];
    const std::string note = field_text(claim, "note");
    rows.push_back({{"id", field_text(claim, "id")},
                    {"says", field_text(claim, "says")},
                    {"measured", field_text(claim, "measured") + field_text(claim, "not_judged")},
                    {"has_note", !note.empty()},
                    {"note", note},
                    {"class", judged == true ? "ok" : "mid"},
                    {"verdict", judged == true        ? "reproduced"
                                : judged.is_boolean() ? "not reproduced"
                                                      : "not judged"}});
  }
  return rows;
}

ordered_json figure_row(const ordered_json& figure) {
  const std::string source = field_text(figure, "source");
  const std::string svg = field_text(figure, "_svg");
  ordered_json row{
      {"name", field_text(figure, "name")},
      {"title", field_text(figure, "title")},
      {"quick", figure.value("quick", false)},
      {"picture", ordered_json::array()},
      {"setup", source + (source.empty() ? "" : ". Set-up: ") + field_text(figure, "setup")},
      {"unsteady", ordered_json::array()},
      {"has_claims", !figure["claims"].empty()},
      {"claims", claim_rows(figure["claims"])}};
  if (!svg.empty()) {
    // An image of its own, in which browsers run nothing.
    row["picture"].push_back({{"src", "data:image/svg+xml," + percent_encoded(svg, "-._/:=,")}});
  }
  for (const auto& point : figure.value("unsteady", ordered_json::array())) {
    row["unsteady"].push_back({{"point", point}});
  }
  return row;
}

/// Figures of the papers; those that repeat nothing go beyond them.
void add_figures(const PageInput& in, ordered_json& j) {
  ordered_json papers = ordered_json::array();
  ordered_json beyond = ordered_json::array();
  for (const auto& figure : in.figures) {
    (field_text(figure, "source").empty() ? beyond : papers).push_back(figure_row(figure));
  }
  j["groups"] = ordered_json::array();
  if (!papers.empty()) {
    j["groups"].push_back(
        {{"id", "figures"}, {"heading", "Figures of the papers"}, {"figures", papers}});
  }
  if (!beyond.empty()) {
    j["groups"].push_back(
        {{"id", "beyond"}, {"heading", "Beyond the papers"}, {"figures", beyond}});
  }
}

ordered_json plain_cell(const std::string& text, const char* css) {
  return {{"class", css}, {"text", text}, {"between", ordered_json::array()}};
}

ordered_json interval_cell(const ordered_json& value) {
  ordered_json cell = plain_cell(shown_number(value["mean"]), "n");
  if (value["mean"].is_number() && value["low"].is_number() && value["low"] != value["mean"]) {
    cell["between"].push_back({{"range", fmt::format("{} to {}", shown_number(value["low"]),
                                                     shown_number(value["high"]))}});
  }
  return cell;
}

/// "5 to 12"; seeds are words of commands, so nothing stands between their digits.
std::string seeds_of(const ordered_json& campaign) {
  const auto seeds = campaign["seeds"].get<std::uint64_t>();
  const auto first = campaign["first_seed"].get<std::uint64_t>();
  return seeds == 1 ? std::to_string(first) : fmt::format("{} to {}", first, first + seeds - 1);
}

void add_points(const ordered_json& campaign, ordered_json& row) {
  row["heads"] = ordered_json::array();
  row["points"] = ordered_json::array();
  for (const auto& point : campaign["points"]) {
    const bool first = row["points"].empty();
    ordered_json cells = ordered_json::array();
    for (const auto& [name, level] : point["levels"].items()) {
      if (first) row["heads"].push_back({{"class", ""}, {"name", name}});
      cells.push_back(plain_cell(level.get<std::string>(), ""));
    }
    if (first) row["heads"].push_back({{"class", ""}, {"name", "seeds"}});
    cells.push_back(plain_cell(seeds_of(campaign), ""));
    for (const auto& [name, value] : point["values"].items()) {
      if (first) row["heads"].push_back({{"class", "n"}, {"name", name}});
      cells.push_back(interval_cell(value));
    }
    row["points"].push_back({{"cells", cells}});
  }
}

void add_campaigns(const PageInput& in, ordered_json& j) {
  std::set<std::string> drawn;  // folders with a figure of their own
  for (const auto& figure : in.figures) drawn.insert(field_text(figure, "_folder"));
  j["has_campaigns"] = !in.campaigns.empty();
  j["campaigns"] = ordered_json::array();
  for (const auto& c : in.campaigns) {
    const std::string folder = field_text(c, "_folder");
    const bool figure = drawn.count(folder) > 0;
    ordered_json row{{"number", j["campaigns"].size() + 1},
                     {"name", field_text(c, "name")},
                     {"title", field_text(c, "title")},
                     {"seeds", seeds_of(c)},
                     {"folder", folder},
                     {"links", links_of(in, folder)},
                     {"trials", shown_number(c["trials"])},
                     {"done", shown_number(c["done"])},
                     {"failed", grouped(c["failed"].size())},
                     {"class", c["failed"].empty() ? "" : "bad"},
                     {"seconds", fmt::format("{:.1f}", c.value("_wall", 0.0))},
                     {"example", from_page(field_text(c, "example"), folder)}};
    row.update(plots_of(figure ? ordered_json{{"points", ordered_json::array()}} : c));
    if (figure) row["note"].push_back({{"text", "Drawn in its figure."}});
    add_points(c, row);
    j["campaigns"].push_back(std::move(row));
  }
}

void add_coverage(const PageCoverage& coverage, ordered_json& j) {
  const auto never = coverage.never_met.size();
  j["has_coverage"] = coverage.runs > 0;
  j["has_never"] = never > 0;
  j["never_says"] = fmt::format(
      "{} of {} of the specification met, {} never, in {}, trials of campaigns among them.",
      grouped(coverage.situations - never), plural(coverage.situations, "situation"),
      grouped(never), plural(coverage.runs, "run"));
  j["never"] = ordered_json::array();
  for (const auto& s : coverage.never_met) {
    j["never"].push_back({{"name", s.name}, {"requirements", s.requirements}, {"text", s.text}});
  }
}

/// Class and words for the cases of one requirement.
std::pair<const char*, std::string> status_of(const ordered_json& cases,
                                              const std::map<std::string, std::string>& tests) {
  if (cases.empty()) return {"dim", "no test case is named"};
  if (tests.empty()) return {"dim", "no results given"};
  std::uint64_t good = 0;
  std::uint64_t bad = 0;
  for (const auto& name : cases) {
    const auto found = tests.find(name.get<std::string>());
    if (found == tests.end()) continue;
    ++(found->second == "run" ? good : bad);
  }
  const std::uint64_t unknown = cases.size() - good - bad;
  if (bad > 0) return {"bad", fmt::format("{} failed", bad)};
  if (good == 0) return {"mid", "without result"};
  if (unknown == 0) return {"ok", "passed"};
  return {"mid", fmt::format("{} passed, {} without result", good, unknown)};
}

void add_plan(const PageInput& in, ordered_json& j) {
  std::uint64_t passed = 0;
  j["has_plan"] = !in.plan.empty();
  j["plan"] = ordered_json::array();
  for (const auto& [requirement, names] : in.plan.items()) {
    ordered_json cases = ordered_json::array();
    for (const auto& name : names) cases.push_back({{"name", name}});
    const auto [css, status] = status_of(names, in.tests);
    passed += std::string(css) == "ok" ? 1 : 0;
    j["plan"].push_back(
        {{"requirements", requirement}, {"cases", cases}, {"class", css}, {"status", status}});
  }
  j["plan_says"] =
      plural(in.plan.size(), "row") +
      (in.tests.empty() ? std::string("; no results of tests were given (--junit FILE).")
                        : fmt::format("; all cases passed in {} of them.", grouped(passed)));
}

/// Where the page's parts are, in their order.
ordered_json navigation(const ordered_json& j) {
  ordered_json nav = ordered_json::array();
  const auto part = [&](bool there, const char* id, const char* name) {
    if (there) nav.push_back({{"id", id}, {"name", name}});
  };
  part(true, "failures", "failures");
  part(j["has_left_out"].get<bool>(), "left-out", "left out");
  part(j["has_suites"].get<bool>(), "suites", "suites");
  part(j["has_runs"].get<bool>(), "runs", "runs");
  for (const auto& group : j["groups"]) {
    const bool papers = group["id"] == "figures";
    part(true, papers ? "figures" : "beyond",
         papers ? "figures of the papers" : "beyond the papers");
  }
  part(j["has_campaigns"].get<bool>(), "campaigns", "campaigns");
  part(j["has_coverage"].get<bool>(), "never-met", "never met");
  part(j["has_plan"].get<bool>(), "plan", "verification plan");
  part(true, "provenance", "provenance");
  return nav;
}

}  // namespace

std::string field_text(const ordered_json& j, const char* key) {
  if (!j.is_object() || !j.contains(key) || j[key].is_null()) return "";
  return j[key].is_string() ? j[key].get<std::string>() : j[key].dump();
}

std::string shown_number(const ordered_json& value) {
  if (value.is_number_unsigned()) return grouped(value.get<std::uint64_t>());
  if (value.is_number_integer()) {
    const auto whole = value.get<std::int64_t>();
    const auto size = static_cast<std::uint64_t>(whole);
    return whole < 0 ? "-" + grouped(0 - size) : grouped(size);
  }
  if (!value.is_number()) return "";
  const auto number = value.get<double>();
  const double size = std::abs(number);
  if (size < 1000 || size >= 1e15) return fmt::format("{:.5g}", number);
  return (number < 0 ? "-" : "") + grouped(static_cast<std::uint64_t>(std::llround(size)));
}

std::string page(const PageInput& in) {
  ordered_json j{{"head", page_head(in.title)}, {"front", front_lines(in)}};
  add_failures(in, j);
  add_left_out(in, j);
  add_suites(in, j);
  add_runs(in, j);
  add_figures(in, j);
  add_campaigns(in, j);
  add_coverage(in.coverage, j);
  add_plan(in, j);
  j["provenance"] = ordered_json::array();
  for (const auto& [key, value] : in.build.items()) {
    j["provenance"].push_back(
        {{"key", key}, {"value", value.is_string() ? value.get<std::string>() : value.dump()}});
  }
  j["nav"] = navigation(j);
  return filled(kReportTemplate, j);
}

}  // namespace selvage::campaign
