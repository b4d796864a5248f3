// SPDX-License-Identifier: Apache-2.0
#include "campaign/figures/page.hpp"
#include "campaign/figures/xml.hpp"
#include "config/explain.hpp"
#include "config/validate.hpp"

namespace selvage::campaign {

namespace {

using nlohmann::json;

constexpr const char* kCampaign = R"json({
  "type": "object",
  "required": ["name", "title", "trials", "done", "seeds", "first_seed", "example", "failed", "points"],
  "properties": {
    "name": {"type": "string"}, "title": {"type": "string"}, "example": {"type": "string"},
    "trials": {"type": "integer", "minimum": 0}, "done": {"type": "integer", "minimum": 0},
    "seeds": {"type": "integer", "minimum": 1}, "first_seed": {"type": "integer", "minimum": 0},
    "failed": {
      "type": "array",
      "items": {
        "type": "object", "required": ["trial", "kind", "replay"],
        "properties": {"trial": {"type": "integer", "minimum": 0}, "kind": {"type": "string"}, "replay": {"type": "string"}}
      }
    },
    "points": {
      "type": "array",
      "items": {
        "type": "object", "required": ["levels", "values"],
        "properties": {
          "levels": {"type": "object", "additionalProperties": {"type": "string"}},
          "values": {
            "type": "object",
            "additionalProperties": {
              "type": "object", "required": ["n", "mean", "low", "high"],
              "properties": {
                "n": {"type": "integer"}, "mean": {"type": ["number", "null"]},
                "low": {"type": ["number", "null"]}, "high": {"type": ["number", "null"]}
              }
            }
          }
        }
      }
    }
  }
})json";

constexpr const char* kFigure = R"json({
  "type": "object", "required": ["name", "title", "source", "setup", "svg", "claims"],
  "properties": {
    "name": {"type": "string"}, "title": {"type": "string"}, "source": {"type": "string"},
    "setup": {"type": "string"}, "svg": {"type": "string"}, "quick": {"type": "boolean"},
    "unsteady": {"type": "array", "items": {"type": "string"}},
    "claims": {
      "type": "array",
      "items": {
        "type": "object", "required": ["id", "says", "measured", "reproduced"],
        "properties": {
          "id": {"type": "string"}, "says": {"type": "string"}, "measured": {"type": "string"},
          "reproduced": {"type": ["boolean", "null"]}, "not_judged": {"type": "string"},
          "note": {"type": "string"}
        }
      }
    }
  }
})json";

constexpr const char* kPlan = R"json({
  "type": "object", "additionalProperties": {"type": "array", "items": {"type": "string"}}
})json";

std::string first_complaint(const char* by, const json& value) {
  const json schema = json::parse(by);
  const auto complaints = config::complaints(schema, value, config::validate(schema, value));
  return complaints.empty() ? "" : complaints.front();
}

}  // namespace

std::string shape_complaint(const nlohmann::ordered_json& given) {
  const json value(given);
  const bool figure =
      value.is_object() && value.contains("schema") && value["schema"] == "selvage.figure/1";
  return first_complaint(figure ? kFigure : kCampaign, value);
}

std::string plan_complaint(const nlohmann::ordered_json& given) {
  return first_complaint(kPlan, json(given));
}

std::string svg_complaint(const std::string& svg) {
  pugi::xml_document document;
  std::string why;
  if (!load_xml(svg, document, why)) return why;
  const bool picture = std::string(document.document_element().name()) == "svg";
  return picture ? "" : "it is no SVG picture";
}

}  // namespace selvage::campaign
