// SPDX-License-Identifier: Apache-2.0
#include <string_view>

#include "cli/result/disturbances.hpp"

namespace selvage::cli {
namespace {

constexpr std::string_view kSchemas = R"json({
  "receivers": {
    "description": "Hosts that take packets slowly (traffic.receivers); null: none does.",
    "type": ["object", "null"], "additionalProperties": false,
    "required": ["xoff", "xon", "stalled", "fullest"],
    "properties": {
      "xoff": {"description": "XOFF sent to the switches of the hosts; 0 where flow control is by credits.", "type": "integer", "minimum": 0},
      "xon": {"description": "XON likewise.", "type": "integer", "minimum": 0},
      "stalled": {"description": "Cycles, of all hosts, in which one held a packet and stalled.", "type": "integer", "minimum": 0},
      "fullest": {"description": "Most beats in one receive buffer; where flow control is by credits, flits of one virtual channel.", "type": "integer", "minimum": 0}
    }
  },
  "link_errors": {
    "description": "Beats that links damaged, and fault messages that links damaged or lost in outages (faults.bit_errors, faults.flaps); null: neither was asked for.",
    "type": ["object", "null"], "additionalProperties": false,
    "required": ["packets", "messages", "resent"],
    "properties": {
      "packets": {"description": "Crossings of a link in which a packet was damaged.", "type": "integer", "minimum": 0},
      "messages": {"description": "Fault messages damaged.", "type": "integer", "minimum": 0},
      "resent": {"description": "Fault messages sent once more.", "type": "integer", "minimum": 0}
    }
  },
  "flaps": {
    "description": "Outages of links that no prober detects.",
    "type": "array",
    "items": {
      "type": "object", "additionalProperties": false,
      "required": ["link", "at", "cycles", "happened", "packets_lost", "messages_lost"],
      "properties": {
        "link": {"type": "string"},
        "at": {"description": "First cycle without the link.", "type": "integer", "minimum": 0},
        "cycles": {"type": "integer", "minimum": 1},
        "happened": {"description": "The run came so far.", "type": "boolean"},
        "packets_lost": {"type": "integer", "minimum": 0},
        "messages_lost": {"description": "Fault messages on the wire; sent again.", "type": "integer", "minimum": 0}
      }
    }
  }
})json";

}  // namespace

void add_disturbance_schemas(nlohmann::json& schema) {
  const nlohmann::json schemas = nlohmann::json::parse(kSchemas);
  for (const auto& [key, ignored] : schemas.items()) schema["required"].push_back(key);
  schema["properties"].update(schemas);
}

}  // namespace selvage::cli
