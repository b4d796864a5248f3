// SPDX-License-Identifier: Apache-2.0
/// \file
/// One run of a small network under any engine, and everything that it showed.
#pragma once

#include <string>
#include <vector>

#include "../../../flow/lab.hpp"
#include "cosim/flow/blocks.hpp"

namespace selvage::test {

/// What happens in a run.
struct Story {
  const char* name = "";
  unsigned arity = 4;  ///< ports of a switch
  unsigned levels = 2;
  std::uint64_t seed = 1;
  Cycle length = 6'000;
  unsigned load = 30;      ///< per cent of the steps of 42 cycles in which a host sends
  bool incast = false;     ///< all to the last host
  unsigned unordered = 0;  ///< per cent of the packets
  bool eager = false;      ///< redirects already for short queues
  double loss = 0;
  bool cut = false;    ///< the first up link of switch 0, at a third of the time
  bool again = false;  ///< at the end it is declared up and, before it is initialised, dead
  bool wire_frames = true;
  double ack_errors = 0;
};

/// All that must not depend on the engine: counts, deliveries, the life of every flow.
struct Record {
  std::vector<std::uint64_t> counts;
  std::vector<Cycle> at;
  std::vector<std::string> log;
  std::string audit;     ///< the first law that was broken, while running or at the end
  bool dry = false;      ///< came to rest
  bool at_rest = false;  ///< of Story::again: the second death asks for nothing
  flow::Counts events;
};

/// Runs it with blocks of these engines; RTL failures and mismatches go to `board`. `bugs` are
/// those of every port.
[[nodiscard]] Record tell(const Story& story, const Engines& engines, Scoreboard& board,
                          const cosim::FlowBugs& bugs = {});

/// That a run with RTL came to rest and is the golden model's, to the last delivery.
void check_same(const Record& record, const Record& golden);
/// Comparisons of the blocks of a kind.
[[nodiscard]] std::uint64_t compared(const Scoreboard& board, const std::string& kind);

}  // namespace selvage::test
