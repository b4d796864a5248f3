// SPDX-License-Identifier: Apache-2.0
#include "cli/network/command.hpp"

#include <fmt/format.h>

#include "cli/network/read.hpp"
#include "cli/network/write.hpp"
#include "cli/questions/topology_option.hpp"
#include "cli/terminal.hpp"
#include "config/exit_code.hpp"
#include "config/loader.hpp"
#include "cosim/plugs.hpp"

namespace selvage::cli {
namespace {

using nlohmann::ordered_json;

constexpr std::size_t kMostBytes = std::size_t{256} << 20U;

/// What a network was recognized as.
struct Imported {
  NamedNetwork named;
  std::unique_ptr<System> system;
};

/// The first kind of topology that the network of `file` is one of; empty after complaints.
std::optional<Imported> import_network(const std::string& file) {
  config::Diagnostics diagnostics;
  std::string why;
  auto text = config::read_text_file(file, kMostBytes, why);
  const std::size_t source = diagnostics.add_source({file, text.value_or(""), true});
  if (!text) diagnostics.error({{source, 0, 0}, "", why, ""});
  const Network network = text ? read_ibnetdiscover(source, diagnostics) : Network{};
  if (diagnostics.empty()) {
    for (const SystemPlug& plug : system_plugs()) {
      if (!plug.recognize) continue;
      Misfit misfit;
      auto named = plug.recognize(network, misfit);
      if (named) {
        auto system = golden_system(named->topology.dump(), nlohmann::json::object());
        if (!system) return std::nullopt;
        return Imported{std::move(*named), std::move(system)};
      }
      diagnostics.error({{source, misfit.line, misfit.line == 0 ? 0U : 1U},
                         "",
                         fmt::format("no topology of kind {}: {}", plug.kind, misfit.what),
                         ""});
    }
  }
  print_error(diagnostics.text());
  return std::nullopt;
}

/// A scenario of the topology with what it lacks, to be run as it is.
std::string scenario_text(const Imported& net, const std::string& file) {
  const Topology& topology = net.system->topology();
  std::string out =
      fmt::format("# {} of {}: {} hosts, {} switches, {} missing\n", topology.label(),
                  config::printable_path(file), topology.host_count(), topology.switch_count(),
                  kernel::plural(net.named.missing.size(), "link"));
  out += fmt::format("topology: {}\n", net.named.topology.dump());
  if (net.named.missing.empty()) return out;
  out += "faults:\n  preset:\n";
  for (const std::string& link : net.named.missing) {
    out += fmt::format("    - {{link: {}}}\n", nlohmann::json(link).dump());
  }
  return out;
}

ordered_json import_json(const Imported& net) {
  ordered_json j{{"topology", net.named.topology},
                 {"label", net.system->topology().label()},
                 {"missing", net.named.missing},
                 {"nodes", ordered_json::array()}};
  for (const auto& [id, name] : net.named.names) {
    j["nodes"].push_back({{"id", id}, {"name", name}});
  }
  return j;
}

/// Dead links of `--fault` and `--node`, and those that an imported network lacks; false after
/// complaints.
bool find_dead(const TopologyCommand& c, const Topology& topology,
               const std::vector<std::string>& missing, DeadLinks& dead) {
  std::vector<std::string> faults = c.faults;
  faults.insert(faults.end(), missing.begin(), missing.end());
  std::vector<SwitchPort> named;
  std::set<SwitchIdx> faulty;
  if (!read_faults(topology, faults, c.nodes, named, faulty)) return false;
  for (const SwitchPort& end : links_of(topology, faulty, named)) dead.emplace(end.sw, end.port);
  return true;
}

int print(const std::string& text, const std::string& out) {
  if (out.empty()) {
    std::fputs(text.c_str(), stdout);
    return kPass;
  }
  std::string why;
  if (config::write_atomically(out, text, why)) return kPass;
  complain("--out " + config::printable_path(out), why);
  return kUsage;
}

int export_command(const TopologyCommand& c, const std::string& format, const Topology& topology,
                   const std::vector<std::string>& missing) {
  DeadLinks dead;
  if (topology.host_count() > config::kMaxHosts) {
    complain("topology", fmt::format("{} has {} hosts: more than {} are not written",
                                     topology.label(), topology.host_count(), config::kMaxHosts));
    return kUsage;
  }
  if (!find_dead(c, topology, missing, dead)) return kUsage;
  const std::string text = format == "dot"       ? dot_text(topology, dead)
                           : format == "graphml" ? graphml_text(topology, dead)
                                                 : ibnetdiscover_text(topology, dead);
  return print(text, c.out);
}

}  // namespace

int topology_command(const Options& o) {
  const TopologyCommand& c = o.topology;
  const std::string format = !c.format.empty() ? c.format : c.import.empty() ? "dot" : "scenario";
  if (c.import.empty() == c.topology.empty()) {
    complain("topology", "give a topology, e.g. fattree:4,3, or --import FILE");
    return kUsage;
  }
  if (c.import.empty() && (format == "scenario" || o.json)) {
    complain(o.json ? "--json" : "--format scenario", "is of --import FILE");
    return kUsage;
  }
  if (c.import.empty()) {
    const auto system = golden_system(c.topology, nlohmann::json::object());
    return system ? export_command(c, format, system->topology(), {}) : kUsage;
  }
  const auto imported = import_network(c.import);
  if (!imported) return kUsage;
  if (o.json) return print(import_json(*imported).dump(2) + "\n", c.out);
  if (format == "scenario") return print(scenario_text(*imported, c.import), c.out);
  return export_command(c, format, imported->system->topology(), imported->named.missing);
}

}  // namespace selvage::cli
