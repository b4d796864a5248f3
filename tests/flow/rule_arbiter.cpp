// SPDX-License-Identifier: Apache-2.0
/// \file
/// The class arbiter a second time (docs/reference/flow-fabric.md, "Class arbiter").
#include <algorithm>

#include "rule.hpp"

namespace selvage::test {

/// The first input in turn whose head may go: it is read by nobody, and there is room.
int Rule::eligible(std::uint32_t sw, unsigned out, unsigned lane, std::uint64_t taken) {
  Out& o = out_[sw * ports_ + out];
  const bool host = edge(sw * ports_ + out);
  const unsigned room = (host ? p_.egress_units : p_.fifo_units) - o.reserved;
  for (unsigned i = 0; i < ports_; ++i) {
    const unsigned in = (o.turn[lane] + i) % ports_;
    const In& from = in_[sw * ports_ + in];
    const std::deque<Flow>& heads = o.waiting[lane][in];
    if (heads.empty() || from.locked != kNone || (taken >> in & 1) != 0) continue;
    if (from.read_free > now_ + until_read(host)) continue;
    if (head(sw * ports_ + in, heads.front()).len <= room) return static_cast<int>(in);
    ++no_room;
  }
  return -1;
}

/// A class below its guaranteed rate first, then the one that is behind by weight.
int Rule::pick(const Out& o, std::uint32_t classes) const {
  int best = -1;
  const auto rank = [&](int tc) {
    const auto c = static_cast<unsigned>(tc);
    const bool below = p_.rates[c].min > 0 && o.min[c] > 0;
    return std::pair{below ? 0 : 1, std::max(o.served[c], o.time)};
  };
  for (int tc = 0; tc < static_cast<int>(flow::kClasses); ++tc) {
    const auto c = static_cast<unsigned>(tc);
    if ((classes >> c & 1) == 0 || (p_.rates[c].max < 1 && o.max[c] <= 0)) continue;
    if (best < 0 || rank(tc) < rank(best)) best = tc;
  }
  return best;
}

std::vector<Rule::Grant> Rule::grants(std::uint32_t sw) {
  std::vector<Grant> given;
  std::uint64_t taken = 0;
  for (unsigned k = 0; k < ports_; ++k) {
    const unsigned o = (switches_[sw].first + k) % ports_;
    Out& out = out_[sw * ports_ + o];
    if (out.allowed == 0) continue;
    std::array<Grant, flow::kClasses> heads{};
    std::uint32_t classes = 0;
    for (const auto& waiting : out.waiting) {
      const unsigned lane = waiting.first, tc = lane % flow::kClasses;
      if ((out.off >> lane & 1) != 0 || (classes >> tc & 1) != 0) continue;
      const int in = eligible(sw, o, lane, taken);
      if (in < 0) continue;
      heads[tc] = {o, lane, static_cast<unsigned>(in)};
      classes |= 1U << tc;
    }
    const int tc = pick(out, classes);
    if (tc < 0) continue;
    given.push_back(heads[static_cast<unsigned>(tc)]);
    taken |= std::uint64_t{1} << given.back().in;
  }
  return given;
}

/// Behind the first output that is granted the next cycle begins.
void Rule::arbitrate(std::uint32_t sw) {
  const std::vector<Grant> given = grants(sw);
  for (const Grant& g : given) grant(sw, g);
  if (!given.empty()) switches_[sw].first = given.front().out + 1;
}

void Rule::grant(std::uint32_t sw, const Grant& g) {
  Out& o = out_[sw * ports_ + g.out];
  In& in = in_[sw * ports_ + g.in];
  const Flow f = o.waiting[g.lane][g.in].front();
  const Packet& p = head(sw * ports_ + g.in, f);
  o.waiting[g.lane][g.in].pop_front();
  o.turn[g.lane] = g.in + 1;
  o.time = std::max(o.time, o.served[p.tc]);
  o.served[p.tc] = o.time + static_cast<double>(p.bytes + kOverheadBytes) / p_.rates[p.tc].weight;
  o.min[p.tc] -= p.bytes + kOverheadBytes;
  o.max[p.tc] -= p.bytes + kOverheadBytes;
  if (o.allowed != flow::kNoSlot) --o.allowed;
  o.ahead -= p.len;
  o.reserved += p.len;
  in.locked = f;
  in.urgent = {0, edge(sw * ports_ + g.out) ? Step::kEgress : Step::kPeek, f};
}

}  // namespace selvage::test
