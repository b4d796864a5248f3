// SPDX-License-Identifier: Apache-2.0
#include "campaign/plan.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <fstream>

#include "config/loader.hpp"
#include "config/trace.hpp"

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

/// Instead of the text of a long file: its size, its first and its last megabyte. The last bytes of
/// a packed one are a checksum of all.
std::string ends_of_file(const std::filesystem::path& path) {
  constexpr std::size_t kEnd = std::size_t{1} << 20;
  std::error_code code;
  const std::uintmax_t size = std::filesystem::file_size(path, code);
  if (code || size < 2 * kEnd) return "";
  std::string ends(2 * kEnd, '\0');
  std::ifstream file(path, std::ios::binary);
  file.read(ends.data(), kEnd);
  file.seekg(static_cast<std::streamoff>(size - kEnd));
  file.read(ends.data() + kEnd, kEnd);
  return std::to_string(size) + ends;
}

}  // namespace

std::uint64_t hash_on(std::uint64_t h, const std::string& text) {
  for (const char c : text) h = (h ^ static_cast<unsigned char>(c)) * 0x100000001b3ULL;
  return (h ^ 0xffU) * 0x100000001b3ULL;
}

std::string trace_text(const json& tree, const std::string& scenario_file) {
  const json::json_pointer at("/traffic/trace_file");
  if (!tree.contains(at) || !tree.at(at).is_string()) return "";
  std::string why;
  const auto path =
      std::filesystem::path(scenario_file).parent_path() / tree.at(at).get<std::string>();
  auto text = config::read_text_file(path.string(), config::kMaxTraceBytes, why);
  return text ? *std::move(text) : ends_of_file(path);
}

std::string trace_of_scenario(const std::string& text, const std::string& scenario_file) {
  config::Diagnostics discarded;  // the trials themselves report a wrong file
  const std::size_t source = discarded.add_source({scenario_file, text, true});
  return trace_text(config::read_yaml(source, discarded).value, scenario_file);
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
  h = hash_on(h, trace_text(base, scenario_file));
  h = hash_on(h, trace_of_scenario(scenario_text, scenario_file));
  for (const Factor& factor : factors) {
    for (const Level& level : factor.levels)
      h = hash_on(h, trace_text(tree_of(level.settings), scenario_file));
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
