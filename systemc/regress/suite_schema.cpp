// SPDX-License-Identifier: Apache-2.0
#include "regress/suite.hpp"

namespace selvage::regress {

namespace {

using nlohmann::json;

/// What a test says, and `defaults` for all of them.
constexpr const char* kOfATest = R"json({
  "engines": {
    "description": "Each engine is a run. Default: the scenario's own.",
    "type": "array", "minItems": 1, "items": {"enum": ["golden", "rtl", "lockstep", "switch"]}
  },
  "seeds": {
    "description": "Each seed is a run: seeds 1 to N, a list, or {random: N}, other ones each time. Default: the scenario's own.",
    "type": ["integer", "array", "object"], "minimum": 1, "maximum": 100000,
    "minItems": 1, "items": {"type": "integer", "minimum": 0, "maximum": 9007199254740991},
    "additionalProperties": false, "required": ["random"],
    "properties": {
      "random": {"description": "So many.", "type": "integer", "minimum": 1, "maximum": 100000}
    }
  },
  "set": {"description": "Values of the scenario by path, as --set.", "type": "object"},
  "twice": {
    "description": "Which runs are made twice; they must give the same result: first is that of the first engine and seed.",
    "enum": ["never", "first", "all"]
  }
})json";

constexpr const char* kSuite = R"json({
  "$schema": "http://json-schema.org/draft-07/schema#",
  "title": "Selvage suite",
  "description": "Scenarios with seeds, engines and deliberate bugs, for `selvage regress`.",
  "type": "object", "additionalProperties": false, "required": ["tests"],
  "properties": {
    "name": {
      "description": "Name of the suite and of its directory under out/regress/. Default: the file's name.",
      "type": "string", "pattern": "^[A-Za-z0-9][A-Za-z0-9._-]*$", "maxLength": 64
    },
    "title": {"description": "One line for people.", "type": "string", "default": ""},
    "defaults": {
      "description": "For every test that does not say otherwise; the settings of both hold.",
      "type": "object", "additionalProperties": false, "default": {}
    },
    "tests": {
      "description": "Every engine of a test with every seed.",
      "type": "array", "minItems": 1,
      "items": {
        "type": "object", "additionalProperties": false, "required": ["scenario"],
        "properties": {
          "name": {
            "description": "Default: the scenario file's name.",
            "type": "string", "pattern": "^[A-Za-z0-9][A-Za-z0-9._-]*$", "maxLength": 64
          },
          "scenario": {"description": "The scenario file, relative to this file.", "type": "string"},
          "bugs": {
            "description": "Deliberate bugs, without `bug.`: each is one more run for each engine and seed, and has to end with exit code 1.",
            "type": "array", "minItems": 1,
            "items": {"type": "string", "pattern": "^[a-z0-9_]+$", "maxLength": 64}
          },
          "expect": {
            "description": "How a run without a bug has to end: pass (exit code 0), fail (1), or with this status.",
            "enum": ["pass", "fail", "delivered_all", "dropped_some", "saturated", "deadlocked", "mismatch", "check_failed"],
            "default": "pass"
          }
        }
      }
    },
    "never_met": {
      "description": "Situations that these runs need not meet, and why. With this list a situation that is neither met nor in it fails the suite.",
      "type": "array",
      "items": {
        "type": "object", "additionalProperties": false, "required": ["situations", "reason"],
        "properties": {
          "situations": {
            "description": "Their names, as `selvage coverage` lists them.",
            "type": "array", "minItems": 1, "items": {"type": "string", "minLength": 1}
          },
          "reason": {"description": "Why no run, or not every time, meets them.", "type": "string", "minLength": 1}
        }
      }
    },
    "known": {
      "description": "Failures that are known. They do not fail the suite until their day is over.",
      "type": "array", "default": [],
      "items": {
        "type": "object", "additionalProperties": false, "required": ["test", "until", "reason"],
        "properties": {
          "test": {"description": "Name of the test.", "type": "string"},
          "signature": {
            "description": "The kind of failure, as the suite prints it. Default: any.",
            "type": "string", "minLength": 1
          },
          "until": {"description": "The last day, in UTC, on which it may fail, e.g. 2026-12-31.", "type": "string"},
          "reason": {"description": "Why it is left, and where it is dealt with.", "type": "string", "minLength": 1}
        }
      }
    }
  }
})json";

}  // namespace

json suite_schema() {
  json schema = json::parse(kSuite);
  const json common = json::parse(kOfATest);
  json& properties = schema["properties"];
  properties["defaults"]["properties"] = common;
  properties["tests"]["items"]["properties"].update(common);
  return schema;
}

}  // namespace selvage::regress
