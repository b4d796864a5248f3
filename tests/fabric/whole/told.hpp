// SPDX-License-Identifier: Apache-2.0
/// \file
/// The first difference of a run, in a line.
#pragma once

#include <fmt/format.h>

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>
#include <string>

#include "golden/types.hpp"

namespace selvage::test {

/// "FS-XON XON (1) or XOFF (0) of switch_xon in 38 at <0,00>0: none / XOFF", of a switch.
inline std::string told_of(const nlohmann::json& r, const std::string& sw) {
  if (!r.contains("mismatch")) return r.contains("failure") ? r["failure"].dump() : "nothing";
  const nlohmann::json& m = r["mismatch"];
  const auto of = [&](const char* key) { return m[key].get<std::string>(); };
  CHECK(of("switch") == sw);
  return fmt::format("{} {} of {} in {} at {}: {} / {}", of("requirement"), of("what"), of("block"),
                     m["cycle"].get<Cycle>(), of("port"), of("expected"), of("actual"));
}

}  // namespace selvage::test
