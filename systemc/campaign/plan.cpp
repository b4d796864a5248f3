// SPDX-License-Identifier: Apache-2.0
#include "campaign/plan.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <fstream>
#include <vector>

#include "config/loader.hpp"

namespace selvage::campaign {

namespace {

using nlohmann::json;

/// "a.b" set in a tree of maps.
void graft(json& tree, const std::string& path, const json& value) {
  json* at = &tree;
  std::size_t from = 0;
  for (;;) {
    const std::size_t dot = path.find('.', from);
    json& next = (*at)[path.substr(from, dot - from)];
    if (dot == std::string::npos) {
      next = value;
      return;
    }
    if (!next.is_object()) next = json::object();
    at = &next;
    from = dot + 1;
  }
}

constexpr std::uint64_t kPrime = 0x100000001b3ULL;

std::uint64_t hash_bytes(std::uint64_t h, const char* bytes, std::size_t count) {
  for (std::size_t i = 0; i < count; ++i) h = (h ^ static_cast<unsigned char>(bytes[i])) * kPrime;
  return h;
}

}  // namespace

std::uint64_t hash_on(std::uint64_t h, const std::string& text) {
  return (hash_bytes(h, text.data(), text.size()) ^ 0xffU) * kPrime;
}

std::uint64_t hash_trace(std::uint64_t h, const json& tree, const std::string& scenario_file) {
  const json::json_pointer at("/traffic/trace_file");
  if (tree.contains(at) && tree.at(at).is_string()) {
    const auto path =
        std::filesystem::path(scenario_file).parent_path() / tree.at(at).get<std::string>();
    std::error_code missing;
    std::ifstream file;
    if (std::filesystem::is_regular_file(path, missing)) file.open(path, std::ios::binary);
    std::vector<char> piece(std::size_t{1} << 16);
    while (file.read(piece.data(), static_cast<std::streamsize>(piece.size())) ||
           file.gcount() > 0) {
      h = hash_bytes(h, piece.data(), static_cast<std::size_t>(file.gcount()));
    }
  }
  return hash_on(h, "");
}

std::uint64_t hash_trace_of(std::uint64_t h, const std::string& scenario,
                            const std::string& scenario_file) {
  config::Diagnostics discarded;  // the trials themselves report a wrong file
  const std::size_t source = discarded.add_source({scenario_file, scenario, true});
  return hash_trace(h, config::read_yaml(source, discarded).value, scenario_file);
}

json tree_of(const std::vector<Setting>& settings) {
  json tree = json::object();
  for (const Setting& s : settings) graft(tree, s.path, s.value);
  return tree;
}

std::string label_of(const json& value) {
  return value.is_string() ? value.get<std::string>() : value.dump();
}

std::uint32_t Plan::points() const {
  std::uint32_t count = 1;
  for (const Factor& factor : factors) count *= static_cast<std::uint32_t>(factor.levels.size());
  return count;
}

Trial Plan::trial(std::uint32_t index) const {
  return {index, index / seeds, first_seed + index % seeds};
}

const Level& Plan::level(std::uint32_t point, std::size_t f) const {
  for (std::size_t i = factors.size(); i-- > f + 1;) {
    point /= static_cast<std::uint32_t>(factors[i].levels.size());
  }
  return factors[f].levels[point % factors[f].levels.size()];
}

std::vector<std::string> Plan::arguments(const Trial& trial,
                                         const std::string& scenario_file) const {
  std::vector<Setting> settings;
  for (std::size_t f = 0; f < factors.size(); ++f) {
    const Level& chosen = level(trial.point, f);
    settings.insert(settings.end(), chosen.settings.begin(), chosen.settings.end());
  }
  std::vector<std::string> words;
  if (kind == Kind::kSimulation) {
    words = {"run", scenario_file};
    for (const Setting& s : settings) {
      words.insert(words.end(), {"--set", s.path + "=" + s.value.dump()});
    }
  } else {
    json keys = base;
    for (const Setting& s : settings) graft(keys, s.path, s.value);
    words = {"tolerance"};
    for (const auto& [key, value] : keys.items()) {
      std::string option = "--" + key;
      for (char& c : option) c = c == '_' ? '-' : c;
      if (!value.is_boolean()) words.insert(words.end(), {option, label_of(value)});
      else if (value.get<bool>()) words.push_back(option);
    }
  }
  words.insert(words.end(), {"--seed", std::to_string(trial.seed)});
  return words;
}

std::string Plan::scenario_name() const { return scenario.empty() ? kBaseName : scenario_written; }

std::string Plan::fingerprint(const std::string& build, const std::string& scenario_file) const {
  std::uint64_t h = hash_on(kHashBegin, build);
  h = hash_on(h, base.dump());
  h = hash_on(h, scenario_text);
  h = hash_trace(h, base, scenario_file);
  h = hash_trace_of(h, scenario_text, scenario_file);
  for (const Factor& factor : factors) {
    for (const Level& level : factor.levels)
      h = hash_trace(h, tree_of(level.settings), scenario_file);
  }
  for (std::uint32_t i = 0; i < trials(); ++i) {
    for (const std::string& word : arguments(trial(i), "base")) h = hash_on(h, word);
  }
  for (const std::string& m : measures) h = hash_on(h, m);
  for (const std::string& a : accept) h = hash_on(h, a);
  if (!steady.first.empty())
    h = hash_on(
        h, fmt::format("{} {} {} {}", steady.first, steady.second, steady.within, steady.longer));
  return fmt::format("{:016x}", h);
}

}  // namespace selvage::campaign
