// SPDX-License-Identifier: Apache-2.0
/// \file
/// Runs of scenarios/switch_rtl.yaml with switches of others.
#pragma once

#include <catch2/catch.hpp>
#include <string>

#include "config/validate.hpp"
#include "run_selvage.hpp"

namespace selvage::test {

inline const std::string kRun = "run scenarios/switch_rtl.yaml --timeline never --waves never ";

/// The result in a directory, which is as its schema says.
inline nlohmann::json result_in(const Directory& out) {
  const auto result = nlohmann::json::parse(read_file(out.path() / "result.json"));
  CHECK(config::validate(schema("result"), result).empty());
  return result;
}

/// That of a run with these arguments more.
inline nlohmann::json result_of(const std::string& with, int code = 0) {
  const Directory out;
  const Ran ran = run_selvage(kRun + with + " --out " + out.str());
  INFO(with << "\n" << ran.out << ran.err);
  CHECK(ran.code == code);
  return result_in(out);
}

}  // namespace selvage::test
