// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <cmath>
#include <stdexcept>

#include "campaign/figure.hpp"
#include "kernel/statistics.hpp"

namespace selvage::campaign {

namespace {

using nlohmann::json;

std::string told(const CurvePoint& p) {
  if (p.low == p.mean && p.high == p.mean) return fmt::format("{:.4g}", p.mean);
  if (std::isnan(p.low)) return fmt::format("{:.4g} (one trial)", p.mean);
  return fmt::format("{:.4g} ({:.4g} to {:.4g})", p.mean, p.low, p.high);
}

class Judge {
 public:
  Judge(const json& claim, const std::vector<Curve>& curves) : claim_(claim), curves_(curves) {
    verdict_.id = claim.at("id").get<std::string>();
    verdict_.says = claim.at("says").get<std::string>();
    verdict_.note = claim.value("note", "");
  }

  Verdict decide() {
    const auto check = claim_.at("check").get<std::string>();
    if (check == "zero") zero();
    else if (check == "value") value();
    else if (check == "order") order(claim_.at("series").get<std::vector<std::string>>());
    else if (check == "above") order({claim_.at("than"), claim_.at("series")});
    else if (check == "near") near();
    else if (check == "flat") flat();
    else if (check == "rises") change(+1);
    else if (check == "falls") change(-1);
    else if (check == "best_at") best_at();
    else if (check == "gap_shrinks") gap(-1);
    else if (check == "gap_grows") gap(+1);
    else if (check == "holds_until") holds_until();
    else throw std::invalid_argument("claim " + verdict_.id + ": no check '" + check + "'");
    return verdict_;
  }

 private:
  const Curve& curve(const std::string& label) const {
    for (const Curve& c : curves_) {
      if (c.label == label && !c.points.empty()) return c;
    }
    throw std::invalid_argument("claim " + verdict_.id + ": no curve '" + label + "' with points");
  }
  const Curve& own() const { return curve(claim_.at("series").get<std::string>()); }
  bool inside(double x) const {
    return x >= claim_.value("from", -HUGE_VAL) - 1e-9 && x <= claim_.value("to", HUGE_VAL) + 1e-9;
  }
  std::vector<const CurvePoint*> range(const Curve& c) const {
    std::vector<const CurvePoint*> points;
    for (const CurvePoint& p : c.points) {
      if (inside(p.x)) points.push_back(&p);
    }
    if (points.empty()) throw std::invalid_argument("claim " + verdict_.id + ": no point there");
    return points;
  }
  void say(bool reproduced, const std::string& measured) {
    verdict_.reproduced = reproduced;
    verdict_.measured = measured;
  }

