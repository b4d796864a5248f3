// SPDX-License-Identifier: Apache-2.0
#include "cli/commands/run_dut.hpp"

#include <fmt/format.h>

#include <filesystem>

#include "cli/questions/topology_option.hpp"
#include "cli/terminal.hpp"
#include "cli/waves/wave_plan.hpp"
#include "config/text/diagnostics.hpp"
#include "config/text/output.hpp"

namespace selvage::cli {

namespace {

/// The manifest at the sizes of the system; empty after complaints.
std::optional<dut::Manifest> sized_manifest(const std::string& file, const System& system,
                                            config::Diagnostics& diagnostics) {
  const auto first = dut::load_manifest(file, {}, diagnostics);
  if (!first) return std::nullopt;
  const std::string& block = first->contract->block;
  const auto sizes = system.foreign_sizes(block);
  if (!sizes) {
    dut::complain(*first, diagnostics, "/block",
                  fmt::format("no foreign {} can stand in the switches of {} yet", block,
                              system.topology().kind()));
    return std::nullopt;
  }
  std::vector<std::string> sets;
  for (const auto& [name, value] : *sizes) sets.push_back(fmt::format("{}={}", name, value));
  return dut::load_manifest(file, sets, diagnostics);
}

}  // namespace

std::unique_ptr<dut::Seats> seat_dut(const std::string& spec, System& system) {
  std::string why;
  std::error_code ignored;
  const std::size_t at =
      std::filesystem::exists(spec, ignored) ? std::string::npos : spec.rfind('@');
  const std::string file = spec.substr(0, at);
  std::set<SwitchIdx> switches;
  if (at != std::string::npos) {
    const auto named = switches_named(system.topology(), spec.substr(at + 1), why);
    if (!named) {
      complain("--dut " + config::printable(spec), why);
      return nullptr;
    }
    switches.insert(named->begin(), named->end());
  }
  config::Diagnostics diagnostics;
  auto manifest = sized_manifest(file, system, diagnostics);
  std::string told;
  auto built = manifest ? dut::build(*manifest, diagnostics, told) : std::nullopt;
  tell(told + diagnostics.text());
  if (!built) return nullptr;
  auto seats =
      std::make_unique<dut::Seats>(std::move(*manifest), std::move(*built), std::move(switches));
  system.use(seats->design());
  return seats;
}

nlohmann::ordered_json dut_json(const dut::Seats& seats, const Topology& topology) {
  nlohmann::ordered_json names = nlohmann::ordered_json::array();
  for (const SwitchIdx sw : seats.switches()) names.push_back(topology.switch_name(sw));
  const dut::Manifest& m = seats.manifest();
  return {{"manifest", m.file}, {"hash", seats.built().hash}, {"block", m.contract->block},
          {"top", m.top},       {"latency", seats.latency()}, {"switches", names}};
}

std::string dut_text(const nlohmann::ordered_json& dut, unsigned route_latency) {
  const auto names = dut["switches"].get<std::vector<std::string>>();
  return fmt::format("{} as {} in {}, latency {}; decisions take {} cycles",
                     dut["top"].get<std::string>(), dut["block"].get<std::string>(),
                     names.empty() ? "every switch" : config::join(names, ", "),
                     dut["latency"].get<unsigned>(), route_latency);
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

bool dut_wave(const dut::Seats& seats, const Topology& topology, const Scoreboard& scoreboard,
              const std::string& folder, std::string& why) {
  if (!scoreboard.first()) return false;
  const auto sw = switches_named(topology, scoreboard.first()->switch_name, why);
  if (!sw || sw->empty()) return false;
  const std::vector<dut::Step> steps = seats.recent(sw->front());
  if (steps.empty()) return false;
  dut::Bench bench(seats.manifest(), seats.built());
  const std::filesystem::path path(folder);
  const dut::Session session = bench.play(steps, sw->front() + 1, (path / kDutWave).string());
  const std::uint64_t clock = session.difference ? session.difference->clock : steps.size();
  return config::write_atomically((path / kDutView).string(),
                                  dut_view(seats.built(), kDutWave, clock), why);
}

}  // namespace selvage::cli
