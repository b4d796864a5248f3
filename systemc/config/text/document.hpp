// SPDX-License-Identifier: Apache-2.0
/// \file
/// YAML read into JSON without losing the places: fenced against hostile or broken text.
#pragma once

#include <cstddef>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "config/text/diagnostics.hpp"

namespace selvage::config {

inline constexpr std::size_t kMaxBytes = std::size_t{1} << 20;  ///< longest text that is read
inline constexpr std::size_t kMaxNodes = 100'000;  ///< values in one text, aliases counted in full
inline constexpr std::size_t kMaxDepth = 64;       ///< nesting of lists and maps

/// What is known of one value besides the value.
struct Place {
  Spot value;
  Spot key;          ///< of the key, for values of a map; else as `value`
  std::string text;  ///< source text of a scalar, leading zeros included
};

/// A configuration value with the place of everything in it, by JSON pointer ("" is the root).
struct Document {
  nlohmann::json value;
  std::map<std::string, Place> places;

  /// The place of `pointer`, or of the nearest value around it that has one.
  [[nodiscard]] const Place& place(const std::string& pointer) const;
  /// A scalar as text: exactly as written where it was written, else as JSON prints it.
  [[nodiscard]] std::string text(const std::string& pointer) const;
  /// Puts `part` at `pointer`, replacing what was there; missing maps on the way are made and get
  /// `part`'s place. False when something on the way is no map or no such list element.
  [[nodiscard]] bool graft(const std::string& pointer, const Document& part);
};

/// Reads the one YAML document of source number `source` (its text already in `diagnostics`).
/// Scalars are typed by the YAML 1.2 core rules; quoted ones are text. Duplicate keys, a second
/// document, unknown tags, and text beyond the caps above are errors.
[[nodiscard]] Document read_yaml(std::size_t source, Diagnostics& diagnostics);

/// One step of a JSON pointer, with "~" and "/" escaped.
[[nodiscard]] std::string pointer_step(std::string_view key);
/// "/faults/links/0/link" as people write it: "faults.links[0].link".
[[nodiscard]] std::string dotted(const std::string& pointer);

}  // namespace selvage::config
