// SPDX-License-Identifier: Apache-2.0
#include "report/time_axis.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace selvage::report {
namespace {

constexpr Cycle kMargin = 3;       ///< cycles around what happens
constexpr Cycle kWait = 10;        ///< more cycles without anything are a wait
constexpr double kWaitWidth = 96;  ///< pixels of a wait
constexpr double kBusyWidth = 46;  ///< fewest pixels of any other stretch

}  // namespace

TimeAxis::TimeAxis(std::vector<Cycle> moments, double x0, double x1) {
  std::sort(moments.begin(), moments.end());
  const auto start_of = [](Cycle c) { return c > kMargin ? c - kMargin : 0; };
  stretches_.push_back({start_of(moments.front()), moments.front() + kMargin, 0, 0, false});
  for (const Cycle c : moments) {
    Stretch& last = stretches_.back();
    if (start_of(c) <= last.until + kWait) {
      last.until = std::max(last.until, c + kMargin);
      continue;
    }
    const Cycle end = last.until;
    stretches_.push_back({end, start_of(c), 0, 0, true});
    stretches_.push_back({start_of(c), c + kMargin, 0, 0, false});
  }

  Cycle busy = 0;
  double waits = 0;
  for (const Stretch& s : stretches_) {
    if (s.compressed) ++waits;
    else busy += s.until - s.from;
  }
  const double wait = waits == 0 ? 0 : std::min(kWaitWidth, 0.4 * (x1 - x0) / waits);
  // Stretches that would be too narrow get the least width; the others share the rest by length.
  const double room = x1 - x0 - waits * wait;
  const double least =
      std::min(kBusyWidth, 0.5 * room / (static_cast<double>(stretches_.size()) - waits));
  double scale = 0;
  double rest = room;
  std::vector<bool> narrow(stretches_.size(), false);
  for (bool again = true; again;) {
    again = false;
    scale = rest / static_cast<double>(std::max<Cycle>(busy, 1));
    for (std::size_t i = 0; i < stretches_.size(); ++i) {
      const Stretch& s = stretches_[i];
      const Cycle length = s.until - s.from;
      if (s.compressed || narrow[i] || scale * static_cast<double>(length) >= least) continue;
      narrow[i] = again = true;
      rest -= least;
      busy -= length;
    }
  }
  double at = x0;
  for (std::size_t i = 0; i < stretches_.size(); ++i) {
    Stretch& s = stretches_[i];
    s.left = at;
    at += s.compressed ? wait : narrow[i] ? least : scale * static_cast<double>(s.until - s.from);
    s.right = at;
  }
  stretches_.back().right = x1;
}

double TimeAxis::x(Cycle cycle) const {
  const Stretch* in = &stretches_.front();
  for (const Stretch& s : stretches_) {
    in = &s;
    if (cycle <= s.until) break;
  }
  const Cycle c = std::clamp(cycle, in->from, in->until);
  return in->left + (in->right - in->left) * static_cast<double>(c - in->from) /
                        static_cast<double>(std::max<Cycle>(in->until - in->from, 1));
}

std::vector<Cycle> TimeAxis::ticks(Cycle zero, double width) const {
  std::vector<Cycle> out;
  double free_from = stretches_.front().left;
  const double right = stretches_.back().right;
  for (const Stretch& s : stretches_) {
    if (s.compressed) continue;
    const double scale = (s.right - s.left) / static_cast<double>(s.until - s.from);
    Cycle step = 1;
    for (const Cycle next : {2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10000}) {
      if (scale * static_cast<double>(step) >= width) break;
      step = next;
    }
    const Cycle begin = std::max(s.from, zero);
    bool any = false;
    for (Cycle t = (begin - zero + step - 1) / step * step; zero + t <= s.until; t += step) {
      if (x(zero + t) - width / 2 < free_from || x(zero + t) + width / 2 > right) continue;
      out.push_back(zero + t);
      free_from = x(zero + t) + width / 2;
      any = true;
    }
    // A short stretch without a round number still gets one tick, in its middle.
    const Cycle middle = std::max(zero, s.from + (s.until - s.from) / 2);
    if (!any && middle <= s.until && x(middle) - width / 2 >= free_from &&
        x(middle) + width / 2 <= right) {
      out.push_back(middle);
      free_from = x(middle) + width / 2;
    }
  }
  return out;
}

std::string duration(double ns) {
  if (ns < 1e3) return fmt::format("{:.4g} ns", ns);
  if (ns < 1e6) return fmt::format("{:.4g} us", ns / 1e3);
  return fmt::format("{:.4g} ms", ns / 1e6);
}

}  // namespace selvage::report
