// SPDX-License-Identifier: Apache-2.0
/// \file
/// A foreign module compiled: verilated alone, kept by content, loaded as a shared object.
#pragma once

#include <optional>
#include <string>

#include "dut/build/wrapper.hpp"

namespace selvage::dut {

/// What `build` found or made.
struct Built {
  std::string object;    ///< the shared object
  std::string hash;      ///< of manifest, sources and tools: the same hash, the same answers
  std::string warnings;  ///< of the sources, as Verilator words them
  bool cached = false;
  Wiring wiring;
};

/// Checks sources and pins. Errors of the manifest go to `diagnostics`, those of the sources to
/// `reported`.
[[nodiscard]] std::optional<Ports> examine(const Manifest& manifest,
                                           config::Diagnostics& diagnostics, std::string& reported,
                                           std::string& warnings);

/// The compiled module, from the cache ($XDG_CACHE_HOME/selvage, ~/.cache/selvage) if it is there:
/// a file is looked up by the content of all that was read. Errors as `examine`.
[[nodiscard]] std::optional<Built> build(const Manifest& manifest, config::Diagnostics& diagnostics,
                                         std::string& reported);

}  // namespace selvage::dut
