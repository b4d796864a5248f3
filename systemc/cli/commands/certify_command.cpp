// SPDX-License-Identifier: Apache-2.0
#include "cli/commands/certify_command.hpp"

#include <fmt/format.h>

#include <functional>
#include <optional>
#include <set>
#include <stdexcept>

#include "certify/channel_graph.hpp"
#include "cli/questions/topology_option.hpp"
#include "cli/terminal.hpp"
#include "config/exit_code.hpp"
#include "config/text/diagnostics.hpp"
#include "cosim/system.hpp"
#include "kernel/stream.hpp"

namespace selvage::cli {
namespace {

using nlohmann::ordered_json;

using Dead = std::vector<SwitchPort>;

/// Distinct numbers below `limit`.
std::set<std::uint32_t> draw(std::uint64_t count, std::uint32_t limit, kernel::Stream& stream) {
  std::set<std::uint32_t> chosen;
  while (chosen.size() < count) {
    chosen.insert(static_cast<std::uint32_t>(stream.below(limit)));
  }
  return chosen;
}

/// The sets of dead links to look at; empty after complaints.
std::vector<Dead> sets_of(const CertifyCommand& c, const Topology& topology) {
  Dead named;
  std::set<SwitchIdx> faulty;
  const bool good = read_faults(topology, c.faults, c.nodes, named, faulty);
  const auto nodes = whole_number("--random", c.random, 0, topology.switch_count());
  const auto links =
      whole_number("--random-links", c.random_links, 0, topology.fallible_link_count());
  const auto sets = whole_number("--sets", c.sets, 1, 1000000);
  const auto seed = whole_number("--seed", c.seed, 1, ~std::uint64_t{0} >> 11);
  if (!good || !nodes || !links || !sets || !seed) return {};
  std::vector<Dead> all;
  for (std::uint64_t i = 0; i < *sets; ++i) {
    kernel::Stream stream(*seed, "certify", i);
    std::set<SwitchIdx> down = draw(*nodes, topology.switch_count(), stream);
    down.insert(faulty.begin(), faulty.end());
    Dead dead = named;
    for (const std::uint32_t link : draw(*links, topology.fallible_link_count(), stream)) {
      dead.push_back(topology.fallible_link(link));
    }
    all.push_back(links_of(topology, down, dead));
  }
  return all;
}

ordered_json examine(const certify::Relation& relation, const Dead& dead, const Topology& topology,
                     const std::function<void(std::uint32_t)>& watch) {
  const certify::ChannelGraph graph(relation, watch);
  const auto cycle = certify::shortest_cycle(graph);
  ordered_json j;
  j["dead_links"] = ordered_json::array();
  for (const SwitchPort& end : dead) j["dead_links"].push_back(topology.link_name(end));
  j["channels"] = graph.used_count();
  j["dependencies"] = graph.edge_count();
  j["states"] = graph.state_count();
  j["acyclic"] = cycle.empty();
  j["cycle"] = ordered_json::array();
  for (const certify::Channel channel : cycle) j["cycle"].push_back(relation.channel_name(channel));
  j["description"] = cycle.empty() ? "" : certify::describe_cycle(graph, relation, cycle);
  j["deadlock_set"] = certify::deadlock_set(graph).size();
  return j;
}

void print(const ordered_json& set, std::size_t index, std::size_t count) {
  const std::string where = count > 1 ? fmt::format("set {}: ", index) : "";
  fmt::print("{}{} dead links, {} channels in use, {} dependencies: {}\n", where,
             set["dead_links"].size(), set["channels"].get<std::uint64_t>(),
             set["dependencies"].get<std::uint64_t>(),
             set["acyclic"].get<bool>() ? "acyclic" : "cyclic");
  if (set["acyclic"].get<bool>()) return;
  fmt::print("  a shortest cycle, {} channels: {}\n", set["cycle"].size(),
             set["description"].get<std::string>());
  const auto stuck = set["deadlock_set"].get<std::size_t>();
  fmt::print(stuck == 0 ? "  no set of messages can deadlock: each has a way out\n"
                        : "  {} channels can be held by messages that wait for each other only\n",
             stuck);
}

}  // namespace

int certify_command(const Options& o) {
  const nlohmann::json extra = o.certify.algorithm.empty()
                                   ? nlohmann::json::object()
                                   : nlohmann::json{{"algorithm", o.certify.algorithm}};
  const auto system = golden_system(o.certify.topology, extra);
  if (!system) return kUsage;
  const Topology& topology = system->topology();
  const std::vector<Dead> sets = sets_of(o.certify, topology);
  if (sets.empty()) return kUsage;
  ordered_json report{{"topology", topology.label()}, {"sets", ordered_json::array()}};
  std::uint64_t cyclic = 0;
  if (!o.json) fmt::print("{}\n", topology.label());
  std::fflush(stdout);  // before the first line of progress
  std::optional<Progress> progress;
  progress.emplace(!o.quiet);
  for (std::size_t i = 0; i < sets.size(); ++i) {
    const auto relation = system->relation(sets[i]);
    if (!relation) {
      complain("topology", fmt::format("{} offers no relation to certify", topology.kind()));
      return kUsage;
    }
    const std::uint64_t each = relation->destination_count();
    ordered_json set = examine(*relation, sets[i], topology, [&](std::uint32_t done) {
      progress->work("destinations", i * each + done, sets.size() * each,
                     cyclic == 0 ? "" : fmt::format("{} cyclic", grouped(cyclic)));
    });
    const bool acyclic = set["acyclic"].get<bool>();
    cyclic += acyclic ? 0 : 1;
    if (!o.json && (!acyclic || sets.size() == 1) && cyclic <= 3) {
      progress->clear();
      print(set, i, sets.size());
    }
    report["sets"].push_back(std::move(set));
  }
  progress.reset();
  report["cyclic"] = cyclic;
  if (o.json) {
    fmt::print("{}\n", report.dump());
  } else if (sets.size() > 1) {
    fmt::print("{} of {} fault sets are cyclic\n", cyclic, sets.size());
  }
  return cyclic == 0 ? kPass : kFail;
}

}  // namespace selvage::cli
