// SPDX-License-Identifier: Apache-2.0
/// \file
/// The manifest of a whole switch (docs/tutorials/your-own-switch.md).
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "config/text/diagnostics.hpp"
#include "cosim/foreign/switch_plugin.hpp"

namespace selvage::dut {

struct WholeManifest {
  std::string file;
  std::string text;
  cosim::SwitchFacts facts;
  std::string idle_pin;  ///< empty: it may miss no clock
};

/// The schema (draft-07) of the file: `selvage schema switch`.
[[nodiscard]] nlohmann::json whole_schema();

/// Reads the text of `file`. Empty after errors, which are in `diagnostics` with their places.
[[nodiscard]] std::optional<WholeManifest> read_whole_manifest(const std::string& file,
                                                               const std::string& text,
                                                               config::Diagnostics& diagnostics);

/// Bits of a head beat by name, "head[8:0]", for a tree of this size.
struct HeaderFields {
  std::string dst, src, len, tag;
};
[[nodiscard]] HeaderFields header_fields(unsigned ports, unsigned levels);

}  // namespace selvage::dut
