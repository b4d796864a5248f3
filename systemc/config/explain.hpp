// SPDX-License-Identifier: Apache-2.0
/// \file
/// Turns places where a value breaks its schema into sentences.
#pragma once

#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <vector>

#include "config/text/diagnostics.hpp"
#include "config/text/document.hpp"
#include "config/validate.hpp"

namespace selvage::config {

/// Reports `issues` of the part of `document` at `prefix`, which `schema` describes. Returns the
/// pointers of the values that cannot be used.
std::set<std::string> explain(const nlohmann::json& schema, const Document& document,
                              const std::string& prefix, const std::vector<SchemaIssue>& issues,
                              Diagnostics& diagnostics);

/// One sentence on what is wrong with `value` by `schema`, looking at this value alone; `text` is
/// how it is written. `hint` may be set.
[[nodiscard]] std::string complaint(const nlohmann::json& schema, const nlohmann::json& value,
                                    const std::string& text, std::string& hint);

/// Sentences on `issues` of JSON that has no places: "path: what (hint)"; of more than
/// eleven the first ten and how many more there are.
[[nodiscard]] std::vector<std::string> complaints(const nlohmann::json& schema,
                                                  const nlohmann::json& value,
                                                  const std::vector<SchemaIssue>& issues);

}  // namespace selvage::config
