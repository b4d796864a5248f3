// SPDX-License-Identifier: Apache-2.0
#include "config/explain.hpp"

#include <fmt/format.h>

#include "config/schema.hpp"

namespace selvage::config {
namespace {

using nlohmann::json;

std::string type_in_words(const std::string& type) {
  if (type == "object") return "a map";
  if (type == "array") return "a list";
  if (type == "string") return "text";
  if (type == "integer") return "a whole number";
  if (type == "number") return "a number";
  if (type == "boolean") return "true or false";
  return type;
}

std::string value_in_words(const json& value, const std::string& text) {
  if (value.is_null()) return "nothing";
  if (value.is_object()) return "a map";
  if (value.is_array()) return "a list";
  return fmt::format("'{}'", printable(text));
}

bool type_matches(const std::string& type, const json& value) {
  return (type == "object" && value.is_object()) || (type == "array" && value.is_array()) ||
         (type == "string" && value.is_string()) || (type == "boolean" && value.is_boolean()) ||
         (type == "integer" && value.is_number_integer()) ||
         (type == "number" && value.is_number());
}

std::vector<std::string> types_of(const json& schema) {
  const auto type = schema.find("type");
  if (type == schema.end()) return {};
  if (type->is_array()) return type->get<std::vector<std::string>>();
  return {type->get<std::string>()};
}

std::vector<std::string> keys_of(const json& schema) {
  std::vector<std::string> keys;
  if (schema.contains("properties")) {
    for (const auto& [key, part] : schema["properties"].items()) keys.push_back(key);
  }
  return keys;
}

std::string range_in_words(const json& schema) {
  const auto minimum = schema.find("minimum");
  const auto maximum = schema.find("maximum");
  if (minimum == schema.end()) return fmt::format("at most {}", maximum->dump());
  if (maximum == schema.end()) return fmt::format("at least {}", minimum->dump());
  return fmt::format("from {} to {}", minimum->dump(), maximum->dump());
}

void explain_unknown_keys(const json& schema, const Document& document, const std::string& pointer,
                          const json& map, Diagnostics& diagnostics,
                          std::set<std::string>& unusable) {
  const std::vector<std::string> known = keys_of(schema);
  const bool guess = map.size() <= known.size() + kMostReported;  // not that all are misspelt
  for (const auto& [key, value] : map.items()) {
    if (schema.contains("properties") && schema["properties"].contains(key)) continue;
    const std::string at = pointer + pointer_step(key);
    std::string hint = guess ? did_you_mean(key, known) : std::string();
    if (hint.empty() && !known.empty()) hint = "known here: " + join(known, ", ");
    diagnostics.error({document.place(at).key, dotted(at), "unknown key", hint});
    unusable.insert(at);
  }
}

}  // namespace

std::string complaint(const json& schema, const json& value, const std::string& text,
                      std::string& hint) {
  const std::vector<std::string> types = types_of(schema);
  bool fits = types.empty();
  for (const std::string& type : types) fits = fits || type_matches(type, value);
  if (!fits) {
    std::vector<std::string> words;
    for (const std::string& type : types) words.push_back(type_in_words(type));
    if (types.front() == "string" && (value.is_number() || value.is_boolean())) {
      hint = fmt::format("in quotes it is text: \"{}\"", printable(text));
    }
    return fmt::format("must be {}, not {}", join(words, " or "), value_in_words(value, text));
  }
  if (schema.contains("enum") || schema.contains("const")) {
    const json& allowed = schema.contains("enum") ? schema["enum"] : json::array({schema["const"]});
    std::vector<std::string> words;
    for (const json& a : allowed) words.push_back(a.is_string() ? a.get<std::string>() : a.dump());
    hint = did_you_mean(text, words);
    return fmt::format("{} is not one of {}", value_in_words(value, text), join(words, ", "));
  }
  if (value.is_number_integer() && schema.contains("multipleOf") &&
      value.get<std::int64_t>() % schema["multipleOf"].get<std::int64_t>() != 0) {
    const json& factor = schema["multipleOf"];
    return factor == 2
               ? fmt::format("must be even, not {}", printable(text))
               : fmt::format("must be a multiple of {}, not {}", factor.dump(), printable(text));
  }
  if (value.is_number() && (schema.contains("minimum") || schema.contains("maximum"))) {
    return fmt::format("must be {}, not {}", range_in_words(schema), printable(text));
  }
  if (value.is_string() && (schema.contains("pattern") || schema.contains("maxLength"))) {
    return fmt::format("'{}' is not allowed: it has to match {} and be at most {} characters long",
                       printable(text), schema.value("pattern", ".*"),
                       schema.value("maxLength", 1000000));
  }
  if (value.is_array() && schema.contains("minItems") &&
      value.size() < schema["minItems"].get<std::size_t>()) {
    return fmt::format("must have {} element{} at least, not {}", schema["minItems"].dump(),
                       schema["minItems"] == 1 ? "" : "s", value.size());
  }
  if (value.is_array() && schema.contains("maxItems") &&
      value.size() > schema["maxItems"].get<std::size_t>()) {
    return fmt::format("must have at most {} elements, not {}", schema["maxItems"].dump(),
                       value.size());
  }
  return fmt::format("{} is not allowed here", value_in_words(value, text));
}

std::set<std::string> explain(const json& schema, const Document& document,
                              const std::string& prefix, const std::vector<SchemaIssue>& issues,
                              Diagnostics& diagnostics) {
  std::set<std::string> unusable;
  for (const SchemaIssue& issue : issues) {
    const std::string pointer = prefix + issue.pointer;
    const json& part = subschema(schema, issue.pointer);
    const json& value = document.value.at(json::json_pointer(pointer));
    if (issue.kind == SchemaIssue::Kind::kUnknownKey) {
      explain_unknown_keys(part, document, pointer, value, diagnostics, unusable);
    } else if (issue.kind == SchemaIssue::Kind::kMissingKey) {
      const std::string at = pointer + pointer_step(issue.key);
      diagnostics.error({document.place(pointer).key, dotted(at), "is missing", ""});
      unusable.insert(at);
    } else if (unusable.insert(pointer).second) {
      std::string hint;
      const std::string text = value.is_structured() ? "" : document.text(pointer);
      std::string what = complaint(part, value, text, hint);
      diagnostics.error({document.place(pointer).value, dotted(pointer), std::move(what), hint});
    }
  }
  return unusable;
}

std::vector<std::string> complaints(const json& schema, const json& value,
                                    const std::vector<SchemaIssue>& issues) {
  Diagnostics diagnostics;
  diagnostics.add_source({"", "", false});
  Document document;
  document.value = value;
  explain(schema, document, "", issues, diagnostics);
  constexpr std::size_t kMost = 10;
  std::vector<std::string> out;
  for (const Diagnostic& d : diagnostics.errors()) {
    if (out.size() == kMost && diagnostics.errors().size() > kMost + 1) {
      out.push_back(fmt::format("{} more errors", diagnostics.errors().size() - kMost));
      break;
    }
    out.push_back((d.path.empty() ? "" : d.path + ": ") + d.what +
                  (d.hint.empty() ? "" : " (" + d.hint + ")"));
  }
  return out;
}

}  // namespace selvage::config
