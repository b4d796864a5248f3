// SPDX-License-Identifier: Apache-2.0
#include "dut/contract.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string_view>

#include "config/text/diagnostics.hpp"
#include "dut/blocks/blocks.hpp"
#include "golden/number.hpp"

namespace selvage::dut {

const std::vector<Contract>& contracts() {
  static const std::vector<Contract> all{ack_aggregator(), ep_ack_type(),    fault_message_unit(),
                                         fault_table(),    flow_cam_alloc(), link_probe(),
                                         mcc_label(),      planar_route(),   redirect_gen(),
                                         route_select(),   twolevel_route()};
  return all;
}

const Contract* find_contract(const std::string& block) {
  const auto& all = contracts();
  const auto found =
      std::find_if(all.begin(), all.end(), [&](const Contract& c) { return c.block == block; });
  return found == all.end() ? nullptr : &*found;
}

Parameters presets(const Contract& contract) {
  Parameters all;
  for (const Parameter& p : contract.parameters) all[p.name] = p.preset;
  return all;
}

std::string choose(const Contract& contract, const std::string& set, Parameters& chosen) {
  const std::size_t equals = set.find('=');
  const auto value = equals == std::string::npos
                         ? std::nullopt
                         : parse_number<std::int64_t>(std::string_view(set).substr(equals + 1));
  if (!value) return fmt::format("'{}' is not NAME=NUMBER", config::printable(set));
  const std::string name = set.substr(0, equals);
  std::vector<std::string> names;
  for (const Parameter& p : contract.parameters) {
    names.push_back(p.name);
    if (p.name != name) continue;
    if (*value < p.low || *value > p.high || *value % p.step != 0) {
      const std::string step = p.step == 1 ? "" : fmt::format(" and a multiple of {}", p.step);
      return fmt::format("{} must be from {} to {}{}, not {}", name, p.low, p.high, step, *value);
    }
    chosen[name] = *value;
    return {};
  }
  const std::string hint = config::did_you_mean(name, names);
  return fmt::format("{} has no parameter '{}' to choose ({}){}", contract.block,
                     config::printable(name), config::join(names, ", "),
                     hint.empty() ? "" : "; " + hint);
}

std::string describe(const Contract& contract, const Parameters& parameters) {
  std::string text = fmt::format(
      "{}: {}\n{}\nanswers of the block's own module come {} clock{} later\n", contract.block,
      contract.summary, contract.source, contract.latency, contract.latency == 1 ? "" : "s");
  if (!contract.specification.empty())
    text += fmt::format("`dut prove` holds it against {}\n", contract.specification);
  if (!contract.parameters.empty()) text += "\nparameters\n";
  for (const Parameter& p : contract.parameters) {
    const std::string step = p.step == 1 ? "" : fmt::format(", a multiple of {}", p.step);
    text += fmt::format("  {:<12} {}, {} to {}{}; here {}\n", p.name, p.meaning, p.low, p.high,
                        step, parameters.at(p.name));
  }
  for (const auto& [name, value] : parameters) {
    const bool chosen = std::any_of(contract.parameters.begin(), contract.parameters.end(),
                                    [&name = name](const Parameter& p) { return p.name == name; });
    if (!chosen) text += fmt::format("  {:<12} follows from these; here {}\n", name, value);
  }
  bool grouped = false;
  for (const bool input : {true, false}) {
    text += input ? "\ninputs (bits)\n" : "\noutputs (bits)\n";
    for (const Pin& pin : contract.pins(parameters)) {
      if (pin.input != input) continue;
      grouped = grouped || !pin.group.empty();
      text += fmt::format("  {:<14} {:>3}  {}{}{}{}{}\n", pin.name, unsigned{pin.width},
                          pin.meaning, pin.rule.empty() ? "" : " (" + pin.rule + ")",
                          pin.is_static ? "; static" : "", pin.optional ? "; may be left out" : "",
                          pin.group.empty() ? "" : "; of group " + pin.group);
    }
  }
  return text + (grouped ? "pins of a group may be left out together\n" : "");
}

}  // namespace selvage::dut
