// SPDX-License-Identifier: Apache-2.0
#include "golden/fattree/cover/tiers.hpp"

namespace selvage::golden {

namespace {

using cover::Situation;

constexpr std::array<const char*, kTiers> kTierNames{"leaf", "middle", "root"};
constexpr std::array<const char*, kTiers> kWhere{"At level 0", "Between leaves and roots",
                                                 "At a root"};
constexpr std::array<const char*, kTiers> kNotThere{
    "below level 0 are hosts, whose links never fail, and no level that statements speak of",
    "no switch between leaves and roots can meet it", "a root has no up ports"};

std::string too_low(unsigned least) {
  return "only a tree of " + std::to_string(least) + " levels or more has the switches for it";
}

}  // namespace

std::size_t add_row(cover::Model& model, const char* group, const CoverRow& row, unsigned levels) {
  Situation s = cover::goal(std::string(group) + "." + row.name, row.requirements, row.text);
  if (levels < row.least) {
    s.kind = Situation::Kind::kUnreachable;
    s.reason = too_low(row.least);
  }
  return model.add(std::move(s));
}

std::size_t add_tiers(cover::Model& model, const char* group, const TieredRow& row,
                      unsigned levels) {
  const std::size_t first = model.situations().size();
  for (unsigned t = 0; t < kTiers; ++t) {
    Situation s = cover::goal(std::string(group) + "." + row.name + "." + kTierNames[t],
                              row.requirements, std::string(kWhere[t]) + ": " + row.text);
    const unsigned least = row.least[t];
    if (least == 0 || levels < least) {
      s.kind = Situation::Kind::kUnreachable;
      s.reason = least == 0 ? kNotThere[t] : too_low(least);
    }
    model.add(std::move(s));
  }
  return first;
}

}  // namespace selvage::golden
