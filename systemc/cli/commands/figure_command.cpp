// SPDX-License-Identifier: Apache-2.0
#include "cli/commands/figure_command.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <filesystem>
#include <stdexcept>

#include "campaign/figures/figure.hpp"
#include "campaign/figures/summary.hpp"
#include "cli/commands/campaign_command.hpp"
#include "cli/commands/report_command.hpp"
#include "cli/questions/topology_option.hpp"
#include "cli/result/result_json.hpp"
#include "config/exit_code.hpp"
#include "mpi/join.hpp"

namespace selvage::cli {
namespace {

namespace fs = std::filesystem;
using campaign::Account;
using campaign::Figure;
using nlohmann::ordered_json;

constexpr const char* kFolder = "scenarios/figures";

/// Files asked for; empty after a complaint.
std::vector<std::string> files_of(const std::string& name) {
  std::vector<std::string> files;
  if (name != "all") {
    const fs::path inside = fs::path(kFolder) / (name + ".yaml");
    const std::string file = fs::exists(inside) ? inside.string() : name;
    if (fs::is_regular_file(file)) return {file};
  }
  std::error_code code;
  std::vector<std::string> names;
  for (fs::directory_iterator it(kFolder, code), end; !code && it != end; it.increment(code)) {
    if (it->path().extension() != ".yaml") continue;
    files.push_back(it->path().string());
    names.push_back(it->path().stem().string());
  }
  std::sort(files.begin(), files.end());
  if (name == "all" && !files.empty()) return files;
  std::sort(names.begin(), names.end());
  complain("figure " + config::printable(name),
           files.empty() ? std::string("there is nothing in ./") + kFolder
                         : "is none of " + config::join(names, ", ") + ", all");
  return {};
}

/// Runs gnuplot; empty, and a complaint, if it fails.
std::string draw(const Figure& figure, const fs::path& script) {
  std::string why;
  if (!write_atomically(script.string(), campaign::gnuplot_input(figure), why)) {
    complain("figure", why);
    return "";
  }
  std::FILE* pipe =
      popen(("gnuplot --default-settings < " + shell_quoted(script.string())).c_str(), "r");
  std::string svg;
  std::array<char, 4096> part{};
  while (pipe != nullptr && std::feof(pipe) == 0 && std::ferror(pipe) == 0) {
    svg.append(part.data(), std::fread(part.data(), 1, part.size(), pipe));
  }
  if (pipe == nullptr || pclose(pipe) != 0 || svg.find("</svg>") == std::string::npos) {
    complain("figure", "gnuplot did not draw " + script.string());
    return "";
  }
  fs::remove(script);
  return svg;
}

ordered_json verdict_json(const Figure& figure, const ordered_json& summary, bool quick) {
  ordered_json j{{"schema", "selvage.figure/1"},
                 {"name", figure.name()},
                 {"title", figure.spec.value("title", "")},
                 {"source", figure.spec.value("source", "")},
                 {"setup", figure.spec.value("setup", "")},
                 {"quick", quick},
                 {"trials", summary["trials"]},
                 {"done", summary["done"]},
                 {"svg", figure.name() + ".svg"},
                 {"csv", figure.name() + ".csv"},
                 {"claims", ordered_json::array()},
                 {"unsteady", figure.unsteady}};
  for (const auto& v : figure.verdicts) {
    j["claims"].push_back(
        {{"id", v.id},
         {"says", v.says},
         {"measured", v.measured},
         {"reproduced", v.unjudged.empty() ? ordered_json(v.reproduced) : ordered_json(nullptr)},
         {"not_judged", v.unjudged},
         {"note", v.note}});
  }
  return j;
}

/// Trials that are missing or failed would be judged as if there were no more: nothing is drawn,
/// and what an earlier run drew stays.
void tell_unjudged(const Options& o, const campaign::Plan& plan, const Account& account,
                   std::FILE* talk) {
  const auto& failed = account.summary["failed"];
  const auto done = account.summary["done"].get<std::uint64_t>();
  fmt::print(talk, "{}: {} of {} trials done, {} failed: nothing is drawn or judged\n", plan.name,
             done, plan.trials(), failed.size());
  if (!failed.empty()) {
    fmt::print(talk, "  {}\n  {}\n", config::printable(failed[0]["detail"].get<std::string>(), 200),
               replay(o, plan, account, failed[0]["trial"]));
  }
  if (done < plan.trials()) fmt::print(talk, "  --resume goes on\n");
}

/// Draws and judges one figure of a complete campaign; its verdict goes into `verdicts` too.
int one_figure(const Options& o, const nlohmann::json& spec, const campaign::Steady& steady,
               const ordered_json& summary, const fs::path& directory, ordered_json& verdicts) {
  std::FILE* talk = o.json ? stderr : stdout;
  const Style style(o.color, talk);
  const Figure figure = campaign::make_figure(spec, summary, o.campaign.quick, steady);
  const std::string svg = draw(figure, directory / (figure.name() + ".gp"));
  if (svg.empty()) return kInternal;
  const ordered_json verdict = verdict_json(figure, summary, o.campaign.quick);
  std::string why;
  const auto write = [&](const std::string& ending, const std::string& text) {
    return write_atomically((directory / (figure.name() + ending)).string(), text, why);
  };
  if (!write(".csv", campaign::figure_csv(figure, summary)) || !write(".svg", svg) ||
      !write(".verdict.json", campaign::json_text(verdict) + "\n")) {
    complain("figure", why);
    return kInternal;
  }
  fmt::print(talk, "{}: {}\n", style.bold(figure.name()),
             config::printable(figure.spec.value("title", ""), 200));
  for (const auto& v : figure.verdicts) {
    const auto shown = [](const std::string& text) { return config::printable(text, 400); };
    fmt::print(talk, "  {} {}\n     claimed  {}\n     {} {}\n", shown(v.id),
               v.reproduced ? style.green(v.word()) : style.yellow(v.word()), shown(v.says),
               v.unjudged.empty() ? "measured" : "since   ", shown(v.measured + v.unjudged));
  }
  for (const std::string& point : figure.unsteady) {
    fmt::print(talk, "  halves of the measurement differ: {}\n", config::printable(point, 200));
  }
  fmt::print(talk, "  {}\n", (directory / (figure.name() + ".svg")).string());
  verdicts.push_back(verdict);
  return kPass;
}

/// All figures of one campaign.
int one_file(const Options& o, const std::string& file, const fs::path& out,
             ordered_json& verdicts) {
  config::Diagnostics diagnostics;
  const auto plan = campaign::load_plan(file, o.campaign.quick, {}, diagnostics, result_schemas());
  if (!plan) {
    print_error(diagnostics.text());
    return kUsage;
  }
  if (plan->figures.empty()) {
    complain(file, "there is no figure in it");
    return kUsage;
  }
  Options inner = o;  // a figure always starts anew unless asked to go on
  inner.campaign.fresh = !o.campaign.resume;
  const fs::path directory = out / plan->name;
  const Account account = carry_out(inner, *plan, directory.string());
  if (account.trouble != Account::Trouble::kNone || account.serving) return exit_code(account);
  if (exit_code(account) != kPass) {
    tell_unjudged(o, *plan, account, o.json ? stderr : stdout);
    return exit_code(account);
  }
  for (const auto& spec : plan->figures) {
    const int code = one_figure(o, spec, plan->steady, account.summary, directory, verdicts);
    if (code != kPass) return code;
  }
  return kPass;
}

}  // namespace

int figure_command(const Options& o) {
  const fs::path out = o.campaign.out.empty() ? "out/figures" : o.campaign.out;
  const auto files = files_of(o.campaign.file);
  if (files.empty()) return kUsage;
  if (files.size() > 1 && mpi::rank_by_environment().size > 1) {
    complain("figure all", "MPI starts once in a process: one figure at a time under mpirun");
    return kUsage;
  }
  int worst = kPass;
  ordered_json verdicts = ordered_json::array();
  try {
    for (const std::string& file : files) {
      const int code = one_file(o, file, out, verdicts);
      if (code == kInterrupted) return code;
      worst = std::max(worst, code);
    }
    if (o.campaign.file == "all") {
      Options page = o;
      page.json = false;
      page.quiet = o.json;  // one JSON object on stdout
      page.report.directory = out.string();
      worst = std::max(worst, report_command(page));
    }
  } catch (const std::invalid_argument& e) {
    complain("figure", e.what());
    return kUsage;
  }
  if (o.json && mpi::rank_by_environment().rank == 0) {
    const ordered_json all{{"schema", "selvage.figures/1"}, {"figures", verdicts}};
    fmt::print("{}\n", campaign::json_text(all, -1));
  }
  return worst;
}

}  // namespace selvage::cli
