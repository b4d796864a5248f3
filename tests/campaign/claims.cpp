// SPDX-License-Identifier: Apache-2.0
/// Each check of a claim (CAM-CLAIM), with curves that meet it and curves that do not.
#include <catch2/catch.hpp>

#include <cmath>

#include "campaign/figures/figure.hpp"
#include "kernel/statistics.hpp"

using namespace selvage::campaign;
using nlohmann::json;

namespace {

Curve curve(const std::string& label, const std::vector<double>& means, double half) {
  Curve c{label, {}};
  double x = 0;
  for (const double m : means) c.points.push_back({x++, 5, m, m - half, m + half});
  return c;
}

/// A curve of trials: rows of values by seed, one row a point.
Curve trials(const std::string& label, const std::vector<std::vector<double>>& rows) {
  Curve c{label, {}};
  double x = 0;
  for (const auto& row : rows) {
    const auto i = selvage::kernel::mean_of(row);
    c.points.push_back({x++, row.size(), i.mean, i.low, i.high, row});
  }
  return c;
}

bool holds(json claim, const std::vector<Curve>& curves) {
  claim["id"] = "T";
  claim["says"] = "so";
  return judge(claim, curves).reproduced;
}

}  // namespace

TEST_CASE("CAM-CLAIM: zero, value, flat", "[campaign]") {
  const std::vector<Curve> c{curve("a", {0, 0, 0.01, 0.5}, 0.001)};
  CHECK(holds({{"check", "zero"}, {"series", "a"}, {"to", 1}}, c));
  CHECK_FALSE(holds({{"check", "zero"}, {"series", "a"}}, c));
  json value{{"check", "value"}, {"series", "a"}, {"x", 3}, {"value", 0.5}};
  CHECK(holds(value, c));
  value["value"] = 0.52;
  CHECK_FALSE(holds(value, c));
  value["within"] = 0.02;
  CHECK(holds(value, c));
  // 7 of 1,000 and 0.01 are not apart; 1 of 1,000 and 0.01 are.
  json sampled{{"check", "value"}, {"series", "a"}, {"x", 2}, {"value", 0.007}, {"sample", 1000}};
  CHECK(holds(sampled, c));
  sampled["value"] = 0.001;
  CHECK_FALSE(holds(sampled, c));
  CHECK(holds({{"check", "flat"}, {"series", "b"}}, {curve("b", {1, 1.01, 0.99}, 0)}));
  CHECK_FALSE(holds({{"check", "flat"}, {"series", "b"}}, {curve("b", {1, 1.05, 1}, 0)}));
}

TEST_CASE("CAM-CLAIM: rises and falls beyond the intervals only", "[campaign]") {
  const std::vector<Curve> sure{curve("a", {1, 2, 3}, 0.5)};
  const std::vector<Curve> unsure{curve("a", {1, 2, 3}, 1.5)};
  CHECK(holds({{"check", "rises"}, {"series", "a"}}, sure));
  CHECK_FALSE(holds({{"check", "rises"}, {"series", "a"}}, unsure));
  CHECK(holds({{"check", "rises"}, {"series", "a"}, {"within", 2.0}}, sure));
  CHECK_FALSE(holds({{"check", "rises"}, {"series", "a"}, {"within", 0.5}}, sure));
  CHECK_FALSE(holds({{"check", "falls"}, {"series", "a"}}, sure));
  CHECK(holds({{"check", "falls"}, {"series", "a"}}, {curve("a", {3, 2, 1}, 0.5)}));
}

