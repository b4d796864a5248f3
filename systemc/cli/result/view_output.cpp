// SPDX-License-Identifier: Apache-2.0
#include "cli/result/view_output.hpp"

#include <fmt/format.h>

#include <cctype>
#include <fstream>

#include "cli/result/run_folder.hpp"
#include "report/view/page.hpp"

namespace selvage::cli {
namespace {

/// "<1,31>" as "1.31": what a page compares a switch of its address with.
std::string anchor_name(const std::string& name) {
  std::string out;
  bool gap = false;
  for (const char c : name) {
    if (std::isalnum(static_cast<unsigned char>(c)) == 0) {
      gap = !out.empty();
      continue;
    }
    if (gap) out += '.';
    gap = false;
    out += c;
  }
  return out;
}

}  // namespace

std::string page_of(const report::EventFile& events, const std::filesystem::path& folder) {
  std::ifstream lives(folder / kJourneys);
  std::ifstream flows(folder / kFlows);
  return report::view_page(
      events, lives ? report::chosen_journeys(lives, events) : std::vector<std::string>(),
      flows ? report::chosen_flows(flows) : std::vector<std::string>());
}

bool write_view(const FinishedRun& run, const std::filesystem::path& folder, std::string& why) {
  const report::EventFile events = report::events_of({{run.scenario, run.system, run.result},
                                                      run.scoreboard,
                                                      status_name(run.result.outcome),
                                                      exit_code(run.result.outcome),
                                                      run.reproduce});
  const std::string page = page_of(events, folder);
  if (write_atomically((folder / kEventsFile).string(), events.text(), why) &&
      write_atomically((folder / kViewPage).string(), page, why)) {
    return true;
  }
  std::error_code ignored;
  std::filesystem::remove(folder / kEventsFile, ignored);
  return false;
}

std::string mismatch_anchor(Cycle cycle, const std::string& switch_name) {
  return fmt::format("#t={}&sw={}", cycle, anchor_name(switch_name));
}

std::string view_anchor(const FinishedRun& run) {
  if (const auto& m = run.scoreboard.first()) {
    return mismatch_anchor(m->cycle, m->switch_name);
  }
  if (run.result.idle_since) return fmt::format("#t={}", *run.result.idle_since);
  return exit_code(run.result.outcome) == 0 ? "" : fmt::format("#t={}", run.result.cycles);
}

}  // namespace selvage::cli
