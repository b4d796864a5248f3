// SPDX-License-Identifier: Apache-2.0
#include "report/view/events.hpp"

namespace selvage::report {
namespace {

using nlohmann::json;

const std::string_view kDefinitions = R"json({
  "number": {"type": "integer", "minimum": 0},
  "cycle_or_null": {"type": ["integer", "null"], "minimum": 0},
  "end": {"type": "array", "minItems": 2, "maxItems": 2, "items": {"$ref": "#/definitions/number"}},
  "pair": {"type": "array", "minItems": 2, "maxItems": 2, "items": {"$ref": "#/definitions/cycle_or_null"}},
  "repair": {
    "type": ["object", "null"],
    "additionalProperties": false,
    "required": ["repaired", "detected", "last_change", "hops", "messages", "switches", "changes"],
    "properties": {
      "repaired": {"$ref": "#/definitions/cycle_or_null"},
      "detected": {"$ref": "#/definitions/pair"},
      "last_change": {"$ref": "#/definitions/cycle_or_null"},
      "hops": {"$ref": "#/definitions/number"},
      "messages": {"$ref": "#/definitions/number"},
      "switches": {"$ref": "#/definitions/number"},
      "changes": {"$ref": "#/definitions/number"}
    }
  },
  "state": {
    "description": "State, name and value; null: not recorded.",
    "type": ["array", "null"],
    "items": {"type": "array", "minItems": 2, "maxItems": 2, "items": {"type": "string"}}
  },
  "held": {
    "description": "What one side holds of the switch or block: the port by which it sends the packet, those it takes for usable and for dead, its state.",
    "type": "object",
    "additionalProperties": false,
    "required": ["out", "ways", "dead", "state"],
    "properties": {
      "out": {"$ref": "#/definitions/cycle_or_null"},
      "ways": {"type": "array", "items": {"$ref": "#/definitions/number"}},
      "dead": {"type": "array", "items": {"$ref": "#/definitions/number"}},
      "state": {"$ref": "#/definitions/state"}
    }
  },
  "strings": {"type": "array", "items": {"type": "string"}},
  "boolean": {"type": "boolean"},
  "string": {"type": "string"},
  "channels": {
    "description": "Each waits for the next, the last for the first.",
    "type": "array",
    "items": {
      "type": "object",
      "additionalProperties": false,
      "required": ["name", "ends"],
      "properties": {
        "name": {"type": "string"},
        "ends": {
          "description": "Switch and port it leaves, switch and port it comes to.",
          "type": ["array", "null"],
          "minItems": 4,
          "maxItems": 4,
          "items": {"$ref": "#/definitions/number"}
        }
      }
    }
  }
})json";

