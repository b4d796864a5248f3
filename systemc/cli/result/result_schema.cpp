// SPDX-License-Identifier: Apache-2.0
#include "cli/result/result_schema.hpp"

#include "cli/cover/coverage_json.hpp"
#include "cli/result/application.hpp"
#include "cli/result/disturbances.hpp"
#include "config/explain.hpp"
#include "config/switch/kinds.hpp"
#include "config/validate.hpp"

namespace selvage::cli {

namespace {

const std::string_view kText = R"json({
  "$schema": "http://json-schema.org/draft-07/schema#",
  "title": "Result of selvage run",
  "description": "Everything but `waves` and `wall` depends on configuration and build only. Times are in cycles.",
  "type": "object", "additionalProperties": false,
  "required": ["schema", "status", "exit_code", "detail", "scenario", "reproduce", "arguments", "seed", "engine", "engines",
    "rtl_build", "dut", "topology", "cycles", "packets", "no_route", "load", "latency", "links", "packet_hops", "decisions",
    "compared", "flows", "messages", "lft_overflows", "counters", "settled", "faulty_nodes", "failed_nodes", "faults", "hop_bound", "timeline", "audit",
    "mismatch", "wait_cycle", "idle_since", "config", "build", "waves", "wall"],
  "properties": {
    "schema": {},
    "status": {
      "enum": ["delivered_all", "dropped_some", "saturated", "not_drained", "deadlocked", "mismatch",
        "check_failed", "interrupted", "budget_spent", "nothing_compared"]
    },
    "exit_code": {"type": "integer", "minimum": 0, "maximum": 130},
    "detail": {"description": "One line more on the status.", "type": "string"},
    "scenario": {
      "type": "object", "additionalProperties": false, "required": ["name", "file"],
      "properties": {"name": {"type": "string"}, "file": {"type": "string"}}
    },
    "reproduce": {"description": "The command that repeats this run.", "type": "string"},
    "arguments": {
      "description": "The same, word by word, without the program.",
      "type": "array", "items": {"type": "string"}
    },
    "seed": {"type": "integer", "minimum": 0},
    "engine": {"description": "Of all blocks but those in `engines`.", "enum": ["golden", "rtl", "lockstep", "switch"]},
    "engines": {
      "description": "By block, where the scenario gives it one of its own.",
      "type": "object", "additionalProperties": {"enum": ["golden", "rtl", "lockstep"]}
    },
    "rtl_build": {"description": "The verilated build; empty for engine golden.", "type": "string"},
    "dut": {
      "description": "A foreign block in the switches (--dut); null: none.",
      "type": ["object", "null"], "additionalProperties": false,
      "required": ["manifest", "hash", "block", "top", "latency", "switches", "waves"],
      "properties": {
        "manifest": {"type": "string"},
        "hash": {"description": "Of manifest, sources and tools.", "type": "string"},
        "block": {"type": "string"},
        "top": {"type": "string"},
        "latency": {"description": "Clocks from a question to its answer, at most.", "type": "integer", "minimum": 0},
        "switches": {"description": "Empty: all.", "type": "array", "items": {"type": "string"}},
        "waves": {"description": "dut.fst stands beside this file.", "type": "boolean"}
      }
    },
    "switch_plugin": {
      "description": "The switch of --switch in every place; absent: none.",
      "type": "object", "additionalProperties": false, "required": ["file", "hash", "name", "compare", "control"],
      "properties": {
        "file": {"type": "string"},
        "hash": {"description": "Of the shared object.", "type": "string"},
        "name": {"type": "string"},
        "compare": {"enum": ["exact", "legal"]},
        "control": {"enum": ["selvage", "own", "none"]}
      }
    },
    "topology": {
      "type": "object", "additionalProperties": false, "required": ["label", "switches", "hosts"],
      "properties": {
        "label": {"type": "string"},
        "switches": {"type": "integer", "minimum": 1},
        "hosts": {"type": "integer", "minimum": 1}
      }
    },
    "cycles": {"description": "Simulated.", "type": "integer", "minimum": 0},
    "packets": {
      "description": "offered = accepted + refused; accepted = delivered + all dropped + in_flight.",
      "type": "object", "additionalProperties": false,
      "required": ["offered", "accepted", "refused", "delivered", "dropped", "in_flight"],
      "properties": {
        "offered": {"type": "integer", "minimum": 0},
        "accepted": {"type": "integer", "minimum": 0},
        "refused": {"type": "integer", "minimum": 0},
        "delivered": {"type": "integer", "minimum": 0},
        "dropped": {
          "description": "By reason.",
          "type": "object", "additionalProperties": {"type": "integer", "minimum": 0}
        },
        "in_flight": {"type": "integer", "minimum": 0}
      }
    },
    "no_route": {
      "description": "The packets dropped for want of a way, judged by the relation with everything known: not even their source has a way; their source has one, where they stood has not; or there was one and the routing state was in flux. null: not judged.",
      "type": ["object", "null"], "additionalProperties": false,
      "required": ["undeliverable", "stranded", "transient"],
      "properties": {
        "undeliverable": {"type": "integer", "minimum": 0}, "stranded": {"type": "integer", "minimum": 0},
        "transient": {"type": "integer", "minimum": 0}
      }
    },
    "load": {
      "description": "In the measurement phase, as a fraction of the link bandwidth.",
      "type": "object", "additionalProperties": false, "required": ["offered", "accepted"],
      "properties": {
        "offered": {"type": "number", "minimum": 0},
        "accepted": {"type": "number", "minimum": 0},
        "first_half": {"description": "Accepted in the first half of the phase.", "type": "number", "minimum": 0},
        "second_half": {"description": "In the second: where it is not about the same, the phase began too early or is too short.", "type": "number", "minimum": 0}
      }
    },
    "latency": {
      "description": "From generation to the arrival of the tail, of packets generated in the measurement phase.",
      "type": "object", "additionalProperties": false,
      "required": ["packets", "mean", "p50", "p99", "max"],
      "properties": {
        "packets": {"type": "integer", "minimum": 0},
        "mean": {"type": "number", "minimum": 0},
        "p50": {"type": "integer", "minimum": 0},
        "p99": {"type": "integer", "minimum": 0},
        "max": {"type": "integer", "minimum": 0}
      }
    },
    "links": {
      "description": "Links between switches, each direction by itself, in the measurement phase; mean over all of them and worst as fractions of the bandwidth.",
      "type": "object", "additionalProperties": false,
      "required": ["links", "used", "mean", "worst", "worst_name"],
      "properties": {
        "links": {"type": "integer", "minimum": 0},
        "used": {"description": "On which a packet was sent.", "type": "integer", "minimum": 0},
        "mean": {"type": "number", "minimum": 0},
        "worst": {"type": "number", "minimum": 0},
        "worst_name": {"description": "The port that sends into it; empty: none was used.", "type": "string"}
      }
    },
    "packet_hops": {"description": "Decisions that led to a forwarding.", "type": "integer", "minimum": 0},
    "decisions": {"type": "integer", "minimum": 0},
    "compared": {
      "description": "Comparisons of RTL with the golden model.",
      "type": "object", "additionalProperties": false,
      "required": ["total", "mismatches", "blocks"],
      "properties": {
        "total": {"type": "integer", "minimum": 0},
        "mismatches": {"type": "integer", "minimum": 0},
        "blocks": {
          "type": "array",
          "items": {
            "type": "object", "additionalProperties": false,
            "required": ["kind", "compared", "mismatches"],
            "properties": {
              "kind": {"type": "string"},
              "compared": {"type": "integer", "minimum": 0},
              "mismatches": {"type": "integer", "minimum": 0}
            }
          }
        }
      }
    },
    "flows": {
      "description": "Numbered flows of the traffic patterns incast and flows, in the measurement phase, as fractions of the link bandwidth; else null. fairness is Jain's index of what was accepted.",
      "type": ["object", "null"], "additionalProperties": false,
      "required": ["accepted", "fairness", "list"],
      "properties": {
        "accepted": {"description": "Sum over all.", "type": "number", "minimum": 0},
        "fairness": {"type": "number", "minimum": 0, "maximum": 1.000001},
        "list": {
          "type": "array",
          "items": {
            "type": "object", "additionalProperties": false,
            "required": ["from", "to", "offered", "accepted", "latency"],
            "properties": {
              "from": {"type": "string"},
              "to": {"type": "string"},
              "offered": {"type": "number", "minimum": 0},
              "accepted": {"type": "number", "minimum": 0},
              "latency": {
                "type": "object", "additionalProperties": false,
                "required": ["packets", "mean", "p50", "p99", "max"],
                "properties": {
                  "packets": {"type": "integer", "minimum": 0},
                  "mean": {"type": "number", "minimum": 0},
                  "p50": {"type": "integer", "minimum": 0},
                  "p99": {"type": "integer", "minimum": 0},
                  "max": {"type": "integer", "minimum": 0}
                }
              }
            }
          }
        }
      }
    },
    "messages": {"description": "Link-fault messages sent.", "type": "integer", "minimum": 0},
    "lft_overflows": {"description": "Fault records lost because a table was full.", "type": "integer", "minimum": 0},
    "counters": {"description": "What the system counts by itself.", "type": "object", "additionalProperties": {"type": "integer", "minimum": 0}},
    "settled": {"description": "At the end no message was under way, every end knew the state of its link, and no failure or repair was still to come.", "type": "boolean"},
    "faulty_nodes": {"description": "Switches without any link from the start.", "type": "array", "items": {"type": "string"}},
    "failed_nodes": {
      "description": "Switches that died during the run; their links stand in faults.",
      "type": "array",
      "items": {
        "type": "object", "additionalProperties": false,
        "required": ["node", "failed", "repair", "back", "packets_lost"],
        "properties": {"node": {"type": "string"},
          "failed": {"description": "Cycle in which it died; null: it waited to be back from the death before when the run ended.", "type": ["integer", "null"], "minimum": 0},
          "repair": {"description": "Cycle asked for; null: none was, or none of its links comes back.", "type": ["integer", "null"]},
          "back": {"description": "Cycle in which the first of its links was back.", "type": ["integer", "null"]},
          "packets_lost": {"description": "In it, or from or for its hosts.", "type": "integer", "minimum": 0}
        }
      }
    },
    "faults": {
      "type": "array",
      "items": {
        "type": "object", "additionalProperties": false,
        "required": ["link", "preset", "failed", "detected", "last_change", "hops", "messages",
          "switches", "changes", "tables_after", "spread_cycles", "packets_lost", "node", "repair"],
        "properties": {
          "link": {"type": "string"},
          "preset": {"description": "Dead and known from the start.", "type": "boolean"},
          "failed": {"description": "Cycle in which it died; null: it waited for a repair when the run ended.", "type": ["integer", "null"], "minimum": 0},
          "detected": {
            "description": "By its lower end, by its upper end; null: not detected.",
            "type": "array", "minItems": 2, "maxItems": 2, "items": {"type": ["integer", "null"]}
          },
          "last_change": {"description": "Of routing state because of it, anywhere.", "type": ["integer", "null"]},
          "hops": {"description": "Most message hops from a detection to a change.", "type": "integer", "minimum": 0},
          "messages": {"type": "integer", "minimum": 0},
          "switches": {"description": "Whose routing state changed because of it.", "type": "integer", "minimum": 0},
          "changes": {"description": "Times that a table or a port state of a switch changed because of it.", "type": "integer", "minimum": 0},
          "tables_after": {"description": "Cycles from its death to the last change; null: none.", "type": ["integer", "null"]},
          "spread_cycles": {"description": "Cycles from the later declaration to the last change; null: none.", "type": ["integer", "null"]},
          "packets_lost": {"type": "integer", "minimum": 0},
          "node": {"description": "The switch whose death it is part of; null: none.", "type": ["string", "null"]},
          "repair": {
            "description": "How it came back; null: none was planned.",
            "type": ["object", "null"], "additionalProperties": false,
            "required": ["at", "repaired", "detected", "last_change", "hops", "messages", "switches",
              "changes", "tables_after", "spread_cycles", "packet_after"],
            "properties": {
              "at": {"description": "Cycle asked for.", "type": "integer", "minimum": 0},
              "repaired": {"description": "Cycle in which it took effect; null: it did not.", "type": ["integer", "null"]},
              "detected": {
                "description": "Declared up by its lower end, by its upper end; null: not.",
                "type": "array", "minItems": 2, "maxItems": 2, "items": {"type": ["integer", "null"]}
              },
              "last_change": {"description": "Of routing state because of it, anywhere.", "type": ["integer", "null"]},
              "hops": {"type": "integer", "minimum": 0},
              "messages": {"type": "integer", "minimum": 0},
              "switches": {"description": "Whose routing state changed because of it.", "type": "integer", "minimum": 0},
              "changes": {"description": "Times that a table or a port state of a switch changed because of it.", "type": "integer", "minimum": 0},
              "tables_after": {"description": "Cycles from its return to the last change; null: none.", "type": ["integer", "null"]},
              "spread_cycles": {"description": "Cycles from the later declaration to the last change; null: none.", "type": ["integer", "null"]},
              "packet_after": {"description": "Cycles from its return to the first packet that came over it, either way; null: none did.", "type": ["integer", "null"]}
            }
          }
        }
      }
    },
    "hop_bound": {
      "description": "What the hops of all faults were held against; null: no fault, a repair, or no promise.",
      "type": ["object", "null"], "additionalProperties": false,
      "required": ["hops", "exact", "requirement"],
      "properties": {
        "hops": {"type": "integer", "minimum": 0},
        "exact": {"description": "Has to be attained.", "type": "boolean"},
        "requirement": {"type": "string"}
      }
    },
    "timeline": {
      "description": "Files beside this one; null: not written.",
      "type": ["object", "null"], "additionalProperties": false, "required": ["svg", "trace"],
      "properties": {"svg": {"type": "string"}, "trace": {"type": "string"}}
    },
    "audit": {
      "description": "Settled routing state against ground truth; null: not made.",
      "type": ["object", "null"], "additionalProperties": false,
      "required": ["applicable", "why_not", "checked", "dead_ends", "excluded", "unreachable_pairs",
        "requirement", "first"],
      "properties": {
        "applicable": {"type": "boolean"},
        "why_not": {"type": "string"},
        "checked": {"type": "integer", "minimum": 0},
        "dead_ends": {"type": "integer", "minimum": 0},
        "excluded": {"type": "integer", "minimum": 0},
        "unreachable_pairs": {"type": "integer", "minimum": 0},
        "requirement": {"type": "string"},
        "first": {"type": "string"}
      }
    },
    "mismatch": {
      "description": "The first disagreement of RTL and golden model.",
      "type": ["object", "null"], "additionalProperties": false,
      "required": ["cycle", "switch", "port", "packet", "block", "requirement", "what", "expected",
        "actual", "recent", "buffers"],
      "properties": {
        "cycle": {"type": "integer", "minimum": 0},
        "switch": {"type": "string"},
        "port": {"type": "string"},
        "packet": {"type": ["integer", "null"]},
        "block": {"type": "string"},
        "requirement": {"type": "string"},
        "what": {"type": "string"},
        "expected": {"type": "string"},
        "actual": {"type": "string"},
        "recent": {"type": "array", "items": {"type": "string"}},
        "buffers": {
          "description": "Beats in the input buffers of the switch, golden and RTL; engine switch only.",
          "type": "array", "items": {"type": "string"}
        }
      }
    },
    "wait_cycle": {
      "description": "Deadlock: channels, each waits for the next.",
      "type": "array", "items": {"type": "string"}
    },
    "idle_since": {
      "description": "Deadlock: the last cycle in which something moved; null: none.",
      "type": ["integer", "null"], "minimum": 0
    },
    "config": {"description": "The merged configuration: schema scenario.", "type": "object"},
    "build": {"type": "object", "additionalProperties": {"type": "string"}},
    "waves": {
      "description": "Waves recorded; null: none. Files stand beside this one.",
      "type": ["object", "null"], "additionalProperties": false,
      "required": ["file", "view", "from", "until", "switches"],
      "properties": {
        "file": {"type": "string"},
        "view": {"type": "string"},
        "from": {"description": "First cycle recorded.", "type": "integer", "minimum": 0},
        "until": {"description": "First cycle not recorded.", "type": "integer", "minimum": 0},
        "switches": {"description": "Whose RTL is shown.", "type": "array", "items": {"type": "string"}}
      }
    },
    "wall": {
      "description": "Beside `waves` the only part that differs from run to run.",
      "type": "object", "additionalProperties": false,
      "required": ["seconds", "cycles_per_second", "packet_hops_per_second"],
      "properties": {
        "seconds": {"type": "number", "minimum": 0},
        "cycles_per_second": {"type": "number", "minimum": 0},
        "packet_hops_per_second": {"type": "number", "minimum": 0}
      }
    }
  }
})json";

}  // namespace

