// SPDX-License-Identifier: Apache-2.0
#include "dut/build/wrapper.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace selvage::dut {

namespace {

std::string range(unsigned width) { return width == 1 ? "" : fmt::format("[{}:0] ", width - 1); }

/// A term over the wires u_PIN of their pins.
std::string expression(const Term& term) {
  std::string text;
  for (const Part& part : term) {
    text += text.empty() ? "{" : ", ";
    if (part.pin.empty()) text += fmt::format("{}'h{:x}", part.width, part.value);
    else if (part.whole) text += "u_" + part.pin;
    else if (part.high == part.low) text += fmt::format("u_{}[{}]", part.pin, part.low);
    else text += fmt::format("u_{}[{}:{}]", part.pin, part.high, part.low);
  }
  return text + "}";
}

/// Each bit of their pins in an input's term gets its bit of the contract's; constants swallow
/// theirs.
std::string drive(const Wire& wire, const Term& term) {
  std::string text;
  unsigned low = 0;
  for (auto part = term.rbegin(); part != term.rend(); ++part) {
    const std::string target = expression({*part});
    const unsigned bits = part->pin.empty() ? part->width
                          : part->whole     ? 0
                                            : part->high - part->low + 1;
    const unsigned width = bits == 0 ? wire.width - low : bits;
    const std::string value =
        wire.width == 1 ? wire.name : fmt::format("{}[{} +: {}]", wire.name, low, width);
    if (!part->pin.empty()) text += fmt::format("  assign {} = {};\n", target, value);
    low += width;
  }
  return text;
}

const Term& term_of(const Manifest& m, const std::string& pin) {
  const auto found =
      std::find_if(m.pins.begin(), m.pins.end(), [&](const PinMap& p) { return p.pin == pin; });
  return found->term;
}

}  // namespace

Wiring wire(const Manifest& m, const Ports& ports) {
  Wiring wiring;
  std::size_t next[2] = {0, 0};
  for (const Pin& pin : m.contract->pins(m.at)) {
    const std::size_t index = next[pin.input ? 1 : 0]++;
    const auto map = std::find_if(m.pins.begin(), m.pins.end(),
                                  [&](const PinMap& p) { return p.pin == pin.name; });
    if (map == m.pins.end()) continue;
    (pin.input ? wiring.inputs : wiring.outputs)
        .push_back({pin.name, index, width_of(map->term, ports), pin.width, map->one_hot});
  }
  wiring.signals = ports.signals;
  for (const auto& [name, value] : m.ties) wiring.ties.emplace_back(name, ports.find(name)->width);
  wiring.has_ask = !m.latency.ask.empty();
  wiring.has_answer = !m.latency.valid.empty();
  return wiring;
}

std::string wrapper_text(const Manifest& m, const Ports& ports, const Wiring& wiring) {
  std::string pins = "  input logic clk_i,\n  input logic rst_i,\n";
  std::string body;
  for (const Port& port : ports.all)
    body += fmt::format("  logic {}u_{};\n", range(port.width), port.name);
  for (const Wire& w : wiring.inputs) {
    pins += fmt::format("  input logic {}{},\n", range(w.width), w.name);
    // A whole pin inside braces takes its own width.
    Term term = term_of(m, w.name);
    for (Part& part : term) {
      if (!part.whole || term.size() == 1) continue;
      part = {part.pin, false, ports.find(part.pin)->width - 1, 0, 0, 0};
    }
    for (Part& part : term) {  // a bit of a scalar is the scalar
      if (!part.pin.empty() && ports.find(part.pin)->width == 1) part.whole = true;
    }
    body += drive(w, term);
  }
  for (const Wire& w : wiring.outputs) {
    pins += fmt::format("  output logic {}{},\n  input logic {}golden_{},\n", range(w.width),
                        w.name, range(w.golden_width), w.name);
    Term term = term_of(m, w.name);
    for (Part& part : term) {
      if (!part.pin.empty() && ports.find(part.pin)->width == 1) part.whole = true;
    }
    body += fmt::format("  assign {} = {};\n", w.name, expression(term));
  }
  if (wiring.has_ask) {
    pins += "  input logic ask,\n";
    body += fmt::format("  assign u_{} = ask;\n", m.latency.ask);
  }
  if (wiring.has_answer) {
    pins += "  output logic answered,\n";
    body += fmt::format("  assign answered = u_{};\n", m.latency.valid);
  }
  if (!m.clock.empty()) body += fmt::format("  assign u_{} = clk_i;\n", m.clock);
  if (!m.reset.empty())
    body += fmt::format("  assign u_{} = {}rst_i;\n", m.reset, m.reset_high ? "" : "~");
  for (std::size_t i = 0; i < wiring.ties.size(); ++i) {
    const auto& [name, width] = wiring.ties[i];
    pins += fmt::format("  input logic {}tie_{},\n", range(width), i);
    body += fmt::format("  assign u_{} = tie_{};\n", name, i);
  }
  pins += "  input logic differs\n";
  std::string parameters;
  for (const auto& [name, value] : m.parameters) {
    parameters += fmt::format("{}    .{}({})", parameters.empty() ? "" : ",\n", name, value);
  }
  std::string connections;
  for (const Port& port : ports.all) {
    connections +=
        fmt::format("{}    .{}(u_{})", connections.empty() ? "" : ",\n", port.name, port.name);
  }
  return fmt::format("module selvage_dut (\n{});\n{}  {}{} dut (\n{}\n  );\nendmodule\n", pins,
                     body, m.top, parameters.empty() ? "" : " #(\n" + parameters + "\n  )",
                     connections);
}

}  // namespace selvage::dut
