// SPDX-License-Identifier: Apache-2.0
#include "dut/whole/manifest.hpp"

#include <fmt/format.h>

#include "config/explain.hpp"
#include "config/schema.hpp"
#include "config/text/document.hpp"
#include "config/validate.hpp"
#include "cosim/foreign/pins.hpp"

namespace selvage::dut {

namespace {

using nlohmann::json;

constexpr unsigned kDataBits = 64;
constexpr unsigned kLengthBits = 14;
constexpr unsigned kTagBits = 32;

constexpr const char* kSchema = R"json({
  "$schema": "http://json-schema.org/draft-07/schema#",
  "title": "Selvage manifest of a whole switch",
  "description": "Facts of a switch that selvage_add_switch makes a plug-in of; its pins have the names of docs/tutorials/your-own-switch.md.",
  "type": "object", "additionalProperties": false,
  "required": ["contract", "topology", "link", "control", "compare"],
  "properties": {
    "contract": {"description": "Version of this format.", "enum": ["selvage.switch/1"]},
    "topology": {
      "description": "The tree whose switches it can be.",
      "type": "object", "additionalProperties": false, "required": ["kind", "ports", "levels"],
      "properties": {
        "kind": {"description": "m-port n-tree.", "enum": ["fattree"]},
        "ports": {"description": "M.", "type": "integer", "minimum": 4, "maximum": 32, "multipleOf": 2},
        "levels": {"description": "N.", "type": "integer", "minimum": 2, "maximum": 6}
      }
    },
    "link": {
      "description": "Its pins to the links.",
      "type": "object", "additionalProperties": false, "required": ["buffer"],
      "properties": {
        "data_bits": {"description": "Of a beat.", "enum": [64], "default": 64},
        "flow_control": {"description": "Packets may start while XON is said.", "enum": ["xon"], "default": "xon"},
        "min_latency": {"description": "Cycles of a link, at least.", "type": "integer", "minimum": 2, "maximum": 1000, "default": 2},
        "buffer": {"description": "Beats that an input holds, what is on its way through the switch included.", "type": "integer", "minimum": 1, "maximum": 1000000},
        "xon_lag": {"description": "Edges between XON at the pin and the last head that may leave against it.", "type": "integer", "minimum": 1, "maximum": 64, "default": 1},
        "messages": {"description": "Fault messages that an input holds.", "type": "integer", "minimum": 1, "maximum": 256, "default": 16}
      }
    },
    "header": {
      "description": "What it reads of a head beat; has to be what the fabric writes.",
      "type": "object", "additionalProperties": false,
      "properties": {
        "dst": {"description": "Address of the destination.", "type": "string"},
        "src": {"description": "Of the source.", "type": "string"},
        "len": {"description": "Beats of the packet.", "type": "string"},
        "tag": {"description": "The sender's.", "type": "string"}
      }
    },
    "control": {"description": "Fault messages: as docs/reference/control-plane.md has them; its own, which nobody else reads; or none.", "enum": ["selvage", "own", "none"]},
    "compare": {"description": "With the model in every cycle, or by rules from the pins alone.", "enum": ["exact", "legal"]},
    "bounds": {
      "description": "What it promises under compare: legal.",
      "type": "object", "additionalProperties": false, "default": {},
      "properties": {
        "head_latency": {
          "description": "Edges from a head that comes into an empty switch to the same one at an output: at least, at most.",
          "type": "array", "minItems": 2, "maxItems": 2, "items": {"type": "integer", "minimum": 1, "maximum": 100000}, "default": [1, 64]
        },
        "stall_max": {"description": "Edges that a head may wait while all its outputs have XON.", "type": "integer", "minimum": 1, "maximum": 10000000, "default": 4096},
        "settle": {"description": "With control: own, which needs it: cycles from a declaration until every switch knows what it has to.", "type": "integer", "minimum": 1, "maximum": 10000000},
        "dead_within": {"description": "Edges after a declaration in which a head may still leave by that port.", "type": "integer", "minimum": 1, "maximum": 100000, "default": 16},
        "order": {"description": "Which packets stay in order.", "enum": ["flow", "port", "none"], "default": "flow"}
      }
    },
    "gating": {
      "description": "It may miss clocks.",
      "type": "object", "additionalProperties": false, "required": ["idle"],
      "properties": {
        "idle": {"description": "Its output that says so.", "type": "string", "pattern": "^[A-Za-z_][A-Za-z0-9_$]*$"}
      }
    }
  }
})json";

class Reader {
 public:
  Reader(std::size_t source, config::Document document, config::Diagnostics& diagnostics)
      : source_(source), document_(std::move(document)), diagnostics_(diagnostics) {}