TEST_CASE("CAM-CLAIM: above and order bear no contradiction", "[campaign]") {
  const Curve low = curve("low", {1, 1, 1}, 0.2);
  const Curve high = curve("high", {1, 2, 3}, 0.2);
  const Curve mixed = curve("mixed", {0, 2, 3}, 0.2);
  const json above{{"check", "above"}, {"series", "high"}, {"than", "low"}};
  CHECK(holds(above, {low, high}));
  const json other{{"check", "above"}, {"series", "mixed"}, {"than", "low"}};
  CHECK_FALSE(holds(other, {low, mixed}));
  json later = other;
  later["from"] = 1;
  CHECK(holds(later, {low, mixed}));
  CHECK(holds({{"check", "near"}, {"series", "low"}, {"than", "high"}, {"within", 0.1}, {"to", 0}},
              {low, high}));
  CHECK_FALSE(holds({{"check", "near"}, {"series", "low"}, {"than", "high"}, {"within", 0.1}},
                    {low, high}));
  const json same{{"check", "above"}, {"series", "low"}, {"than", "high"}};
  CHECK_FALSE(holds(same, {low, high}));
  CHECK(holds({{"check", "order"}, {"series", {"low", "high"}}}, {low, high}));
  CHECK_FALSE(holds({{"check", "order"}, {"series", {"high", "low"}}}, {low, high}));
}

TEST_CASE("CAM-CLAIM: gaps, the best value, and how long one holds", "[campaign]") {
  const Curve low = curve("low", {1, 1, 1}, 0.1);
  const Curve high = curve("high", {1.5, 2, 3}, 0.1);
  const json grows{{"check", "gap_grows"}, {"series", "high"}, {"than", "low"}};
  const json shrinks{{"check", "gap_shrinks"}, {"series", "high"}, {"than", "low"}};
  CHECK(holds(grows, {low, high}));
  CHECK_FALSE(holds(shrinks, {low, high}));
  CHECK(holds(shrinks, {low, curve("high", {3, 2, 1.5}, 0.1)}));
  CHECK_FALSE(holds(grows, {low, curve("high", {1.5, 1.5, 1.6}, 0.1)}));
  const std::vector<Curve> best{curve("a", {5, 3, 2, 2, 2}, 0)};
  CHECK(holds({{"check", "best_at"}, {"series", "a"}, {"x", 2}}, best));
  CHECK_FALSE(holds({{"check", "best_at"}, {"series", "a"}, {"x", 1}}, best));
  const std::vector<Curve> drop{curve("a", {1, 1, 0.99, 0.8}, 0)};
  CHECK(holds({{"check", "holds_until"}, {"series", "a"}, {"x", 2}}, drop));
  CHECK_FALSE(holds({{"check", "holds_until"}, {"series", "a"}, {"x", 3}}, drop));
}

TEST_CASE("CAM-CLAIM: trials of the same seeds are compared seed by seed", "[campaign]") {
  // Seeds differ by ten, the curves by about one: intervals meet, the differences are sure.
  const Curve low = trials("low", {{10, 20, 30}, {11, 21, 31}});
  const Curve high = trials("high", {{11, 21.1, 30.9}, {15, 25.1, 34.9}});
  const json above{{"check", "above"}, {"series", "high"}, {"than", "low"}};
  const json below{{"check", "above"}, {"series", "low"}, {"than", "high"}};
  const json grows{{"check", "gap_grows"}, {"series", "high"}, {"than", "low"}};
  const json shrinks{{"check", "gap_shrinks"}, {"series", "high"}, {"than", "low"}};
  const json rises{{"check", "rises"}, {"series", "high"}};
  CHECK(holds(above, {low, high}));
  CHECK_FALSE(holds(below, {low, high}));
  CHECK(holds(grows, {low, high}));
  CHECK_FALSE(holds(shrinks, {low, high}));
  CHECK(holds(rises, {high}));
  // The same means with the seeds of one curve in another order say nothing.
  const Curve other = trials("high", {{30.9, 11, 21.1}, {15, 34.9, 25.1}});
  CHECK_FALSE(holds(above, {low, other}));
  CHECK_FALSE(holds(grows, {low, other}));
  CHECK_FALSE(holds(rises, {other}));
  // A trial that is missing takes its pair with it, not its neighbours'.
  const double none = std::nan("");
  CHECK(holds(above, {low, trials("high", {{11, none, 30.9}, {15, none, 34.9}})}));
  CHECK_FALSE(holds(above, {low, trials("high", {{11, none, none}, {15, none, none}})}));
  // Above on average, but below beyond the interval at one point.
  CHECK_FALSE(holds(above, {low, trials("high", {{9, 19.1, 28.9}, {35, 45.1, 54.9}})}));
  Verdict v =
      judge({{"id", "T"}, {"says", "so"}, {"check", "above"}, {"series", "high"}, {"than", "low"}},
            {low, high});
  CHECK_THAT(v.measured, Catch::Contains("mean difference 2.5 (2.25 to 2.75)"));
}

