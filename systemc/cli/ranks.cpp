// SPDX-License-Identifier: Apache-2.0
#include "cli/ranks.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <vector>

#include "config/switch/kinds.hpp"
#include "golden/number.hpp"

namespace selvage::cli {

namespace {

using Clock = fabric::EarlyEnd::Clock;

constexpr const char* kBegun = "SELVAGE_BEGUN";  ///< ticks of the steady clock, which goes on

}  // namespace

std::string refused_by_ranks(const Options& o, const config::LoadedScenario& loaded) {
  const Scenario& s = loaded.scenario;
  const config::SwitchPlug& plug = config::switch_plug(s.sw.kind());
  const auto refused = [](const std::string& what, const char* why) {
    return fmt::format("{} cannot be simulated by several ranks: {}", what, why);
  };
  if (!plug.by_ranks) {
    return refused(fmt::format("switch.kind {}", s.sw.kind()),
                   "it counts and audits what all its switches hold together");
  }
  if (!plug.outages_by_ranks && s.faults.outages()) {
    return refused(fmt::format("switch.kind {} with links or switches that die", s.sw.kind()),
                   "a dead link cuts what is at both of its ends, and far from it, in one cycle");
  }
  if (loaded.system->judged()) {
    return refused("--switch with `compare: legal`",
                   "who judges a packet has to hear of all switches that it passes");
  }
  if (!o.run.dut.empty()) return refused("--dut", "the block and its recording are one process's");
  if (o.waves.when == "always") return refused("--waves always", "one process records all rows");
  if (s.link.checker) {
    return refused("link.checker",
                   "it compares what the two ends of a link do in a cycle, and a rank sees one");
  }
  if (s.faults.bit_errors > 0) {
    return refused("faults.bit_errors",
                   "which fault messages are damaged depends on the packets of all ranks");
  }
  if (s.traffic.pattern == TrafficPattern::kApplication) {
    return refused("traffic.pattern application",
                   "packets are numbered as they are offered, which one process knows");
  }
  if (loaded.system->packet_watch() != nullptr) {
    return refused("a system that is notified of packets as they leave",
                   "it has to hear of the packets of all ranks");
  }
  return {};
}

bool all_ready(mpi::Ranks& ranks, bool ready) {
  std::vector<mpi::Bytes> out(ranks.size(), mpi::Bytes{ready ? std::uint8_t{1} : std::uint8_t{0}});
  std::vector<mpi::Bytes> in(ranks.size(), mpi::Bytes{1});
  if (!ranks.exchange(out, in)) return false;
  return ready && std::all_of(in.begin(), in.end(), [](const mpi::Bytes& b) { return b[0] == 1; });
}

void begin_alone(Clock::time_point begun) {
  setenv(kBegun, std::to_string(begun.time_since_epoch().count()).c_str(), 1);
  std::ifstream file("/proc/self/cmdline", std::ios::binary);
  std::vector<std::string> words;
  for (std::string word; std::getline(file, word, '\0');) words.push_back(word);
  std::vector<char*> argv;
  for (std::string& word : words) argv.push_back(word.data());
  argv.push_back(nullptr);
  std::fflush(nullptr);
  execv("/proc/self/exe", argv.data());
}

std::optional<Clock::time_point> begun_by_ranks() {
  const char* text = std::getenv(kBegun);
  if (text == nullptr) return std::nullopt;
  const auto ticks = parse_number<Clock::rep>(text);
  unsetenv(kBegun);
  if (!ticks) return std::nullopt;
  return Clock::time_point(Clock::duration(*ticks));
}

}  // namespace selvage::cli
