// SPDX-License-Identifier: Apache-2.0
/// \file
/// Runs a scenario in a child process and brings back both drawings with the numbers they show.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "fabric_bench.hpp"

namespace selvage::test {

/// A scenario whose links fail at once under load; `links` as a person names them.
[[nodiscard]] Scenario failing(const tb::MakeSystem& make, const std::vector<std::string>& links,
                               Cycle at = 3000);
[[nodiscard]] Scenario failing_at_random(unsigned count, Cycle from, Cycle until,
                                         std::uint64_t seed);

/// "svg", "trace" (texts), "faults": per failure the counts of its story and of its FaultEvent;
/// "nodes", "flaps": names and packets lost; "other": lost by no failure; "dropped": all.
[[nodiscard]] nlohmann::json reported(const Scenario& scenario, const tb::MakeSystem& make);

/// One element of an XML document.
struct Element {
  std::string tag;
  nlohmann::json attributes;
  std::string text;   ///< directly inside, unescaped
  std::string title;  ///< of its <title> child
  std::string panel;  ///< class of the panel around it, may be empty
};
/// All elements in order; fails the test when the document is not well-formed.
[[nodiscard]] std::vector<Element> parse_xml(const std::string& document);

}  // namespace selvage::test
