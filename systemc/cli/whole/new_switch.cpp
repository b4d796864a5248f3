// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <filesystem>
#include <set>

#include "cli/terminal.hpp"
#include "cli/whole/command.hpp"
#include "config/exit_code.hpp"
#include "config/text/diagnostics.hpp"
#include "config/text/output.hpp"
#include "dut/manifest/manifest.hpp"
#include "dut/whole/manifest.hpp"
#include "dut/whole/suite.hpp"
#include "golden/number.hpp"

namespace selvage::cli {

namespace {

int skeleton_complaint(const std::string& whose, const std::string& what) {
  print_error(fmt::format("{}: error: {}\n", whose, what));
  return kUsage;
}

/// A number of the command line, in the bounds of the manifest's schema.
std::optional<unsigned> number(const char* option, const std::string& text, unsigned low,
                               unsigned high, unsigned step) {
  const auto value = parse_number<unsigned>(text);
  if (value && *value >= low && *value <= high && *value % step == 0) return value;
  skeleton_complaint(
      option, fmt::format("must be {}from {} to {}, not {}", step == 2 ? "even, " : "", low, high,
                          config::printable(text)));
  return std::nullopt;
}

}  // namespace

int new_switch_command(const Options& o) {
  namespace fs = std::filesystem;
  const std::string& name = o.whole.name;
  if (!dut::is_name(name)) return skeleton_complaint("NAME", "must be a name of a module");
  static const std::set<std::string> reserved{"all", "clean", "help", "install", "package", "test"};
  if (reserved.count(name) != 0)
    return skeleton_complaint("NAME", name + " is a target of every CMake project");
  const auto ports = number("--ports", o.whole.ports, 4, 32, 2);
  const auto levels = number("--levels", o.whole.levels, 2, 6, 1);
  if (!ports || !levels) return kUsage;
  const std::vector<dut::NamedText> files = dut::switch_skeleton(name, *ports, *levels);
  config::Diagnostics diagnostics;
  if (!dut::read_whole_manifest(files.front().first, files.front().second, diagnostics)) {
    return skeleton_complaint("--levels", diagnostics.errors().front().what);
  }
  for (const auto& [file, text] : files) {
    if (fs::exists(fs::symlink_status(fs::path(name) / file)))
      return skeleton_complaint(name, file + " lies there already");
  }
  std::error_code failed;
  fs::create_directories(fs::path(name) / "scenarios", failed);
  if (failed) return skeleton_complaint(name, failed.message());
  std::string why;
  for (const auto& [file, text] : files) {
    if (!config::write_atomically((fs::path(name) / file).string(), text, why))
      return skeleton_complaint(name, why);
  }
  fmt::print("{}: {}_selvage.sv is the place of your switch; README.md says how to go on\n", name,
             name);
  return kPass;
}

}  // namespace selvage::cli
