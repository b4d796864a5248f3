// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <stdexcept>

#include "campaign/figures/figure.hpp"
#include "campaign/plan.hpp"

namespace selvage::campaign {

namespace {

using nlohmann::json;
using nlohmann::ordered_json;

/// What the summary of a whole campaign has at its points, the numbers aside.
ordered_json imagined_summary(const Plan& plan) {
  ordered_json values;
  for (const std::string& share : plan.shares) {
    values[share] = {{"n", 1}, {"mean", 1.0}, {"low", 0.9}, {"high", 1.1}};
  }
  const bool alone = plan.seeds == 1;
  for (const std::string& path : plan.measures) {
    const ordered_json end = alone ? ordered_json(nullptr) : ordered_json(1.0);
    values[path] = {{"n", plan.seeds},
                    {"mean", 1.0},
                    {"low", end},
                    {"high", end},
                    {"each", alone ? ordered_json{1.0} : ordered_json{1.0, 1.0}}};
  }
  ordered_json summary{{"points", ordered_json::array()}};
  for (std::uint32_t p = 0; p < plan.points(); ++p) {
    ordered_json levels;
    for (std::size_t f = 0; f < plan.factors.size(); ++f) {
      levels[plan.factors[f].name] = plan.level(p, f).label;
    }
    summary["points"].push_back({{"levels", levels}, {"values", values}});
  }
  return summary;
}

}  // namespace

std::vector<std::string> claim_complaints(const Plan& plan, const json& figure, bool thinned) {
  constexpr std::uint32_t kMostPoints = 100'000;
  const json& claims = figure.at("claims");
  std::vector<std::string> complaints;
  for (const json& claim : claims) complaints.push_back(claim_complaint(claim));
  const bool well_put = std::all_of(complaints.begin(), complaints.end(),
                                    [](const std::string& c) { return c.empty(); });
  if (claims.empty() || thinned || !well_put || plan.points() > kMostPoints) return complaints;
  json drawn = figure;
  drawn["claims"] = json::array();
  const auto curves = make_figure(drawn, imagined_summary(plan)).curves;
  for (std::size_t i = 0; i < claims.size(); ++i) {
    try {
      complaints[i] = judge(claims[i], curves).unjudged;
    } catch (const std::invalid_argument& e) {
      complaints[i] = e.what();
    }
  }
  return complaints;
}

}  // namespace selvage::campaign
