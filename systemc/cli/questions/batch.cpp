// SPDX-License-Identifier: Apache-2.0
#include "cli/questions/batch.hpp"

#include <fmt/format.h>

#include <utility>

#include "config/explain.hpp"
#include "config/schema.hpp"
#include "config/text/diagnostics.hpp"
#include "config/text/read_json.hpp"

namespace selvage::cli {
namespace {

using nlohmann::json;

std::string word(const json& value) {
  return value.is_string() ? value.get<std::string>() : value.dump();
}

/// [1,2,3] -> "1,2,3"; text stays; {"l","c","k"} -> "l/c/k".
std::string flat(const json& value) {
  if (value.is_object()) {
    return word(value["l"]) + "/" + word(value["c"]) + "/" + word(value["k"]);
  }
  if (!value.is_array()) return word(value);
  std::vector<std::string> parts;
  for (const json& part : value) parts.push_back(word(part));
  return config::join(parts, ",");
}

constexpr const char* kBatchSchema = R"json({
  "$schema": "http://json-schema.org/draft-07/schema#",
  "title": "One line of selvage route --batch",
  "type": "object", "additionalProperties": false,
  "required": ["src", "dst"],
  "properties": {
    "id": {"description": "Comes back in the answer.", "type": ["string", "number", "null"]},
    "topology": {"description": "As in a scenario; may be left out with --topology.", "type": "object"},
    "faults": {
      "description": "Dead links, and faulty switches as in `nodes`.",
      "type": "array",
      "items": {
        "description": "A link as text, e.g. 0/21/3 or 1.0.2/x+; of a fat tree by level, digits and up port; a switch as text, or of a mesh by its coordinates, e.g. [1,1,1].",
        "type": ["string", "object", "array"],
        "additionalProperties": false, "required": ["l", "c", "k"],
        "properties": {
          "l": {"description": "Level.", "type": "integer", "minimum": 0, "maximum": 63},
          "c": {"description": "Digits of the lower switch.", "type": "string"},
          "k": {"description": "Up port.", "type": "integer", "minimum": 0, "maximum": 63}
        },
        "minItems": 2, "maxItems": 3, "items": {"type": "integer"}
      }
    },
    "nodes": {
      "description": "Faulty switches: all their links are dead.",
      "type": "array",
      "items": {
        "description": "Its name, or of a mesh its coordinates.",
        "type": ["string", "array"], "minItems": 2, "maxItems": 3, "items": {"type": "integer"}
      }
    },
    "src": {
      "description": "Source host: its name, or of a mesh the coordinates of its node.",
      "type": ["string", "array"], "minItems": 2, "maxItems": 3, "items": {"type": "integer"}
    },
    "dst": {
      "description": "Destination host, as `src`.",
      "type": ["string", "array"], "minItems": 2, "maxItems": 3, "items": {"type": "integer"}
    }
  }
})json";

}  // namespace

json batch_schema() {
  json schema = json::parse(kBatchSchema);
  schema["properties"]["topology"] = config::scenario_schema()["properties"]["topology"];
  return schema;
}

LineReader::LineReader(json fallback, json extra)
    : fallback_(std::move(fallback)),
      extra_(std::move(extra)),
      schema_(json::parse(kBatchSchema)),
      validator_(schema_) {}

bool LineReader::read(const std::string& line, Question& q,
                      std::vector<std::string>& errors) const {
  std::string why;
  const json value = config::read_json(line, why).value_or(nullptr);
  if (!why.empty()) errors.push_back(why);
  if (value.is_object() && value.contains("id") && value["id"].is_primitive()) q.id = value["id"];
  if (!errors.empty()) return false;
  if (!value.is_object()) {
    errors.emplace_back("a question is a JSON object");
    return false;
  }
  errors = config::complaints(schema_, value, validator_(value));
  if (!value.contains("topology") && fallback_.is_null()) {
    errors.emplace_back("topology: is missing");
  }
  if (!errors.empty()) return false;
  q.topology = value.value("topology", fallback_);
  for (const auto& [key, parameter] : extra_.items()) {
    if (!q.topology.contains(key)) q.topology[key] = parameter;
  }
  const auto texts = [&value](const char* key, std::vector<std::string>& out) {
    out.clear();
    for (const json& item : value.value(key, json::array())) out.push_back(flat(item));
  };
  texts("faults", q.faults);
  texts("nodes", q.nodes);
  q.src = flat(value["src"]);
  q.dst = flat(value["dst"]);
  return true;
}

}  // namespace selvage::cli
