// SPDX-License-Identifier: Apache-2.0
/// \file
/// The command line as plain data. The only user of CLI11, which is slow to compile.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cli/terminal.hpp"

namespace selvage::cli {

struct RunCommand {
  std::string scenario;
  std::string out;  ///< empty: out/NAME
  bool journey = false;
  std::string timeline = "auto";  ///< auto, always or never
};

struct RouteCommand {
  std::string topology;  ///< "fattree:4,3"; may be empty with a batch
  std::vector<std::string> faults;
  std::string src;
  std::string dst;
  std::string rule;         ///< empty: not given
  std::string lft_entries;  ///< empty: not given
  std::string batch;        ///< file name, "-" for stdin; empty: one packet
};

struct JourneyCommand {
  std::string directory;
  std::string id;
};

struct Options {
  enum class Command { kVersion, kRun, kRoute, kList, kDoctor, kSchema, kJourney };
  Command command = Command::kVersion;
  RunCommand run;
  RouteCommand route;
  JourneyCommand journey;
  std::string schema;

  // Common to the commands that take them.
  std::string engine;             ///< empty: not given
  std::string seed;               ///< empty: not given
  std::vector<std::string> sets;  ///< PATH=VALUE, in the order given
  bool json = false;
  bool quiet = false;
  ColorMode color = ColorMode::kAuto;
  std::string program;            ///< argv[0]
};

/// Parses the command line. On a wrong one, and after --help, prints what is due and returns empty
/// with the exit code in `code`.
[[nodiscard]] std::optional<Options> parse_options(int argc, char** argv, int& code);

}  // namespace selvage::cli
