// SPDX-License-Identifier: Apache-2.0
#include "config/schema_text.hpp"

namespace selvage::config {

// Defaults that depend on the size of the tables or of the switches are set after validation.
const std::string_view kFlowSchemaText = R"json({
  "description": "flow: the switches' flow channels. 1 unit = unit_bytes bytes.",
  "type": "object", "additionalProperties": false, "default": {},
  "properties": {
    "flow_id_bits": {
      "description": "A link direction has 2^this flow ids. Default: 6 with at most 8 ports a switch, else 11. Engines rtl and lockstep have tables of 6 and 11.",
      "type": "integer", "minimum": 4, "maximum": 11
    },
    "position_bits": {
      "description": "A flow has at most 2^this - 1 units outstanding. Default: 8 or 11, as above.",
      "type": "integer", "minimum": 6, "maximum": 11
    },
    "unit_bytes": {
      "description": "Bytes of a unit; a packet has at most 63 units.",
      "type": "integer", "minimum": 32, "maximum": 256, "default": 256
    },
    "pool_units": {
      "description": "Buffer of an input port for each virtual channel and class.",
      "type": "integer", "minimum": 1, "maximum": 65535, "default": 512
    },
    "fifo_units": {
      "description": "Output FIFO towards a switch.",
      "type": "integer", "minimum": 63, "maximum": 16383, "default": 64
    },
    "egress_units": {
      "description": "Output FIFO towards a host.",
      "type": "integer", "minimum": 63, "maximum": 16383, "default": 512
    },
    "injection_limit": {
      "description": "Units that all flows of an edge port may have in the fabric.",
      "type": "integer", "minimum": 1, "maximum": 65535, "default": 512
    },
    "flow_limits": {
      "description": "Units that a flow may have in the fabric, for congestion levels 0 to 7. Default: 256, 128, 64, 36 and so on, as far as positions reach.",
      "type": "array", "minItems": 8, "maxItems": 8,
      "items": {"type": "integer", "minimum": 1, "maximum": 2047}
    },
    "queue_limits": {
      "description": "Units of a flow at its edge port above which its host is paused, for levels 0 to 7. Default: 128, 64, 36 and so on.",
      "type": "array", "minItems": 8, "maxItems": 8,
      "items": {"type": "integer", "minimum": 1, "maximum": 2047}
    },
    "congested_units": {
      "description": "Depth of an output FIFO to a host from which on its flows are sources of congestion.",
      "type": "integer", "minimum": 1, "maximum": 16383, "default": 64
    },
    "severe_units": {
      "description": "Depth from which on they go to level 7; congested_units and a power of 2.",
      "type": "integer", "minimum": 1, "maximum": 16383, "default": 192
    },
    "recovery_acks": {
      "description": "Normal ACKs in a row that take a level back.",
      "type": "integer", "minimum": 1, "maximum": 16, "default": 16
    },
    "recovery_weighted": {
      "description": "At level L such an ACK counts as 2^(L-1), the packets that the full line sends meanwhile; false: each counts 1.",
      "type": "boolean", "default": true
    },
    "endpoint_draw": {
      "description": "Between congested_units and severe_units a draw decides whether a packet's flow is told; false: each is.",
      "type": "boolean", "default": true
    },
    "ack_at_write": {
      "description": "An output to a host acknowledges a packet that enters its FIFO, not one that leaves it; for experiments.",
      "type": "boolean", "default": false
    },
    "credit": {
      "description": "Credits between switches.",
      "type": "object", "additionalProperties": false, "default": {},
      "properties": {
        "on_units": {
          "description": "Queue of a flow from which on its upstream switch is limited.",
          "type": "integer", "minimum": 1, "maximum": 2047, "default": 64
        },
        "off_units": {
          "description": "Queue at which it no longer is.",
          "type": "integer", "minimum": 0, "maximum": 2047, "default": 16
        },
        "headroom_units": {
          "description": "What may come on top of on_units.",
          "type": "integer", "minimum": 0, "maximum": 2047, "default": 40
        }
      }
    },
    "redirect": {
      "description": "When an overloaded link between switches asks a flow to move.",
      "type": "object", "additionalProperties": false, "default": {},
      "properties": {
        "floor_units": {
          "description": "Depth up to which nothing is asked for.",
          "type": "integer", "minimum": 0, "maximum": 16383, "default": 32
        },
        "depth_gain": {
          "description": "Weight of a unit above the floor.",
          "type": "integer", "minimum": 0, "maximum": 255, "default": 1
        },
        "growth_gain": {
          "description": "Weight of a unit of growth.",
          "type": "integer", "minimum": 0, "maximum": 255, "default": 4
        },
        "count_queues": {
          "description": "The depth holds what is queued behind the heads that stand at the link, too; false: the output FIFO and the heads.",
          "type": "boolean", "default": true
        },
        "shun_left": {
          "description": "The port that a flow was asked to leave from beyond it counts floor_units more in that flow's next choices.",
          "type": "boolean", "default": true
        },
        "random_bits": {
          "description": "Bits of the number that the sum has to exceed.",
          "enum": [8, 10, 12], "default": 12
        }
      }
    },
    "timers": {
      "description": "In cycles.",
      "type": "object", "additionalProperties": false, "default": {},
      "properties": {
        "stale": {
          "description": "A flow without news of its packets on a link sends a marker behind them, which is answered; again after the same time. Default: what follows from the fabric (docs/flow-fabric.md).",
          "type": "integer", "minimum": 1, "maximum": 1000000000
        },
        "cooldown": {
          "description": "From one move of a flow to the next.",
          "type": "integer", "minimum": 0, "maximum": 1000000000, "default": 4500
        },
        "hold": {
          "description": "Between two steps of a level that lasting congestion makes.",
          "type": "integer", "minimum": 0, "maximum": 1000000000, "default": 2000
        },
        "refresh": {
          "description": "A credit is said again.",
          "type": "integer", "minimum": 1, "maximum": 1000000000, "default": 10000
        },
        "expire": {
          "description": "A credit that is not said again is void.",
          "type": "integer", "minimum": 1, "maximum": 1000000000, "default": 30000
        },
        "drain": {
          "description": "From the news of a dead link to the end of its channels, for each link of the way left: less than what has passed needs lets it be overtaken. Default: what follows from the fabric (docs/flow-fabric.md).",
          "type": "integer", "minimum": 0, "maximum": 1000000000
        },
        "pause": {
          "description": "A paused flow goes on without news.",
          "type": "integer", "minimum": 1, "maximum": 1000000000, "default": 4096
        }
      }
    },
    "aggregator": {
      "description": "ACKs share frames.",
      "type": "object", "additionalProperties": false, "default": {},
      "properties": {
        "max": {
          "description": "ACKs of a frame; 1: one frame each.",
          "type": "integer", "minimum": 1, "maximum": 48, "default": 48
        },
        "t1": {
          "description": "Cycles that an ACK waits on an idle link; t1 < t2 < t3.",
          "type": "integer", "minimum": 1, "maximum": 1021, "default": 30
        },
        "t2": {
          "description": "On a busy one, with a count that fills its frame well.",
          "type": "integer", "minimum": 2, "maximum": 1022, "default": 60
        },
        "t3": {
          "description": "At most.",
          "type": "integer", "minimum": 3, "maximum": 1023, "default": 90
        }
      }
    },
    "classes": {
      "description": "Traffic classes at an output, from class 0 on; one that is not written has no guarantee, no limit, weight 1.",
      "type": "array", "maxItems": 8, "default": [],
      "items": {
        "type": "object", "additionalProperties": false,
        "properties": {
          "min": {
            "description": "Guaranteed share of the link.",
            "type": "number", "minimum": 0, "maximum": 1, "default": 0
          },
          "max": {
            "description": "Largest share.",
            "type": "number", "minimum": 0, "maximum": 1, "default": 1
          },
          "weight": {
            "description": "Among classes that have had their guarantee.",
            "type": "integer", "minimum": 1, "maximum": 1000, "default": 1
          }
        }
      }
    },
    "load_shift": {
      "description": "Loads of outputs are compared in steps of 2^this units.",
      "type": "integer", "minimum": 0, "maximum": 14, "default": 2
    },
    "routing": {
      "description": "flow: the least loaded port, then the same while packets are under way; static_hash: by source and destination; per_packet: the least loaded for each packet, out of order.",
      "enum": ["flow", "static_hash", "per_packet"], "default": "flow"
    },
    "congestion_aware": {
      "description": "false: outputs to hosts never tell of congestion.",
      "type": "boolean", "default": true
    },
    "redirects": {
      "description": "false: no flow is asked to move.",
      "type": "boolean", "default": true
    },
    "redirect_inside": {
      "description": "Switches inside the fabric move flows too, not only the edge.",
      "type": "boolean", "default": false
    },
    "block": {
      "description": "false: a flow that is asked to move does not wait for its packets, and gets out of order; for experiments.",
      "type": "boolean", "default": true
    },
    "loss": {
      "description": "Probability that a packet vanishes on a link between switches.",
      "type": "number", "minimum": 0, "maximum": 1, "default": 0
    },
    "wire_frames": {
      "description": "ACKs travel as the 64-bit words of their frames, from the packer of one port to the unpacker of the other; false: as lists, which saves time and leaves the unpacker out.",
      "type": "boolean", "default": true
    },
    "ack_errors": {
      "description": "Probability that a bit of an ACK frame, not of its padding, is flipped on its link; the frame is then thrown away. With wire_frames.",
      "type": "number", "minimum": 0, "maximum": 1, "default": 0
    },
    "audit_period": {
      "description": "Cycles between two audits of all tables; 0: only at the end.",
      "type": "integer", "minimum": 0, "maximum": 1000000000, "default": 10000
    }
  }
})json";

}  // namespace selvage::config
