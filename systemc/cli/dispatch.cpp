// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <cstdio>
#include <exception>
#include <new>
#include <string>
#include <utility>

#include "cli/commands/campaign_command.hpp"
#include "cli/commands/certify_command.hpp"
#include "cli/commands/explain_command.hpp"
#include "cli/commands/figure_command.hpp"
#include "cli/commands/info_commands.hpp"
#include "cli/commands/journey_command.hpp"
#include "cli/commands/regress_command.hpp"
#include "cli/commands/replay_command.hpp"
#include "cli/commands/report_command.hpp"
#include "cli/commands/route_command.hpp"
#include "cli/commands/run_command.hpp"
#include "cli/commands/tolerance_command.hpp"
#include "cli/commands/view_command.hpp"
#include "cli/cover/cover_command.hpp"
#include "cli/cover/coverage_command.hpp"
#include "cli/dut/command.hpp"
#include "cli/main.hpp"
#include "cli/network/command.hpp"
#include "cli/options/options.hpp"
#include "cli/waves/waves_command.hpp"
#include "cli/whole/command.hpp"
#include "config/exit_code.hpp"
#include "config/switch/kinds.hpp"
#include "config/text/diagnostics.hpp"
#include "cosim/plugs.hpp"

namespace selvage {

namespace {

int dispatch(const cli::Options& options) {
  using Command = cli::Options::Command;
  switch (options.command) {
    case Command::kVersion: return cli::version_command(options);
    case Command::kRun: return cli::run_command(options);
    case Command::kRoute: return cli::route_command(options);
    case Command::kList: return cli::list_command(options);
    case Command::kDoctor: return cli::doctor_command(options);
    case Command::kSchema: return cli::schema_command(options);
    case Command::kJourney: return cli::journey_command(options);
    case Command::kReplay: return cli::replay_command(options);
    case Command::kExplain: return cli::explain_command(options);
    case Command::kCertify: return cli::certify_command(options);
    case Command::kTolerance: return cli::tolerance_command(options);
    case Command::kCampaign: return cli::campaign_command(options);
    case Command::kFigure: return cli::figure_command(options);
    case Command::kRegress: return cli::regress_command(options);
    case Command::kReport: return cli::report_command(options);
    case Command::kView: return cli::view_command(options);
    case Command::kDut: return cli::dut_command(options);
    case Command::kNewSwitch: return cli::new_switch_command(options);
    case Command::kConform: return cli::conform_command(options);
    case Command::kWrapSwitch: return cli::wrap_switch_command(options);
    case Command::kCover: return cli::cover_command(options);
    case Command::kCoverage: return cli::coverage_command(options);
    case Command::kWaves: return cli::waves_command(options);
    case Command::kTopology: return cli::topology_command(options);
  }
  return kInternal;
}

/// Whether all arguments are UTF-8: any of them may be written into a result or a report.
bool legible(int argc, char** argv) {
  for (int i = 0; i < argc; ++i) {
    if (config::find_bad_utf8(argv[i]) == std::string::npos) continue;
    const std::string which = i == 0 ? "the path of this program" : fmt::format("argument {}", i);
    cli::print_error(
        fmt::format("selvage: error: {} is not UTF-8: {}\n", which, config::printable(argv[i])));
    return false;
  }
  return true;
}

}  // namespace

int main(int argc, char** argv, std::vector<SystemPlug> plugs) {
  try {
    for (SystemPlug& plug : plugs) {
      (void)config::switch_kinds(plug);  // throws if it names one that there is not
      add_plug(std::move(plug));
    }
    if (!legible(argc, argv)) return kUsage;
    int code = kPass;
    const auto options = cli::parse_options(argc, argv, code);
    if (options) code = dispatch(*options);
    if (std::fflush(stdout) != 0 && code == kPass) code = kInternal;
    return code;
  } catch (const std::bad_alloc&) {
    std::fputs("selvage: internal error: out of memory\n", stderr);
  } catch (const std::exception& e) {
    cli::print_error(std::string("selvage: internal error: ") + e.what() + "\n");
  } catch (...) {
    std::fputs("selvage: internal error\n", stderr);
  }
  return kInternal;
}

}  // namespace selvage