/// What there is: the properties of each kind of line, all of them there.
const std::string_view kHead = R"json({
  "run": {
    "name": {"type": "string"},
    "engine": {"type": "string"},
    "seed": {"$ref": "#/definitions/number"},
    "clock_ns": {"type": "number", "exclusiveMinimum": 0},
    "cycles": {"$ref": "#/definitions/number"},
    "link_latency": {"type": "integer", "minimum": 1},
    "status": {"description": "As in result.json.", "type": "string"},
    "exit_code": {"$ref": "#/definitions/number"},
    "detail": {"type": "string"},
    "reproduce": {"type": "string"},
    "packets": {
      "type": "object",
      "additionalProperties": false,
      "required": ["offered", "accepted", "delivered", "dropped", "in_flight"],
      "properties": {
        "offered": {"$ref": "#/definitions/number"},
        "accepted": {"$ref": "#/definitions/number"},
        "delivered": {"$ref": "#/definitions/number"},
        "dropped": {"$ref": "#/definitions/number"},
        "in_flight": {"$ref": "#/definitions/number"}
      }
    },
    "messages": {"description": "Fault messages sent in the run.", "$ref": "#/definitions/number"},
    "topology": {
      "type": "object",
      "additionalProperties": false,
      "required": ["kind", "label", "arrangement", "group_word", "switches", "hosts", "links"],
      "properties": {
        "kind": {"type": "string"},
        "label": {"type": "string"},
        "arrangement": {
          "description": "levels: rows are levels of the whole fabric; planes: each group is a grid.",
          "enum": ["levels", "planes"]
        },
        "group_word": {"description": "What a group is called.", "type": "string"},
        "switches": {"$ref": "#/definitions/number"},
        "hosts": {"$ref": "#/definitions/number"},
        "links": {"description": "Between switches.", "$ref": "#/definitions/number"}
      }
    },
    "links_listed": {
      "description": "Fewer than there are: only those with which something happens.",
      "$ref": "#/definitions/number"
    },
    "hop_bound": {
      "description": "Most hops that news may go; null: nothing is promised.",
      "$ref": "#/definitions/cycle_or_null"
    },
    "cut": {
      "description": "Lost packets of no cause that have no line.",
      "$ref": "#/definitions/number"
    }
  },
  "switch": {
    "sw": {"$ref": "#/definitions/number"},
    "name": {"type": "string"},
    "level": {"$ref": "#/definitions/number"},
    "ports": {"type": "integer", "minimum": 0, "maximum": 64},
    "group": {"$ref": "#/definitions/cycle_or_null"},
    "row": {"$ref": "#/definitions/number"},
    "column": {"$ref": "#/definitions/number"},
    "at": {
      "description": "Its coordinates in a topology of three dimensions.",
      "type": ["array", "null"],
      "minItems": 3,
      "maxItems": 3,
      "items": {"$ref": "#/definitions/number"}
    },
    "dead": {"description": "From the start: it has no link.", "type": "boolean"},
    "hosts": {
      "description": "Port and name of each.",
      "type": "array",
      "items": {
        "type": "array",
        "minItems": 2,
        "maxItems": 2,
        "items": [{"$ref": "#/definitions/number"}, {"type": "string"}]
      }
    }
  },
  "link": {
    "link": {"$ref": "#/definitions/number"},
    "name": {"type": "string"},
    "a": {"$ref": "#/definitions/end"},
    "b": {"$ref": "#/definitions/end"},
    "load": {
      "description": "From a to b and back, as fractions of the bandwidth, in the measurement phase.",
      "type": "array",
      "minItems": 2,
      "maxItems": 2,
      "items": {"type": ["number", "null"], "minimum": 0}
    },
    "dead": {"description": "Dead and known from the start, for good.", "type": "boolean"}
  },
  "fault": {
    "fault": {"$ref": "#/definitions/number"},
    "link": {"$ref": "#/definitions/number"},
    "happened": {"type": "boolean"},
    "preset": {"description": "Dead and known from the start.", "type": "boolean"},
    "failed": {"$ref": "#/definitions/cycle_or_null"},
    "detected": {"$ref": "#/definitions/pair"},
    "last_change": {"$ref": "#/definitions/cycle_or_null"},
    "hops": {"$ref": "#/definitions/number"},
    "messages": {"$ref": "#/definitions/number"},
    "switches": {"$ref": "#/definitions/number"},
    "changes": {"$ref": "#/definitions/number"},
    "packets_lost": {"$ref": "#/definitions/number"},
    "node": {"type": ["string", "null"]},
    "repair": {"$ref": "#/definitions/repair"},
    "cut": {
      "description": "What was not recorded and has no line.",
      "type": "object",
      "additionalProperties": false,
      "required": ["messages", "changes", "losses"],
      "properties": {
        "messages": {"$ref": "#/definitions/number"},
        "changes": {"$ref": "#/definitions/number"},
        "losses": {"$ref": "#/definitions/number"}
      }
    }
  },
  "node": {
    "node": {"description": "The death of a switch.", "$ref": "#/definitions/number"},
    "sw": {"$ref": "#/definitions/number"},
    "happened": {"type": "boolean"},
    "failed": {"$ref": "#/definitions/cycle_or_null"},
    "back": {"$ref": "#/definitions/cycle_or_null"},
    "packets_lost": {"description": "In it, or from or for its hosts.", "$ref": "#/definitions/number"},
    "cut": {"description": "Of them those that have no line.", "$ref": "#/definitions/number"}
  },
  "flap": {
    "flap": {"description": "An outage that no prober detects.", "$ref": "#/definitions/number"},
    "link": {"$ref": "#/definitions/number"},
    "happened": {"type": "boolean"},
    "at": {"$ref": "#/definitions/number"},
    "cycles": {"$ref": "#/definitions/number"},
    "packets_lost": {"$ref": "#/definitions/number"},
    "messages_lost": {"$ref": "#/definitions/number"},
    "cut": {"description": "Of the packets those that have no line.", "$ref": "#/definitions/number"}
  }
})json";

