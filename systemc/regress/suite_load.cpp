// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <set>

#include "config/explain.hpp"
#include "config/loader.hpp"
#include "config/schema.hpp"
#include "config/text/document.hpp"
#include "config/validate.hpp"
#include "regress/suite.hpp"

namespace selvage::regress {

namespace {

using config::pointer_step;
using nlohmann::json;

constexpr std::uint64_t kMostRuns = 1'000'000;

/// Reads one file; every complaint has the place of what it is about.
class Reader {
 public:
  Reader(const std::string& file, config::Diagnostics& diagnostics) : diagnostics_(diagnostics) {
    suite_.file = file;
  }

  std::optional<Suite> read() {
    std::string why;
    const auto text = config::read_text_file(suite_.file, config::kMaxBytes, why);
    const std::size_t source = diagnostics_.add_source({suite_.file, text.value_or(""), true});
    if (!text) {
      diagnostics_.error({{source, 0, 0}, "", why, ""});
      return std::nullopt;
    }
    document_ = config::read_yaml(source, diagnostics_);
    if (!diagnostics_.empty()) return std::nullopt;
    if (!root().is_object()) {
      complain("", "a suite is a map of keys");
      return std::nullopt;
    }
    const json schema = suite_schema();
    config::explain(schema, document_, "", config::validate(schema, root()), diagnostics_);
    if (!diagnostics_.empty()) return std::nullopt;
    config::fill_defaults(schema, root());
    suite_.name = root().contains("name") ? root()["name"].get<std::string>()
                                          : config::name_from(suite_.file);
    suite_.title = root()["title"].get<std::string>();
    for (std::size_t t = 0; t < root()["tests"].size(); ++t) read_test(t);
    for (std::size_t k = 0; k < root()["known"].size(); ++k) read_known(k);
    read_never_met();
    count_runs();
    if (!diagnostics_.empty()) return std::nullopt;
    return std::move(suite_);
  }

 private:
  json& root() { return document_.value; }

  void complain(const std::string& pointer, const std::string& what, const std::string& hint = "") {
    diagnostics_.error({document_.place(pointer).value, config::dotted(pointer), what, hint});
  }

  Placed placed(const std::string& pointer) {
    return {root().at(json::json_pointer(pointer)).get<std::string>(), where(pointer)};
  }

  std::string where(const std::string& pointer) {
    return campaign::place_text(document_.place(pointer).value, diagnostics_);
  }

  /// Where a test has a key: its own, else that of `defaults`; empty: nowhere.
  std::string found(const std::string& at, const std::string& key) {
    for (const std::string& map : {at, std::string("/defaults")}) {
      const json& value = root().at(json::json_pointer(map));
      if (value.contains(key)) return map + pointer_step(key);
    }
    return "";
  }

  void read_test(std::size_t number) {
    const std::string at = fmt::format("/tests/{}", number);
    const json& written = root()["tests"][number];
    Test test;
    const std::string scenario = written["scenario"].get<std::string>();
    const auto path = std::filesystem::path(suite_.file).parent_path() / scenario;
    test.scenario = {path.lexically_normal().string(), where(at + "/scenario")};
    test.name =
        written.contains("name") ? written["name"].get<std::string>() : config::name_from(scenario);
    if (!names_.insert(test.name).second) {
      complain(written.contains("name") ? at + "/name" : at + "/scenario",
               fmt::format("there is another test '{}': give it another name", test.name));
    }
    std::string why;
    const auto text = config::read_text_file(test.scenario.text, config::kMaxBytes, why);
    if (!text) complain(at + "/scenario", test.scenario.text + ": " + why);
    test.scenario_text = text.value_or("");
    test.expect = written["expect"].get<std::string>();
    read_settings("/defaults/set", test);
    read_settings(at + "/set", test);
    read_list(found(at, "engines"), test.engines);
    if (test.engines.empty()) test.engines.push_back({"", where(at + "/scenario")});
    read_list(written.contains("bugs") ? at + "/bugs" : "", test.bugs);
    read_seeds(found(at, "seeds"), test);
    const std::string twice = found(at, "twice");
    const json how = twice.empty() ? json("first") : root().at(json::json_pointer(twice));
    test.twice = how == "never" ? Twice::kNever : how == "all" ? Twice::kAll : Twice::kFirst;
    suite_.tests.push_back(std::move(test));
  }

