// SPDX-License-Identifier: Apache-2.0
/// \file
/// How far a rank may go before it hears of the others (FAB-RANK-1): conservative parallel
/// simulation with the links' latency as lookahead.
#pragma once

#include <string>

#include "fabric/context.hpp"
#include "fabric/data_path.hpp"
#include "fabric/early_end.hpp"
#include "fabric/ranks/boundary.hpp"
#include "mpi/join.hpp"

namespace selvage::fabric {

/// What leaves a rank in a cycle arrives at another one d cycles later or more. So when all ranks
/// have done what there is before cycle t, in which the first event of any of them lies, each may
/// do the cycles t .. t+d-1 by itself; then they exchange what crossed their boundaries. A window
/// ends earlier before a cycle in which a repair may take effect, since that depends on what both
/// ends of the link have sent up to the cycle before; and a cycle in which a link or switch dies is
/// a window of its own, so that all ranks know what was on the link, and what has been cut.
/// Switches in RTL beside the model run a little behind it, and windows are shorter by that; while
/// they have something to do one window follows the other, whether or not the model has.
class Windows {
 public:
  /// Why no rank goes on.
  enum class End : std::uint8_t {
    kNone,
    kIdle,       ///< nothing is left to happen
    kDrainOver,  ///< what is left lies behind the drain phase
    kInterrupt,
    kWall,
    kAlone,  ///< only one rank that simulates all can tell what happens: see `why`
    kLost    ///< a rank does not answer
  };

  /// Builds nothing; the links are cut at `boundary()`. All outlive it.
  Windows(Context& context, mpi::Ranks& ranks, const Switches& switches, DataPath& path,
          const EarlyEnd& early, Cycle last_cycle, JourneyLog* journeys);

  [[nodiscard]] Boundary& boundary() { return boundary_; }
  /// Before the links are cut: the switches in RTL beside the model.
  void follow(WholeSwitches& twin);
  /// The next cycle with an event of this rank that may be handled, after as many exchanges as that
  /// takes; kNever: `end()` says why there is none.
  [[nodiscard]] Cycle next();
  [[nodiscard]] End end() const { return end_; }
  /// Of kAlone: what has happened, for people.
  [[nodiscard]] const std::string& why() const { return why_; }
  /// After the end: time is that of the last event of any rank, and `context` counts only packets
  /// that are here.
  void settle();

 private:
  /// What every rank says in every exchange.
  struct Head {
    Cycle next = kNever;           ///< first event that it knows, what it sends included
    Cycle last = 0;                ///< last cycle that it has handled
    Cycle progress = 0;            ///< Context::last_progress
    std::uint64_t in_fabric = 0;   ///< packets accepted less those ended, which may be elsewhere
    std::uint64_t link_state = 0;  ///< of what every rank works out alike
    EarlyEnd::Why early = EarlyEnd::Why::kNone;
    bool failed = false;  ///< a mismatch or a failed check
    bool confused = false;
    bool late = false;
    bool patient = false;  ///< DataPath::patience
    bool at_rest = true;   ///< WholeSwitches::at_rest, and nothing of them is sent
  };
  [[nodiscard]] Cycle limit() const;
  [[nodiscard]] bool failed() const;
  [[nodiscard]] Head head() const;
  void exchange();
  /// Takes what another rank said into `all`; false if they disagree on the links.
  [[nodiscard]] bool join(Head& all, const Head& other) const;
  /// `done`: all cycles before it are.
  void conclude(const Head& all, bool agreed, Cycle done);
  /// Why the run is over; kNone: it is not.
  [[nodiscard]] End ending(const Head& all) const;
  /// Whether for so long nothing has moved that one rank might have stopped (FAB-PROG).
  [[nodiscard]] bool stuck(const Head& all);
  void end_alone(const char* why);

  Context& context_;
  mpi::Ranks& ranks_;
  const DataPath& path_;
  const EarlyEnd& early_;
  Cycle last_cycle_;
  Boundary boundary_;
  WholeSwitches* twin_ = nullptr;
  Cycle behind_ = 0;           ///< WholeSwitches::behind
  Cycle compares_within_ = 0;  ///< likewise
  std::vector<mpi::Bytes> received_;
  Cycle from_ = 0;           ///< the first cycle of the present window that may have events
  Cycle until_ = 0;          ///< the first cycle behind it
  Cycle repaired_ = kNever;  ///< cycle of repairs for which the ends have been exchanged
  Cycle progress_ = 0;       ///< of any rank, up to the last exchange
  bool was_empty_ = true;    ///< there was no packet in the fabric at the last exchange
  Cycle last_ = 0;
  End closing_ = End::kNone;  ///< will be the end when the switches in RTL have come so far
  End end_ = End::kNone;
  std::string why_;
};

/// Whether any rank says that the run is to end early, `why` of this one; each calls it as often.
[[nodiscard]] EarlyEnd::Why agree(mpi::Ranks& ranks, EarlyEnd::Why why);

}  // namespace selvage::fabric