  bool valid() {
    json& root = document_.value;
    if (!root.is_object()) {
      complain("", "a manifest is a map of keys");
      return false;
    }
    const json schema = whole_schema();
    config::explain(schema, document_, "", config::validate(schema, root), diagnostics_);
    if (!diagnostics_.empty()) return false;
    config::fill_defaults(schema, root);
    return true;
  }

  void read(WholeManifest& m) {
    const json& root = document_.value;
    cosim::SwitchFacts& f = m.facts;
    f.ports = root["topology"]["ports"];
    f.levels = root["topology"]["levels"];
    const json& link = root["link"];
    f.min_latency = link["min_latency"];
    f.buffer = link["buffer"];
    f.xon_lag = link["xon_lag"];
    f.messages = link["messages"];
    using Control = cosim::SwitchFacts::Control;
    f.control = root["control"] == "selvage" ? Control::kSelvage
                : root["control"] == "own"   ? Control::kOwn
                                             : Control::kNone;
    f.compare = root["compare"] == "exact" ? cosim::SwitchFacts::Compare::kExact
                                           : cosim::SwitchFacts::Compare::kLegal;
    const json& bounds = root["bounds"];
    f.least_latency = bounds["head_latency"][0];
    f.most_latency = bounds["head_latency"][1];
    if (f.least_latency > f.most_latency)
      complain("/bounds/head_latency", "at least is more than at most");
    f.stall_max = bounds["stall_max"];
    f.dead_within = bounds["dead_within"];
    read_settle(bounds, f);
    using Order = cosim::SwitchFacts::Order;
    f.order = bounds["order"] == "flow"   ? Order::kFlow
              : bounds["order"] == "port" ? Order::kPort
                                          : Order::kNone;
    if (root.contains("gating")) m.idle_pin = root["gating"]["idle"];
    f.gated = !m.idle_pin.empty();
    read_header(f);
  }

 private:
  void read_settle(const json& bounds, cosim::SwitchFacts& f) {
    const bool own = f.control == cosim::SwitchFacts::Control::kOwn;
    if (own && f.compare == cosim::SwitchFacts::Compare::kExact)
      complain("/compare", "messages that golden does not know can be judged with legal only");
    if (own && !bounds.contains("settle"))
      complain("/bounds", "`control: own` needs `settle`, cycles until all know of a declaration");
    if (!own && bounds.contains("settle")) complain("/bounds/settle", "only with `control: own`");
    if (own && bounds.contains("settle")) f.settle = bounds["settle"];
  }
  void complain(const std::string& pointer, const std::string& what) {
    const config::Spot spot =
        document_.places.empty() ? config::Spot{source_, 0, 0} : document_.place(pointer).value;
    diagnostics_.error({spot, config::dotted(pointer), what, ""});
  }

  void read_header(const cosim::SwitchFacts& f) {
    const unsigned used = 2 * f.levels * cosim::pins::bits_for(f.ports) + kLengthBits + kTagBits;
    if (used > kDataBits) {
      complain("/topology", fmt::format("a head beat of such a tree takes {} bits, more than {}",
                                        used, kDataBits));
      return;
    }
    if (!document_.value.contains("header")) return;
    const HeaderFields fields = header_fields(f.ports, f.levels);
    const std::pair<const char*, const std::string*> all[] = {
        {"dst", &fields.dst}, {"src", &fields.src}, {"len", &fields.len}, {"tag", &fields.tag}};
    for (const auto& [key, has_to_be] : all) {
      const json& header = document_.value["header"];
      if (!header.contains(key) || header[key] == *has_to_be) continue;
      complain(std::string("/header/") + key,
               fmt::format("has to be \"{}\" in such a tree, not \"{}\"", *has_to_be,
                           config::printable(header[key].get<std::string>())));
    }
  }

  std::size_t source_;
  config::Document document_;
  config::Diagnostics& diagnostics_;
};

}  // namespace

json whole_schema() { return json::parse(kSchema); }

HeaderFields header_fields(unsigned ports, unsigned levels) {
  const unsigned address = levels * cosim::pins::bits_for(ports);
  const auto field = [](unsigned low, unsigned width) {
    return fmt::format("head[{}:{}]", low + width - 1, low);
  };
  return {field(0, address), field(address, address), field(2 * address, kLengthBits),
          field(2 * address + kLengthBits, kTagBits)};
}

std::optional<WholeManifest> read_whole_manifest(const std::string& file, const std::string& text,
                                                 config::Diagnostics& diagnostics) {
  WholeManifest m;
  m.file = file;
  m.text = text;
  const std::size_t source = diagnostics.add_source({file, text, true});
  config::Document document = config::read_yaml(source, diagnostics);
  if (!diagnostics.empty()) return std::nullopt;
  Reader reader(source, std::move(document), diagnostics);
  if (!reader.valid()) return std::nullopt;
  reader.read(m);
  if (!diagnostics.empty()) return std::nullopt;
  return m;
}

}  // namespace selvage::dut
