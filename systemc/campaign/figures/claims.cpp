// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <stdexcept>

#include "campaign/figures/figure.hpp"
#include "kernel/statistics.hpp"

namespace selvage::campaign {

namespace {

using nlohmann::json;

std::string text_of(const CurvePoint& p) {
  if (p.low == p.mean && p.high == p.mean) return fmt::format("{:.4g}", p.mean);
  if (std::isnan(p.low)) return fmt::format("{:.4g} (one trial)", p.mean);
  return fmt::format("{:.4g} ({:.4g} to {:.4g})", p.mean, p.low, p.high);
}

/// What the points of two curves differ by, seed by seed where both have trials of the same seeds.
using Differences = std::vector<double>;

/// b - a; empty unless both are means over the same seeds.
Differences paired(const CurvePoint& a, const CurvePoint& b) {
  Differences d;
  if (a.each.size() != b.each.size()) return d;
  for (std::size_t i = 0; i < a.each.size(); ++i) d.push_back(b.each[i] - a.each[i]);
  return d;
}

/// a += b, element by element; nothing if one of them is.
void add(Differences& a, const Differences& b) {
  if (a.size() != b.size()) a.clear();
  for (std::size_t i = 0; i < a.size(); ++i) a[i] += b[i];
}

/// Mean with Student's interval over the seeds that have a value.
kernel::Interval mean_of_known(const Differences& d) {
  Differences known;
  for (const double v : d) {
    if (std::isfinite(v)) known.push_back(v);
  }
  return kernel::mean_of(known);
}

/// b - a. Without pairs: from interval to interval.
kernel::Interval difference(const CurvePoint& a, const CurvePoint& b) {
  const Differences d = paired(a, b);
  if (d.empty()) return {b.mean - a.mean, b.low - a.high, b.high - a.low};
  return mean_of_known(d);
}

std::string text_of(const kernel::Interval& i) {
  return fmt::format("{:.3g} ({:.3g} to {:.3g})", i.mean, i.low, i.high);
}

/// Why a claim that is put well cannot be judged on these points.
struct NotJudged : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// What is known of a difference, if anything is.
const kernel::Interval& known(const kernel::Interval& i) {
  if (std::isfinite(i.low) && std::isfinite(i.high)) return i;
  throw NotJudged("one trial at a point: there is no interval");
}

struct Check {
  const char* name;
  std::vector<const char*> needs;
};

const std::vector<Check>& checks() {
  static const std::vector<Check> all{{"zero", {"series"}},
                                      {"value", {"series", "x", "value"}},
                                      {"order", {"series"}},
                                      {"near", {"series", "than"}},
                                      {"flat", {"series"}},
                                      {"rises", {"series"}},
                                      {"falls", {"series"}},
                                      {"best_at", {"series", "x"}},
                                      {"above", {"series", "than"}},
                                      {"gap_shrinks", {"series", "than"}},
                                      {"gap_grows", {"series", "than"}},
                                      {"holds_until", {"series", "x"}}};
  return all;
}

class Judge {
 public:
  Judge(const json& claim, const std::vector<Curve>& curves) : claim_(claim), curves_(curves) {
    verdict_.id = claim.at("id").get<std::string>();
    verdict_.says = claim.at("says").get<std::string>();
    verdict_.note = claim.value("note", "");
  }

  Verdict decide() {
    try {
      dispatch();
    } catch (const NotJudged& why) {
      verdict_.unjudged = why.what();
    }
    return verdict_;
  }

 private:
  void dispatch() {
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
  }
  const Curve& curve(const std::string& label) const {
    for (const Curve& c : curves_) {
      if (c.label != label) continue;
      if (c.points.empty()) throw NotJudged("the curve '" + label + "' has no points");
      return c;
    }
    throw std::invalid_argument("there is no curve '" + label + "'");
  }
  const Curve& own() const { return curve(claim_.at("series").get<std::string>()); }
  bool inside(double x) const {
    return x >= claim_.value("from", -HUGE_VAL) - 1e-9 && x <= claim_.value("to", HUGE_VAL) + 1e-9;
  }
  std::vector<const CurvePoint*> range(const Curve& c, std::size_t least = 1) const {
    std::vector<const CurvePoint*> points;
    for (const CurvePoint& p : c.points) {
      if (inside(p.x)) points.push_back(&p);
    }
    if (points.empty()) throw NotJudged("there is no point in its range");
    if (points.size() < least) {
      throw NotJudged(fmt::format("there is one point only, at {:g}", points.front()->x));
    }
    return points;
  }
  /// The point of `c` at `x`.
  const CurvePoint& point(const Curve& c, double x) const {
    const CurvePoint* p = c.at(x);
    if (p == nullptr) throw NotJudged(fmt::format("there is no point at {:g}", x));
    return *p;
  }
  void judge(bool reproduced, const std::string& measured) {
    verdict_.reproduced = reproduced;
    verdict_.measured = measured;
  }

