// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "campaign/plan.hpp"
#include "cli/commands/info_commands.hpp"
#include "cli/questions/batch.hpp"
#include "cli/result/result_schema.hpp"
#include "config/exit_code.hpp"
#include "config/schema.hpp"
#include "config/text/diagnostics.hpp"
#include "dut/manifest/manifest.hpp"
#include "dut/whole/manifest.hpp"
#include "regress/results.hpp"
#include "report/view/events.hpp"

namespace selvage::cli {

int schema_command(const Options& o) {
  nlohmann::json schema;
  if (o.schema == "scenario") schema = config::scenario_schema();
  else if (o.schema == "result") schema = result_schema();
  else if (o.schema == "events") schema = report::events_schema();
  else if (o.schema == "batch") schema = batch_schema();
  else if (o.schema == "campaign") schema = campaign::campaign_schema();
  else if (o.schema == "manifest") schema = dut::manifest_schema();
  else if (o.schema == "switch") schema = dut::whole_schema();
  else if (o.schema == "suite") schema = regress::suite_schema();
  else if (o.schema == "regress") schema = regress::results_schema();
  if (schema.is_null()) {
    const std::vector<std::string> names{"scenario", "result", "events", "batch",  "campaign",
                                         "manifest", "switch", "suite",  "regress"};
    const std::string hint = config::did_you_mean(o.schema, names);
    fmt::print(stderr, "schema: error: '{}' is not one of {}{}\n", config::printable(o.schema),
               config::join(names, ", "), hint.empty() ? "" : " (" + hint + ")");
    return kUsage;
  }
  fmt::print("{}\n", schema.dump(2));
  return kPass;
}

}  // namespace selvage::cli
