// SPDX-License-Identifier: Apache-2.0
#include "campaign/figures/figure.hpp"
#include "campaign/plan.hpp"

namespace selvage::campaign {

namespace {

using nlohmann::json;

constexpr const char* kSchema = R"json({
  "$schema": "http://json-schema.org/draft-07/schema#",
  "title": "Selvage campaign",
  "description": "Trials over all combinations of factors and seeds.",
  "type": "object", "additionalProperties": false, "required": ["factors"],
  "properties": {
    "name": {
      "description": "Name of the campaign and of its directory under out/. Default: the file's name.",
      "type": "string", "pattern": "^[A-Za-z0-9][A-Za-z0-9._-]*$", "maxLength": 64
    },
    "title": {"description": "One line for tables and pictures.", "type": "string", "default": ""},
    "kind": {
      "description": "simulation: each trial is `selvage run`; tolerance: `selvage tolerance`.",
      "enum": ["simulation", "tolerance"], "default": "simulation"
    },
    "scenario": {
      "description": "simulation: the scenario the factors change, relative to this file.",
      "type": "string"
    },
    "base": {
      "description": "In place of `scenario`: its keys. tolerance: topology, faults, sets, lft_entries.",
      "type": "object", "default": {}
    },
    "factors": {
      "description": "Each level of each is combined with each of the others; the last changes fastest.",
      "type": "array", "minItems": 1,
      "items": {
        "type": "object", "additionalProperties": false,
        "properties": {
          "name": {"description": "Column of the tables. Default: the path.", "type": "string"},
          "path": {"description": "The key that `values` are for, e.g. traffic.load.", "type": "string"},
          "values": {"description": "Its values.", "type": "array", "minItems": 1},
          "cases": {
            "description": "In place of path and values: named groups of settings.",
            "type": "array", "minItems": 1,
            "items": {
              "type": "object", "additionalProperties": false, "required": ["label", "set"],
              "properties": {
                "label": {"description": "Its name.", "type": "string"},
                "set": {"description": "Values by path.", "type": "object"}
              }
            }
          }
        }
      }
    },
    "seeds": {
      "description": "Trials of each point, with seeds first_seed, first_seed + 1, ...",
      "type": "integer", "minimum": 1, "maximum": 1000000, "default": 1
    },
    "first_seed": {
      "description": "The same seeds serve every point.",
      "type": "integer", "minimum": 0, "maximum": 9007199254740991, "default": 1
    },
    "measures": {
      "description": "Paths of numbers in the result. Default: loads, latencies and packets, or pairs and table lines.",
      "type": "array", "items": {"type": "string"}
    },
    "accept": {
      "description": "Statuses of failed runs that count as results, e.g. deadlocked.",
      "type": "array", "items": {"type": "string"}, "default": []
    },
    "steady": {
      "description": "Two measures that are about equal where the measurement was long enough. Where they are further apart than `within`, as a fraction of the first, the trial is run again, up to `longer` times, with what it has run so far as warm-up and twice the measurement; points whose means are apart all the same are named beside each figure.",
      "type": "object", "additionalProperties": false, "required": ["first", "second"],
      "properties": {
        "first": {"description": "A measure.", "type": "string"},
        "second": {"description": "A measure.", "type": "string"},
        "within": {"description": "A fraction.", "type": "number", "minimum": 0, "default": 0.05},
        "longer": {"description": "0: only named.", "type": "integer", "minimum": 0, "maximum": 8, "default": 0}
      }
    },
    "quick": {
      "description": "Settings of this file, by path, for a quick look.",
      "type": "object", "default": {}
    },
    "figures": {"description": "What `selvage figure` draws.", "type": "array", "default": []}
  }
})json";

}  // namespace

json campaign_schema() {
  json schema = json::parse(kSchema);
  const json figures = figures_schema();
  schema["properties"]["figures"]["items"] = figures["items"];
  return schema;
}

}  // namespace selvage::campaign