  /// Nothing was ever seen, at any x.
  void zero() {
    const auto points = range(own());
    for (const CurvePoint* p : points) {
      if (p->mean != 0) {
        judge(false, fmt::format("{} at {:g}", text_of(*p), p->x));
        return;
      }
    }
    judge(true, fmt::format("0 at all {} points, at most {:.3g} at the last", points.size(),
                            points.back()->high));
  }
  /// The claimed number, with the uncertainty of its own sample or `within`, meets the interval.
  void value() {
    const CurvePoint* p = &point(own(), claim_.at("x"));
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
    judge(from <= high && to >= low, text_of(*p));
  }
  /// Lowest first: at no point the other way round beyond the interval of the difference, and, of
  /// each two neighbours, above beyond the interval of the mean difference over all points. Without
  /// pairs that interval is unknown: then beyond the intervals at one point at least.
  void order(const std::vector<std::string>& labels) {
    unsigned apart = 0;
    unsigned pairs = 0;
    unsigned means = 0;
    bool sure = true;
    bool by_mean = false;
    bool any = false;
    std::string against;
    std::string mean;
    for (std::size_t i = 0; i + 1 < labels.size(); ++i) {
      const Curve& above = curve(labels[i + 1]);
      Differences sum;
      unsigned points = 0;
      for (const CurvePoint* p : range(curve(labels[i]))) {
        const CurvePoint* q = above.at(p->x);
        if (q == nullptr) continue;
        if (points++ == 0) sum = paired(*p, *q);
        else add(sum, paired(*p, *q));
        const kernel::Interval d = difference(*p, *q);
        any = any || (std::isfinite(d.low) && std::isfinite(d.high));
        if (d.low > 0) ++apart;
        if (d.mean > 0) ++means;
        if (d.high < 0 && against.empty()) {
          against = fmt::format("; {} is above {} at {:g}: {} against {}", labels[i], labels[i + 1],
                                p->x, text_of(*p), text_of(*q));
        }
      }
      if (points == 0) throw NotJudged("two curves have no point in common");
      pairs += points;
      if (sum.empty()) continue;
      for (double& v : sum) v /= points;
      const kernel::Interval all = mean_of_known(sum);
      by_mean = true;
      sure = sure && all.low > 0;
      mean += "; mean difference " + text_of(all);
    }
    if (!any) throw NotJudged("one trial at a point: there is no interval");
    judge((by_mean ? sure : apart > 0) && against.empty(),
          fmt::format("so in {} of {} comparisons, beyond the intervals in {}{}{}", means, pairs,
                      apart, mean, against));
  }
  /// |a / b - 1|; of two zeros 0.
  static double off(double a, double b) { return a == b ? 0 : std::abs(a / b - 1); }
  /// Both curves within a fraction of each other.
  void near() {
    const Curve& other = curve(claim_.at("than"));
    const double within = claim_.value("within", 0.05);
    double worst = -1;
    double where = 0;
    for (const CurvePoint* p : range(own())) {
      const CurvePoint* q = other.at(p->x);
      if (q == nullptr || off(p->mean, q->mean) <= worst) continue;
      worst = off(p->mean, q->mean);
      where = p->x;
    }
    if (worst < 0) throw NotJudged("the curves have no point in common");
    judge(worst <= within, fmt::format("at most {:.2g} % apart, at {:g}", 100 * worst, where));
  }
  void flat() {
    const auto points = range(own(), 2);
    const double within = claim_.value("within", 0.02);
    const CurvePoint* far = points[1];
    for (const CurvePoint* p : points) {
      if (std::abs(p->mean - points.front()->mean) > std::abs(far->mean - points.front()->mean)) {
        far = p;
      }
    }
    const double part = off(far->mean, points.front()->mean);
    judge(part <= within, fmt::format("{} at {:g}, {} at {:g}: {:.2g} %", text_of(*points.front()),
                                      points.front()->x, text_of(*far), far->x, 100 * part));
  }
  void change(int sign) {
    const auto points = range(own(), 2);
    const CurvePoint& a = *points.front();
    const CurvePoint& b = *points.back();
    const kernel::Interval d = known(difference(a, b));
    const bool beyond = sign > 0 ? d.low > 0 : d.high < 0;
    const double part = off(b.mean, a.mean);
    judge(beyond && part <= claim_.value("within", HUGE_VAL),
          fmt::format("{} at {:g}, {} at {:g}: {:.2g} %", text_of(a), a.x, text_of(b), b.x,
                      100 * part));
  }
  /// The first x whose value is the last one's, or, with `sample`, less than one trial of it away.
  void best_at() {
    const auto points = range(own(), 2);
    const double within = claim_.value("within", 0.0) + 1e-9;
    const double x = claim_.at("x");
    const bool seen = std::any_of(points.begin(), points.end(), [&](const CurvePoint* p) {
      return std::abs(p->x - x) <= within;
    });
    if (!seen) throw NotJudged(fmt::format("there is no point at {:g}", x));
    const double unseen = claim_.contains("sample") ? 1.0 / claim_["sample"].get<double>() : 0.0;
    const double best = points.back()->mean + unseen;
    double first = points.back()->x;
    for (const CurvePoint* p : points) {
      if (p->mean <= best) {
        first = p->x;
        break;
      }
    }
    judge(std::abs(first - x) <= within,
          fmt::format("best value {:.4g}, {} first at {:g}", points.back()->mean,
                      unseen > 0 ? fmt::format("less than {:g} above it", unseen) : "reached",
                      first));
  }
  void gap(int sign) {
    const auto points = range(own(), 2);
    const Curve& other = curve(claim_.at("than"));
    const CurvePoint* p = &point(other, points.front()->x);
    const CurvePoint* q = &point(other, points.back()->x);
    const double first = points.front()->mean - p->mean;
    const double last = points.back()->mean - q->mean;
    const double unsure = gap_uncertainty({points.front(), points.back(), p, q});
    if (!std::isfinite(unsure)) throw NotJudged("one trial at a point: there is no interval");
    judge(sign * (last - first) > unsure,
          fmt::format("{:.3g} at {:g}, {:.3g} at {:g}, change uncertain by {:.2g}", first,
                      points.front()->x, last, points.back()->x, unsure));
  }
  /// Half the interval of the change from a - c to b - d; without pairs from all four intervals.
  static double gap_uncertainty(const std::array<const CurvePoint*, 4>& abcd) {
    Differences change = paired(*abcd[2], *abcd[0]);
    for (double& v : change) v = -v;
    add(change, paired(*abcd[3], *abcd[1]));
    const auto half = [](double low, double high) {
      return std::isnan(low) || std::isinf(low) ? HUGE_VAL : (high - low) / 2;
    };
    if (!change.empty()) {
      const kernel::Interval i = mean_of_known(change);
      return half(i.low, i.high);
    }
    double squares = 0;
    for (const CurvePoint* c : abcd) squares += std::pow(half(c->low, c->high), 2);
    return std::sqrt(squares);
  }
  /// Up to x within `within` of the first value, beyond x below that.
  void holds_until() {
    const double within = claim_.value("within", 0.02);
    const double x = claim_.at("x");
    const auto points = range(own(), 2);
    point(own(), x);
    if (!(points.back()->x > x)) {
      throw NotJudged(fmt::format("there is no point beyond {:g}", x));
    }
    const double first = points.front()->mean;
    double last = points.front()->x;
    for (const CurvePoint* p : points) {
      if (p->mean < first * (1 - within)) break;
      last = p->x;
    }
    judge(std::abs(last - x) < 1e-9, fmt::format("within {:g} % of {} until {:g}", 100 * within,
                                                 text_of(*points.front()), last));
  }

