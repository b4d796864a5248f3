// SPDX-License-Identifier: Apache-2.0
#include "dut/whole/wrap.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "cosim/foreign/pins.hpp"
#include "cosim/message_numbers.hpp"
#include "dut/build/cache.hpp"
#include "dut/manifest/ports.hpp"

namespace selvage::dut {

namespace {

constexpr unsigned kNumberBits = cosim::kMessageNumberBits;

/// A pin of the standard. `width` 0: any up to `most`.
struct Standard {
  std::string name;
  bool input = true;
  unsigned width = 1;
  bool needed = true;
  unsigned most = 64;
  const char* other = "";  ///< the uniform pin where it has another name
};

/// Inputs of fattree_switch for what a switch of others is not asked for: they are 0.
bool is_tied(const std::string& name) {
  static const std::vector<std::string> tied{"sideband_i",    "rx_msg_valid_i", "rx_msg_bad_i",
                                             "rx_msg_data_i", "cnt_clk_i",      "cnt_port_i",
                                             "cnt_sel_i"};
  return std::find(tied.begin(), tied.end(), name) != tied.end();
}

std::vector<Standard> standard_pins(const WholeManifest& m) {
  const cosim::SwitchFacts& f = m.facts;
  const unsigned digit = cosim::pins::bits_for(f.ports);
  const unsigned p = f.ports;
  const unsigned data = 64 * p;
  const bool exact = f.compare == cosim::SwitchFacts::Compare::kExact;
  using Control = cosim::SwitchFacts::Control;
  const bool hears = f.hears();
  const bool c = f.control == Control::kSelvage;
  std::vector<Standard> pins{
      {"clk_i", true, 1, true},
      {"ctl_clk_i", true, 1, false},
      {"hdr_clk_i", true, 1, false},
      {"rst_ni", true, 1, true},
      {"bug_i", true, 0, false, 64},
      {"level_i", true, cosim::pins::bits_for(f.levels), true},
      {"coord_i", true, (f.levels - 1) * digit, true},
      {"levels_i", true, cosim::pins::bits_for(f.levels + 1), false},
      {"line_en_i", true, 0, c, 64},
      {"port_en_i", true, p, false},
      {"rule_paper_i", true, 1, false},
      {"xoff_i", true, 0, c, 16},
      {"xon_most_i", true, 0, exact, 32},
      {"rx_ok_i", true, p, true},
      {"rx_sym_i", true, 2 * p, true},
      {"rx_head_i", true, p, true},
      {"rx_tail_i", true, p, true},
      {"rx_bad_i", true, p, true},
      {"rx_data_i", true, data, true},
      {"rx_xon_o", false, p, true},
      {"rx_stop_o", false, p, c},
      {"tx_ok_i", true, p, false},
      {"tx_sym_o", false, 2 * p, true},
      {"tx_head_o", false, p, true},
      {"tx_tail_o", false, p, true},
      {"tx_bad_o", false, p, true},
      {"tx_data_o", false, data, true},
      {"tx_xon_i", true, p, true},
      {"tx_stop_i", true, p, c},
      {"link_down_i", true, p, hears},
      {"link_up_i", true, p, hears},
      {"link_init_i", true, p, false},
      {"wipe_i", true, 1, false},
      {"numbered_i", true, 1, false},
      {"tx_resend_i", true, p, false},
      {"tx_number_i", true, kNumberBits * p, false},
      {"rx_resend_o", false, p, false},
      {"rx_number_o", false, kNumberBits * p, false},
      {"clear_o", false, p, hears},
      {"dec_in_o", false, p, exact, 64, "decided_o"},
      {"dec_want_o", false, p, exact, 64, "want_o"},
      {"drained_o", false, p, false},
      {"drained_tag_o", false, 32 * p, false},
      {"malformed_o", false, p, exact},
      {"ctl_idle_o", false, 1, false},
  };
  if (!m.idle_pin.empty() && m.idle_pin != "ctl_idle_o")
    pins.push_back({m.idle_pin, false, 1, true, 1, "idle_o"});
  return pins;
}

std::string uniform(const Standard& pin) { return pin.other[0] == '\0' ? pin.name : pin.other; }

/// Pins of `selvage_switch`, whatever the top has; those that it lacks are tied.
std::string uniform_ports(const cosim::SwitchFacts& f) {
  const auto vector = [](const char* direction, unsigned width, const char* name) {
    if (width == 1) return fmt::format("  {} logic {},\n", direction, name);
    return fmt::format("  {} logic [{}:0] {},\n", direction, width - 1, name);
  };
  const unsigned p = f.ports;
  std::string text;
  for (const char* name :
       {"clk_i", "ctl_clk_i", "hdr_clk_i", "rst_ni", "rule_paper_i", "wipe_i", "numbered_i"})
    text += vector("input ", 1, name);
  for (const char* name : {"bug_i", "line_en_i", "coord_i"}) text += vector("input ", 64, name);
  for (const char* name : {"level_i", "xoff_i", "xon_most_i"}) text += vector("input ", 32, name);
  for (const char* name : {"rx_ok_i", "rx_head_i", "rx_tail_i", "rx_bad_i", "tx_ok_i", "tx_xon_i",
                           "tx_stop_i", "link_down_i", "link_up_i", "link_init_i", "tx_resend_i"}) {
    text += vector("input ", p, name);
  }
  text += vector("input ", 2 * p, "rx_sym_i") + vector("input ", 64 * p, "rx_data_i");
  for (const char* name : {"rx_xon_o", "rx_stop_o", "tx_head_o", "tx_tail_o", "tx_bad_o", "clear_o",
                           "decided_o", "want_o", "drained_o", "malformed_o", "rx_resend_o"}) {
    text += vector("output", p, name);
  }
  text += vector("output", 32 * p, "drained_tag_o");
  text += vector("input ", 32 * p, "tx_number_i") + vector("output", 32 * p, "rx_number_o");
  text += vector("output", 2 * p, "tx_sym_o") + vector("output", 64 * p, "tx_data_o");
  text += vector("output", 1, "ctl_idle_o") + vector("output", 1, "idle_o");
  text.erase(text.size() - 2, 1);
  return text;
}

class Wrapper {
 public:
  Wrapper(const WholeManifest& m, const WholeSources& s, const Ports& ports, std::string& reported)
      : m_(m), s_(s), ports_(ports), reported_(reported), pins_(standard_pins(m)) {}

