// SPDX-License-Identifier: Apache-2.0
#include "dut/manifest/skeleton.hpp"

#include <fmt/format.h>

#include <filesystem>

#include "config/text/output.hpp"

namespace selvage::dut {

namespace {

namespace fs = std::filesystem;

std::string manifest_text(const Contract& c, const Parameters& at) {
  std::string parameters;
  for (const Parameter& p : c.parameters)
    parameters += fmt::format("{}{}: {}", parameters.empty() ? "" : ", ", p.name, p.name);
  std::string pins;
  for (const Pin& pin : c.pins(at)) pins += fmt::format("  {}: {}\n", pin.name, pin.name);
  return fmt::format(
      "# `selvage dut check dut.yaml` finds what is missing, `selvage dut test dut.yaml` compares with golden.\n"
      "contract: selvage.block/1\n"
      "block: {}\n"
      "top: my_{}\n"
      "sources: [my_{}.sv]\n"
      "parameters: {{{}}}  # yours: the contract's\n"
      "clock: clk_i\n"
      "reset: {{pin: rst_ni, active: low}}\n"
      "pins:  # the contract's: yours; slices, constants and {{high, low}} are allowed\n{}"
      "latency: {}  # clocks from a question to its answer\n",
      c.block, c.block, c.block, parameters, pins,
      c.stateful ? c.latency : std::max(c.latency, 1U));
}

/// The module with the contract's pins, as wide as its parameters make them.
std::string module_text(const Contract& c, const Parameters& at) {
  std::string parameters;
  const auto add = [&parameters](const char* what, const std::string& name, const auto& value) {
    parameters += fmt::format("{}  {} {} = {}", parameters.empty() ? "" : ",\n", what, name, value);
  };
  for (const Parameter& p : c.parameters) add("parameter int", p.name, p.preset);
  for (const auto& [name, expression] : c.follows) add("localparam int", name, expression);
  std::string pins = "  input  logic clk_i,\n  input  logic rst_ni";
  for (const Pin& pin : c.pins(at)) {
    pins += fmt::format(",\n  /// {}\n  {} logic {}{}", pin.meaning,
                        pin.input ? "input " : "output", pin.width.range(), pin.name);
  }
  return fmt::format(
      "// {}: {}.\n// {}\n"
      "module my_{}{} (\n{}\n);\n  // A question is sampled at a clock edge; its answer is due on the outputs "
      "`latency`\n  // edges later.\nendmodule\n",
      c.block, c.summary, c.source, c.block, parameters.empty() ? "" : " #(\n" + parameters + "\n)",
      pins);
}

std::string readme_text(const Contract& c) {
  return fmt::format(
      "# My {0}\n\n{1}.\n\n"
      "- `my_{0}.sv`: the module, with the contract's pins. Rename what you like and say so in `dut.yaml`.\n"
      "- `dut.yaml`: the manifest.\n\n"
      "```\nselvage dut contract {0}   # what each pin means\nselvage dut check dut.yaml\n"
      "selvage dut test dut.yaml  # a million questions; the first difference leaves a wave\n{2}```\n",
      c.block, c.summary,
      c.specification.empty() ? "" : "selvage dut prove dut.yaml # equal to a specification\n");
}

}  // namespace

bool write_skeleton(const Contract& contract, const std::string& folder, std::string& why) {
  Parameters at = presets(contract);
  if (contract.derive != nullptr) (void)contract.derive(at);
  const std::pair<std::string, std::string> files[] = {
      {"dut.yaml", manifest_text(contract, at)},
      {"my_" + contract.block + ".sv", module_text(contract, at)},
      {"README.md", readme_text(contract)}};
  for (const auto& [name, text] : files) {
    if (!fs::exists(fs::symlink_status(fs::path(folder) / name))) continue;
    why = name + " lies there already";
    return false;
  }
  std::error_code code;
  fs::create_directories(folder, code);
  if (code) {
    why = code.message();
    return false;
  }
  for (const auto& [name, text] : files) {
    if (!config::write_atomically((fs::path(folder) / name).string(), text, why)) return false;
  }
  return true;
}

}  // namespace selvage::dut