TEST_CASE("CAM-CLAIM: what nothing can be said of is not judged, neither way", "[campaign]") {
  const Curve a = curve("a", {1, 2, 3}, 0.1);
  const Curve b = curve("b", {2, 3, 5}, 0.1);
  Curve elsewhere = curve("e", {1, 2, 3}, 0.1);
  for (CurvePoint& p : elsewhere.points) p.x += 10;
  const Curve one = trials("one", {{1}, {2}, {3}});
  const Curve two = trials("two", {{2}, {4}, {6}});
  const std::vector<Curve> all{a, b, elsewhere, one, two, Curve{"empty", {}}};
  const auto why = [&](json claim) {
    claim["id"] = "T";
    claim["says"] = "so";
    const Verdict v = judge(claim, all);
    CHECK_FALSE(v.reproduced);
    CHECK(v.measured.empty());
    CHECK(v.word() == std::string("not judged"));
    return v.unjudged;
  };
  // Both sides one point.
  for (const char* check : {"flat", "rises", "falls"}) {
    CHECK(why({{"check", check}, {"series", "a"}, {"from", 2}}) == "there is one point only, at 2");
  }
  for (const char* check : {"gap_grows", "gap_shrinks"}) {
    CHECK(why({{"check", check}, {"series", "b"}, {"than", "a"}, {"from", 2}}) ==
          "there is one point only, at 2");
  }
  CHECK(why({{"check", "best_at"}, {"series", "a"}, {"x", 2}, {"from", 2}}) ==
        "there is one point only, at 2");
  // Points that are not there.
  CHECK(why({{"check", "zero"}, {"series", "a"}, {"from", 9}}) == "there is no point in its range");
  CHECK(why({{"check", "value"}, {"series", "a"}, {"x", 9}, {"value", 1}}) ==
        "there is no point at 9");
  CHECK(why({{"check", "best_at"}, {"series", "a"}, {"x", 1.5}}) == "there is no point at 1.5");
  CHECK(why({{"check", "holds_until"}, {"series", "a"}, {"x", 1.5}}) == "there is no point at 1.5");
  CHECK(why({{"check", "holds_until"}, {"series", "a"}, {"x", 2}}) == "there is no point beyond 2");
  CHECK(why({{"check", "above"}, {"series", "e"}, {"than", "a"}}) ==
        "two curves have no point in common");
  CHECK(why({{"check", "near"}, {"series", "e"}, {"than", "a"}}) ==
        "the curves have no point in common");
  CHECK(why({{"check", "gap_grows"}, {"series", "e"}, {"than", "a"}}) == "there is no point at 10");
  CHECK(why({{"check", "rises"}, {"series", "empty"}}) == "the curve 'empty' has no points");
  // One trial alone has no interval to be beyond.
  const std::string alone = "one trial at a point: there is no interval";
  CHECK(why({{"check", "rises"}, {"series", "one"}}) == alone);
  CHECK(why({{"check", "above"}, {"series", "two"}, {"than", "one"}}) == alone);
  CHECK(why({{"check", "gap_grows"}, {"series", "two"}, {"than", "one"}}) == alone);
  // Two points that are the same are judged.
  CHECK(holds({{"check", "flat"}, {"series", "z"}}, {curve("z", {0, 0}, 0)}));
  CHECK(holds({{"check", "near"}, {"series", "z"}, {"than", "z"}}, {curve("z", {0, 0}, 0)}));
}