  bool check() {
    for (const Standard& pin : pins_) {
      const Port* port = ports_.find(pin.name);
      if (port == nullptr) {
        if (pin.needed) wrong(s_.sources.back(), fmt::format("{} has no pin {}", s_.top, pin.name));
        continue;
      }
      if (port->input != pin.input) {
        wrong(port->place, fmt::format("{} is an {}", pin.name, pin.input ? "input" : "output"));
      } else if (pin.width != 0 ? port->width != pin.width
                                : port->width == 0 || port->width > pin.most) {
        wrong(port->place, pin.width != 0 ? fmt::format("{} is to have {} bits, and has {}",
                                                        pin.name, pin.width, port->width)
                                          : fmt::format("{} is to have at most {} bits, and has {}",
                                                        pin.name, pin.most, port->width));
      }
    }
    for (const Port& port : ports_.all) {
      if (!port.input || known(port.name) || is_tied(port.name)) continue;
      wrong(port.place, fmt::format("{} is no pin of a switch: tie it in the adapter", port.name));
    }
    return reported_.empty();
  }

  std::string module() const {
    std::string text =
        "// Made by selvage_add_switch: uniform pins around a switch.\n"
        "/* verilator lint_off UNUSEDSIGNAL */\n"
        "module selvage_switch (\n" +
        uniform_ports(m_.facts) + ");\n";
    std::string parameters;
    for (const std::string& set : s_.parameters) {
      const std::size_t at = set.find('=');
      parameters += fmt::format("{}.{}({})", parameters.empty() ? "" : ", ", set.substr(0, at),
                                set.substr(at + 1));
    }
    std::string connected;
    for (const Port& port : ports_.all) {
      const Standard* pin = known(port.name);
      std::string to;
      if (port.name == "levels_i") {
        to = fmt::format("{}'d{}", port.width, m_.facts.levels);
      } else if (port.input && is_tied(port.name)) {
        to = "'0";
      } else if (port.name == "port_en_i") {
        to = "'1";
      } else if (port.name == "tx_number_i") {
        to = fmt::format("{{{}}}", numbers());
      } else if (port.name == "rx_number_o") {
        to = "rx_number";
      } else if (pin != nullptr) {
        to = uniform(*pin);
        if (pin->input && pin->width != 1) to += fmt::format("[{}:0]", port.width - 1);
        if (pin->name == "level_i" && pin->width == 1) to += "[0]";
      }
      connected += fmt::format("{}    .{}({})", connected.empty() ? "" : ",\n", port.name, to);
    }
    const unsigned ports = m_.facts.ports;
    if (ports_.find("rx_number_o") != nullptr) {
      text += fmt::format("  logic [{}:0] rx_number;\n", kNumberBits * ports - 1);
      for (unsigned k = 0; k < ports; ++k) {
        text += fmt::format("  assign rx_number_o[{} +: 32] = 32'(rx_number[{} +: {}]);\n", 32 * k,
                            kNumberBits * k, kNumberBits);
      }
    }
    text += fmt::format("  {} #({}) i_switch (\n{}\n  );\n", s_.top, parameters, connected);
    for (const auto& [name, value] :
         {std::pair{"rx_stop_o", "'0"}, std::pair{"clear_o", "'1"}, std::pair{"dec_in_o", "'0"},
          std::pair{"dec_want_o", "'0"}, std::pair{"drained_o", "'0"},
          std::pair{"drained_tag_o", "'0"}, std::pair{"malformed_o", "'0"},
          std::pair{"rx_resend_o", "'0"}, std::pair{"rx_number_o", "'0"},
          std::pair{"ctl_idle_o", "1'b0"}}) {
      if (ports_.find(name) != nullptr) continue;
      const auto pin =
          std::find_if(pins_.begin(), pins_.end(),
                       [pin_name = name](const Standard& p) { return p.name == pin_name; });
      text += fmt::format("  assign {} = {};\n", uniform(*pin), value);
    }
    if (m_.idle_pin.empty()) text += "  assign idle_o = 1'b0;\n";
    if (m_.idle_pin == "ctl_idle_o") text += "  assign idle_o = ctl_idle_o;\n";
    return text + "endmodule\n";
  }

