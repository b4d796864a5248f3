// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <sys/wait.h>

#include <array>
#include <cstdio>
#include <nlohmann/json.hpp>

#include "cli/commands/info_commands.hpp"
#include "config/exit_code.hpp"

namespace selvage::cli {
namespace {

struct Tool {
  const char* name;
  const char* command;  ///< prints a version on its first line
  const char* package;  ///< of Debian 12
  bool necessary;       ///< to build and test; the others serve single scripts
  const char* purpose;
};

constexpr std::array<Tool, 28> kTools{{
    {"g++", "g++ --version", "g++", true, "compiler"},
    {"cmake", "cmake --version", "cmake", true, "build"},
    {"ninja", "ninja --version", "ninja-build", true, "build"},
    {"verilator", "verilator --version", "verilator", true, "RTL to C++"},
    {"SystemC", "pkg-config --modversion systemc", "libsystemc-dev", true, "simulation kernel"},
    {"yaml-cpp", "pkg-config --modversion yaml-cpp", "libyaml-cpp-dev", true, "scenarios"},
    {"fmt", "pkg-config --modversion fmt", "libfmt-dev", true, "text"},
    {"CLI11", "dpkg-query -W -f '${Version}\\n' libcli11-dev", "libcli11-dev", true, "options"},
    {"json", "dpkg-query -W -f '${Version}\\n' nlohmann-json3-dev", "nlohmann-json3-dev", true,
     "JSON"},
    {"valijson", "dpkg-query -W -f '${Version}\\n' libvalijson-dev", "libvalijson-dev", true,
     "JSON Schema"},
    {"pugixml", "pkg-config --modversion pugixml", "libpugixml-dev", true, "SVG and JUnit files"},
    {"xxHash", "pkg-config --modversion libxxhash", "libxxhash-dev", true, "hashes of sources"},
    {"d3", "dpkg-query -W -f '${Version}\\n' node-d3-zoom", "node-d3-scale node-d3-zoom", true,
     "the page of a run"},
    {"make", "make --version", "make", false, "Verilator's --binary, for the DPI example"},
    {"Catch2", "dpkg-query -W -f '${Version}\\n' catch2", "catch2", true, "tests"},
    {"benchmark", "dpkg-query -W -f '${Version}\\n' libbenchmark-dev", "libbenchmark-dev", true,
     "benchmarks"},
    {"ccache", "ccache --version", "ccache", false, "quick rebuilds"},
    {"mold", "mold --version", "mold", false, "quick linking"},
    {"iverilog", "iverilog -V 2>&1", "iverilog", false, "second opinion on the RTL"},
    {"yosys", "yosys -V", "yosys", false, "synthesis, proofs, selvage dut prove"},
    {"gtkwave", "gtkwave --version", "gtkwave", false, "waves"},
    {"gnuplot", "gnuplot --version", "gnuplot-nox", false, "plots"},
    {"Open MPI", "mpirun --version", "libopenmpi-dev openmpi-bin", false,
     "campaigns and fabrics under mpirun"},
    {"jq", "jq --version", "jq", false, "tables of the scripts"},
    {"clang", "clang++-14 --version", "clang-14 libclang-rt-14-dev", false, "fuzzers"},
    {"node", "node --version", "nodejs", false, "tests of the page of a run"},
    {"z3", "z3 --version", "z3", false, "formal proofs"},
    {"sta", "sta -version 2>&1", "opensta", false, "static timing"},
}};

/// First line of the command's output, or empty if it fails.
std::string first_line(const char* command) {
  std::FILE* pipe = popen(fmt::format("exec 2>/dev/null; {}", command).c_str(), "r");
  if (pipe == nullptr) return {};
  std::array<char, 256> line{};
  const bool any = std::fgets(line.data(), line.size(), pipe) != nullptr;
  while (std::fgetc(pipe) != EOF) {
  }
  const int status = pclose(pipe);
  // Some tools end with an error after printing their version; 127 is the shell's "not found".
  if (!any || !WIFEXITED(status) || WEXITSTATUS(status) == 127) return {};
  const std::string text = line.data();
  return text.substr(0, text.find('\n'));
}

}  // namespace

int doctor_command(const Options& o) {
  const Style style(ColorMode::kAuto, stdout);
  nlohmann::ordered_json rows = nlohmann::ordered_json::array();
  std::string missing_packages;
  bool good = true;
  for (const Tool& tool : kTools) {
    const std::string version = first_line(tool.command);
    const bool found = !version.empty();
    if (!found) missing_packages += std::string(" ") + tool.package;
    good = good && (found || !tool.necessary);
    rows.push_back({{"tool", tool.name},
                    {"found", found},
                    {"version", version},
                    {"necessary", tool.necessary},
                    {"package", tool.package}});
    if (o.json) continue;
    const std::string state = found            ? style.green("OK     ")
                              : tool.necessary ? style.red("MISSING")
                                               : style.yellow("absent ");
    fmt::print("  {} {:<10} {:<26} {}\n", state, tool.name, tool.purpose,
               found ? version : "apt-get install " + std::string(tool.package));
  }
  if (o.json) {
    fmt::print("{}\n", nlohmann::ordered_json{{"ok", good}, {"tools", rows}}.dump(2));
  } else if (!missing_packages.empty()) {
    fmt::print("\napt-get install{}\n", missing_packages);
  }
  return good ? kPass : kUsage;
}

}  // namespace selvage::cli
