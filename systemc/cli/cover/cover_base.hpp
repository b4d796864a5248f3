// SPDX-License-Identifier: Apache-2.0
/// \file
/// The scenario that a search begins with.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "cli/cover/candidates.hpp"
#include "config/loader.hpp"

namespace selvage::cli {

/// The base with a candidate's settings; empty, with complaints in `diagnostics`, if it is none.
[[nodiscard]] std::optional<config::LoadedScenario> load_candidate(
    const std::string& base, const Candidate& candidate, config::Diagnostics& diagnostics);

struct CoverBase {
  std::string file;
  std::optional<config::LoadedScenario> loaded;
  std::string left;  ///< key of the scenario that the search leaves at its default; empty: none
  std::string
      late;  ///< keys of faults left out, since some come behind the shortest run; empty: none
};

/// Of `what`: a scenario file, or a topology with or without a kind of switch before it, which is
/// written to `folder`. A key with which order is not sure is left out: what the search finds would
/// be no bug; so are lists of faults that reach behind the shortest run. Empty after complaints.
[[nodiscard]] std::optional<CoverBase> cover_base(const std::string& what,
                                                  const std::filesystem::path& folder);

}  // namespace selvage::cli