  std::string facts(const std::string& name) const {
    const auto width = [this](const char* pin) {
      const Port* port = ports_.find(pin);
      return port == nullptr ? 0U : port->width;
    };
    unsigned offers = 0;
    if (width("dec_in_o") != 0 && width("dec_want_o") != 0) offers |= SELVAGE_SWITCH_DECISIONS;
    if (width("drained_o") != 0) offers |= SELVAGE_SWITCH_DRAINED;
    if (width("drained_tag_o") != 0) offers |= SELVAGE_SWITCH_DRAINED_TAG;
    if (width("wipe_i") != 0) offers |= SELVAGE_SWITCH_WIPE;
    if (width("numbered_i") != 0 && width("tx_resend_i") != 0 && width("tx_number_i") != 0 &&
        width("rx_resend_o") != 0 && width("rx_number_o") != 0) {
      offers |= SELVAGE_SWITCH_NUMBERED;
    }
    if (m_.facts.gated) offers |= SELVAGE_SWITCH_IDLE;
    if (m_.facts.hears()) offers |= SELVAGE_SWITCH_CONTROL;
    const auto define = [](const char* what, const std::string& value) {
      return fmt::format("#define SELVAGE_SWITCH_{} {}\n", what, value);
    };
    return "// Made by selvage_add_switch: what a switch says of itself.\n" +
           define("PORTS", std::to_string(m_.facts.ports)) +
           define("LEVELS", std::to_string(m_.facts.levels)) +
           define("OFFERS", std::to_string(offers)) +
           define("LINES", std::to_string(width("line_en_i"))) +
           define("XOFF_BITS", std::to_string(width("xoff_i"))) +
           define("XON_MOST_BITS", std::to_string(width("xon_most_i"))) +
           define("NAME", quoted(name)) + define("MANIFEST_FILE", quoted(m_.file)) +
           define("MANIFEST", quoted(m_.text));
  }

 private:
  /// Of the uniform pin the bits of each port that a number has, the last port first.
  std::string numbers() const {
    std::string all;
    for (unsigned p = m_.facts.ports; p-- > 0;) {
      all += fmt::format("{}tx_number_i[{} +: {}]", all.empty() ? "" : ", ", 32 * p, kNumberBits);
    }
    return all;
  }
  const Standard* known(const std::string& name) const {
    const auto found =
        std::find_if(pins_.begin(), pins_.end(),
                     [pin_name = name](const Standard& p) { return p.name == pin_name; });
    return found == pins_.end() ? nullptr : &*found;
  }
  void wrong(const std::string& place, const std::string& what) {
    reported_ += place + ": error: " + what + "\n";
  }
  /// As a string of C.
  static std::string quoted(const std::string& text) {
    std::string out = "\"";
    for (const char c : text) {
      const auto byte = static_cast<unsigned char>(c);
      if (c == '\n') out += "\\n\" \\\n  \"";
      else if (c == '"' || c == '\\' || c == '?' || byte < 0x20 || byte > 0x7e)
        out += fmt::format("\\{:03o}", byte);
      else out += c;
    }
    return out + "\"";
  }

  const WholeManifest& m_;
  const WholeSources& s_;
  const Ports& ports_;
  std::string& reported_;
  std::vector<Standard> pins_;
};

}  // namespace

std::optional<Wrapped> wrap_switch(const WholeManifest& manifest, const std::string& name,
                                   const WholeSources& sources, std::string& reported) {
  Manifest all;
  all.file = manifest.file;
  all.document.places[""] = {};
  all.top = sources.top;
  all.sources = sources.sources;
  all.include_dirs = sources.include_dirs;
  const auto split = [](const std::string& set) {
    const std::size_t at = set.find('=');
    return std::pair(set.substr(0, at), at == std::string::npos ? "" : set.substr(at + 1));
  };
  for (const std::string& d : sources.defines) all.defines.push_back(split(d));
  for (const std::string& p : sources.parameters) all.parameters.push_back(split(p));
  std::string warnings;  // Verilator says them once more when it compiles
  std::optional<Ports> ports;
  try {
    ports = read_ports(all, reported, warnings);
  } catch (const CacheError& e) {
    reported = std::string("cache: error: ") + e.what() + "\n";
  }
  if (!ports) return std::nullopt;
  reported.clear();
  Wrapper wrapper(manifest, sources, *ports, reported);
  if (!wrapper.check()) return std::nullopt;
  return Wrapped{wrapper.module(), wrapper.facts(name)};
}

}  // namespace selvage::dut
