// SPDX-License-Identifier: Apache-2.0
/// \file
/// A run of the executable with what it left: events, page, result.
#pragma once

#include <string>
#include <vector>

#include "run_selvage.hpp"

namespace selvage::test {

struct WatchedRun {
  int code = -1;
  std::string printed;
  nlohmann::json result;
  std::string text;  ///< events.ndjson
  std::string page;  ///< view.html
  nlohmann::json run;
  std::vector<nlohmann::json> switches;
  std::vector<nlohmann::json> links;
  std::vector<nlohmann::json> faults;
  std::vector<nlohmann::json> events;

  /// Events of a type that concern a failure.
  [[nodiscard]] std::vector<nlohmann::json> of(const std::string& type, std::size_t fault) const;
};

/// `selvage run ARGUMENTS` into a directory of its own.
[[nodiscard]] WatchedRun watched(const std::string& arguments);

/// A failing link of a 16-host tree, for half a second.
inline constexpr const char* kSmall =
    "scenarios/hello_fault.yaml --set phases.measure=9000 --set faults.links.0.at=4000 "
    "--set traffic.load=0.4";

/// A defect in the RTL that shows as soon as packets avoid a dead link.
inline constexpr const char* kMismatch =
    "scenarios/fattree_8p3t_link_faults.yaml --set bug.next_lowest=true --set phases.warmup=1000 "
    "--set phases.measure=9000 --set faults.links.0.at=2000 --set faults.random.count=0";

/// Whether scripts of a page can be run; says so if not.
[[nodiscard]] bool node_is_there();
/// The lines of a text.
[[nodiscard]] std::vector<std::string> lines_of(const std::string& text);
/// What stands between `begin` and `end` in `text`; fails the test if they are not there.
[[nodiscard]] std::string between(const std::string& text, const std::string& begin,
                                  const std::string& end);

}  // namespace selvage::test