nlohmann::json result_schema() {
  nlohmann::json schema = nlohmann::json::parse(kText);
  schema["properties"]["schema"]["const"] = kResultId;
  for (const config::SwitchPlug& plug : config::switch_plugs()) {
    if (plug.result_key.empty()) continue;
    const std::string key(plug.result_key);
    schema["required"].push_back(key);
    schema["properties"][key] = nlohmann::json::parse(plug.result_schema);
  }
  add_disturbance_schemas(schema);
  add_application_schema(schema);
  schema["required"].push_back("coverage");
  schema["properties"]["coverage"] = coverage_schema();
  return schema;
}

std::string result_complaint(const nlohmann::json& value) {
  const auto id = value.is_object() ? value.value("schema", nlohmann::json()) : nlohmann::json();
  if (!id.is_string() || !is_result_id(id.get<std::string>())) {
    return "not a result.json of `selvage run`";
  }
  if (id != kResultId) {
    return "of format " + id.dump() + ", and " + kResultId +
           " is what is read here: repeat the run";
  }
  static const nlohmann::json schema = result_schema();
  static const config::Validator issues(schema);
  const auto complaints = config::complaints(schema, value, issues(value));
  return complaints.empty() ? "" : "damaged: " + complaints.front();
}

}  // namespace selvage::cli
