// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <cctype>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <pugixml.hpp>
#include <string_view>

#include "config/text/diagnostics.hpp"
#include "dut/build/cache.hpp"
#include "dut/build/process.hpp"
#include "dut/build/verilator.hpp"
#include "dut/manifest/ports.hpp"

namespace selvage::dut {

NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Port, name, input, width, sliceable, place)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Ports, all, signals, edges)

namespace {

namespace fs = std::filesystem;

constexpr const char* kKept = "ports.json";
constexpr std::size_t kMostPorts = 400;

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

/// Runs Verilator. Empty after errors, as read_ports.
std::optional<Ports> ask_verilator(const Manifest& m, const std::vector<std::string>& words,
                                   const std::string& folder, std::string& reported,
                                   std::string& warnings) {
  const Ended ended = run_tool(words, folder);
  if (ended.code == 127) {
    reported = "verilator: error: not found; on Debian 12: apt-get install verilator\n";
    return std::nullopt;
  }
  reported = reword(m, ended.output, warnings);
  if (ended.code != 0) {
    reported = of_manifest(m, reported);
    if (reported.empty())
      reported = "verilator: error: " + config::printable(ended.output, 400) + "\n";
    return std::nullopt;
  }
  pugi::xml_document netlist;
  const auto loaded = netlist.load_file((fs::path(folder) / "Vports.xml").c_str());
  if (!loaded) {
    reported =
        fmt::format("verilator: error: its netlist cannot be read: {}\n", loaded.description());
    return std::nullopt;
  }
  return ports_of(netlist);
}

/// What is kept of a run, by the content of what it read.
void keep(const Manifest& m, const Ports& ports, const std::string& warnings,
          fs::file_time_type begun, Scratch& scratch, const fs::path& entry) {
  const std::vector<std::string> files = files_read(scratch.path() / "Vports__verFiles.dat");
  for (const char* name : {"Vports.xml", "Vports__ver.d", "Vports__verFiles.dat"})
    fs::remove(scratch.path() / name);
  std::ofstream(scratch.path() / kKept) << nlohmann::json{{"ports", ports}, {"warnings", warnings}};
  write_sources(scratch.path(), with_shadows(files, m.include_dirs));
  if (files.empty() || changed_since(files, begun)) return;
  scratch.keep(entry);
  prune(entry.parent_path(), kMostPorts);
}

}  // namespace

std::optional<Ports> read_ports(const Manifest& m, std::string& reported, std::string& warnings) {
  std::vector<std::string> words{"verilator",
                                 "--xml-only",
                                 "-MMD",
                                 "--no-timing",
                                 "-Wno-fatal",
                                 "-Werror-USERFATAL",
                                 "-Werror-USERERROR",
                                 "-Werror-INFINITELOOP",
                                 "--Mdir",
                                 ".",
                                 "--prefix",
                                 "Vports",
                                 "--top-module",
                                 m.top};
  for (const auto& [name, value] : m.parameters) words.push_back("-G" + name + "=" + value);
  const std::vector<std::string> sources = source_arguments(m);
  words.insert(words.end(), sources.begin(), sources.end());
  Hash key;
  for (const std::string& word : words) key.add(word);
  for (const std::string& source : m.sources) key.add(hash_of_file(source));
  key.add(find_verilator().version);
  const fs::path entry = entry_of("ports", key);
  if (is_fresh(entry)) {
    const auto kept = nlohmann::json::parse(std::ifstream(entry / kKept), nullptr, false);
    if (!kept.is_discarded()) {  // another process may have taken it away meanwhile
      warnings = kept.at("warnings");
      reported.clear();
      return kept.at("ports").get<Ports>();
    }
  }
  const auto begun = file_time_now();
  Scratch scratch;
  auto ports = ask_verilator(m, words, scratch.path().string(), reported, warnings);
  if (ports) keep(m, *ports, warnings, begun, scratch, entry);
  return ports;
}

}  // namespace selvage::dut
