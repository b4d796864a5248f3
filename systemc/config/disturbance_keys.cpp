// SPDX-License-Identifier: Apache-2.0
#include "config/disturbances.hpp"

namespace selvage::config {

const std::string_view kReceiversText = R"json({
  "description": "How quickly hosts take what comes, under switch.kind {slow_hosts}. Default: at once, as it comes. A slow host has a receive buffer: by XOFF and XON (cut_through: of switch.buffer_packets; flow: of what a round trip needs), or for each virtual channel by credits (wormhole).",
  "type": "object", "additionalProperties": false, "default": {},
  "properties": {
    "rate": {
      "description": "Share of the beats that a host can take.",
      "type": "number", "minimum": 0.001, "maximum": 1, "default": 1
    },
    "stalls": {
      "description": "When a host takes no beat for some cycles: never; at random; from the arrival of each header on; from each XON that it says on, and when a header comes to its empty buffer (not where it gives credits).",
      "enum": ["none", "random", "header", "xon"], "default": "none"
    },
    "every": {
      "description": "random: mean cycles from the end of a stall to the next one.",
      "type": "integer", "minimum": 1, "maximum": 1000000000, "default": 1000
    },
    "longest": {
      "description": "Cycles of the longest stall: random ones last 1 to so many, the others exactly so many.",
      "type": "integer", "minimum": 1, "maximum": 1000000, "default": 64
    },
    "hosts": {
      "description": "Who is slow. Default: every host.",
      "type": "array", "items": {"type": ["string", "number"]}, "default": []
    }
  }
})json";

const std::string_view kMalformedText = R"json({
  "description": "Hosts that send something malformed behind some of their packets: beats without a head, a tail too early or none, a head within a packet, a length of 0 or more than a buffer, an address that there is not. For switches of --switch with `compare: legal` (SW-BAD).",
  "type": "object", "additionalProperties": false, "default": {},
  "properties": {
    "share": {
      "description": "Share of their packets behind which it comes.",
      "type": "number", "minimum": 0, "maximum": 1, "default": 0
    },
    "hosts": {
      "description": "Who sends it. Default: every host.",
      "type": "array", "items": {"type": ["string", "number"]}, "default": []
    }
  }
})json";

const std::string_view kFaultsText = R"json({
  "bit_errors": {
    "description": "Probability that a link damages a beat. The host at its end discards a packet with such a beat; a damaged fault message is sent again.",
    "type": "number", "minimum": 0, "maximum": 0.1, "default": 0
  },
  "flaps": {
    "description": "Outages of named links, too short for a prober to declare them, under switch.kind {flaps}. A link may flap often, but not fail otherwise.",
    "type": "array", "default": [],
    "items": {
      "type": "object", "additionalProperties": false, "required": ["link"],
      "properties": {
        "link": {"$link": true},
        "at": {"$cycle": "The first cycle without the link.", "default": 0},
        "cycles": {"$cycle": "How many; at most probe.retries x probe.timeout - 2 x link.latency, so that no end loses a whole round of probes.", "minimum": 1, "default": 1}
      }
    }
  }
})json";

const std::string_view kRandomFaultsText = R"json({
  "flaps": {
    "description": "How many outages as of faults.flaps, of random links that do not fail otherwise, at random cycles of [from, until).",
    "type": "integer", "minimum": 0, "maximum": 10000, "default": 0
  },
  "flap_cycles": {
    "description": "Each such outage lasts a random number of cycles of [from, until).",
    "type": "object", "additionalProperties": false, "default": {},
    "properties": {
      "from": {"$cycle": "Least number of cycles.", "minimum": 1, "default": 1},
      "until": {"$cycle": "One more than the greatest.", "minimum": 2, "default": 9}
    }
  }
})json";

}  // namespace selvage::config
