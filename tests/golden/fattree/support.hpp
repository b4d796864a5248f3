// SPDX-License-Identifier: Apache-2.0
/// \file
/// What several golden tests need: fault sets, the comparison with ground truth, following packets.
#pragma once

#include <cstdint>
#include <functional>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "golden/fattree/ground_truth.hpp"
#include "golden/fattree/route.hpp"
#include "golden/fattree/settle.hpp"

namespace selvage::golden::test {

using Links = std::vector<SwitchPort>;

/// A number of 0 .. limit-1.
[[nodiscard]] inline std::uint32_t below(std::mt19937& random, std::uint32_t limit) {
  return static_cast<std::uint32_t>(random() % limit);
}

/// Links of "l/c/k" texts.
[[nodiscard]] Links links(const FatTree& tree, const std::vector<std::string>& texts);
/// "0/21/3 1/00/2": to name a fault set in a failure message.
[[nodiscard]] std::string text(const FatTree& tree, const Links& faults);
[[nodiscard]] SwitchIdx switch_at(const FatTree& tree, unsigned level, std::string_view c);
[[nodiscard]] Digits host_at(const FatTree& tree, std::string_view p);
/// `count` different links.
[[nodiscard]] Links random_links(const FatTree& tree, unsigned count, std::mt19937& random);

/// Calls visit(links) for every set of `count` links of the tree.
template <class Visit>
void for_each_fault_set(const FatTree& tree, unsigned count, Visit visit) {
  const unsigned all = tree.fallible_link_count();
  std::vector<unsigned> chosen(count);
  for (unsigned i = 0; i < count; ++i) chosen[i] = i;
  for (;;) {
    Links faults;
    for (const unsigned i : chosen) faults.push_back(tree.fallible_link(i));
    visit(faults);
    unsigned i = count;
    while (i > 0 && chosen[i - 1] == all - count + i - 1) --i;
    if (i == 0) return;
    ++chosen[i - 1];
    for (unsigned j = i; j < count; ++j) chosen[j] = chosen[j - 1] + 1;
  }
}

/// Deviations of the candidate masks V from ground truth (FT-AUD-1), over every switch and every
/// destination for which packets go up there.
struct Audit {
  std::uint64_t compared = 0;
  std::uint64_t good_excluded = 0;  ///< V lacks a port from which a path exists
  std::uint64_t bad_included = 0;   ///< V has a port from which no path exists
  std::uint64_t empty_at_leaf = 0;  ///< V empty where packets start
  [[nodiscard]] bool exact() const { return good_excluded == 0 && bad_included == 0; }
};
[[nodiscard]] Audit audit(SettledTree& settled);
using StateOf = std::function<const SwitchState&(SwitchIdx)>;
[[nodiscard]] Audit audit(const FatTree& tree, const Links& dead, const StateOf& state_of);

/// What routing depends on at every switch, without the order of lines and without free ones.
struct Knowledge {
  std::vector<UpPortState> up;
  std::vector<LinkFaultEntry> entries;
  friend bool operator==(const Knowledge& a, const Knowledge& b) {
    return a.up == b.up && a.entries == b.entries;
  }
};
[[nodiscard]] std::vector<Knowledge> knowledge(const FatTree& tree, const StateOf& state_of);
[[nodiscard]] std::vector<Knowledge> knowledge(SettledTree& settled);

/// A random link that dies or, as often as not if any is dead, is repaired.
struct LinkChange {
  SwitchPort link;
  bool repair = false;
};
[[nodiscard]] LinkChange random_event(const FatTree& tree, const Links& dead, std::mt19937& random);
/// "+0/21/3 -1/00/2".
[[nodiscard]] std::string text(const FatTree& tree, const std::vector<LinkChange>& history);

enum class Fate : std::uint8_t { kDelivered, kDropped, kLost };
/// Where a packet ends that follows route_select hop by hop: at its destination, dropped for want
/// of a candidate, or lost on a dead link. `at` is the last switch.
struct Journey {
  Fate fate = Fate::kDelivered;
  SwitchIdx at = 0;
  std::vector<SwitchPort> hops;
};
[[nodiscard]] Journey follow(SettledTree& settled, HostIdx source, HostIdx destination);
/// Ordered pairs of different hosts whose packet is not delivered.
[[nodiscard]] std::uint64_t undelivered_pairs(SettledTree& settled);
/// Whether no choice among the candidates V, from any leaf on, ends on a dead link or at an empty V
/// above that leaf.
[[nodiscard]] bool no_dead_ends(SettledTree& settled);

/// The largest number of entries in any switch's fault table.
[[nodiscard]] std::size_t largest_table(SettledTree& settled);

/// What a call says before it aborts; empty if it does not.
[[nodiscard]] std::string aborts(const std::function<void()>& call);

}  // namespace selvage::golden::test
