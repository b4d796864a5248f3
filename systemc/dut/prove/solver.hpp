// SPDX-License-Identifier: Apache-2.0
/// \file
/// yosys reads a harness and what it stands around, yosys-abc looks for an input that makes `bad`.
#pragma once

#include <atomic>
#include <chrono>
#include <optional>
#include <string>
#include <vector>

#include "dut/build/process.hpp"
#include "dut/prove/harness.hpp"

namespace selvage::dut {

/// The time that is left for the tools; none when `stop` is true.
class Deadline {
 public:
  Deadline(double seconds, const std::atomic<bool>& stop)
      : stop_(stop),
        end_(std::chrono::steady_clock::now() +
             std::chrono::duration_cast<Duration>(std::chrono::duration<double>(seconds))) {}
  /// Of a tool that may take so many of the seconds that are left.
  [[nodiscard]] Limits limits(double seconds) const { return {seconds, "", &stop_}; }
  /// At least a little: 0 would be no limit.
  [[nodiscard]] double left() const {
    const std::chrono::duration<double> left = end_ - std::chrono::steady_clock::now();
    return left.count() > 0.01 ? left.count() : 0.01;
  }
  [[nodiscard]] bool over() const { return stop_ || std::chrono::steady_clock::now() >= end_; }

 private:
  using Duration = std::chrono::steady_clock::duration;
  const std::atomic<bool>& stop_;
  std::chrono::steady_clock::time_point end_;
};

/// "yosys: error: not found..."; empty if both tools are there.
[[nodiscard]] std::string missing_prover();

/// The sources as Verilator's preprocessor leaves them, for synthesis: no name of a file and no
/// definition of the user's gets near a script. Names of files are "s0", "s1", ... in `text`.
struct Source {
  std::string text;
  std::vector<std::string> files;
};
/// Empty with `reported` if they cannot be read.
[[nodiscard]] std::optional<Source> preprocess(const Manifest& manifest, const std::string& folder,
                                               std::string& reported);

/// Makes of the sources and the harness what a solver reads, in `folder`. False with `reported`:
/// `file:line: error: what`, or nothing if the time is over.
[[nodiscard]] bool elaborate(const Manifest& manifest, const Wiring& wiring, const Ports& ports,
                             const Source& source, const std::string& folder,
                             const Deadline& deadline, std::string& reported);

struct Solved {
  enum class Kind { kProved, kCounterexample, kOpen };
  Kind kind = Kind::kOpen;
  std::size_t frames = 0;  ///< open: so many first ones have no counterexample
  std::vector<Frame> counterexample;
};

struct Task {
  std::size_t before = 0;     ///< frames before the first question
  std::size_t latency = 0;    ///< clocks to its answer
  std::size_t clocks = 0;     ///< to look at, without trying a proof; 0: all
  bool feed_forward = false;  ///< no state and a fixed latency: it may be proved from any state
};

/// Asks the solver: first few clocks, then for a proof, then more and more clocks. Throws
/// std::runtime_error if a tool does what it never should.
[[nodiscard]] Solved solve(const std::string& folder, const Task& task, const Deadline& deadline);

}  // namespace selvage::dut
