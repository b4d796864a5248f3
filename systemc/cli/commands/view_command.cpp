// SPDX-License-Identifier: Apache-2.0
#include "cli/commands/view_command.hpp"

#include <fmt/format.h>

#include <filesystem>

#include "cli/questions/topology_option.hpp"
#include "cli/result/output_folder.hpp"
#include "cli/result/view_output.hpp"
#include "config/exit_code.hpp"
#include "config/loader.hpp"
#include "report/view/events.hpp"

namespace selvage::cli {
namespace {

constexpr std::size_t kMostEventBytes = std::size_t{256} << 20U;

}  // namespace

int view_command(const Options& o) {
  const std::filesystem::path folder(o.view.directory);
  const std::string path = (folder / kEventsFile).string();
  std::string why;
  const auto text = config::read_text_file(path, kMostEventBytes, why);
  if (!text) {
    complain("view " + path, why + "; a run writes it unless --no-view or --timeline never");
    return kUsage;
  }
  const auto events = report::read_events(*text, why);
  if (!events) {
    complain("view " + path, why);
    return kUsage;
  }
  const std::string page = page_of(*events, folder);
  const std::string out = o.view.out.empty() ? (folder / kViewPage).string() : o.view.out;
  if (!may_hold_page(out, why)) {
    complain("--out " + config::printable_path(out), why);
    return kUsage;
  }
  if (!write_atomically(out, page, why)) {
    complain("view", why);
    return kUsage;
  }
  if (!o.quiet) fmt::print("view  {}\n", out);
  return kPass;
}

}  // namespace selvage::cli
