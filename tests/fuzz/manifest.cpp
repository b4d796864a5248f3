// SPDX-License-Identifier: Apache-2.0
// SCR-FUZZ: manifests of foreign blocks, held against pins, and the wrapper written for them.
#include "fuzz.hpp"

#include "dut/build/wrapper.hpp"

namespace {

using namespace selvage::dut;
using selvage::fuzz::require;

/// Pins as the seeds name them.
Ports some_ports() {
  Ports ports;
  const auto add = [&](const char* name, bool input, unsigned width) {
    ports.all.push_back({name, input, width, true, "x.v:1:1"});
  };
  for (const char* name : {"ck", "rst", "a", "b"}) add(name, true, 1);
  add("lvl", true, 2);
  for (const char* name : {"from", "to"}) add(name, true, 9);
  for (const char* name : {"dead", "avoid"}) add(name, true, 4);
  add("dead_lvl", true, 8);
  for (const char* name : {"up", "lost"}) add(name, false, 1);
  add("way", false, 3);
  add("hot", false, 8);
  return ports;
}

}  // namespace

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const selvage::fuzz::MemoryFile file;
  static const Ports ports = some_ports();
  file.hold(selvage::fuzz::text_of(data, size));
  selvage::config::Diagnostics diagnostics;
  const auto manifest = load_manifest(file.path(), {}, diagnostics);
  require(manifest.has_value() == diagnostics.empty(),
          "refused without a reason, or taken with one");
  static_cast<void>(diagnostics.text());
  if (!manifest) return 0;
  check_pins(*manifest, ports, diagnostics);
  static_cast<void>(diagnostics.text());
  if (!diagnostics.empty()) return 0;
  const std::string text = wrapper_text(*manifest, ports, wire(*manifest, ports));
  // No text of a user but names and numbers.
  require(
      text.find_first_not_of(
          "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_$ \n,;:.()[]{}#=~+-'") ==
          std::string::npos,
      "the wrapper has more than names and numbers: " + text);
  return 0;
}
