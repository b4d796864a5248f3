// SPDX-License-Identifier: Apache-2.0
/// \file
/// What a fabric keeps of its links (LinkBook), held against what has happened to them; the margin
/// of a buffer.
#pragma once

#include <string>
#include <vector>

#include "fabric/context.hpp"

namespace selvage::test {

/// What has happened up to and in this cycle.
struct LinkNews {
  std::uint64_t deaths = 0, repairs = 0, declarations = 0;
  std::uint64_t flaps_begun = 0, flaps_over = 0;
  Cycle declared_at = kNever;  ///< the last time
};

/// Failures and repairs of links and switches, and outages, that are still to come.
inline std::uint64_t still_to_come(const fabric::LinkBook& book, const LinkNews& news) {
  std::uint64_t sum = book.flaps.size() - news.flaps_over;
  for (const fabric::FaultEvent& f : book.faults) {
    sum += f.happened ? 0 : 1;
    sum += f.repair && f.repair->repaired == kNever ? 1 : 0;
  }
  for (const fabric::NodeEvent& d : book.deaths) {
    sum += d.happened ? 0 : 1;
    sum += d.repair && d.back == kNever ? 1 : 0;
  }
  return sum;
}

/// What is wrong in the book behind cycle `now`; empty if nothing is.
inline std::string wrong_in(const fabric::LinkBook& book, const LinkNews& news, Cycle now) {
  std::uint64_t mistaken = 0;
  for (const fabric::LinkState& link : book.links) {
    if (link.dead && fabric::is_flap(link.charged)) continue;
    for (const bool known_dead : link.known_dead) mistaken += known_dead == link.dead ? 0 : 1;
  }
  if (book.declarations_pending != mistaken) return "ends that do not know the state of their link";
  if (book.changes_pending != still_to_come(book, news)) return "what is still to come";
  if (book.outages != news.deaths + news.flaps_begun + news.flaps_over) return "outages so far";
  const fabric::LinkChanges& changes = book.link_changes;
  if (changes.count != news.deaths + news.repairs + news.declarations) return "changes of links";
  if (changes.last_declared != news.declared_at) return "the last declaration";
  const bool declared = news.declared_at == now;
  if (declared && changes.declared_in_order != (mistaken == 0)) return "declarations in order";
  return {};
}

/// The longest, and what fits of all lengths in a round trip less one.
inline std::uint64_t margin(const Scenario& s) {
  std::vector<bool> sums(2 * s.link.latency, false);
  sums[0] = true;
  std::uint64_t most = 0;
  for (std::size_t sum = 0; sum < sums.size(); ++sum) {
    for (std::size_t l = 0; l < s.traffic.lengths(); ++l) {
      const unsigned beats = s.traffic.beats(l);
      if (beats <= sum && sums[sum - beats]) sums[sum] = true;
    }
    if (sums[sum]) most = sum;
  }
  return s.traffic.packet_beats + most;
}

}  // namespace selvage::test
