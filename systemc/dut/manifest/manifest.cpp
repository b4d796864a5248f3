// SPDX-License-Identifier: Apache-2.0
#include "dut/manifest/manifest.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "config/explain.hpp"
#include "config/loader.hpp"
#include "config/schema.hpp"
#include "config/validate.hpp"

namespace selvage::dut {

namespace {

namespace fs = std::filesystem;
using nlohmann::json;

/// Reads one file; every complaint has the place of what it is about.
class Reader {
 public:
  Reader(const std::string& file, config::Diagnostics& diagnostics) : diagnostics_(diagnostics) {
    m_.file = file;
  }

  bool open() {
    std::string why;
    const auto text = config::read_text_file(m_.file, config::kMaxBytes, why);
    const std::size_t source = diagnostics_.add_source({m_.file, text.value_or(""), true});
    if (!text) {
      diagnostics_.error({{source, 0, 0}, "", why, ""});
      return false;
    }
    m_.document = config::read_yaml(source, diagnostics_);
    if (!diagnostics_.empty()) return false;
    if (!root().is_object()) {
      complain("", "a manifest is a map of keys");
      return false;
    }
    const json schema = manifest_schema();
    config::explain(schema, m_.document, "", config::validate(schema, root()), diagnostics_);
    if (!diagnostics_.empty()) return false;
    config::fill_defaults(schema, root());
    return true;
  }

  std::optional<Manifest> read(const std::vector<std::string>& sets) {
    read_block();
    if (m_.contract == nullptr) return std::nullopt;
    read_files();
    read_sizes(sets);
    read_parameters();
    read_pins();
    read_time();
    if (!diagnostics_.empty()) return std::nullopt;
    return std::move(m_);
  }

 private:
  json& root() { return m_.document.value; }
  void complain(const std::string& pointer, const std::string& what, const std::string& hint = "") {
    dut::complain(m_, diagnostics_, pointer, what, hint);
  }
  bool offers(const std::string& pin) { return root()["pins"].contains(pin); }
  std::string optional_text(const char* key) {
    return root().contains(key) ? root()[key].get<std::string>() : std::string();
  }

  void read_block() {
    const auto block = root()["block"].get<std::string>();
    m_.contract = find_contract(block);
    if (m_.contract != nullptr) return;
    std::vector<std::string> names;
    for (const Contract& c : contracts()) names.push_back(c.block);
    complain("/block",
             fmt::format("'{}' is none of {}", config::printable(block), config::join(names, ", ")),
             config::did_you_mean(block, names));
  }

  std::string path_of(const std::string& pointer, const std::string& name, bool folder) {
    fs::path path(name);
    if (path.is_relative()) path = fs::path(m_.file).parent_path() / path;
    path = fs::absolute(path).lexically_normal();
    std::string why = "no such folder";
    const bool good =
        folder ? fs::is_directory(path) : config::is_readable_file(path.string(), why);
    if (!good) complain(pointer, fmt::format("{}: {}", config::printable(name), why));
    // The build gives such names to tools on lines and in lists of their own.
    if (path.string().find_first_of("\n\"\\:$") != std::string::npos) {
      complain(pointer, "the path has a quote, colon, dollar sign, backslash or line end in it");
    }
    return path.string();
  }

  void read_files() {
    m_.top = root()["top"];
    if (m_.top == "selvage_dut")
      complain("/top", "this is the name of the module around it: give it another one");
    const auto each = [&](const char* key, std::vector<std::string>& to, bool folder) {
      for (std::size_t i = 0; i < root()[key].size(); ++i) {
        to.push_back(path_of(fmt::format("/{}/{}", key, i), root()[key][i], folder));
      }
    };
    each("sources", m_.sources, false);
    each("include_dirs", m_.include_dirs, true);
    if (root().contains("waivers")) m_.waivers = path_of("/waivers", root()["waivers"], false);
    for (const auto& [name, value] : root()["defines"].items()) {
      if (!is_name(name)) complain("/defines" + config::pointer_step(name), "this is no name");
      m_.defines.emplace_back(name, value.is_string() ? value.get<std::string>()
                                                      : std::to_string(value.get<std::int64_t>()));
    }
  }

  void read_sizes(const std::vector<std::string>& sets) {
    m_.at = presets(*m_.contract);
    const auto set_size = [this](const std::string& pointer, const std::string& set) {
      const std::string why = choose(*m_.contract, set, m_.at);
      if (!why.empty()) complain(pointer, why);
    };
    for (const auto& [name, value] : root()["at"].items()) {
      set_size("/at" + config::pointer_step(name),
               fmt::format("{}={}", name, value.get<std::int64_t>()));
    }
    for (const std::string& set : sets) {
      const std::string why = choose(*m_.contract, set, m_.at);
      if (why.empty()) continue;
      const std::size_t source =
          diagnostics_.add_source({"--set " + config::printable(set), "", false});
      diagnostics_.error({{source, 0, 0}, "", why, ""});
    }
    if (!diagnostics_.empty() || m_.contract->derive == nullptr) return;
    const std::string why = m_.contract->derive(m_.at);
    if (!why.empty()) complain("/at", why);
  }

