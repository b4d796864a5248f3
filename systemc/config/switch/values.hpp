// SPDX-License-Identifier: Apache-2.0
/// \file
/// The switches of a scenario: what all kinds have, and the values of one kind.
#pragma once

#include <any>
#include <string_view>
#include <utility>

namespace selvage {

/// Holds the values of one kind of switch, which only that kind looks into. They are a struct of
/// its own, with its name as `kName`: `sw.use<FlowConfig>().audit_period = 500`.
class SwitchConfig {
 public:
  unsigned route_latency = 2;  ///< cycles from a request to its decision, >= 2

  /// The first kind of the registry.
  SwitchConfig();

  /// The kind's name: the value of `switch.kind`.
  [[nodiscard]] std::string_view kind() const { return kind_; }

  /// From now on switches of kind `Kind`, with these values, which are returned.
  template <class Kind>
  Kind& use(Kind values = {}) {
    kind_ = Kind::kName;
    return values_.emplace<Kind>(std::move(values));
  }
  /// The same by name, with the kind's defaults. Throws std::invalid_argument if there is no such
  /// kind.
  void use_kind(std::string_view name);

  template <class Kind>
  [[nodiscard]] bool is() const {
    return std::any_cast<Kind>(&values_) != nullptr;
  }
  /// The values of kind `Kind`; throws std::logic_error if the switches are of another.
  template <class Kind>
  [[nodiscard]] const Kind& as() const {
    if (!is<Kind>()) wrong_kind(Kind::kName);
    return *std::any_cast<Kind>(&values_);
  }
  template <class Kind>
  [[nodiscard]] Kind& as() {
    if (!is<Kind>()) wrong_kind(Kind::kName);
    return *std::any_cast<Kind>(&values_);
  }

 private:
  [[noreturn]] void wrong_kind(std::string_view asked) const;

  std::string_view kind_;
  std::any values_;
};

}  // namespace selvage
