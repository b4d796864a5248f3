// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <cstdio>
#include <exception>
#include <new>
#include <string>

#include "cli/campaign_command.hpp"
#include "cli/certify_command.hpp"
#include "cli/exit_code.hpp"
#include "cli/explain_command.hpp"
#include "cli/figure_command.hpp"
#include "cli/info_commands.hpp"
#include "cli/journey_command.hpp"
#include "cli/options.hpp"
#include "cli/route_command.hpp"
#include "cli/replay_command.hpp"
#include "cli/report_command.hpp"
#include "cli/run_command.hpp"
#include "cli/tolerance_command.hpp"
#include "cli/waves_command.hpp"
#include "config/diagnostics.hpp"

namespace {

int dispatch(const selvage::cli::Options& options) {
  using Command = selvage::cli::Options::Command;
  switch (options.command) {
    case Command::kVersion: return selvage::cli::version_command(options);
    case Command::kRun: return selvage::cli::run_command(options);
    case Command::kRoute: return selvage::cli::route_command(options);
    case Command::kList: return selvage::cli::list_command(options);
    case Command::kDoctor: return selvage::cli::doctor_command(options);
    case Command::kSchema: return selvage::cli::schema_command(options);
    case Command::kJourney: return selvage::cli::journey_command(options);
    case Command::kReplay: return selvage::cli::replay_command(options);
    case Command::kExplain: return selvage::cli::explain_command(options);
    case Command::kCertify: return selvage::cli::certify_command(options);
    case Command::kTolerance: return selvage::cli::tolerance_command(options);
    case Command::kCampaign: return selvage::cli::campaign_command(options);
    case Command::kFigure: return selvage::cli::figure_command(options);
    case Command::kReport: return selvage::cli::report_command(options);
    case Command::kWaves: return selvage::cli::waves_command(options);
  }
  return selvage::cli::kInternal;
}

/// Whether all arguments are UTF-8: any of them may be written into a result or a report.
bool legible(int argc, char** argv) {
  for (int i = 0; i < argc; ++i) {
    if (selvage::config::find_bad_utf8(argv[i]) == std::string::npos) continue;
    const std::string which = i == 0 ? "the path of this program" : fmt::format("argument {}", i);
    selvage::cli::tell(fmt::format("selvage: error: {} is not UTF-8: {}\n", which,
                                   selvage::config::printable(argv[i])));
    return false;
  }
  return true;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    if (!legible(argc, argv)) return selvage::cli::kUsage;
    int code = selvage::cli::kPass;
    const auto options = selvage::cli::parse_options(argc, argv, code);
    if (options) code = dispatch(*options);
    if (std::fflush(stdout) != 0 && code == selvage::cli::kPass) code = selvage::cli::kInternal;
    return code;
  } catch (const std::bad_alloc&) {
    std::fputs("selvage: internal error: out of memory\n", stderr);
  } catch (const std::exception& e) {
    selvage::cli::tell(std::string("selvage: internal error: ") + e.what() + "\n");
  } catch (...) {
    std::fputs("selvage: internal error\n", stderr);
  }
  return selvage::cli::kInternal;
}
