// SPDX-License-Identifier: Apache-2.0
// SCR-FUZZ: Trace files, and messages of an application. The first byte chooses the topology that
// knows the names of hosts, and what the others are read as.
#include "fuzz.hpp"

#include <array>

#include "config/application/text.hpp"
#include "config/schema.hpp"
#include "config/trace.hpp"
#include "config/validate.hpp"
#include "cosim/plugs.hpp"

namespace {

using selvage::System;
using selvage::fuzz::require;

std::unique_ptr<System> make(const char* kind, const std::string& parameters) {
  const selvage::SystemPlug& plug = *selvage::find_plug(kind);
  std::string why;
  nlohmann::json topology = plug.parse_short(parameters, why);
  selvage::SystemSetup setup;
  setup.engine = selvage::Engine::kGolden;
  selvage::config::fill_defaults(selvage::config::topology_schema(kind), topology);
  return plug.make(topology, setup);
}

}  // namespace

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const std::array<std::unique_ptr<System>, 3> systems{
      make("fattree", "4,3"), make("mesh", "4"), make("twolevel", "4")};
  if (size == 0) return 0;
  const selvage::Topology& topology = systems[data[0] % systems.size()]->topology();
  selvage::config::Diagnostics diagnostics;
  const std::size_t source =
      diagnostics.add_source({"fuzz.trace", selvage::fuzz::text_of(data + 1, size - 1), true});
  if (data[0] >= 128) {
    const auto application =
        selvage::config::read_messages(source, topology, data[0] >= 192, diagnostics);
    static_cast<void>(diagnostics.text());
    require(!application.messages.empty() || !diagnostics.empty(), "no message, and no word");
    for (std::uint32_t i = 0; i < application.messages.size(); ++i) {
      const auto& m = application.messages[i];
      require(m.source < topology.host_count() && m.destination < topology.host_count(), "hosts");
      for (std::uint32_t w = 0; w < m.waits; ++w) {
        require(application.waits[m.waits_from + w] < i, "a message waits for a later one");
      }
    }
    return 0;
  }
  const auto records = selvage::config::read_trace(source, topology, {}, diagnostics);
  static_cast<void>(diagnostics.text());
  require(!records.empty() || !diagnostics.empty(), "no packet, and no word about it");
  selvage::Cycle last = 0;
  for (const auto& record : records) {
    require(record.cycle >= last, "cycles do not ascend");
    require(record.source < topology.host_count() && record.destination < topology.host_count() &&
                record.source != record.destination,
            "hosts that are not there");
    last = record.cycle;
  }
  return 0;
}
