// SPDX-License-Identifier: Apache-2.0
/// \file
/// The application of a run, in result.json and for people (docs/reference/applications.md).
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "fabric/application/report.hpp"

namespace selvage::cli {

/// `application` of result.json.
[[nodiscard]] nlohmann::ordered_json application_json(const fabric::ApplicationReport& a);
/// Its schema, added to that of result.json.
void add_application_schema(nlohmann::json& schema);
/// The row of the verdict, without its label.
[[nodiscard]] std::string application_row(const fabric::ApplicationReport& a);
/// What the verdict's sentence says of it: "the application is complete at cycle 6,124".
[[nodiscard]] std::string application_clause(const fabric::ApplicationReport& a);

}  // namespace selvage::cli
