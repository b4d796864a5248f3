// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <filesystem>
#include <pugixml.hpp>

#include "dut/build/process.hpp"
#include "dut/manifest/ports.hpp"

namespace selvage::dut {

std::optional<Ports> read_ports(const Manifest& m, const std::string& scratch, std::string& told,
                                std::string& warnings) {
  std::vector<std::string> words{
      "verilator",         "--xml-only", "--no-timing", "-Wno-fatal", "-Werror-USERFATAL",
      "-Werror-USERERROR", "--Mdir",     scratch,       "--prefix",   "Vports",
      "--top-module",      m.top};
  for (const auto& [name, value] : m.parameters) words.push_back("-G" + name + "=" + value);
  const std::vector<std::string> sources = source_arguments(m);
  words.insert(words.end(), sources.begin(), sources.end());
  const Ended ended = run_tool(words, scratch);
  if (ended.code == 127) {
    told = "verilator: error: not found; on Debian 12: apt-get install verilator\n";
    return std::nullopt;
  }
  told = reword(ended.output, warnings);
  if (ended.code != 0) {
    if (told.empty()) told = "verilator: error: " + config::printable(ended.output, 400) + "\n";
    return std::nullopt;
  }
  pugi::xml_document netlist;
  const auto loaded = netlist.load_file((std::filesystem::path(scratch) / "Vports.xml").c_str());
  if (!loaded) {
    told = fmt::format("verilator: error: its netlist cannot be read: {}\n", loaded.description());
    return std::nullopt;
  }
  return ports_of(netlist);
}

}  // namespace selvage::dut