  /// Nothing was ever seen, at any x.
  void zero() {
    const auto points = range(own());
    for (const CurvePoint* p : points) {
      if (p->mean != 0) {
        say(false, fmt::format("{} at {:g}", told(*p), p->x));
        return;
      }
    }
    say(true, fmt::format("0 at all {} points, at most {:.3g} at the last", points.size(),
                          points.back()->high));
  }
  /// The claimed number, with the uncertainty of its own sample or `within`, meets the interval.
  void value() {
    const CurvePoint* p = own().at(claim_.at("x"));
    if (p == nullptr) throw std::invalid_argument("claim " + verdict_.id + ": no point there");
    const double v = claim_.at("value");
    double low = v - claim_.value("within", 0.0);
    double high = v + claim_.value("within", 0.0);
    if (claim_.contains("sample")) {
      const auto n = claim_["sample"].get<std::uint64_t>();
      const auto hits = static_cast<std::uint64_t>(std::llround(v * static_cast<double>(n)));
      const auto i = kernel::wilson(hits, n);
      low = i.low;
      high = i.high;
    }
    const double from = std::isnan(p->low) ? p->mean : p->low;
    const double to = std::isnan(p->high) ? p->mean : p->high;
    say(from <= high && to >= low, told(*p));
  }
  /// Lowest first: never the other way round beyond the intervals, and in order somewhere.
  void order(const std::vector<std::string>& labels) {
    unsigned apart = 0;
    unsigned pairs = 0;
    unsigned means = 0;
    std::string against;
    for (std::size_t i = 0; i + 1 < labels.size(); ++i) {
      const Curve& above = curve(labels[i + 1]);
      for (const CurvePoint* p : range(curve(labels[i]))) {
        const CurvePoint* q = above.at(p->x);
        if (q == nullptr) continue;
        ++pairs;
        if (p->high < q->low) ++apart;
        if (p->mean < q->mean) ++means;
        if (q->high < p->low && against.empty()) {
          against = fmt::format("; {} is above {} at {:g}: {} against {}", labels[i],
                                labels[i + 1], p->x, told(*p), told(*q));
        }
      }
    }
    say(apart > 0 && against.empty(),
        fmt::format("so in {} of {} comparisons, beyond the intervals in {}{}", means, pairs, apart,
                    against));
  }
  /// Both curves within a fraction of each other.
  void near() {
    const Curve& other = curve(claim_.at("than"));
    const double within = claim_.value("within", 0.05);
    double worst = 0;
    double where = 0;
    for (const CurvePoint* p : range(own())) {
      const CurvePoint* q = other.at(p->x);
      if (q == nullptr || std::abs(p->mean / q->mean - 1) < worst) continue;
      worst = std::abs(p->mean / q->mean - 1);
      where = p->x;
    }
    say(worst <= within, fmt::format("at most {:.2g} % apart, at {:g}", 100 * worst, where));
  }
  void flat() {
    const auto points = range(own());
    const double within = claim_.value("within", 0.02);
    const CurvePoint* far = points.front();
    for (const CurvePoint* p : points) {
      if (std::abs(p->mean - points.front()->mean) > std::abs(far->mean - points.front()->mean)) {
        far = p;
      }
    }
    const double part = std::abs(far->mean / points.front()->mean - 1);
    say(part <= within, fmt::format("{} at {:g}, {} at {:g}: {:.2g} %", told(*points.front()),
                                    points.front()->x, told(*far), far->x, 100 * part));
  }
  void change(int sign) {
    const auto points = range(own());
    const CurvePoint& a = *points.front();
    const CurvePoint& b = *points.back();
    const bool apart = sign > 0 ? b.low > a.high : b.high < a.low;
    const double part = std::abs(b.mean / a.mean - 1);
    say(apart && part <= claim_.value("within", HUGE_VAL),
        fmt::format("{} at {:g}, {} at {:g}: {:.2g} %", told(a), a.x, told(b), b.x, 100 * part));
  }
  /// The first x whose value is the last one's, or, with `sample`, less than one trial of it away.
  void best_at() {
    const auto points = range(own());
    const double unseen = claim_.contains("sample") ? 1.0 / claim_["sample"].get<double>() : 0.0;
    const double best = points.back()->mean + unseen;
    double first = points.back()->x;
    for (const CurvePoint* p : points) {
      if (p->mean <= best) {
        first = p->x;
        break;
      }
    }
    say(std::abs(first - claim_.at("x").get<double>()) <= claim_.value("within", 0.0) + 1e-9,
        fmt::format("best value {:.4g}, {} first at {:g}", points.back()->mean,
                    unseen > 0 ? fmt::format("less than {:g} above it", unseen) : "reached",
                    first));
  }
  void gap(int sign) {
    const auto points = range(own());
    const Curve& other = curve(claim_.at("than"));
    const CurvePoint* p = other.at(points.front()->x);
    const CurvePoint* q = other.at(points.back()->x);
    if (p == nullptr || q == nullptr) throw std::invalid_argument("claim: curves do not match");
    const double first = points.front()->mean - p->mean;
    const double last = points.back()->mean - q->mean;
    // Each difference is uncertain by both intervals.
    const auto half = [](const CurvePoint& c) {
      return std::isnan(c.low) ? HUGE_VAL : (c.high - c.low) / 2;
    };
    const double unsure = std::sqrt(
        std::pow(half(*points.front()), 2) + std::pow(half(*points.back()), 2) +
        std::pow(half(*p), 2) + std::pow(half(*q), 2));
    say(sign * (last - first) > unsure,
        fmt::format("{:.3g} at {:g}, {:.3g} at {:g}, change uncertain by {:.2g}", first,
                    points.front()->x, last, points.back()->x, unsure));
  }
  /// Up to x within `within` of the first value, beyond x below that.
  void holds_until() {
    const double within = claim_.value("within", 0.02);
    const auto points = range(own());
    const double first = points.front()->mean;
    double last = points.front()->x;
    for (const CurvePoint* p : points) {
      if (p->mean < first * (1 - within)) break;
      last = p->x;
    }
    say(std::abs(last - claim_.at("x").get<double>()) < 1e-9,
        fmt::format("within {:g} % of {} until {:g}", 100 * within, told(*points.front()), last));
  }

  const json& claim_;
  const std::vector<Curve>& curves_;
  Verdict verdict_;
};

}  // namespace

Verdict judge(const json& claim, const std::vector<Curve>& curves) {
  try {
    return Judge(claim, curves).decide();
  } catch (const json::exception& e) {
    throw std::invalid_argument("claim " + claim.value("id", std::string("?")) + ": " + e.what());
  }
}

}  // namespace selvage::campaign
