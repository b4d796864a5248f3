// SPDX-License-Identifier: Apache-2.0
#include "cli/options/view.hpp"

#include <CLI/CLI.hpp>

namespace selvage::cli {

void add_run_pictures(CLI::App& run, Options& options) {
  run.add_option(
         "--timeline", options.run.timeline,
         "timeline.svg and timeline.trace.json: auto (a link fails or has an outage), always, or never, "
         "which is no view.html either")
      ->check(CLI::IsMember({"auto", "always", "never"}))
      ->type_name("WHEN");
  run.add_flag("--no-view", options.run.no_view,
               "No events.ndjson and view.html where a link fails, or the run");
}

void add_view(CLI::App& command, Options& options) {
  ViewCommand& v = options.view;
  command.add_option("DIR", v.directory, "Of a run, with its events.ndjson")->required();
  command.add_option("--out", v.out, "The page (default: view.html in DIR)")->type_name("FILE");
}

}  // namespace selvage::cli
