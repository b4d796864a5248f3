// SPDX-License-Identifier: Apache-2.0
#include "cli/dut/run_dut.hpp"

#include <fmt/format.h>

#include <filesystem>

#include "cli/questions/topology_option.hpp"
#include "cli/terminal.hpp"
#include "cli/waves/wave_plan.hpp"
#include "config/switch/kinds.hpp"
#include "config/text/diagnostics.hpp"
#include "config/text/output.hpp"

namespace selvage::cli {

namespace {

using Switches = std::set<SwitchIdx>;
using Sizes = std::optional<std::map<std::string, std::int64_t>>;

/// Whether one of the switches, of all if none is named, has a port with a host, or with a switch.
bool has_port(const Topology& topology, const Switches& switches, bool with_host) {
  const auto kind = with_host ? PortEnd::Kind::kHost : PortEnd::Kind::kSwitch;
  for (SwitchIdx sw = 0; sw < topology.switch_count(); ++sw) {
    if (!switches.empty() && switches.count(sw) == 0) continue;
    for (unsigned port = 0; port < topology.port_count(sw); ++port) {
      if (topology.peer(sw, static_cast<PortIdx>(port)).kind == kind) return true;
    }
  }
  return false;
}

/// Of a block of ports, if it is one and the switches ask it; else complaints.
Sizes port_sizes(const dut::Manifest& m, const config::LoadedScenario& loaded,
                 const Switches& switches, config::Diagnostics& diagnostics) {
  const Scenario& scenario = loaded.scenario;
  const Topology& topology = loaded.system->topology();
  const std::string& block = m.contract->block;
  const config::SwitchPlug* const kind = config::kind_with_block(block);
  if (kind != nullptr && kind->kind != scenario.sw.kind()) {
    dut::complain(m, diagnostics, "/block",
                  fmt::format("{} is a block of {}: switch.kind is {}, not {}", block,
                              kind->switches, scenario.sw.kind(), kind->kind));
    return std::nullopt;
  }
  const auto port =
      kind != nullptr ? kind->port_block(block, scenario) : config::fabric_block(block, scenario);
  if (!port) {
    dut::complain(
        m, diagnostics, "/block",
        fmt::format("no foreign {} can stand in the switches of {} yet", block, topology.kind()));
    return std::nullopt;
  }
  std::string why;
  if (!port->why_not.empty()) {
    why = fmt::format("nothing asks {}: {}", block, port->why_not);
  } else if (!has_port(topology, switches, port->with_host)) {
    why = fmt::format("{} stands in ports with a {}: no switch {}has one", block,
                      port->with_host ? "host" : "switch behind them",
                      switches.empty() ? "" : "named ");
  }
  if (!why.empty()) dut::complain(m, diagnostics, "/block", why);
  if (why.empty() && m.latency.clocks > m.contract->latency) {
    why = fmt::format("{} wait {} cycles for {}, not {}",
                      config::switch_plug(scenario.sw.kind()).switches, m.contract->latency, block,
                      m.latency.clocks);
    dut::complain(m, diagnostics, "/latency", why);
  }
  for (const auto& [name, least] : port->least) {
    if (m.at.at(name) >= least) continue;
    why =
        fmt::format("{} must be at least {} in this scenario, not {}", name, least, m.at.at(name));
    dut::complain(m, diagnostics, "/at", why);
  }
  return why.empty() ? Sizes(port->sizes) : std::nullopt;
}

/// The manifest at the sizes of the scenario; empty after complaints.
std::optional<dut::Manifest> sized_manifest(const std::string& file,
                                            const config::LoadedScenario& loaded,
                                            const Switches& switches,
                                            config::Diagnostics& diagnostics) {
  const auto first = dut::load_manifest(file, {}, diagnostics);
  if (!first) return std::nullopt;
  Sizes sizes = loaded.system->foreign_sizes(first->contract->block);
  if (!sizes) sizes = port_sizes(*first, loaded, switches, diagnostics);
  if (!sizes) return std::nullopt;
  if (first->contract->in_step && first->latency.clocks > first->contract->latency) {
    dut::complain(
        *first, diagnostics, "/latency",
        fmt::format("what stands beside {} waits {} clocks for it, not {}", first->contract->block,
                    first->contract->latency, first->latency.clocks));
    return std::nullopt;
  }
  std::vector<std::string> sets;
  for (const auto& [name, value] : *sizes) sets.push_back(fmt::format("{}={}", name, value));
  return dut::load_manifest(file, sets, diagnostics);
}

}  // namespace

std::unique_ptr<dut::Instances> instantiate_dut(const std::string& spec,
                                                const config::LoadedScenario& loaded) {
  System& system = *loaded.system;
  std::string why;
  std::error_code ignored;
  const std::size_t at =
      std::filesystem::exists(spec, ignored) ? std::string::npos : spec.rfind('@');
  const std::string file = spec.substr(0, at);
  Switches switches;
  if (at != std::string::npos) {
    const auto named = switches_named(system.topology(), spec.substr(at + 1), why);
    if (!named) {
      complain("--dut " + config::printable(spec), why);
      return nullptr;
    }
    switches.insert(named->begin(), named->end());
  }
  config::Diagnostics diagnostics;
  auto manifest = sized_manifest(file, loaded, switches, diagnostics);
  std::string reported;
  auto built = manifest ? dut::build(*manifest, diagnostics, reported) : std::nullopt;
  print_error(reported + diagnostics.text());
  if (!built) return nullptr;
  auto instances = std::make_unique<dut::Instances>(std::move(*manifest), std::move(*built),
                                                    std::move(switches));
  if (decides(*instances, system)) system.use(instances->design());
  return instances;
}

std::string stuck_line(const dut::Instances& instances, const dut::Position& position,
                       const Topology& topology) {
  const dut::Manifest& m = instances.manifest();
  std::string where;
  if (position.place) where = " in switch " + topology.switch_name(position.place->first);
  if (position.place && position.place->second)
    where += ", port " + topology.port_name(position.place->first, *position.place->second);
  return fmt::format("{}: error: {} as {}{}: {}\n", config::printable_path(m.file), m.top,
                     m.contract->block, where, dut::stuck_text(m, position));
}

bool decides(const dut::Instances& instances, const System& system) {
  return system.foreign_sizes(instances.manifest().contract->block).has_value();
}

nlohmann::ordered_json dut_json(const dut::Instances& instances, const Topology& topology) {
  nlohmann::ordered_json names = nlohmann::ordered_json::array();
  for (const SwitchIdx sw : instances.switches()) names.push_back(topology.switch_name(sw));
  const dut::Manifest& m = instances.manifest();
  return {{"manifest", m.file}, {"hash", instances.built().hash}, {"block", m.contract->block},
          {"top", m.top},       {"latency", instances.latency()}, {"switches", names}};
}

std::string dut_text(const nlohmann::ordered_json& dut, const System& system,
                     unsigned route_latency) {
  const auto names = dut["switches"].get<std::vector<std::string>>();
  const auto block = dut["block"].get<std::string>();
  const std::string text = fmt::format(
      "{} as {} in {}, latency {}", dut["top"].get<std::string>(), block,
      names.empty() ? "every switch" : config::join(names, ", "), dut["latency"].get<unsigned>());
  if (!system.foreign_sizes(block)) return text;
  return text + fmt::format("; decisions take {} cycles", route_latency);
}

std::string dut_waves_text(const std::string& result_path) {
  const std::filesystem::path home = std::filesystem::path(result_path).parent_path();
  return fmt::format("waves of the block: gtkwave {} {}\n",
                     shell_quoted((home / kDutWave).string()),
                     shell_quoted((home / kDutView).string()));
}

std::string dut_view(const dut::Built& built, const std::string& wave, std::uint64_t clock) {
  const std::uint64_t at = clock + dut::kResetClocks;
  const std::uint64_t start = at > 8 ? (at - 8) * dut::kWaveClock : 0;
  std::string text = fmt::format(
      "[dumpfile] \"{}\"\n[timestart] {}\n[size] 1400 800\n[pos] -1 -1\n*-4.2 {} -1\n"
      "@28\nselvage_dut.clk_i\nselvage_dut.rst_i\n",
      wave, start, at * dut::kWaveClock);
  const auto line = [&text](const std::string& name, unsigned width) {
    text += fmt::format("{}\nselvage_dut.{}{}\n", width == 1 ? "@28" : "@22", name,
                        width == 1 ? "" : fmt::format("[{}:0]", width - 1));
  };
  text += "@200\n-Question\n";
  for (const dut::Wire& w : built.wiring.inputs) line(w.name, w.width);
  text += "@200\n-Answer and golden's\n";
  for (const dut::Wire& w : built.wiring.outputs) {
    line(w.name, w.width);
    line("golden_" + w.name, w.golden_width);
  }
  line("differs", 1);
  text += "@200\n-Inside\n";
  for (const auto& [name, width] : built.wiring.signals) line("dut." + name, width);
  return text;
}

bool dut_wave(const dut::Instances& instances, const Topology& topology,
              const Scoreboard& scoreboard, const std::string& folder, std::string& why) {
  if (!scoreboard.first()) return false;
  const auto named = switches_named(topology, scoreboard.first()->switch_name, why);
  if (!named || named->empty()) return false;
  dut::InstancePlace place{named->front(), std::nullopt};
  if (instances.recent(place).empty()) {
    for (unsigned port = 0; port < topology.port_count(place.first); ++port) {
      const auto at = static_cast<PortIdx>(port);
      if (topology.port_name(place.first, at) == scoreboard.first()->port) place.second = at;
    }
  }
  const std::vector<dut::Step> steps = instances.recent(place);
  if (steps.empty()) return false;
  dut::Bench bench(instances.manifest(), instances.built());
  const std::filesystem::path path(folder);
  const dut::Session session =
      bench.play(steps, dut::instance_seed(place), (path / kDutWave).string());
  const std::uint64_t clock = session.difference ? session.difference->clock : steps.size();
  return config::write_atomically((path / kDutView).string(),
                                  dut_view(instances.built(), kDutWave, clock), why);
}

}  // namespace selvage::cli
