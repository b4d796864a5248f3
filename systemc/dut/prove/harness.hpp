// SPDX-License-Identifier: Apache-2.0
/// \file
/// The module that a solver is asked about: a foreign block beside its specification.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "dut/bench.hpp"

namespace selvage::dut {

inline constexpr const char* kHarness = "selvage_prove";

/// Clocks before the first question: in reset, and behind it.
[[nodiscard]] unsigned clocks_before(const Manifest& manifest);

/// Module `selvage_prove` (SystemVerilog) around `selvage_dut` and the specification. It does from
/// reset on what Bench::play does: its inputs `x_PIN` are a question of each clock, `x_ask` says
/// whether there is one; `bad` is 1 where the bench would report a difference, `reached` where it
/// compares an answer. Registers hold anything before reset; with FREE = 1 there is none, and they
/// hold anything at the first question.
[[nodiscard]] std::string harness_text(const Manifest& manifest, const Wiring& wiring);

/// A frame of a counterexample: the bits of the harness's inputs by name, as "0" and "1", the
/// lowest first.
using Frame = std::map<std::string, std::string>;

/// The stimulus that a counterexample stands for.
[[nodiscard]] std::vector<Step> steps_of(const Manifest& manifest,
                                         const std::vector<Frame>& frames);

}  // namespace selvage::dut