  void read_settings(const std::string& at, Test& test) {
    const json::json_pointer pointer(at);
    if (!root().contains(pointer)) return;
    for (const auto& [key, value] : root().at(pointer).items()) {
      const std::string step = at + pointer_step(key);
      if (key == "seed" || key == "engine") {
        complain(step, fmt::format("has a key of its own: {}s", key));
      } else if (key == "bug" || key.rfind("bug.", 0) == 0) {
        complain(step, "a bug that is to be caught stands in bugs");
      } else if (config::pointer_of(key).empty()) {
        complain(step, "is no path of a key, e.g. traffic.load");
      }
      test.settings.push_back({key, value});
      test.settings_where.push_back(where(step));
    }
  }

  /// Texts of a list, each once; nothing of an empty pointer.
  void read_list(const std::string& at, std::vector<Placed>& out) {
    if (at.empty()) return;
    std::set<std::string> seen;
    for (std::size_t i = 0; i < root().at(json::json_pointer(at)).size(); ++i) {
      const std::string one = fmt::format("{}/{}", at, i);
      out.push_back(placed(one));
      if (!seen.insert(out.back().text).second) complain(one, "stands twice");
    }
  }

  void read_seeds(const std::string& at, Test& test) {
    if (at.empty()) return;
    const json& seeds = root().at(json::json_pointer(at));
    if (seeds.is_object()) {
      test.random = seeds["random"].get<unsigned>();
    } else if (seeds.is_array()) {
      test.seeds = seeds.get<std::vector<std::uint64_t>>();
      const std::set<std::uint64_t> unlike(test.seeds.begin(), test.seeds.end());
      if (unlike.size() != test.seeds.size()) complain(at, "a seed stands twice");
    } else {
      for (std::uint64_t seed = 1; seed <= seeds.get<std::uint64_t>(); ++seed) {
        test.seeds.push_back(seed);
      }
    }
  }

  void read_known(std::size_t number) {
    const std::string at = fmt::format("/known/{}", number);
    const json& written = root()["known"][number];
    const Known known{written["test"], written.value("signature", std::string()), written["until"],
                      written["reason"], where(at)};
    if (names_.count(known.test) == 0) {
      const std::vector<std::string> names(names_.begin(), names_.end());
      const std::string hint = config::did_you_mean(known.test, names);
      complain(at + "/test", fmt::format("there is no test '{}'", config::printable(known.test)),
               hint.empty() ? "known here: " + config::join(names, ", ") : hint);
    }
    if (!is_day(known.until)) {
      complain(at + "/until",
               fmt::format("'{}' is no day, e.g. 2026-12-31", config::printable(known.until)));
    }
    suite_.known.push_back(known);
  }

  void read_never_met() {
    if (!root().contains("never_met")) return;
    suite_.never_met.emplace();
    std::set<std::string> seen;
    for (std::size_t n = 0; n < root()["never_met"].size(); ++n) {
      const json& written = root()["never_met"][n];
      for (std::size_t i = 0; i < written["situations"].size(); ++i) {
        const auto name = written["situations"][i].get<std::string>();
        const auto at = fmt::format("/never_met/{}/situations/{}", n, i);
        if (!seen.insert(name).second) complain(at, "stands twice");
        suite_.never_met->push_back({name, written["reason"].get<std::string>(), where(at)});
      }
    }
  }

  void count_runs() {
    std::uint64_t runs = 0;
    for (const Test& test : suite_.tests) {
      const std::uint64_t seeds = std::max<std::uint64_t>(test.seeds.size() + test.random, 1);
      runs += test.engines.size() * seeds * (2 + test.bugs.size());
    }
    if (runs > kMostRuns) complain("/tests", "more than 1,000,000 runs");
  }

  config::Diagnostics& diagnostics_;
  config::Document document_;
  Suite suite_;
  std::set<std::string> names_;
};

}  // namespace

std::optional<Suite> load_suite(const std::string& file, config::Diagnostics& diagnostics) {
  return Reader(file, diagnostics).read();
}

}  // namespace selvage::regress
