// SPDX-License-Identifier: Apache-2.0
/// \file
/// The manifest of a block under test: whose it is, where its sources are, which of its pins is
/// which pin of the contract (docs/tutorials/your-own-rtl.md).
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "config/text/diagnostics.hpp"
#include "config/text/document.hpp"
#include "dut/contract.hpp"

namespace selvage::dut {

/// A pin of theirs, a slice of one, or a constant.
struct Part {
  std::string pin;  ///< empty: a constant
  bool whole = false;
  unsigned high = 0;
  unsigned low = 0;
  unsigned width = 0;  ///< of a constant
  std::uint64_t value = 0;
};
/// Parts side by side, the most significant first.
using Term = std::vector<Part>;

/// "lvl", "d[11:6]", "4'd0", "{hi, lo[3:0]}"; empty and `why` for anything else.
[[nodiscard]] std::optional<Term> parse_term(const std::string& text, std::string& why);
/// Whether this is a simple name of SystemVerilog.
[[nodiscard]] bool is_name(const std::string& text);

/// A pin of the contract and what stands for it.
struct PinMap {
  std::string pin;
  Term term;
  bool one_hot = false;
};

/// When an answer comes: `clocks` after its question, or with `valid`, at most `clocks` after it.
struct Latency {
  unsigned clocks = 0;
  std::string ask;    ///< their input that says that there is a question; empty: none
  std::string valid;  ///< their output that says that there is an answer; empty: fixed
};

struct Manifest {
  std::string file;
  const Contract* contract = nullptr;
  std::string top;
  std::vector<std::string> sources;  ///< paths; include_dirs and waivers likewise
  std::vector<std::string> include_dirs;
  std::string waivers;
  std::vector<std::pair<std::string, std::string>> defines;
  std::vector<std::pair<std::string, std::string>>
      parameters;     ///< theirs, contract's name or number
  Parameters at;      ///< all parameters of the contract
  std::string clock;  ///< empty: combinational
  std::string reset;  ///< empty: none
  bool reset_high = false;
  unsigned settle = 0;    ///< clocks after reset before a question
  unsigned patience = 0;  ///< seconds a clock may take
  std::vector<PinMap> pins;
  std::vector<std::pair<std::string, std::uint64_t>> ties;
  Latency latency;
  config::Document document;  ///< where each of these stands
};

/// The schema (draft-07) of the file: `selvage schema manifest`.
[[nodiscard]] nlohmann::json manifest_schema();

/// Reads a manifest; `sets` ("M=16") choose parameters of the contract. Empty after errors, which
/// are in `diagnostics` with their places.
[[nodiscard]] std::optional<Manifest> load_manifest(const std::string& file,
                                                    const std::vector<std::string>& sets,
                                                    config::Diagnostics& diagnostics);

/// Reports an error at the place of `pointer` of the manifest.
void complain(const Manifest& manifest, config::Diagnostics& diagnostics,
              const std::string& pointer, const std::string& what, const std::string& hint = "");

}  // namespace selvage::dut
