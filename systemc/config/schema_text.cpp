// SPDX-License-Identifier: Apache-2.0
#include "config/schema_text.hpp"

namespace selvage::config {

// One literal for reading; schema.cpp expands what stands in short here: $link, $cycle, {classes}.
const std::string_view kScenarioSchemaText = R"json({
  "$schema": "http://json-schema.org/draft-07/schema#",
  "title": "Selvage scenario",
  "description": "One simulation of one fabric. Times are in clock cycles.",
  "type": "object",
  "additionalProperties": false,
  "required": ["topology"],
  "properties": {
    "name": {
      "description": "Name of the run and of its directory under out/. Default: the file's name without its ending, other characters as _.",
      "type": "string", "pattern": "^[A-Za-z0-9][A-Za-z0-9._-]*$", "maxLength": 64
    },
    "topology": {"description": "The fabric.", "type": "object"},
    "engine": {
      "description": "Who decides: the golden C++ model, the verilated RTL, or the RTL with every output compared with the golden model: golden, rtl or lockstep. Or switch: every switch whole in RTL, beat by beat, beside the golden model and compared with it in every cycle. One for all blocks, or a map of `default` and blocks of this fabric by name (`selvage list`).",
      "type": ["string", "object"], "additionalProperties": false, "default": "lockstep",
      "properties": {"default": {"enum": ["golden", "rtl", "lockstep", "switch"], "default": "lockstep"}}
    },
    "seed": {
      "description": "Seed of every random stream of the run.",
      "type": "integer", "minimum": 0, "maximum": 9007199254740991, "default": 1
    },
    "clock_ns": {
      "description": "Length of a cycle in nanoseconds, for reports and waves only.",
      "type": "number", "minimum": 0.001, "maximum": 1000000, "default": 1.0
    },
    "traffic": {
      "description": "What the hosts send.",
      "type": "object", "additionalProperties": false, "default": {},
      "properties": {
        "pattern": {
          "description": "Who sends to whom.",
          "enum": ["uniform", "transpose", "bit-complement", "hot-spot", "trace", "permutation", "incast", "flows", "application"],
          "default": "uniform"
        },
        "load": {
          "description": "Offered load of each host that sends, as a fraction of the link bandwidth (not used by a trace or an application, nor by flows with loads of their own).",
          "type": "number", "minimum": 0, "maximum": 1, "default": 0.2
        },
        "packet_beats": {
          "description": "Length of a packet in beats (flits); a beat takes a link one cycle. A list of lengths: each packet has one of them, drawn by their shares, which sum up to 1.",
          "type": ["integer", "array"], "minimum": 1, "maximum": 4096, "default": 64,
          "minItems": 1, "maxItems": 64,
          "items": {
            "type": "object", "additionalProperties": false, "required": ["beats", "share"],
            "properties": {
              "beats": {"description": "A length.", "type": "integer", "minimum": 1, "maximum": 4096},
              "share": {"description": "Share of the packets.", "type": "number", "minimum": 0, "maximum": 1}
            }
          }
        },
        "packet_bytes": {
          "description": "Length of a packet in bytes, instead of packet_beats: ceil((packet_bytes + link.overhead_bytes) / link.bytes_per_cycle) beats. A list as there; or imix, 64, 576 and 1518 bytes as 7 : 4 : 1.",
          "type": ["integer", "array", "string"], "minimum": 1, "maximum": 65536,
          "minItems": 1, "maxItems": 64, "pattern": "^imix$", "maxLength": 4,
          "items": {
            "type": "object", "additionalProperties": false, "required": ["bytes", "share"],
            "properties": {
              "bytes": {"description": "A length.", "type": "integer", "minimum": 1, "maximum": 65536},
              "share": {"description": "Share of the packets.", "type": "number", "minimum": 0, "maximum": 1}
            }
          }
        },
        "incast": {
          "description": "incast: many hosts send to one.",
          "type": "object", "additionalProperties": false, "default": {},
          "properties": {
            "to": {"description": "The receiver.", "type": ["string", "number"]},
            "senders": {
              "description": "How many hosts send to it, drawn by the seed; 0: all others.",
              "type": "integer", "minimum": 0, "maximum": 65535, "default": 0
            }
          }
        },
        "flows": {
          "description": "flows: persistent flows, each with a load of its own.",
          "type": "array", "maxItems": 4096, "default": [],
          "items": {
            "type": "object", "additionalProperties": false, "required": ["from", "to"],
            "properties": {
              "from": {"description": "The sender.", "type": ["string", "number"]},
              "to": {"description": "The receiver.", "type": ["string", "number"]},
              "load": {
                "description": "As a fraction of the link bandwidth. Default: traffic.load.",
                "type": "number", "minimum": 0, "maximum": 1
              },
              "class": {
                "description": "Traffic class, under switch.kind {classes}.",
                "type": "integer", "minimum": 0, "maximum": 7, "default": 0
              },
              "ordered": {
                "description": "Whether it has to stay in order, under switch.kind {classes}.",
                "type": "boolean", "default": true
              }
            }
          }
        },
        "classes": {
          "description": "Share of the packets in each traffic class, from class 0 on, under switch.kind {classes} (not used by pattern flows).",
          "type": "array", "minItems": 1, "maxItems": 8, "default": [1],
          "items": {"type": "number", "minimum": 0, "maximum": 1}
        },
        "ordered": {
          "description": "Share of the packets that have to stay in order, under switch.kind {classes} (not used by pattern flows).",
          "type": "number", "minimum": 0, "maximum": 1, "default": 1
        },
        "source_queue_packets": {
          "description": "Packets a host can hold back; one more is refused.",
          "type": "integer", "minimum": 1, "maximum": 65536, "default": 64
        },
        "hot_hosts": {
          "description": "hot-spot: the favoured destinations.",
          "type": "array", "items": {"type": ["string", "number"]}, "default": []
        },
        "hot_fraction": {
          "description": "hot-spot: share of the packets that are sent to a hot host; the others go to any other host.",
          "type": "number", "minimum": 0, "maximum": 1, "default": 0.1
        },
        "trace_file": {
          "description": "trace: lines `cycle source destination`, ascending by cycle, with the packet's beats behind them if need be; application of kind file, netrace or booksim: its messages. Relative to the scenario.",
          "type": "string", "default": ""
        }
      }
    },
    "phases": {
      "description": "Warm-up, measurement, drain. Injection stops when the drain begins.",
      "type": "object", "additionalProperties": false, "default": {},
      "properties": {
        "warmup": {"$cycle": "Cycles before measuring.", "default": 2000},
        "measure": {"$cycle": "Cycles of measurement.", "minimum": 1, "default": 20000},
        "drain": {"$cycle": "At most so many cycles to empty the fabric; the run ends when it is empty and settled.", "default": 100000}
      }
    },
    "switch": {
      "description": "The switches.",
      "type": "object", "additionalProperties": false, "default": {},
      "properties": {
        "kind": {},
        "route_latency": {
          "description": "Cycles from a route request to its decision; a switch takes one request a cycle.",
          "type": "integer", "minimum": 2, "maximum": 1024, "default": 2
        }
      }
    },
    "link": {
      "description": "The links.",
      "type": "object", "additionalProperties": false, "default": {},
      "properties": {
        "latency": {
          "description": "Cycles a beat is under way.",
          "type": "integer", "minimum": 1, "maximum": 4096, "default": 4
        },
        "bytes_per_cycle": {
          "description": "Bytes of a beat, for lengths in bytes: 25 are 200 Gb/s at 1 ns.",
          "type": "integer", "minimum": 1, "maximum": 1024, "default": 25
        },
        "overhead_bytes": {
          "description": "Bytes that a packet has on a link beside its own.",
          "type": "integer", "minimum": 0, "maximum": 1024, "default": 9
        },
        "messages": {
          "description": "Fault messages share the link with the packets, before them, or have wires of their own.",
          "enum": ["beat", "sideband"], "default": "beat"
        },
        "checker": {
          "description": "A protocol checker sits on every link: a call that breaks a rule of the protocol is a failed check.",
          "type": "boolean", "default": false
        }
      }
    },
    "probe": {
      "description": "Detection of dead links.",
      "type": "object", "additionalProperties": false, "default": {},
      "properties": {
        "period": {
          "description": "Cycles between probes of a port; more than timeout x (retries + 1).",
          "type": "integer", "minimum": 2, "maximum": 1000000000, "default": 512
        },
        "timeout": {
          "description": "Cycles to wait for the answer; more than 2 x link latency + 1.",
          "type": "integer", "minimum": 3, "maximum": 1000000000, "default": 32
        },
        "retries": {
          "description": "Repetitions before a port is declared dead.",
          "type": "integer", "minimum": 0, "maximum": 100, "default": 3
        }
      }
    },
    "faults": {
      "description": "Which links die, and when, and which come back.",
      "type": "object", "additionalProperties": false, "default": {},
      "properties": {
        "links": {
          "description": "Named links that die while traffic flows. A link may fail again after its repair.",
          "type": "array", "default": [],
          "items": {
            "type": "object", "additionalProperties": false, "required": ["link"],
            "properties": {
              "link": {"$link": true},
              "at": {"$cycle": "The cycle in which it dies.", "default": 0},
              "repaired": {"$cycle": "The cycle, after `at`, in which it comes back; not before both ends have declared it dead. Default: never.", "minimum": 1}
            }
          }
        },
        "random": {
          "description": "Distinct random links, and switches, that die at random cycles of [from, until).",
          "type": "object", "additionalProperties": false, "default": {},
          "properties": {
            "nodes": {
              "description": "How many switches, none of those named.",
              "type": "integer", "minimum": 0, "maximum": 1000000, "default": 0
            },
            "count": {
              "description": "How many links.",
              "type": "integer", "minimum": 0, "maximum": 1000000, "default": 0
            },
            "from": {"$cycle": "First cycle in which one may die.", "default": 0},
            "until": {"$cycle": "The cycle after the last one. Default: the end of the measurement.", "minimum": 1},
            "tolerable": {
              "description": "Draw again, up to 100,000 times, until every pair of hosts keeps a path.",
              "type": "boolean", "default": false
            },
            "repair_after": {
              "description": "Each comes back a random number of cycles of [from, until) after its death. Default: they stay dead.",
              "type": "object", "additionalProperties": false, "required": ["from", "until"],
              "properties": {
                "from": {"$cycle": "Least number of cycles.", "minimum": 1},
                "until": {"$cycle": "One more than the greatest.", "minimum": 2}
              }
            }
          }
        },
        "preset": {
          "description": "Named links that are dead, and known to be so everywhere, before cycle 0.",
          "type": "array", "default": [],
          "items": {
            "type": "object", "additionalProperties": false, "required": ["link"],
            "properties": {
              "link": {"$link": true},
              "repaired": {"$cycle": "The cycle in which it comes back; not before both ends have probed it once. Default: never.", "minimum": 1}
            }
          }
        },
        "nodes": {
          "description": "Switches that have no link that works, from the start; their hosts are silent and nobody's destination.",
          "type": "array", "items": {"type": ["string", "number"]}, "default": []
        },
        "failing_nodes": {
          "description": "Switches that die while traffic flows, with all their links and hosts. A switch may fail again after its repair.",
          "type": "array", "default": [],
          "items": {
            "type": "object", "additionalProperties": false, "required": ["node"],
            "properties": {
              "node": {"description": "The switch.", "type": ["string", "number"]},
              "at": {"$cycle": "The cycle in which it dies.", "default": 0},
              "repaired": {"$cycle": "The cycle, after `at`, from which on its links come back, each when its ends allow. Default: never.", "minimum": 1}
            }
          }
        },
        "random_nodes": {
          "description": "So many more such switches, drawn at random.",
          "type": "integer", "minimum": 0, "maximum": 1000000, "default": 0
        },
        "random_preset": {
          "description": "The random links too are dead and known before cycle 0.",
          "type": "boolean", "default": false
        }
      }
    },
    "limits": {
      "description": "When to give up.",
      "type": "object", "additionalProperties": false, "default": {},
      "properties": {
        "watchdog": {"$cycle": "Cycles without any movement, while packets are in the fabric, that count as deadlock; timers that the switches have of their own come on top.", "minimum": 1, "default": 20000},
        "wall_seconds": {
          "description": "Stop with exit code 3 so many seconds after the command's start, set-up included; 0: never.",
          "type": "number", "minimum": 0, "maximum": 1000000, "default": 0
        }
      }
    },
    "audit": {
      "description": "Hold the routing state against ground truth at the end, if it has settled.",
      "type": "boolean", "default": true
    },
    "bug": {
      "description": "Deliberate defects, to see the checks bite.",
      "type": "object", "additionalProperties": false, "default": {}, "properties": {}
    }
  }
})json";

}  // namespace selvage::config
