// SPDX-License-Identifier: Apache-2.0
/// \file
/// What became of each run of a suite, and of the suite.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "campaign/journal.hpp"
#include "regress/suite.hpp"

namespace selvage::regress {

/// kUndecided: cut short before it could pass or fail.
enum class Verdict : std::uint8_t { kPass, kFail, kKnown, kError, kUndecided, kNotRun };
[[nodiscard]] std::string to_string(Verdict verdict);

struct Weighed {
  Verdict verdict = Verdict::kNotRun;
  std::string signature;    ///< of a failure, of whatever verdict, and of a bug what caught it
  std::string why;          ///< one line; empty of a pass
  std::uint64_t known = 0;  ///< number of the entry of `known` that it falls under, plus 1
};

/// Whether a run ended as its test says it has to.
[[nodiscard]] bool as_expected(const Suite& suite, const Run& run, const campaign::Record& record);

/// The kind of failure of two runs that should be the same.
inline constexpr const char* kFlaky = "flaky: not the same twice";
/// The kind of failure of a run without a result.
[[nodiscard]] std::string crash_signature(const campaign::Record& record);

/// Each run, by number; `today` as "2026-12-31".
[[nodiscard]] std::vector<Weighed> weigh(const Suite& suite, const std::vector<Run>& runs,
                                         const campaign::Records& records,
                                         const std::string& today);

/// Whether a record alone makes the suite fail; what a later run may show is left out.
[[nodiscard]] bool fails_alone(const Suite& suite, const Run& run, const campaign::Record& record,
                               const std::string& today);

/// The exit code: 1 if a run failed, else 4 or 2 after an error, else 3 if something was not
/// decided or, unless that is for others (`shared`), not run, 5 if there was no run.
[[nodiscard]] int exit_code_of(const std::vector<Weighed>& runs, const campaign::Records& records,
                               bool shared);

}  // namespace selvage::regress
