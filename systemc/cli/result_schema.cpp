// SPDX-License-Identifier: Apache-2.0
#include "cli/result_schema.hpp"

namespace selvage::cli {

const std::string_view kResultSchemaText = R"json({
  "$schema": "http://json-schema.org/draft-07/schema#",
  "title": "Result of selvage run",
  "description": "Everything but `waves` and `wall` depends on configuration and build only. Times are in cycles.",
  "type": "object", "additionalProperties": false,
  "required": ["schema", "status", "exit_code", "detail", "scenario", "reproduce", "arguments", "seed", "engine",
    "rtl_build", "topology", "cycles", "packets", "load", "latency", "links", "packet_hops", "decisions",
    "compared", "flits", "flow_channels", "flows", "messages", "lft_overflows", "counters", "settled", "faulty_nodes", "faults", "hop_bound", "timeline", "audit",
    "mismatch", "wait_cycle", "config", "build", "waves", "wall"],
  "properties": {
    "schema": {"const": "selvage.result/1"},
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
    "engine": {"enum": ["golden", "rtl", "lockstep"]},
    "rtl_build": {"description": "The verilated build; empty for engine golden.", "type": "string"},
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
    "load": {
      "description": "In the measurement phase, as a fraction of the link bandwidth.",
      "type": "object", "additionalProperties": false, "required": ["offered", "accepted"],
      "properties": {
        "offered": {"type": "number", "minimum": 0},
        "accepted": {"type": "number", "minimum": 0}
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
    "flits": {
      "description": "Flits that left hosts, switches for switches, switches for hosts, those taken out with dropped packets, those lost on links that died or were dead, abort flits made for worms cut by a dying link, and answers that no legal channel was free; null where packets move whole.",
      "type": ["object", "null"], "additionalProperties": false,
      "required": ["injected", "hops", "ejected", "drained", "lost", "aborts", "waits"],
      "properties": {
        "injected": {"type": "integer", "minimum": 0},
        "hops": {"type": "integer", "minimum": 0},
        "ejected": {"type": "integer", "minimum": 0},
        "drained": {"type": "integer", "minimum": 0},
        "lost": {"type": "integer", "minimum": 0},
        "aborts": {"type": "integer", "minimum": 0},
        "waits": {"type": "integer", "minimum": 0}
      }
    },
    "flow_channels": {
      "description": "Under switch.kind flow, else null. Units are of switch.flow.unit_bytes.",
      "type": ["object", "null"], "additionalProperties": false,
      "required": ["flows", "opened", "released", "left", "mean_live", "order_kept", "reorders",
        "late_unordered", "redirects", "blocks", "divergences", "level_ups", "credits", "pauses", "stalls",
        "acks", "losses", "single_packet", "branches", "pool_high", "fabric_high", "limit_at_high", "units_high", "audits"],
      "properties": {
        "flows": {"description": "By source, destination, class and order.", "type": "integer", "minimum": 0},
        "opened": {"description": "Channels, in all input tables.", "type": "integer", "minimum": 0},
        "released": {"type": "integer", "minimum": 0},
        "left": {"description": "Not released at the end.", "type": "integer", "minimum": 0},
        "mean_live": {"description": "Live channels of the edge tables, in the measurement phase.", "type": "number", "minimum": 0},
        "order_kept": {"description": "Order is promised: switch.flow.block holds and routing is not per_packet.", "type": "boolean"},
        "reorders": {"description": "Ordered packets delivered behind a later one of their flow.", "type": "integer", "minimum": 0},
        "late_unordered": {"description": "Likewise, of unordered flows.", "type": "integer", "minimum": 0},
        "redirects": {"description": "Requests to move a flow.", "type": "integer", "minimum": 0},
        "blocks": {"description": "Flows that waited for their packets in order to move.", "type": "integer", "minimum": 0},
        "divergences": {"description": "Ordered packets that left their first switch by another port than the one before.", "type": "integer", "minimum": 0},
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
            "sizes": {
              "description": "Frames of 0, 1, 2 and so on ACKs.",
              "type": "array", "minItems": 49, "maxItems": 49, "items": {"type": "integer", "minimum": 0}
            }
          }
        },
        "losses": {
          "description": "Packets lost on links, holes found behind them, reports made at holes, LOSS messages made or seen by input tables.",
          "type": "object", "additionalProperties": false,
          "required": ["packets", "holes", "reports", "told", "new_holes", "joined", "units", "found_units"],
          "properties": {
            "packets": {"type": "integer", "minimum": 0},
            "holes": {"type": "integer", "minimum": 0},
            "reports": {"type": "integer", "minimum": 0},
            "told": {"type": "integer", "minimum": 0},
            "new_holes": {"description": "Holes where the loss was; each is reported once, but for joined.", "type": "integer", "minimum": 0},
            "joined": {"description": "Found by a packet behind another hole, whose report tells of both.", "type": "integer", "minimum": 0},
            "units": {"description": "Lost on links.", "type": "integer", "minimum": 0},
            "found_units": {"description": "Of them in holes. Nothing came behind the others: timers write them off.", "type": "integer", "minimum": 0}
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
    "faulty_nodes": {
      "description": "Switches without any link from the start.",
      "type": "array", "items": {"type": "string"}
    },
    "faults": {
      "type": "array",
      "items": {
        "type": "object", "additionalProperties": false,
        "required": ["link", "preset", "failed", "detected", "last_change", "hops", "messages",
          "switches", "changes", "tables_after", "spread_cycles", "packets_lost", "repair"],
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
        "actual", "recent"],
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
        "recent": {"type": "array", "items": {"type": "string"}}
      }
    },
    "wait_cycle": {
      "description": "Deadlock: channels, each waits for the next.",
      "type": "array", "items": {"type": "string"}
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

}  // namespace selvage::cli
