// SPDX-License-Identifier: Apache-2.0
#include "regress/suite.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace selvage::regress {

namespace {

/// Of random seed number `i` of a test: the same from the same base.
std::uint64_t drawn(std::uint64_t base, const std::string& test, unsigned i) {
  std::uint64_t h = campaign::hash_on(campaign::kHashBegin, fmt::format("{} {}", base, i));
  h = campaign::hash_on(h, test);
  h ^= h >> 31U;
  h *= 0x9e3779b97f4a7c15ULL;
  return (h >> 33U) + 1;
}

std::vector<std::optional<std::uint64_t>> seeds_of(const Test& test, std::uint64_t base) {
  std::vector<std::optional<std::uint64_t>> seeds(test.seeds.begin(), test.seeds.end());
  if (seeds.empty() && test.random == 0) seeds.emplace_back();
  for (unsigned i = 0; i < test.random; ++i) {
    std::uint64_t seed = drawn(base, test.name, i);
    while (std::find(seeds.begin(), seeds.end(), seed) != seeds.end()) ++seed;
    seeds.push_back(seed);
  }
  return seeds;
}

/// Days of a month.
unsigned days_of(unsigned year, unsigned month) {
  if (month == 2) return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28;
  return month == 4 || month == 6 || month == 9 || month == 11 ? 30 : 31;
}

}  // namespace

bool Suite::random() const {
  return std::any_of(tests.begin(), tests.end(), [](const Test& t) { return t.random > 0; });
}

std::string Run::id(const Suite& suite) const {
  std::string out = suite.tests[test].name;
  if (!engine.text.empty()) out += "/" + engine.text;
  if (seed) out += "/" + std::to_string(*seed);
  if (!bug.text.empty()) out += "/bug." + bug.text;
  return out + (first ? "/again" : "");
}

std::vector<std::string> Run::arguments(const Suite& suite) const {
  const Test& of = suite.tests[test];
  std::vector<std::string> words{"run", of.scenario.text};
  for (const campaign::Setting& s : of.settings) {
    words.insert(words.end(), {"--set", s.path + "=" + s.value.dump()});
  }
  if (!bug.text.empty()) words.insert(words.end(), {"--set", "bug." + bug.text + "=true"});
  if (seed) words.insert(words.end(), {"--seed", std::to_string(*seed)});
  if (!engine.text.empty()) words.insert(words.end(), {"--engine", engine.text});
  return words;
}

std::vector<Run> runs_of(const Suite& suite, std::uint64_t base) {
  std::vector<Run> runs;
  for (std::size_t t = 0; t < suite.tests.size(); ++t) {
    const Test& test = suite.tests[t];
    const auto seeds = seeds_of(test, base);
    bool once = false;  // one is made twice already
    for (const Placed& engine : test.engines) {
      for (const auto& seed : seeds) {
        const auto number = static_cast<std::uint32_t>(runs.size());
        runs.push_back({t, engine, seed, {}, std::nullopt});
        if (test.twice == Twice::kAll || (test.twice == Twice::kFirst && !once)) {
          runs.push_back({t, engine, seed, {}, number});
        }
        once = true;
        for (const Placed& bug : test.bugs) runs.push_back({t, engine, seed, bug, std::nullopt});
      }
    }
  }
  return runs;
}

bool is_day(const std::string& text) {
  if (text.size() != 10 || text[4] != '-' || text[7] != '-') return false;
  const auto number = [&](std::size_t from, std::size_t length) {
    unsigned n = 0;
    for (std::size_t i = from; i < from + length; ++i) {
      if (text[i] < '0' || text[i] > '9') return 0U;
      n = 10 * n + static_cast<unsigned>(text[i] - '0');
    }
    return n;
  };
  const unsigned year = number(0, 4), month = number(5, 2), day = number(8, 2);
  return year > 0 && month >= 1 && month <= 12 && day >= 1 && day <= days_of(year, month);
}

}  // namespace selvage::regress
