// SPDX-License-Identifier: Apache-2.0
#include "dut/prove/prove.hpp"

#include <stdexcept>

#include "dut/build/cache.hpp"
#include "dut/prove/specification.hpp"

namespace selvage::dut {

namespace {

constexpr std::uint64_t kSeeds = 64;  ///< of registers before reset, until a difference shows

/// The specification and golden have to agree on the counterexample, or it says nothing.
void check_specification(const Manifest& manifest, const std::vector<Step>& steps) {
  const Manifest own = specification_manifest(manifest);
  config::Diagnostics diagnostics;
  std::string reported;
  const auto built = build(own, diagnostics, reported);
  if (!built)
    throw std::runtime_error("the specification does not compile: " + reported +
                             diagnostics.text());
  if (const auto difference = Bench(own, *built).play(steps, 1).difference) {
    throw std::runtime_error(own.top +
                             " (specification) and golden disagree: " + headline(*difference));
  }
}

/// Plays a counterexample to the compiled module.
bool repeat(const Manifest& manifest, const std::vector<Frame>& frames, Proof& proof,
            config::Diagnostics& diagnostics, std::string& reported) {
  proof.built = build(manifest, diagnostics, reported);
  if (!proof.built) return false;
  proof.steps = steps_of(manifest, frames);
  check_specification(manifest, proof.steps);
  proof.outcome = Bench(manifest, *proof.built).repeat(proof.steps, kSeeds);
  proof.kind = proof.outcome.difference ? Proof::Kind::kCounterexample : Proof::Kind::kUnrepeated;
  return true;
}

}  // namespace

std::optional<Proof> prove(const Manifest& manifest, std::size_t clocks, double budget,
                           const std::atomic<bool>& stop, config::Diagnostics& diagnostics,
                           std::string& reported, std::string& warnings) {
  const Deadline deadline(budget, stop);
  reported = missing_prover();
  if (!reported.empty()) return std::nullopt;
  const auto ports = examine(manifest, diagnostics, reported, warnings);
  if (!ports) return std::nullopt;
  Proof proof;
  Solved solved;
  const std::size_t before = clocks_before(manifest);
  try {
    const Scratch scratch;
    const std::string folder = scratch.path().string();
    const auto source = preprocess(manifest, folder, reported);
    if (!source) return std::nullopt;
    if (!elaborate(manifest, wire(manifest, *ports), *ports, *source, folder, deadline, reported)) {
      if (!reported.empty()) return std::nullopt;
      return proof;
    }
    const bool feed_forward = !manifest.contract->stateful && manifest.latency.valid.empty();
    solved = solve(folder, {before, manifest.latency.clocks, clocks, feed_forward}, deadline);
    if (solved.kind == Solved::Kind::kCounterexample) {
      if (repeat(manifest, solved.counterexample, proof, diagnostics, reported)) return proof;
      return std::nullopt;
    }
  } catch (const CacheError& e) {
    reported = std::string("cache: error: ") + e.what() + "\n";
    return std::nullopt;
  }
  proof.clocks = solved.frames > before ? solved.frames - before : 0;
  if (solved.kind == Solved::Kind::kProved) proof.kind = Proof::Kind::kProved;
  else if (clocks != 0 && proof.clocks >= clocks) proof.kind = Proof::Kind::kBounded;
  return proof;
}

}  // namespace selvage::dut
