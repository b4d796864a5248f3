// SPDX-License-Identifier: Apache-2.0
#include "config/switch/flow/text.hpp"

namespace selvage::config {

// Defaults that depend on the size of the tables or of the switches are set after validation.
const std::string_view kFlowKeys = R"json({"flow": {
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
      "description": "Output FIFO towards a host. Default: severe_units - congested_units, 512 at least.",
      "type": "integer", "minimum": 63, "maximum": 16383
    },
    "injection_limit": {
      "description": "While all flows of an edge port have so many units in the fabric, no further packet enters there.",
      "type": "integer", "minimum": 1, "maximum": 65535, "default": 512
    },
    "flow_limits": {
      "description": "While a flow has so many units in the fabric, its next packet waits at the edge; for congestion levels 0 to 7. Default: 256, 128, 64, 36 and so on, as far as positions reach.",
      "type": "array", "minItems": 8, "maxItems": 8,
      "items": {"type": "integer", "minimum": 1, "maximum": 2047}
    },
    "queue_limits": {
      "description": "Units of a flow at its edge port above which its host is paused, for levels 0 to 7; down to half of it the host goes on. Default: 128, 64, 36, 36 and so on, as far as positions reach.",
      "type": "array", "minItems": 8, "maxItems": 8,
      "items": {"type": "integer", "minimum": 1, "maximum": 2047}
    },
    "congested_units": {
      "description": "Depth of an output FIFO to a host from which on its flows may be notified that they congest it, see endpoint_draw.",
      "type": "integer", "minimum": 1, "maximum": 16383, "default": 64
    },
    "severe_units": {
      "description": "Depth from which on they go to level 7; congested_units and a power of 2. Default: from the round trip (docs/reference/flow-fabric.md).",
      "type": "integer", "minimum": 1, "maximum": 16383
    },
    "recovery_acks": {
      "description": "NORMAL ACKs without one of congestion between them that take a flow from level 1 to 0; for higher levels see recovery_weighted.",
      "type": "integer", "minimum": 1, "maximum": 16, "default": 16
    },
    "recovery_weighted": {
      "description": "At level L such an ACK counts as 2^(L-1), the packets that the full line sends meanwhile, so that ceil(recovery_acks / 2^(L-1)) take a level back; false: each counts 1.",
      "type": "boolean", "default": true
    },
    "endpoint_draw": {
      "description": "Between congested_units and severe_units a draw decides whether a packet's flow is notified; false: each is.",
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
          "description": "Queue down to which it has to get until it no longer is.",
          "type": "integer", "minimum": 0, "maximum": 2047, "default": 16
        },
        "headroom_units": {
          "description": "What may still come on top of on_units: the limit is so far ahead of what has left.",
          "type": "integer", "minimum": 0, "maximum": 2047, "default": 40
        }
      }
    },
    "redirect": {
      "description": "When an overloaded link between switches asks a flow to move.",
      "type": "object", "additionalProperties": false, "default": {},
      "properties": {
        "floor_units": {
          "description": "Depth up to which the depth counts for nothing; growth counts from the first unit. Default: 32, more with round trips above 1500 cycles.",
          "type": "integer", "minimum": 0, "maximum": 16383
        },
        "depth_gain": {
          "description": "Weight of a unit above the floor. Default: (1500 / round trip) squared.",
          "type": "integer", "minimum": 0, "maximum": 255
        },
        "growth_gain": {
          "description": "Weight of a unit that the depth has grown by in the window, since its oldest sample.",
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
          "description": "Bits of the random number that the weighted sum, at most 1023, has to exceed.",
          "enum": [8, 10, 12], "default": 12
        }
      }
    },
    "timers": {
      "description": "In cycles.",
      "type": "object", "additionalProperties": false, "default": {},
      "properties": {
        "tick": {
          "description": "Cycles that the tables count as one, a power of 2: stale, cooldown, hold, refresh and expire are kept in such ticks, rounded up, of which the first may be nearly over, and have at most 32768 of them. Default: the least with which they have.",
          "type": "integer", "minimum": 1, "maximum": 32768
        },
        "stale": {
          "description": "A flow without news of its packets on a link sends a marker behind them, which is answered; again after the same time. Default: what follows from the fabric (docs/reference/flow-fabric.md).",
          "type": "integer", "minimum": 1, "maximum": 1000000000
        },
        "cooldown": {
          "description": "From one move of a flow to the next, at least. Default: three round trips.",
          "type": "integer", "minimum": 0, "maximum": 1000000000
        },
        "hold": {
          "description": "Between two levels that lasting congestion takes a flow up, at least. Default: 2000, more with round trips above 1500 cycles.",
          "type": "integer", "minimum": 0, "maximum": 1000000000
        },
        "refresh": {
          "description": "A credit is said again after so long.",
          "type": "integer", "minimum": 1, "maximum": 1000000000, "default": 10000
        },
        "expire": {
          "description": "A credit that is not said again for so long is void.",
          "type": "integer", "minimum": 1, "maximum": 1000000000, "default": 30000
        },
        "drain": {
          "description": "From the news of a dead link to the end of its channels, for each link of the way left: less than what has passed needs lets it be overtaken. Default: what follows from the fabric (docs/reference/flow-fabric.md).",
          "type": "integer", "minimum": 0, "maximum": 1000000000
        },
        "pause": {
          "description": "A paused flow goes on after so long without news.",
          "type": "integer", "minimum": 1, "maximum": 1000000000, "default": 4096
        }
      }
    },
    "aggregator": {
      "description": "ACKs share frames.",
      "type": "object", "additionalProperties": false, "default": {},
      "properties": {
        "max": {
          "description": "ACKs of a frame, at most; 1: one frame each.",
          "type": "integer", "minimum": 1, "maximum": 48, "default": 48
        },
        "t1": {
          "description": "Cycles that an ACK waits for others on an idle link; t1 < t2 < t3. A full frame does not wait.",
          "type": "integer", "minimum": 1, "maximum": 1021, "default": 30
        },
        "t2": {
          "description": "On a busy one, with a count that fills its frame well.",
          "type": "integer", "minimum": 2, "maximum": 1022, "default": 60
        },
        "t3": {
          "description": "On a busy one with another count. A frame on the link is waited for on top.",
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
      "description": "flow: the least loaded port, then the same while packets are under way; static_hash: by source, destination and class; per_packet: the least loaded for each packet, out of order.",
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
      "description": "Probability that one bit of an ACK frame, not of its padding, is flipped on its link; its check sum tells, and the frame is thrown away. With wire_frames.",
      "type": "number", "minimum": 0, "maximum": 1, "default": 0
    },
    "audit_period": {
      "description": "Cycles between two audits of all tables; 0: only at the end.",
      "type": "integer", "minimum": 0, "maximum": 1000000000, "default": 10000
    }
  }
}})json";

}  // namespace selvage::config