  void read_parameters() {
    for (const auto& [name, value] : root()["parameters"].items()) {
      const std::string pointer = "/parameters" + config::pointer_step(name);
      if (!is_name(name)) complain(pointer, "this is no name of a parameter");
      std::string text =
          value.is_string() ? value.get<std::string>() : std::to_string(value.get<std::int64_t>());
      if (value.is_string() && diagnostics_.empty()) {
        const auto known = m_.at.find(text);
        std::vector<std::string> names;
        for (const auto& [parameter, ignored] : m_.at) names.push_back(parameter);
        if (known == m_.at.end()) {
          complain(pointer,
                   fmt::format("the contract has no parameter '{}' ({})", config::printable(text),
                               config::join(names, ", ")),
                   config::did_you_mean(text, names));
        } else {
          text = std::to_string(known->second);
        }
      }
      m_.parameters.emplace_back(name, text);
    }
  }

  void read_pins() {
    if (!diagnostics_.empty()) return;
    const std::vector<Pin> pins = m_.contract->pins(m_.at);
    std::vector<std::string> names;
    for (const Pin& pin : pins) names.push_back(pin.name);
    for (const auto& [name, value] : root()["pins"].items()) {
      const std::string pointer = "/pins" + config::pointer_step(name);
      if (std::find(names.begin(), names.end(), name) == names.end()) {
        complain(pointer,
                 fmt::format("{} has no pin '{}'", m_.contract->block, config::printable(name)),
                 config::did_you_mean(name, names));
        continue;
      }
      PinMap map;
      map.pin = name;
      std::string why;
      const auto term = parse_term(
          value.is_string() ? value.get<std::string>() : value["pin"].get<std::string>(), why);
      if (!term) complain(pointer, why);
      else map.term = *term;
      map.one_hot = value.is_object() && value.value("encoding", "binary") == "one_hot";
      m_.pins.push_back(std::move(map));
    }
    for (const Pin& pin : pins) {
      if (pin.optional || offers(pin.name)) continue;
      const auto beside = std::find_if(pins.begin(), pins.end(), [&](const Pin& other) {
        return other.group == pin.group && offers(other.name);
      });
      if (!pin.group.empty() && beside == pins.end()) continue;
      const std::string with = pin.group.empty() ? "" : ", needed with " + beside->name;
      complain("/pins", fmt::format("the pin '{}' is missing{}: {}", pin.name, with, pin.meaning));
    }
    for (const auto& [name, value] : root()["ties"].items()) {
      m_.ties.emplace_back(name, value.get<std::uint64_t>());
    }
  }

  void read_time() {
    m_.clock = optional_text("clock");
    if (root().contains("reset")) {
      m_.reset = root()["reset"]["pin"];
      m_.reset_high = root()["reset"]["active"] == "high";
      m_.settle = root()["reset"].value("settle", 0U);
    }
    m_.patience = root()["patience"];
    const json& latency = root()["latency"];
    m_.latency.clocks = latency.is_object() ? latency["at_most"] : latency;
    if (latency.is_object()) {
      m_.latency.valid = latency["valid"];
      m_.latency.ask = latency.value("ask", "");
      if (m_.contract->stateful) {
        complain("/latency", fmt::format("{} is asked in every clock: its latency is a number",
                                         m_.contract->block));
      }
    }
    if (m_.clock.empty() && (m_.latency.clocks > 0 || m_.contract->stateful)) {
      complain("/latency", m_.contract->stateful ? "the block has a state: `clock` is missing"
                                                 : "an answer that comes later needs a `clock`");
    }
  }

  Manifest m_;
  config::Diagnostics& diagnostics_;
};

}  // namespace

void complain(const Manifest& manifest, config::Diagnostics& diagnostics,
              const std::string& pointer, const std::string& what, const std::string& hint) {
  diagnostics.error({manifest.document.place(pointer).value, config::dotted(pointer), what, hint});
}

std::optional<Manifest> load_manifest(const std::string& file, const std::vector<std::string>& sets,
                                      config::Diagnostics& diagnostics) {
  Reader reader(file, diagnostics);
  if (!reader.open()) return std::nullopt;
  return reader.read(sets);
}

}  // namespace selvage::dut
