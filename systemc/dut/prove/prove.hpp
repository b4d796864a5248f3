// SPDX-License-Identifier: Apache-2.0
/// \file
/// A foreign block against the specification of its contract, for all inputs.
#pragma once

#include <atomic>
#include <optional>
#include <string>

#include "dut/bench.hpp"
#include "dut/prove/solver.hpp"

namespace selvage::dut {

struct Proof {
  enum class Kind {
    kProved,          ///< equal from reset on, whatever is asked
    kBounded,         ///< equal for the first `clocks` after reset, as many as were wanted
    kOpen,            ///< the same, and the time is over
    kCounterexample,  ///< `outcome` has it, by a bench with the compiled module
    kUnrepeated       ///< a counterexample, `steps`, that the compiled module does not show
  };
  Kind kind = Kind::kOpen;
  std::size_t clocks = 0;
  Outcome outcome;
  std::vector<Step> steps;
  std::optional<Built> built;  ///< with a counterexample
};

/// Proves it, or finds a difference, in `budget` seconds, or until `stop` is true; with `clocks`,
/// only so many after reset. Errors of the manifest go to `diagnostics`, those of the sources and
/// of missing tools to `reported`. Throws std::runtime_error if the specification and golden
/// disagree.
[[nodiscard]] std::optional<Proof> prove(const Manifest& manifest, std::size_t clocks,
                                         double budget, const std::atomic<bool>& stop,
                                         config::Diagnostics& diagnostics, std::string& reported,
                                         std::string& warnings);

}  // namespace selvage::dut
