// SPDX-License-Identifier: Apache-2.0
/// \file
/// Searches scenarios that meet what is missing, round by round (COV-6).
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "campaign/runner.hpp"
#include "cli/cover/candidates.hpp"

namespace selvage::cli {

struct SearchOrder {
  std::string base;        ///< scenario file
  std::string executable;  ///< of selvage
  std::string folder;      ///< trials work below it
  std::uint64_t seed = 1;
  unsigned jobs = 1;
  unsigned rounds = 0;  ///< at most; 0: as many as there is time for
  double goal = 0.95;   ///< of the situations
  campaign::Limits limits;
  /// Whether a candidate is a scenario at all.
  std::function<bool(const Candidate&)> accepts;
  /// After each round: round, tried, met, situations.
  std::function<void(unsigned, std::size_t, std::size_t, std::size_t)> progress;
};

/// A candidate that ran, and what it met.
struct Tried {
  Candidate candidate;
  std::uint64_t seed = 0;
  std::vector<std::string> met;
};

/// A candidate that failed a check (exit code 1), or whose run broke down (4).
struct FailedTry {
  int exit = 0;
  Candidate candidate;
  std::uint64_t seed = 0;
  std::string status;
  std::string detail;
};

struct SearchResult {
  std::vector<Tried> tried;
  std::vector<std::string> situations;  ///< to be met, in order
  std::vector<std::string> met;
  unsigned rounds = 0;  ///< finished ones; what a cut one found does not count
  bool reached = false;
  bool interrupted = false;
  bool none = false;                ///< no candidate was accepted, not even in the first round
  std::optional<FailedTry> failed;  ///< ends the search
};

/// The same tried candidates for a seed and a number of rounds, whatever the jobs.
[[nodiscard]] SearchResult search_scenarios(const CandidateMaker& maker, const SearchOrder& order);

/// Of `tried` few that meet all that all of them meet: the one that adds most, and again. Numbers,
/// and what each adds.
struct Chosen {
  std::size_t index = 0;
  std::vector<std::string> adds;
};
[[nodiscard]] std::vector<Chosen> choose_suite(const std::vector<Tried>& tried);

}  // namespace selvage::cli
