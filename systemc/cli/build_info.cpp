// SPDX-License-Identifier: Apache-2.0
#include "cli/build_info.hpp"

#include <fmt/format.h>

#include "selvage_build.hpp"

namespace selvage::cli {

nlohmann::ordered_json build_info() {
  return {{"version", SELVAGE_VERSION},   {"git", SELVAGE_GIT},
          {"compiler", SELVAGE_COMPILER}, {"type", SELVAGE_BUILD_TYPE},
          {"systemc", SELVAGE_SYSTEMC},   {"verilator", SELVAGE_VERILATOR}};
}

std::string build_line() {
  return fmt::format("selvage {} ({}), {}, {}, SystemC {}, Verilator {}", SELVAGE_VERSION,
                     SELVAGE_GIT, SELVAGE_COMPILER, SELVAGE_BUILD_TYPE, SELVAGE_SYSTEMC,
                     SELVAGE_VERILATOR);
}

}  // namespace selvage::cli
