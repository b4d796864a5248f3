// SPDX-License-Identifier: Apache-2.0
/// \file
/// What the ranks of a run have counted becomes what one would have (FAB-RANK-2).
#pragma once

#include <vector>

#include "fabric/context.hpp"
#include "fabric/ranks/bytes.hpp"
#include "fabric/record/event_log.hpp"
#include "fabric/record/journey.hpp"

namespace selvage::fabric {

/// Where the counts of a run are; both logs may be null.
struct Account {
  Context& context;
  std::vector<std::uint64_t*> path_sums;  ///< DataPath::sums
  EventLog* events = nullptr;
  JourneyLog* journeys = nullptr;
  std::vector<Loss> mistaken;  ///< Boundary::mistaken, of all ranks once they are added
};

/// What this rank has counted, all of it whole numbers, and what it has logged; after
/// Windows::settle.
[[nodiscard]] mpi::Bytes pack(const Account& account);
/// Adds what another rank has packed. Lines of journeys go to `lines`, the log of events has to be
/// put in order afterwards. True if something has failed at that rank.
[[nodiscard]] bool add(Account& account, const mpi::Bytes& packed,
                       std::vector<JourneyLog::Line>& lines);
/// The entries of all ranks as of one rank: without mistaken ones, in its order, cut at its limits.
/// False if what lies behind a limit cannot be known.
[[nodiscard]] bool put_in_order(const Account& account);

}  // namespace selvage::fabric
