// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>

#include "dut/manifest/ports.hpp"

namespace selvage::dut {

namespace {

/// Holds a manifest against the pins that there are.
class Check {
 public:
  Check(const Manifest& manifest, const Ports& ports, config::Diagnostics& diagnostics)
      : m_(manifest), ports_(ports), diagnostics_(diagnostics) {
    for (const Port& port : ports.all) {
      names_.push_back(port.name);
      driven_[port.name].resize(port.width);
      if (!is_name(port.name)) {
        complain("/top", fmt::format("{}: the pin '{}' has no simple name", port.place,
                                     config::printable(port.name)));
      }
      if (port.width == 0) {
        complain("/top", fmt::format("{}: the pin '{}' is no vector of bits going in or out",
                                     port.place, port.name));
      }
    }
  }

  void run() {
    single("/clock", m_.clock, true);
    single("/reset/pin", m_.reset, true);
    single("/latency/ask", m_.latency.ask, true);
    single("/latency/valid", m_.latency.valid, false);
    for (const auto& [name, value] : m_.ties) tie(name, value);
    const std::vector<Pin> pins = m_.contract->pins(m_.at);
    for (const PinMap& map : m_.pins) {
      const auto pin =
          std::find_if(pins.begin(), pins.end(), [&](const Pin& p) { return p.name == map.pin; });
      term(*pin, map);
    }
    for (const Port& port : ports_.all) undriven(port);
    clocks();
  }

 private:
  void complain(const std::string& pointer, const std::string& what, const std::string& hint = "") {
    dut::complain(m_, diagnostics_, pointer, what, hint);
  }

  const Port* known(const std::string& pointer, const std::string& name, bool input) {
    const Port* port = ports_.find(name);
    if (port == nullptr) {
      complain(pointer, fmt::format("{} has no pin '{}'", m_.top, name),
               config::did_you_mean(name, names_));
    } else if (port->input != input) {
      const char* kind = port->width == 0 ? "no input or output"
                         : port->input    ? "an input"
                                          : "an output";
      complain(pointer, fmt::format("'{}' is {} ({})", name, kind, port->place));
      return nullptr;
    }
    return port;
  }

  void drive(const std::string& pointer, const Port& port, unsigned low, unsigned width) {
    for (unsigned bit = low; bit < low + width; ++bit) {
      if (driven_[port.name][bit]) {
        complain(pointer, fmt::format("bit {} of '{}' is driven twice", bit, port.name));
        return;
      }
      driven_[port.name][bit] = true;
    }
  }

  void single(const std::string& pointer, const std::string& name, bool input) {
    if (name.empty()) return;
    const Port* port = known(pointer, name, input);
    if (port == nullptr) return;
    if (port->width != 1)
      complain(pointer, fmt::format("'{}' has {} bits, not one", name, port->width));
    else if (input) drive(pointer, *port, 0, 1);
  }

  void tie(const std::string& name, std::uint64_t value) {
    const std::string pointer = "/ties" + config::pointer_step(name);
    const Port* port = known(pointer, name, true);
    if (port == nullptr) return;
    if (port->width < 64 && value >> port->width != 0) {
      complain(pointer,
               fmt::format("{} does not fit the {} bits of '{}'", value, port->width, name));
    }
    drive(pointer, *port, 0, port->width);
  }

  void term(const Pin& pin, const PinMap& map) {
    const std::string pointer = "/pins" + config::pointer_step(map.pin);
    unsigned width = 0;
    for (const Part& part : map.term) {
      if (part.pin.empty()) {
        width += part.width;
        continue;
      }
      const Port* port = known(pointer, part.pin, pin.input);
      if (port == nullptr) return;
      const unsigned high = part.whole ? port->width - 1 : part.high;
      if (high >= port->width || (!part.whole && !port->sliceable)) {
        const std::string shape =
            port->sliceable ? fmt::format("[{}:0]", port->width - 1) : "no plain vector";
        complain(pointer, fmt::format("'{}' is {} ({})", part.pin, shape, port->place));
        return;
      }
      if (pin.input) drive(pointer, *port, part.low, high - part.low + 1);
      width += high - part.low + 1;
    }
    const std::uint64_t most = std::uint64_t{1} << std::min<unsigned>(pin.width, 6U);
    const std::uint64_t least = pin.values == 0 ? 2 : pin.values;
    if (map.one_hot ? width >= least && width <= most : width == pin.width) return;
    const std::string wanted = map.one_hot
                                   ? fmt::format("{} to {}, one for each value", least, most)
                                   : std::to_string(pin.width);
    std::string sizes;
    for (const auto& [name, value] : m_.at)
      sizes += fmt::format("{}{}={}", sizes.empty() ? "" : ", ", name, value);
    complain(pointer, fmt::format("this has {} bits, the contract's {} has {} ({})", width,
                                  pin.name, wanted, sizes));
  }

  void undriven(const Port& port) {
    const auto& bits = driven_[port.name];
    if (!port.input || std::all_of(bits.begin(), bits.end(), [](bool b) { return b; })) return;
    const auto first = std::find(bits.begin(), bits.end(), false) - bits.begin();
    const std::string what = port.width == 1
                                 ? fmt::format("the input '{}'", port.name)
                                 : fmt::format("bit {} of the input '{}'", first, port.name);
    complain("/pins", fmt::format("{} ({}) is driven by nothing; `pins`, or a constant in `ties`",
                                  what, port.place));
  }

  void clocks() {
    for (const std::string& edge : ports_.edges) {
      const Port* port = ports_.find(edge);
      if (port == nullptr || !port->input || edge == m_.clock || edge == m_.reset) continue;
      complain("/clock",
               m_.clock.empty()
                   ? fmt::format("'{}' is a clock ({}), and none is named", edge, port->place)
                   : fmt::format("'{}' is a second clock or reset ({}); a block has one of each",
                                 edge, port->place));
      return;
    }
  }

  const Manifest& m_;
  const Ports& ports_;
  config::Diagnostics& diagnostics_;
  std::vector<std::string> names_;
  std::map<std::string, std::vector<bool>> driven_;
};

}  // namespace

void check_pins(const Manifest& manifest, const Ports& ports, config::Diagnostics& diagnostics) {
  Check(manifest, ports, diagnostics).run();
}

unsigned width_of(const Term& term, const Ports& ports) {
  unsigned width = 0;
  for (const Part& part : term) {
    const Port* port = part.pin.empty() ? nullptr : ports.find(part.pin);
    width += part.pin.empty()  ? part.width
             : port == nullptr ? 0
             : part.whole      ? port->width
                               : part.high - part.low + 1;
  }
  return width;
}

}  // namespace selvage::dut
