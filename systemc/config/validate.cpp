// SPDX-License-Identifier: Apache-2.0
#include "config/validate.hpp"

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wshadow"
#pragma GCC diagnostic ignored "-Wconversion"
#pragma GCC diagnostic ignored "-Wextra"
#ifndef __clang__
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#endif
#include <valijson/adapters/nlohmann_json_adapter.hpp>
#include <valijson/schema.hpp>
#include <valijson/schema_parser.hpp>
#include <valijson/validation_results.hpp>
#include <valijson/validator.hpp>
#pragma GCC diagnostic pop

#include "config/text/document.hpp"

namespace selvage::config {
namespace {

bool starts_with(const std::string& text, const char* lead) { return text.rfind(lead, 0) == 0; }

/// Whether valijson only repeats of a value what it said of something inside.
bool is_echo(const std::string& description) {
  return starts_with(description, "Failed to validate");
}

SchemaIssue issue_from(const valijson::ValidationResults::Error& error) {
  SchemaIssue issue;
  for (std::size_t i = 1; i < error.context.size(); ++i) {  // context[0] is "<root>"
    const std::string& step = error.context[i];             // "[name]" or "[0]"
    issue.pointer += pointer_step(step.substr(1, step.size() - 2));
  }
  const std::string& what = error.description;
  if (starts_with(what, "Missing required property '")) {
    issue.kind = SchemaIssue::Kind::kMissingKey;
    const std::size_t from = what.find('\'') + 1;
    issue.key = what.substr(from, what.rfind('\'') - from);
  } else if (starts_with(what, "Object contains a property that could not be validated")) {
    issue.kind = SchemaIssue::Kind::kUnknownKey;
  } else if (starts_with(what, "Value type not permitted")) {
    issue.kind = SchemaIssue::Kind::kType;
  }
  return issue;
}

/// The schema with every `multipleOf` as a real number: valijson casts the value to an integer when
/// the factor is one, which is undefined for a value beyond 64 bits.
nlohmann::json with_real_factors(nlohmann::json schema) {
  if (schema.is_object()) {
    if (const auto factor = schema.find("multipleOf");
        factor != schema.end() && factor->is_number()) {
      *factor = factor->get<double>();
    }
  }
  if (schema.is_structured()) {
    for (nlohmann::json& part : schema) part = with_real_factors(std::move(part));
  }
  return schema;
}

}  // namespace

struct Validator::Impl {
  valijson::Schema schema;
};

Validator::Validator(const nlohmann::json& schema) : impl_(std::make_unique<Impl>()) {
  valijson::SchemaParser parser;
  const nlohmann::json real = with_real_factors(schema);
  parser.populateSchema(valijson::adapters::NlohmannJsonAdapter(real), impl_->schema);
}
Validator::~Validator() = default;
Validator::Validator(Validator&&) noexcept = default;
Validator& Validator::operator=(Validator&&) noexcept = default;

std::vector<SchemaIssue> Validator::operator()(const nlohmann::json& value) const {
  valijson::Validator validator;
  valijson::ValidationResults results;
  std::vector<SchemaIssue> issues;
  if (validator.validate(impl_->schema, valijson::adapters::NlohmannJsonAdapter(value), &results)) {
    return issues;
  }
  for (const auto& error : results) {
    if (!is_echo(error.description)) issues.push_back(issue_from(error));
  }
  if (issues.empty()) issues.emplace_back();
  return issues;
}

std::vector<SchemaIssue> validate(const nlohmann::json& schema, const nlohmann::json& value) {
  return Validator(schema)(value);
}

}  // namespace selvage::config
