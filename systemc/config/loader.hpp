// SPDX-License-Identifier: Apache-2.0
/// \file
/// From a scenario file and command-line overrides to a validated Scenario and its system.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "config/scenario.hpp"
#include "config/text/diagnostics.hpp"
#include "config/text/document.hpp"
#include "cosim/system.hpp"

namespace selvage::config {

/// Larger fabrics are refused by `run`: they would not fit into memory.
inline constexpr std::uint32_t kMaxHosts = 65'536;

/// A value from the command line that replaces what the file says.
struct Override {
  std::string option;  ///< as the user wrote it, e.g. "--set traffic.load=2"; names it in errors
  std::string path;    ///< "traffic.load", "faults.links[0].at"
  std::string value;   ///< YAML
};

/// `--set PATH=VALUE` taken apart; empty, and an error reported, when there is no path or no '='.
[[nodiscard]] std::optional<Override> parse_set(const std::string& argument,
                                                Diagnostics& diagnostics);

/// "faults.links[0].at" -> "/faults/links/0/at"; empty if malformed.
[[nodiscard]] std::string pointer_of(const std::string& path);
/// Puts the value of `change` into `document`; what does not go is reported.
void apply_override(const Override& change, Document& document, Diagnostics& diagnostics);

/// The name of a run or campaign whose file gives none: the file's, where what the schema of `name`
/// does not allow has become '_'. Never a way out of a folder.
[[nodiscard]] std::string name_from(const std::string& file);

struct ScenarioRequest {
  std::string file;
  std::optional<std::string> text;  ///< content to use instead of reading `file`
  std::vector<Override> overrides;  ///< later ones win
  /// Under engine `switch`: in place of our own switches; null: none.
  std::shared_ptr<const cosim::SwitchPlugin> whole = nullptr;
};

struct LoadedScenario {
  Scenario scenario;
  std::unique_ptr<System> system;
};

/// Defaults < file < overrides, validated after merging. Empty if `diagnostics` then holds errors:
/// all of them, not only the first.
[[nodiscard]] std::optional<LoadedScenario> load_scenario(const ScenarioRequest& request,
                                                          Diagnostics& diagnostics);

/// Whether `path` can be opened and is no directory; else `why`.
[[nodiscard]] bool is_readable_file(const std::string& path, std::string& why);
/// Content of a file of at most `limit` bytes, or empty and `why`.
[[nodiscard]] std::optional<std::string> read_text_file(const std::string& path, std::size_t limit,
                                                        std::string& why);

}  // namespace selvage::config
