// SPDX-License-Identifier: Apache-2.0
// SCR-FUZZ: Trace files, and messages of an application, also as netrace and BookSim2 write them.
// The first byte chooses the topology that knows the names of hosts, and what the others are read
// as.
#include "fuzz.hpp"

#include <array>
#include <numeric>

#include "config/application/booksim.hpp"
#include "config/application/netrace.hpp"
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

void check(const selvage::Application& application, const selvage::Topology& topology,
           const selvage::config::Diagnostics& diagnostics) {
  static_cast<void>(diagnostics.text());
  require(!application.messages.empty() || !diagnostics.empty(), "no message, and no word");
  for (std::uint32_t i = 0; i < application.messages.size(); ++i) {
    const auto& m = application.messages[i];
    require(m.source < topology.host_count() && m.destination < topology.host_count() &&
                m.source != m.destination && m.bytes > 0,
            "a message that cannot be sent");
    for (std::uint32_t w = 0; w < m.waits; ++w) {
      require(application.waits[m.waits_from + w] < i, "a message waits for a later one");
    }
  }
}

/// The bits of `first` below the two that ask for a trace of others: what is played, and how.
selvage::Application read_of_others(unsigned first, const std::string& bytes, std::size_t source,
                                    const selvage::Topology& topology,
                                    selvage::config::Diagnostics& diagnostics) {
  std::vector<selvage::HostIdx> hosts(topology.host_count());
  std::iota(hosts.begin(), hosts.end(), selvage::HostIdx{0});
  const selvage::config::TracePart part{(first & 4U) != 0 ? 5U : 0U, (first & 8U) != 0 ? 100U : 0U};
  if (first >= 96) {
    const std::vector<unsigned> sizes(((first & 16U) != 0) ? 3 : 0, 5);
    return selvage::config::read_booksim(source, {hosts, part, sizes, 16}, diagnostics);
  }
  static const selvage::fuzz::MemoryFile file;
  file.hold(bytes);
  selvage::config::NetraceKeys keys;
  keys.hosts = hosts;
  keys.part = part;
  if ((first & 16U) != 0) keys.region = 1;
  return selvage::config::read_netrace(file.path(), keys, source, diagnostics);
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
  if (data[0] >= 64 && data[0] < 128) {
    check(read_of_others(data[0], selvage::fuzz::text_of(data + 1, size - 1), source, topology,
                         diagnostics),
          topology, diagnostics);
    return 0;
  }
  if (data[0] >= 128) {
    check(selvage::config::read_messages(source, topology, data[0] >= 192, diagnostics), topology,
          diagnostics);
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