  const json& claim_;
  const std::vector<Curve>& curves_;
  Verdict verdict_;
};

}  // namespace

const char* Verdict::word() const {
  if (!unjudged.empty()) return "not judged";
  return reproduced ? "reproduced" : "not reproduced";
}

std::string claim_complaint(const json& claim) {
  const std::string name = claim.value("check", "");
  const auto check = std::find_if(checks().begin(), checks().end(),
                                  [&](const Check& c) { return name == c.name; });
  if (check == checks().end()) return "there is no check '" + name + "'";
  for (const char* key : check->needs) {
    if (!claim.contains(key)) return fmt::format("check {} needs '{}'", name, key);
  }
  const json& series = claim.at("series");
  if (name == "order" && (!series.is_array() || series.size() < 2)) {
    return "check order needs a list of two curves at least as 'series'";
  }
  if (name != "order" && !series.is_string()) {
    return fmt::format("check {} needs one curve as 'series'", name);
  }
  if (claim.value("from", -HUGE_VAL) > claim.value("to", HUGE_VAL)) {
    return "'from' lies behind 'to'";
  }
  return "";
}

Verdict judge(const json& claim, const std::vector<Curve>& curves) {
  const std::string complaint = claim_complaint(claim);
  if (!complaint.empty()) throw std::invalid_argument(complaint);
  return Judge(claim, curves).decide();
}

}  // namespace selvage::campaign
