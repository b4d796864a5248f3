// SPDX-License-Identifier: Apache-2.0
#include "config/switch/flow/text.hpp"

namespace selvage::config {

const std::string_view kFlowResultSchema = R"json({
  "description": "Under switch.kind flow, else null. Units are of switch.flow.unit_bytes.",
  "type": ["object", "null"], "additionalProperties": false,
  "required": ["flows", "opened", "released", "left", "mean_live", "order_kept", "drain", "reorders",
    "late_unordered", "redirects", "blocks", "divergences", "joins", "level_ups", "credits", "pauses", "stalls",
    "acks", "losses", "single_packet", "branches", "pool_high", "fabric_high", "limit_at_high", "units_high", "audits"],
  "properties": {
    "flows": {"description": "By source, destination, class and order.", "type": "integer", "minimum": 0},
    "opened": {"description": "Channels, in all input tables.", "type": "integer", "minimum": 0},
    "released": {"type": "integer", "minimum": 0},
    "left": {"description": "Not released at the end.", "type": "integer", "minimum": 0},
    "mean_live": {"description": "Live channels of the edge tables, in the measurement phase.", "type": "number", "minimum": 0},
    "order_kept": {"description": "Order is promised: switch.flow.block holds and routing is not per_packet.", "type": "boolean"},
    "drain": {
      "description": "Cycles that a dead link's channels wait before they are closed (FLOW-A-29): the longest, what it has to be for order to be sure, and whether a link has less than that (FLOW-A-30).",
      "type": "object", "additionalProperties": false, "required": ["longest", "bound", "short"],
      "properties": {
        "longest": {"type": "integer", "minimum": 0},
        "bound": {"type": "integer", "minimum": 0},
        "short": {"type": "boolean"}
      }
    },
    "reorders": {"description": "Ordered packets delivered behind a later one of their flow.", "type": "integer", "minimum": 0},
    "late_unordered": {"description": "Likewise, of unordered flows.", "type": "integer", "minimum": 0},
    "redirects": {"description": "Requests to move a flow.", "type": "integer", "minimum": 0},
    "blocks": {"description": "Flows that waited for their packets in order to move.", "type": "integer", "minimum": 0},
    "divergences": {"description": "Ordered packets that left their first switch by another port than the one before.", "type": "integer", "minimum": 0},
    "joins": {"description": "Links initialised after a repair.", "type": "integer", "minimum": 0},
    "level_ups": {
      "description": "Edge rows that came to each congestion level from below.",
      "type": "array", "minItems": 8, "maxItems": 8, "items": {"type": "integer", "minimum": 0}
    },
    "credits": {"type": "integer", "minimum": 0},
    "pauses": {"description": "Flows paused at their host.", "type": "integer", "minimum": 0},
    "stalls": {
      "description": "Packets that found the edge table full, or their flow's window; XOFF of pools.",
      "type": "object", "additionalProperties": false, "required": ["table_full", "window", "xoff", "lookups"],
      "properties": {
        "table_full": {"type": "integer", "minimum": 0},
        "window": {"type": "integer", "minimum": 0},
        "xoff": {"type": "integer", "minimum": 0},
        "lookups": {"description": "In edge tables, stalls included.", "type": "integer", "minimum": 0}
      }
    },
    "acks": {
      "description": "On links between switches. bits_per_ack counts whole frames.",
      "type": "object", "additionalProperties": false,
      "required": ["acks", "frames", "per_frame", "bits_per_ack", "stray", "wait_mean", "wait_max", "sizes"],
      "properties": {
        "acks": {"type": "integer", "minimum": 0},
        "frames": {"type": "integer", "minimum": 0},
        "per_frame": {"type": "number", "minimum": 0},
        "bits_per_ack": {"type": "number", "minimum": 0},
        "stray": {"description": "For rows that were free.", "type": "integer", "minimum": 0},
        "wait_mean": {"description": "Cycles that an ACK waits for its frame.", "type": "number", "minimum": 0},
        "wait_max": {"type": "integer", "minimum": 0},
        "thrown_away": {"description": "Frames with a wrong bit; left out if none.", "type": "integer", "minimum": 1},
        "sizes": {
          "description": "Frames of 0, 1, 2 and so on ACKs.",
          "type": "array", "minItems": 49, "maxItems": 49, "items": {"type": "integer", "minimum": 0}
        }
      }
    },
    "losses": {
      "description": "Packets lost on links, holes found behind them, reports made at holes, LOSS messages made or seen by input tables.",
      "type": "object", "additionalProperties": false,
      "required": ["packets", "holes", "reports", "loss_messages", "markers", "new_holes", "joined", "units", "found_units"],
      "properties": {
        "packets": {"type": "integer", "minimum": 0},
        "holes": {"type": "integer", "minimum": 0},
        "reports": {"type": "integer", "minimum": 0},
        "loss_messages": {"type": "integer", "minimum": 0},
        "markers": {"description": "Sent behind packets of which there was no news.", "type": "integer", "minimum": 0},
        "new_holes": {"description": "Holes where the loss was; each is reported once, but for joined.", "type": "integer", "minimum": 0},
        "joined": {"description": "Found by a packet behind another hole, whose report tells of both.", "type": "integer", "minimum": 0},
        "units": {"description": "Lost on links.", "type": "integer", "minimum": 0},
        "found_units": {"description": "Of them in holes. Nothing came behind the others before the run was over, or their link died.", "type": "integer", "minimum": 0}
      }
    },
    "single_packet": {
      "description": "Edge channels that carried one packet: how many, and how long they lived.",
      "type": "object", "additionalProperties": false, "required": ["channels", "mean_life"],
      "properties": {
        "channels": {"type": "integer", "minimum": 0},
        "mean_life": {"type": "number", "minimum": 0}
      }
    },
    "branches": {
      "description": "Output ports over which an edge row has data under way, at the audits of the measurement phase.",
      "type": "object", "additionalProperties": false, "required": ["mean", "most"],
      "properties": {
        "mean": {"type": "number", "minimum": 0},
        "most": {"type": "integer", "minimum": 0}
      }
    },
    "fabric_high": {"description": "Most units beyond the ingress queues in the measurement phase.", "type": "integer", "minimum": 0},
    "limit_at_high": {"description": "What the flows were allowed at that time: switch.flow.flow_limits at the level of the last packet, and this packet.", "type": "integer", "minimum": 0},
    "pool_high": {"description": "Most units in one lane of one input pool.", "type": "integer", "minimum": 0},
    "units_high": {"description": "Most units queued in the fabric at an audit.", "type": "integer", "minimum": 0},
    "audits": {"description": "Audits of all tables; every one held.", "type": "integer", "minimum": 0}
  }
})json";

}  // namespace selvage::config
