// SPDX-License-Identifier: Apache-2.0
// SCR-FUZZ: Files that `report` reads: result.json, a campaign's results.json, a figure's verdict.
#include "fuzz.hpp"

#include "campaign/figures/page.hpp"
#include "cli/result/result_schema.hpp"
#include "config/text/read_json.hpp"

namespace {

using nlohmann::ordered_json;
using selvage::fuzz::require;

}  // namespace

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::string why;
  const ordered_json j =
      selvage::config::read_json<ordered_json>(selvage::fuzz::text_of(data, size), why)
          .value_or(nullptr);
  if (!j.is_object()) return 0;
  const std::string name = j.contains("schema") && j["schema"].is_string()
                               ? j["schema"].get<std::string>()
                               : std::string();
  selvage::campaign::PageInput in;
  in.title = "fuzz";
  if (selvage::cli::is_result_id(name)) {
    if (!selvage::cli::result_complaint(nlohmann::json(j)).empty()) return 0;
    ordered_json taken = j;
    taken["_folder"] = "fuzz";
    in.runs.push_back(taken);
  } else {
    if (!selvage::campaign::shape_complaint(j).empty()) return 0;
    ordered_json taken = j;
    taken["_wall"] = 1.0;
    taken["_folder"] = "fuzz";
    (name == "selvage.figure/1" ? in.figures : in.campaigns).push_back(taken);
  }
  require(selvage::campaign::page(in).find("</html>") != std::string::npos, "no page");
  return 0;
}