/// What happens, likewise, by the names of definitions; `t` is there besides.
const std::string_view kEvents = R"json({
  "death": {"fault": "number", "link": "number", "preset": "boolean"},
  "repair": {"fault": "number", "link": "number"},
  "detection": {"fault": "number", "sw": "number", "port": "number", "up": "boolean"},
  "message": {"fault": "number", "from": "end", "to": "end", "arrives": "cycle_or_null", "kind": "string", "text": "string", "hops": "number", "repair": "boolean", "changed": "boolean"},
  "change": {"fault": "number", "sw": "number", "hops": "number", "repair": "boolean", "state": "state"},
  "reroute": {"fault": "number", "sw": "number", "packet": "number", "source": "string", "destination": "string", "port": "number", "instead_of": "cycle_or_null", "repair": "boolean"},
  "loss": {"fault": "cycle_or_null", "node": "cycle_or_null", "flap": "cycle_or_null", "sw": "number", "port": "number", "packet": "number", "source": "string", "destination": "string", "why": "string"},
  "node_death": {"node": "number", "sw": "number"},
  "node_back": {"node": "number", "sw": "number"},
  "outage": {"flap": "number", "link": "number", "cycles": "number"},
  "outage_over": {"flap": "number", "link": "number"},
  "mismatch": {"sw": "cycle_or_null", "switch": "string", "port": "cycle_or_null", "packet": "cycle_or_null", "block": "string", "requirement": "string", "what": "string", "expected": "string", "actual": "string", "recent": "strings", "model": "held", "rtl": "held"},
  "deadlock": {"channels": "channels"},
  "end": {"status": "string"}
})json";

json form(const std::string& type, json properties) {
  properties["type"] = {{"const", type}};
  json required = json::array();
  for (const auto& [name, schema] : properties.items()) required.push_back(name);
  return {{"type", "object"},
          {"additionalProperties", false},
          {"required", required},
          {"properties", properties}};
}

}  // namespace

std::map<std::string, json> event_forms() {
  std::map<std::string, json> forms;
  json head = json::parse(kHead);
  head["run"]["schema"] = {{"const", kEventsId}};
  const json events = json::parse(kEvents);
  for (const auto& [type, properties] : head.items()) {
    forms[type] = form(type, properties);
  }
  for (const auto& [type, names] : events.items()) {
    json properties{{"t", {{"$ref", "#/definitions/number"}}}};
    for (const auto& [name, kind] : names.items()) {
      properties[name] = {{"$ref", "#/definitions/" + kind.get<std::string>()}};
    }
    forms[type] = form(type, properties);
  }
  const json definitions = json::parse(kDefinitions);
  for (auto& [type, schema] : forms) schema["definitions"] = definitions;
  return forms;
}

json events_schema() {
  json schema{{"$schema", "http://json-schema.org/draft-07/schema#"},
              {"title", "One line of the events.ndjson of selvage run"},
              {"description",
               "First the run, then its switches, links and faults, then what happened in order "
               "of time: `t` is a cycle. Switches, links and faults are numbered from 0; an end "
               "is [switch, port]."},
              {"definitions", json::parse(kDefinitions)},
              {"oneOf", json::array()}};
  for (auto& [type, one] : event_forms()) {
    json branch = one;
    branch.erase("definitions");
    schema["oneOf"].push_back(branch);
  }
  return schema;
}

}  // namespace selvage::report
