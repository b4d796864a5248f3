// SPDX-License-Identifier: Apache-2.0
/// The SystemVerilog packages in a simulator.
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "support.hpp"

namespace {

/// Runs a shell command; its exit status, and what it wrote in `output`.
int run(const std::string& command, std::string& output) {
  const std::string log = SELVAGE_BUILD_DIR "/tests/dpi/packages.log";
  const int status = std::system((command + " > '" + log + "' 2>&1").c_str());
  std::ostringstream text;
  text << std::ifstream(log).rdbuf();
  output = text.str();
  return status;
}

constexpr const char* kPackages = SELVAGE_SOURCE_DIR
    "/systemc/dpi/selvage_pkg.sv " SELVAGE_SOURCE_DIR "/systemc/dpi/selvage_flow_pkg.sv";

}  // namespace

TEST_CASE("DPI-SV: the packages have no warning in a bench with -Wall", "[dpi]") {
  std::string output;
  const int status = run(std::string("verilator --lint-only --timing -Wall ") + kPackages, output);
  INFO(output);
  CHECK(status == 0);
}

TEST_CASE("DPI-SV: the packages' typed functions in Verilator", "[dpi]") {
  const std::string sources =
      std::string(kPackages) + " " SELVAGE_SOURCE_DIR "/tests/dpi/packages.sv";
  const std::string folder = SELVAGE_BUILD_DIR "/tests/dpi/packages";
  const std::string library = std::filesystem::path(SELVAGE_DPI_LIBRARY).parent_path();
  std::string output;
  const int built = run("verilator --binary --timing --Mdir " + folder +
                            " -o packages --top-module packages -LDFLAGS '-L" + library +
                            " -lselvage_dpi -Wl,-rpath," + library + "' " + sources,
                        output);
  INFO(output);
  REQUIRE(built == 0);
  std::string said;
  CHECK(run(folder + "/packages", said) == 0);
  CHECK_THAT(said, Catch::Contains("31 checks"));
  CHECK(run(folder + "/packages +refused", said) != 0);
  CHECK_THAT(said, Catch::Contains("selvage_close: handle 77 is not open"));
}
