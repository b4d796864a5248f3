// SPDX-License-Identifier: Apache-2.0
#include "dut/manifest/manifest.hpp"

namespace selvage::dut {

namespace {

constexpr const char* kSchema = R"json({
  "$schema": "http://json-schema.org/draft-07/schema#",
  "title": "Selvage manifest of a block",
  "description": "Whose block, where its sources are, which of its pins is which pin of the contract.",
  "type": "object", "additionalProperties": false,
  "required": ["contract", "block", "top", "sources", "pins", "latency"],
  "properties": {
    "contract": {"description": "Version of this format.", "enum": ["selvage.block/1"]},
    "block": {"description": "`selvage dut contract` lists the blocks.", "type": "string"},
    "top": {"description": "Their module.", "$ref": "#/definitions/name"},
    "sources": {
      "description": "Files of Verilog or SystemVerilog, relative to this file, packages first.",
      "type": "array", "minItems": 1, "items": {"type": "string", "minLength": 1}
    },
    "include_dirs": {
      "description": "Folders, relative to this file.",
      "type": "array", "items": {"type": "string", "minLength": 1}, "default": []
    },
    "defines": {
      "description": "Macros; a value is a number, a name or empty.",
      "type": "object", "default": {},
      "additionalProperties": {"type": ["string", "integer"], "pattern": "^[A-Za-z0-9_']*$"}
    },
    "parameters": {
      "description": "Their parameters: a parameter of the contract, or a number.",
      "type": "object", "default": {},
      "additionalProperties": {"type": ["string", "integer"]}
    },
    "at": {
      "description": "Parameters of the contract, where they are not the usual ones, e.g. {M: 16, N: 3}.",
      "type": "object", "default": {}, "additionalProperties": {"type": "integer"}
    },
    "clock": {"description": "Their clock; without one the block is combinational.", "$ref": "#/definitions/name"},
    "reset": {
      "description": "Their reset, held for four clocks.",
      "type": "object", "additionalProperties": false, "required": ["pin", "active"],
      "properties": {
        "pin": {"description": "Their pin.", "$ref": "#/definitions/name"},
        "active": {"description": "Its level in reset.", "enum": ["high", "low"]},
        "settle": {"description": "Clocks after reset before the first question.", "type": "integer", "minimum": 0, "maximum": 1000, "default": 0}
      }
    },
    "pins": {
      "description": "For a pin of the contract theirs: a pin, a slice, a sized constant, or several in braces.",
      "type": "object",
      "additionalProperties": {
        "type": ["string", "object"], "additionalProperties": false, "required": ["pin"],
        "properties": {
          "pin": {"description": "As above.", "type": "string"},
          "encoding": {"description": "one_hot: bit i stands for the number i.", "enum": ["binary", "one_hot"], "default": "binary"}
        }
      }
    },
    "ties": {
      "description": "Their other inputs, constant.",
      "type": "object", "default": {}, "additionalProperties": {"type": "integer", "minimum": 0}
    },
    "latency": {
      "description": "Clocks from a question to its answer, 0: combinational; or the pin that says that there is one.",
      "type": ["integer", "object"], "minimum": 0, "maximum": 64,
      "additionalProperties": false, "required": ["ask", "valid", "at_most"],
      "properties": {
        "ask": {"description": "Their input: there is a question.", "$ref": "#/definitions/name"},
        "valid": {"description": "Their output: there is an answer.", "$ref": "#/definitions/name"},
        "at_most": {"description": "Clocks.", "type": "integer", "minimum": 1, "maximum": 1000}
      }
    },
    "patience": {
      "description": "Seconds that one clock may take to simulate; who takes longer is said to loop without end.",
      "type": "integer", "minimum": 1, "maximum": 86400, "default": 30
    },
    "waivers": {"description": "A file of Verilator's (.vlt).", "type": "string", "minLength": 1}
  },
  "definitions": {"name": {"type": "string", "pattern": "^[A-Za-z_][A-Za-z0-9_$]*$"}}
})json";

}  // namespace

nlohmann::json manifest_schema() { return nlohmann::json::parse(kSchema); }

}  // namespace selvage::dut
