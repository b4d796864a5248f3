// SPDX-License-Identifier: Apache-2.0
// SCR-FUZZ: Networks as ibnetdiscover prints them.
#include "fuzz.hpp"

#include "cli/network/read.hpp"
#include "golden/fattree/recognize.hpp"

using selvage::fuzz::require;

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  selvage::config::Diagnostics diagnostics;
  const std::size_t source =
      diagnostics.add_source({"fuzz.txt", selvage::fuzz::text_of(data, size), true});
  const selvage::Network network = selvage::cli::read_ibnetdiscover(source, diagnostics);
  static_cast<void>(diagnostics.text());
  require(!network.nodes.empty() || !diagnostics.empty(), "no node, and no word about it");
  if (!diagnostics.empty()) return 0;
  selvage::Misfit misfit;
  const auto placed = selvage::golden::recognize_tree(network, misfit);
  require(placed || !misfit.what.empty(), "no tree, and no word about it");
  if (placed) require(placed->place.size() == network.nodes.size(), "a node without a place");
  return 0;
}