TEST_CASE("CAM-CLAIM: a claim about a curve that is not there, or that is not whole, is an error",
          "[campaign]") {
  const std::vector<Curve> c{curve("a", {1, 2}, 0)};
  CHECK_THROWS_AS(holds({{"check", "rises"}, {"series", "b"}}, c), std::invalid_argument);
  CHECK_THROWS_AS(holds({{"check", "rises"}}, c), std::invalid_argument);
  for (const char* check : {"value", "near", "best_at", "above", "gap_shrinks", "gap_grows",
                            "holds_until", "order", "nothing"}) {
    INFO(check);
    CHECK_THROWS_AS(holds({{"check", check}, {"series", "a"}}, c), std::invalid_argument);
  }
  CHECK_THROWS_AS(holds({{"check", "rises"}, {"series", {"a"}}}, c), std::invalid_argument);
  CHECK_THROWS_AS(holds({{"check", "rises"}, {"series", "a"}, {"from", 2}, {"to", 1}}, c),
                  std::invalid_argument);
}

TEST_CASE("CAM-FIG: points by factor, scaled, divided, and sorted", "[campaign]") {
  const auto summary = nlohmann::ordered_json::parse(R"({"points":[
    {"levels":{"x":"2","c":"a"},"values":{"y":{"n":3,"mean":4,"low":3,"high":5},"o":{"mean":2}}},
    {"levels":{"x":"1","c":"a"},"values":{"y":{"n":3,"mean":1,"low":null,"high":null},
     "o":{"mean":2}}},
    {"levels":{"x":"1","c":"b"},"values":{"y":{"n":0,"mean":null,"low":null,"high":null},
     "o":{"mean":2}}}]})");
  json spec{{"name", "f"}, {"x", "x"}, {"y", "y"}, {"series", {"c"}}, {"x_scale", 10}};
  Figure figure = make_figure(spec, summary);
  REQUIRE(figure.curves.size() == 2);
  REQUIRE(figure.curves[0].points.size() == 2);
  CHECK(figure.curves[0].points[0].x == 10);
  CHECK(std::isnan(figure.curves[0].points[0].low));
  CHECK(figure.curves[0].points[1].high == 5);
  CHECK(figure.curves[1].points.empty());
  spec["y_over"] = "o";
  CHECK(make_figure(spec, summary).curves[0].points[1].high == 2.5);
  // With values by seed the ratio is that of each seed: 2 of 4 and 3 of 6, never apart.
  const auto by_seed = nlohmann::ordered_json::parse(R"({"points":[{"levels":{"x":"1","c":"a"},
    "values":{"y":{"n":2,"mean":2.5,"low":-4,"high":9,"each":[2,3]},
     "o":{"n":2,"mean":5,"low":-8,"high":18,"each":[4,6]}}}]})");
  const CurvePoint ratio = make_figure(spec, by_seed).curves[0].points[0];
  CHECK(ratio.mean == 0.5);
  CHECK(ratio.low == 0.5);
  CHECK(ratio.high == 0.5);
  CHECK(ratio.each == std::vector<double>{0.5, 0.5});
  // Several measures: a curve for each, after the levels.
  json two = spec;
  two["y"] = {{"high", "o"}, {"low", "y"}};
  two.erase("y_over");
  const auto both = make_figure(two, by_seed).curves;
  REQUIRE(both.size() == 2);
  CHECK(both[0].label == "a, high");
  CHECK(both[0].points[0].mean == 5);
  CHECK(both[1].label == "a, low");
  CHECK(both[1].points[0].mean == 2.5);
  for (const char* key : {"x", "y", "y_over"}) {
    json wrong = spec;
    wrong[key] = "nothing";
    CHECK_THROWS_AS(make_figure(wrong, summary), std::invalid_argument);
  }
  spec["claims"] = {
      {{"id", "T"}, {"says", "so"}, {"check", "value"}, {"series", "n"}, {"x", 7}, {"value", 1}}};
  CHECK_THROWS_AS(make_figure(spec, summary), std::invalid_argument);
  CHECK(make_figure(spec, summary, true).verdicts.at(0).unjudged == "there is no curve 'n'");
  CHECK_THAT(gnuplot_input(figure), Catch::Contains("10 1 1 1"));
}
