// SPDX-License-Identifier: Apache-2.0
/// \file
/// The scenario's JSON Schema, assembled from the fixed part and what each system plugs in.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace selvage::config {

/// The published schema (draft-07): `selvage schema scenario`. The `topology` object is chosen by
/// its `kind`.
[[nodiscard]] nlohmann::json scenario_schema();
/// The part used for validation: as above, but of `topology` only its `kind` is looked at, so that
/// errors inside it can be reported by the schema of that kind alone.
[[nodiscard]] nlohmann::json scenario_frame();
/// Leaves of the engines in a frame those of the fabric that `scenario` asks for, if it can be
/// reported: what is offered to whoever has misspelt one.
void keep_own_engines(nlohmann::json& frame, const nlohmann::json& scenario);
/// Schema of the `topology` object of one kind, which must exist.
[[nodiscard]] nlohmann::json topology_schema(const std::string& kind);
/// The kinds of topology this build knows.
[[nodiscard]] std::vector<std::string> topology_kinds();

/// Puts the schema's defaults where `value` has nothing; maps with defaults inside are made.
void fill_defaults(const nlohmann::json& schema, nlohmann::json& value);
/// The part of `schema` that speaks of `pointer`; null where it says nothing.
[[nodiscard]] const nlohmann::json& subschema(const nlohmann::json& schema,
                                              const std::string& pointer);

}  // namespace selvage::config
