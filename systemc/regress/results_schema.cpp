// SPDX-License-Identifier: Apache-2.0
#include "regress/results.hpp"

namespace selvage::regress {

namespace {

constexpr const char* kResults = R"json({
  "$schema": "http://json-schema.org/draft-07/schema#",
  "title": "Result of selvage regress",
  "description": "Depends on suite, scenarios, build, seed and `date` only.",
  "type": "object", "additionalProperties": false,
  "required": ["schema", "name", "title", "file", "build", "fingerprint", "date", "seed", "selection", "reproduce", "status",
    "exit_code", "counts", "bugs", "twice", "buckets", "known", "coverage", "runs"],
  "properties": {
    "schema": {"const": "selvage.regress/1"},
    "name": {"type": "string"}, "title": {"type": "string"},
    "file": {"description": "The suite, as it was called.", "type": "string"},
    "build": {"type": "object"},
    "fingerprint": {"description": "Hash of suite, scenarios, traces and build.", "type": "string"},
    "date": {"description": "By which known failures were judged, in UTC.", "type": "string"},
    "seed": {"description": "What random seeds were drawn from; null: the suite has none.", "type": ["integer", "null"], "minimum": 0},
    "selection": {"description": "failed: only what had failed before.", "enum": ["all", "failed"]},
    "reproduce": {"description": "The command that makes the same runs.", "type": "string"},
    "status": {"enum": ["pass", "fail", "refused", "cut_short", "error", "nothing"]},
    "exit_code": {"type": "integer", "minimum": 0, "maximum": 5},
    "counts": {
      "description": "Runs by verdict.",
      "type": "object", "additionalProperties": false,
      "required": ["runs", "pass", "fail", "known", "error", "undecided", "not_run"],
      "properties": {
        "runs": {"type": "integer", "minimum": 0}, "pass": {"type": "integer", "minimum": 0},
        "fail": {"type": "integer", "minimum": 0},
        "known": {"description": "Failed, and known to.", "type": "integer", "minimum": 0},
        "error": {"description": "Refused, crashed, or out of memory.", "type": "integer", "minimum": 0},
        "undecided": {"description": "Cut short by limits.wall_seconds or phases.drain.", "type": "integer", "minimum": 0},
        "not_run": {"type": "integer", "minimum": 0}
      }
    },
    "bugs": {
      "description": "Of the runs with a deliberate bug that came to an end, those in which it was caught.",
      "type": "object", "additionalProperties": false, "required": ["caught", "of"],
      "properties": {"caught": {"type": "integer", "minimum": 0}, "of": {"type": "integer", "minimum": 0}}
    },
    "twice": {
      "description": "Of the runs made a second time, those that gave the same result.",
      "type": "object", "additionalProperties": false, "required": ["same", "of"],
      "properties": {"same": {"type": "integer", "minimum": 0}, "of": {"type": "integer", "minimum": 0}}
    },
    "buckets": {
      "description": "Runs that did not pass, by what they have in common.",
      "type": "array",
      "items": {
        "type": "object", "additionalProperties": false,
        "required": ["signature", "verdict", "runs", "first", "why", "exit_code", "reproduce", "folder", "replay"],
        "properties": {
          "signature": {"description": "Check, block and requirement; no cycle and no place.", "type": "string"},
          "verdict": {"enum": ["fail", "known", "error", "undecided"]},
          "runs": {"type": "integer", "minimum": 1},
          "first": {"description": "Id of the first of them.", "type": "string"},
          "why": {"type": "string"},
          "exit_code": {"type": "integer", "minimum": 0, "maximum": 255},
          "reproduce": {"type": "string"},
          "folder": {"description": "Of the first, below this file's.", "type": "string"},
          "replay": {
            "description": "The first of them again, with waves; null: there is no outcome to repeat, or no time was left.",
            "type": ["object", "null"], "additionalProperties": false, "required": ["folder", "same"],
            "properties": {
              "folder": {"type": "string"},
              "same": {"description": "Whether it ended as before.", "type": "boolean"}
            }
          }
        }
      }
    },
    "known": {
      "description": "The entries of the suite's `known`.",
      "type": "array",
      "items": {
        "type": "object", "additionalProperties": false,
        "required": ["test", "signature", "until", "reason", "seen", "expired", "passes"],
        "properties": {
          "test": {"type": "string"}, "signature": {"type": "string"}, "until": {"type": "string"},
          "reason": {"type": "string"},
          "seen": {"description": "Runs that failed so.", "type": "integer", "minimum": 0},
          "expired": {"type": "boolean"},
          "passes": {"description": "No run of the test fails so any more.", "type": "boolean"}
        }
      }
    },
    "coverage": {
      "description": "Situations that all runs together met; null: no result says.",
      "type": ["object", "null"], "additionalProperties": false, "required": ["trials", "situations", "met", "counts", "never_met", "trials_of", "systems"],
      "properties": {
        "trials": {"description": "Runs that sampled.", "type": "integer", "minimum": 1},
        "situations": {"type": "integer", "minimum": 0}, "met": {"type": "integer", "minimum": 0},
        "counts": {"description": "How often, of those met.", "type": "object", "additionalProperties": {"type": "integer", "minimum": 1}},
        "trials_of": {"description": "In how many runs.", "type": "object", "additionalProperties": {"type": "integer", "minimum": 1}},
        "systems": {"description": "Of which their cover models are, each once.", "type": "array", "items": {"type": "object"}},
        "never_met": {"type": "array", "items": {"type": "string"}},
        "reasons": {"description": "Of these, where the suite has a list never_met, why those in it need not be met.", "type": "object", "additionalProperties": {"type": "string"}},
        "without_reason": {"description": "Of these, where the suite has a list never_met, those not in it: they fail the suite.", "type": "array", "items": {"type": "string"}}
      }
    },
    "runs": {
      "type": "array",
      "items": {
        "type": "object", "additionalProperties": false,
        "required": ["id", "test", "engine", "seed", "bug", "again", "verdict", "signature", "why", "status", "exit_code", "reproduce"],
        "properties": {
          "id": {"type": "string"}, "test": {"type": "string"},
          "engine": {"description": "null: the scenario's own.", "type": ["string", "null"]},
          "seed": {"description": "null: the scenario's own.", "type": ["integer", "null"], "minimum": 0}, "bug": {"type": ["string", "null"]},
          "again": {"description": "A second time, to be the same.", "type": "boolean"},
          "verdict": {"enum": ["pass", "fail", "known", "error", "undecided", "not_run"]},
          "signature": {"description": "Kind of failure; of a bug that was caught, by what.", "type": "string"},
          "why": {"type": "string"},
          "status": {"description": "Of its result.", "type": ["string", "null"]},
          "exit_code": {"type": ["integer", "null"], "minimum": 0, "maximum": 255},
          "reproduce": {"type": "string"}
        }
      }
    }
  }
})json";

}  // namespace

nlohmann::json results_schema() { return nlohmann::json::parse(kResults); }

}  // namespace selvage::regress
