// SPDX-License-Identifier: Apache-2.0
/// \file
/// JSON Schema (draft-07) validation. The only user of valijson, which is slow to compile.
#pragma once

#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace selvage::config {

/// One place at which a value breaks its schema.
struct SchemaIssue {
  enum class Kind { kUnknownKey, kMissingKey, kType, kOther };
  Kind kind = Kind::kOther;
  std::string pointer;  ///< JSON pointer of the value; for key issues, of the map
  std::string key;      ///< the missing key
};

/// A schema made ready to validate many values.
class Validator {
 public:
  /// An invalid schema is a programming error and throws.
  explicit Validator(const nlohmann::json& schema);
  ~Validator();
  Validator(Validator&&) noexcept;
  Validator& operator=(Validator&&) noexcept;

  /// Every violation, deepest places only (what valijson says again of each value around is left
  /// out).
  [[nodiscard]] std::vector<SchemaIssue> operator()(const nlohmann::json& value) const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

/// `Validator(schema)(value)`, for once.
[[nodiscard]] std::vector<SchemaIssue> validate(const nlohmann::json& schema,
                                                const nlohmann::json& value);

}  // namespace selvage::config
