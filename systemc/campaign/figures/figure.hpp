// SPDX-License-Identifier: Apache-2.0
/// \file
/// Figures of a campaign: curves with intervals, and what a publication claims of them.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "campaign/plan.hpp"

namespace selvage::campaign {

struct CurvePoint {
  double x = 0;
  std::uint64_t n = 0;  ///< trials, or sets
  double mean = 0;
  double low = 0;  ///< 95 % interval
  double high = 0;
  std::vector<double> each{};  ///< by seed, NaN where a trial has none; empty: a share, no trials
};

struct Curve {
  std::string label;
  std::vector<CurvePoint> points;  ///< ascending by x
  [[nodiscard]] const CurvePoint* at(double x) const;
};

/// A claim and what was measured. `says` as the file puts it.
struct Verdict {
  std::string id;
  std::string says;
  std::string measured;
  bool reproduced = false;
  std::string note;
  std::string unjudged;  ///< why nothing can be said, e.g. of one point where two are compared
  /// "reproduced", "not reproduced" or "not judged".
  [[nodiscard]] const char* word() const;
};

struct Figure {
  nlohmann::json spec;  ///< as written, defaults filled in
  std::vector<Curve> curves;
  std::vector<Verdict> verdicts;
  std::vector<std::string> unsteady;  ///< points whose two halves of the measurement differ
  [[nodiscard]] std::string name() const { return spec.at("name").get<std::string>(); }
};

/// JSON Schema of the list `figures` of a campaign file.
[[nodiscard]] nlohmann::json figures_schema();

/// Figure `spec` drawn from a campaign's summary. Points without a value are left out. Throws
/// std::invalid_argument if it names a factor, measure or curve that is not there; a claim may name
/// such a curve if `thinned`: then it is not judged. Points whose measures are not `steady` are
/// named.
[[nodiscard]] Figure make_figure(const nlohmann::json& spec, const nlohmann::ordered_json& summary,
                                 bool thinned = false, const Steady& steady = {});

/// Judges one claim on curves: "claims" of docs/reference/campaigns.md. Throws
/// std::invalid_argument if it names a curve that is not there, or lacks what its check needs.
[[nodiscard]] Verdict judge(const nlohmann::json& claim, const std::vector<Curve>& curves);
/// What `claim` lacks that its check needs, e.g. `than`; empty if nothing.
[[nodiscard]] std::string claim_complaint(const nlohmann::json& claim);

/// The curves as CSV, below comment lines that tell title, source, set-up and verdicts.
[[nodiscard]] std::string figure_csv(const Figure& figure, const nlohmann::ordered_json& summary);

/// Input for gnuplot that draws the figure as SVG to standard output.
[[nodiscard]] std::string gnuplot_input(const Figure& figure);

}  // namespace selvage::campaign
