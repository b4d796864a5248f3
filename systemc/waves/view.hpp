// SPDX-License-Identifier: Apache-2.0
/// \file
/// What a person should see first: a save file made from what the FST file really contains.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "golden/types.hpp"
#include "waves/rtl_role.hpp"

namespace selvage::waves {

struct Moment {
  Cycle cycle = 0;
  std::string name;  ///< "fault", "detected", "last change", "mismatch", "deadlock"
};

/// One switch on the stage.
struct Actor {
  std::string scope;                    ///< below "fabric": "sw_0_21"
  std::string caption;                  ///< "<0,21> lower end of the dead link"
  bool suspect = false;                 ///< golden model and RTL disagree here
  std::vector<std::string> ports = {};  ///< where each leads to, for ports with rows of their own
  struct Place {
    unsigned port = 0;
    std::optional<unsigned> channel = {};  ///< empty: none, or all that move
  };
  std::vector<Place> places = {};   ///< where they disagree or wait: open, with all rows
  std::string block = {};           ///< the one that differs: its pins are open
  std::vector<RtlRole> roles = {};  ///< groups of its RTL; empty: one for each module
  /// Packets here wait for each other.
  [[nodiscard]] bool stuck() const { return !suspect && !places.empty(); }
};

/// What happened, reported to the view.
struct Story {
  double clock_ns = 1;
  std::vector<Moment> moments;  ///< by cycle
  std::optional<Cycle> event;   ///< where the cursor stands
  Cycle from = 0;               ///< what the window shows
  Cycle until = 1;
  std::vector<Actor> actors;
  /// Packets wait for each other at the places of the actors: the moment in which the last of them
  /// began to wait is marked, and shown unless `asked`.
  bool deadlock = false;
  bool asked = false;  ///< the window is the one asked for
};

/// Writes `view` (and, beside it, its settings file) for the FST file `dump`, which stands in the
/// same directory. False, with `why`, if the dump cannot be read or the view not be written.
[[nodiscard]] bool write_view(const std::string& dump, const std::string& view, const Story& story,
                              std::string& why);

/// Settings with which GTKWave opens a view: no tree of signals, times in ns.
[[nodiscard]] std::string rc_path(const std::string& view);

}  // namespace selvage::waves
