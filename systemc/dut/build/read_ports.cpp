// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <cctype>
#include <filesystem>
#include <pugixml.hpp>
#include <string_view>

#include "config/text/diagnostics.hpp"
#include "dut/build/process.hpp"
#include "dut/manifest/ports.hpp"

namespace selvage::dut {

namespace {

/// What Verilator says of its command line, as an error of the manifest; else `reported` itself.
std::string of_manifest(const Manifest& m, const std::string& reported) {
  const auto error = [&m](const std::string& pointer, const std::string& what) {
    const config::Spot at = m.document.place(pointer).value;
    return fmt::format("{}:{}:{}: error: {}: {}\n", m.file, at.line, at.column,
                       config::dotted(pointer), what);
  };
  if (reported.find("Specified --top-module '" + m.top + "'") != std::string::npos) {
    return error("/top", fmt::format("the sources have no module '{}'", m.top));
  }
  constexpr std::string_view kUnknown = "not found in the design: ";
  const std::size_t at = reported.find(kUnknown);
  if (at == std::string::npos) return reported;
  std::string all;
  for (const auto& [name, value] : m.parameters) {
    // Verilator lists them by name, each behind a blank.
    const std::string list = " " + reported.substr(at + kUnknown.size());
    const std::size_t found = list.find(" " + name);
    if (found == std::string::npos) continue;
    const char behind = list.c_str()[found + 1 + name.size()];
    if (std::isalnum(static_cast<unsigned char>(behind)) != 0 || behind == '_') continue;
    all += error("/parameters/" + name, fmt::format("{} has no parameter '{}'", m.top, name));
  }
  return all.empty() ? reported : all;
}

}  // namespace

std::optional<Ports> read_ports(const Manifest& m, const std::string& scratch,
                                std::string& reported, std::string& warnings) {
  std::vector<std::string> words{
      "verilator",         "--xml-only", "--no-timing", "-Wno-fatal", "-Werror-USERFATAL",
      "-Werror-USERERROR", "--Mdir",     scratch,       "--prefix",   "Vports",
      "--top-module",      m.top};
  for (const auto& [name, value] : m.parameters) words.push_back("-G" + name + "=" + value);
  const std::vector<std::string> sources = source_arguments(m);
  words.insert(words.end(), sources.begin(), sources.end());
  const Ended ended = run_tool(words, scratch);
  if (ended.code == 127) {
    reported = "verilator: error: not found; on Debian 12: apt-get install verilator\n";
    return std::nullopt;
  }
  reported = reword(ended.output, warnings);
  if (ended.code != 0) {
    reported = of_manifest(m, reported);
    if (reported.empty())
      reported = "verilator: error: " + config::printable(ended.output, 400) + "\n";
    return std::nullopt;
  }
  pugi::xml_document netlist;
  const auto loaded = netlist.load_file((std::filesystem::path(scratch) / "Vports.xml").c_str());
  if (!loaded) {
    reported =
        fmt::format("verilator: error: its netlist cannot be read: {}\n", loaded.description());
    return std::nullopt;
  }
  return ports_of(netlist);
}

}  // namespace selvage::dut
