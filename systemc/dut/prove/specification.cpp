// SPDX-License-Identifier: Apache-2.0
#include "dut/prove/specification.hpp"

#include <fstream>
#include <stdexcept>

#include "dut/build/cache.hpp"
#include "dut/prove/specification_texts.hpp"

namespace selvage::dut {

namespace fs = std::filesystem;

const std::string& specification_text(const Contract& contract) {
  return specification_texts().at(contract.specification);
}

Manifest specification_manifest(const Manifest& manifest) {
  const Contract& contract = *manifest.contract;
  const std::string& text = specification_text(contract);
  const fs::path entry = entry_of("specification", Hash().add(text));
  const std::string name = contract.specification + ".sv";
  if (!is_fresh(entry)) {
    Scratch scratch;
    if (!(std::ofstream(scratch.path() / name) << text).flush())
      throw std::runtime_error("cannot write below " + scratch.path().string());
    write_sources(scratch.path(), {});
    scratch.keep(entry);
  }
  Manifest m;
  m.file = manifest.file;
  m.contract = manifest.contract;
  m.top = contract.specification;
  m.sources = {(entry / name).string()};
  m.at = manifest.at;
  m.patience = manifest.patience;
  for (const Parameter& p : contract.parameters)
    m.parameters.emplace_back(p.name, std::to_string(m.at.at(p.name)));
  if (contract.stateful) {
    m.clock = "clk_i";
    m.reset = "rst_i";
    m.reset_high = true;
  }
  for (const Pin& pin : contract.pins(m.at)) {
    Part whole;
    whole.pin = pin.name;
    whole.whole = true;
    m.pins.push_back({pin.name, {whole}, false});
  }
  return m;
}

std::string specified_blocks() {
  std::string all;
  for (const Contract& c : contracts()) {
    if (!c.specification.empty()) all += (all.empty() ? "" : ", ") + c.block;
  }
  return all;
}

}  // namespace selvage::dut
