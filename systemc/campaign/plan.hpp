// SPDX-License-Identifier: Apache-2.0
/// \file
/// A campaign file: factors that expand to trials, each of them one command of this executable.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "config/text/diagnostics.hpp"

namespace selvage::campaign {

enum class Kind : std::uint8_t { kSimulation, kTolerance };

/// Name, in the campaign's folder, of the scenario that `base` is written to.
inline constexpr const char* kBaseName = "scenario.yaml";

/// One setting by path, e.g. "traffic.load".
struct Setting {
  std::string path;
  nlohmann::json value;
};

/// One value of a factor: what it is called in tables, and what it sets.
struct Level {
  std::string label;
  std::vector<Setting> settings;
  std::string where = {};  ///< "FILE:LINE:COLUMN"
};

struct Factor {
  std::string name;
  std::vector<Level> levels;
};

/// One run: a point (a level of each factor) and a seed.
struct Trial {
  std::uint32_t index = 0;
  std::uint32_t point = 0;
  std::uint64_t seed = 0;
};

/// Two measures that are about equal where the measurement was long enough.
struct Steady {
  std::string first;  ///< empty: not asked for
  std::string second;
  double within = 0.05;
  unsigned longer = 0;  ///< times a trial is run again, twice as long, where they are not
  [[nodiscard]] bool met(double a, double b) const {
    return std::abs(b - a) <= within * std::abs(a);
  }
};

/// A campaign, read and checked.
struct Plan {
  std::string file;
  std::string name;
  std::string title;
  Kind kind = Kind::kSimulation;
  std::string scenario;          ///< path of the base scenario; empty: `base`
  std::string scenario_written;  ///< the same as the file has it: relative to the file
  std::string scenario_text;     ///< its content
  nlohmann::json base;           ///< base settings, as a tree
  std::vector<Factor> factors;
  std::uint32_t seeds = 1;
  std::uint64_t first_seed = 1;
  std::vector<std::string> measures;  ///< paths into the result: numbers, one value a trial
  std::vector<std::string> shares;    ///< tolerance: paths to counted shares
  std::vector<std::string> accept;    ///< statuses that are results although the run failed
  Steady steady;
  nlohmann::json figures;  ///< what `selvage figure` draws

  [[nodiscard]] std::uint32_t points() const;
  [[nodiscard]] std::uint32_t trials() const { return points() * seeds; }
  [[nodiscard]] Trial trial(std::uint32_t index) const;
  /// The level of factor `f` at a point.
  [[nodiscard]] const Level& level(std::uint32_t point, std::size_t f) const;
  /// Arguments of `selvage` for a trial, without --out. `scenario_file`: `scenario`, or where
  /// `base` was written.
  [[nodiscard]] std::vector<std::string> arguments(const Trial& trial,
                                                   const std::string& scenario_file) const;
  /// The scenario file by a name that does not depend on where the campaign is run: relative to
  /// the campaign file, or, of `base`, to the campaign's folder.
  [[nodiscard]] std::string scenario_name() const;
  /// Hash of all that the trials are made from, content of scenario and trace files included.
  [[nodiscard]] std::string fingerprint(const std::string& build,
                                        const std::string& scenario_file) const;
};

/// For each claim of `figure`, one of `plan.figures` whose factors and measures are there, why it
/// could not be judged although every trial gave its values; empty if it can. Of a plan `thinned`
/// by settings only whether it has what its check needs.
[[nodiscard]] std::vector<std::string> claim_complaints(const Plan& plan,
                                                        const nlohmann::json& figure, bool thinned);

/// A value as its level is called: text as it is, else as JSON.
[[nodiscard]] std::string label_of(const nlohmann::json& value);

/// "FILE:LINE:COLUMN", or the source alone if it has no lines.
[[nodiscard]] std::string place_text(config::Spot spot, const config::Diagnostics& diagnostics);

/// FNV-1a of `text` and an end mark, from `h` on.
inline constexpr std::uint64_t kHashBegin = 0xcbf29ce484222325ULL;
[[nodiscard]] std::uint64_t hash_on(std::uint64_t h, const std::string& text);
/// The same of the trace file that `tree` (a scenario, or settings of one whose file is
/// `scenario_file`) sets; of no text if it sets none, or one that cannot be read.
[[nodiscard]] std::uint64_t hash_trace(std::uint64_t h, const nlohmann::json& tree,
                                       const std::string& scenario_file);
/// The same of a scenario, by its text.
[[nodiscard]] std::uint64_t hash_trace_of(std::uint64_t h, const std::string& scenario,
                                          const std::string& scenario_file);
/// Settings by path as a tree of maps.
[[nodiscard]] nlohmann::json tree_of(const std::vector<Setting>& settings);

/// JSON Schema of a campaign file.
[[nodiscard]] nlohmann::json campaign_schema();

/// JSON Schemas of what trials give, to hold `measures` against; null: not held against anything.
struct ResultSchemas {
  nlohmann::json simulation = nullptr;
  nlohmann::json tolerance = nullptr;
};

/// Reads a campaign. `settings` are PATH=VALUE texts that replace parts of the file, e.g.
/// "seeds=3"; `quick` applies the file's `quick` settings first. Empty after errors.
[[nodiscard]] std::optional<Plan> load_plan(const std::string& file, bool quick,
                                            const std::vector<std::string>& settings,
                                            config::Diagnostics& diagnostics,
                                            const ResultSchemas& results = {});

}  // namespace selvage::campaign
