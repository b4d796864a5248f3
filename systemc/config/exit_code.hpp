// SPDX-License-Identifier: Apache-2.0
/// \file
/// Exit codes of every command: part of the contract, never renumbered.
#pragma once

namespace selvage {

enum ExitCode : int {
  kPass = 0,
  kFail = 1,      ///< mismatch, failed check, deadlock
  kUsage = 2,     ///< wrong option, configuration or input
  kBudget = 3,    ///< wall-clock limit reached with work left
  kInternal = 4,  ///< a bug in Selvage, or no memory
  kNothing = 5,   ///< nothing ran or nothing was compared
  kInterrupted = 130
};

}  // namespace selvage
