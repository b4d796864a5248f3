// SPDX-License-Identifier: Apache-2.0
/// \file
/// What Verilator says of a foreign module: its pins, and what is wrong with its sources.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "dut/manifest/manifest.hpp"

namespace pugi {
class xml_document;
}

namespace selvage::dut {

/// A pin of theirs.
struct Port {
  std::string name;
  bool input = false;
  unsigned width = 1;
  bool sliceable = true;  ///< a plain vector [n:0]
  std::string place;      ///< "acme.v:12:5"
};

struct Ports {
  std::vector<Port> all;
  std::vector<std::pair<std::string, unsigned>> signals;  ///< inside the top, with their widths
  std::vector<std::string> edges;  ///< pins whose edges something of the top waits for
  [[nodiscard]] const Port* find(const std::string& name) const;
};

/// The pins of the top module of Verilator's netlist (XML).
[[nodiscard]] Ports ports_of(const pugi::xml_document& netlist);

/// Reads the sources with Verilator, or takes what it said of them before, by their content. Empty
/// after errors: those of the sources are in `reported`, as Verilator words them, `file:line:col:
/// error: what`; `warnings` likewise. Throws CacheError.
[[nodiscard]] std::optional<Ports> read_ports(const Manifest& manifest, std::string& reported,
                                              std::string& warnings);

/// The arguments that every run of Verilator takes: includes, defines, waivers, sources.
[[nodiscard]] std::vector<std::string> source_arguments(const Manifest& manifest);
/// Verilator's lines as `file:line:col: error: what`; what is no error goes to `warnings`.
[[nodiscard]] std::string reword(const Manifest& manifest, const std::string& output,
                                 std::string& warnings);

/// Checks every pin against the manifest: unknown, missing, wrong direction or width, driven twice
/// or not at all, a second clock. Errors go to `diagnostics`.
void check_pins(const Manifest& manifest, const Ports& ports, config::Diagnostics& diagnostics);

/// Bits of a term, given the pins; 0 if it names one that does not exist.
[[nodiscard]] unsigned width_of(const Term& term, const Ports& ports);

}  // namespace selvage::dut
