// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "config/text/output.hpp"
#include "regress/results.hpp"

namespace selvage::regress {

namespace {

using config::markup_text;
using nlohmann::ordered_json;

std::string text(const ordered_json& j, const char* key) {
  return markup_text(j[key].is_string() ? j[key].get<std::string>() : std::string());
}

/// What stands inside the element of a run that did not pass.
std::string inside(const ordered_json& run) {
  const std::string verdict = run["verdict"];
  if (verdict == "pass") return "";
  const std::string more = text(run, "why") + " Repeat: " + text(run, "reproduce");
  if (verdict == "fail") {
    return fmt::format("<failure type=\"{0}\" message=\"{0}\">{1}</failure>",
                       text(run, "signature"), more);
  }
  if (verdict == "error") {
    return fmt::format("<error type=\"{0}\" message=\"{0}\">{1}</error>", text(run, "signature"),
                       more);
  }
  const std::string reason = verdict == "known"       ? "known failure: " + text(run, "signature")
                             : verdict == "undecided" ? "cut short: " + text(run, "signature")
                                                      : "not run";
  return fmt::format("<skipped message=\"{}\"/>", reason);
}

}  // namespace

std::string junit(const ordered_json& summary, const campaign::Records& records) {
  const ordered_json& counts = summary["counts"];
  const auto count = [&](const char* key) { return counts[key].get<std::uint64_t>(); };
  double all = 0;
  std::string cases;
  for (std::size_t i = 0; i < summary["runs"].size(); ++i) {
    const ordered_json& run = summary["runs"][i];
    const auto found = records.find(static_cast<std::uint32_t>(i));
    const double seconds = found == records.end() ? 0 : found->second.seconds;
    all += seconds;
    cases += fmt::format(
        "  <testcase classname=\"{}.{}\" name=\"{}\" time=\"{:.3f}\">{}</testcase>\n",
        text(summary, "name"), text(run, "test"), text(run, "id"), seconds, inside(run));
  }
  std::string unmet;
  if (summary["coverage"].is_object()) {
    for (const ordered_json& name : summary["coverage"]["without_reason"]) {
      unmet += (unmet.empty() ? "" : " ") + name.get<std::string>();
    }
  }
  if (!unmet.empty()) {
    cases += fmt::format(
        "  <testcase classname=\"{}\" name=\"situations\" time=\"0.000\"><failure "
        "type=\"never met\" message=\"never met, for no reason\">{}</failure></testcase>\n",
        text(summary, "name"), markup_text(unmet));
  }
  const unsigned more = unmet.empty() ? 0 : 1;
  return fmt::format(
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
      "<testsuites>\n<testsuite name=\"{}\" tests=\"{}\" failures=\"{}\" errors=\"{}\" "
      "skipped=\"{}\" time=\"{:.3f}\">\n{}</testsuite>\n</testsuites>\n",
      text(summary, "name"), count("runs") + more, count("fail") + more, count("error"),
      count("known") + count("undecided") + count("not_run"), all, cases);
}

}  // namespace selvage::regress
