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
  std::string topology;  ///< "mesh:4" in place of the scenario's; empty: not given
  std::string out;       ///< empty: out/NAME
  std::string dut;       ///< "MANIFEST" or "MANIFEST@SWITCH,..."; empty: none
  std::string whole;     ///< plug-in of a whole switch; empty: none
  bool journey = false;
  bool flow_log = false;
  std::string timeline = "auto";  ///< auto, always or never
  bool no_view = false;
};

/// When and what waves are recorded; texts as given.
struct WaveOptions {
  std::string when = "auto";  ///< never, auto or always
  std::string window;         ///< "FROM:UNTIL"; empty: chosen
  std::string switches;       ///< names; empty: chosen
};

/// `replay` and `waves`: what they do with a result file.
struct ResultCommand {
  std::string file;
  std::string out;                 ///< replay: empty: "replay" beside the file
  std::string viewer = "gtkwave";  ///< waves: gtkwave or none
};

struct RouteCommand {
  std::string topology;  ///< "fattree:4,3"; may be empty with a batch
  std::vector<std::string> faults;
  std::vector<std::string> nodes;  ///< faulty switches
  std::string src;
  std::string dst;
  std::string rule;         ///< empty: not given
  std::string lft_entries;  ///< empty: not given
  std::string batch;        ///< file name, "-" for stdin; empty: one packet
};

/// Texts as given; empty: not given.
struct CertifyCommand {
  std::string topology;
  std::string algorithm;
  std::vector<std::string> faults;  ///< links
  std::vector<std::string> nodes;
  std::string random;        ///< faulty nodes of each set
  std::string random_links;  ///< dead links of each set
  std::string sets;
  std::string seed;
};

/// Texts as given; empty: not given.
struct ToleranceCommand {
  std::string topology;
  std::string rule;
  std::string lft_entries;  ///< a number, or "any"
  std::string faults;
  std::string sets;  ///< a number, or "all"
  std::string first;
  std::string order;  ///< "worst", the default, or "listed"
  bool symmetry = false;
};

/// `campaign` and `figure`; texts as given.
struct CampaignCommand {
  std::string file;    ///< figure: a name below scenarios/figures, a path, or "all"
  std::string out;     ///< empty: out/NAME, figure: out/figures
  std::string budget;  ///< "20m"; empty: none
  std::string shard;   ///< "2/5"; empty: all
  unsigned jobs = 1;
  bool resume = false;
  bool fresh = false;
  bool quick = false;
};

/// `regress`, beside what it shares with `campaign`.
struct RegressCommand {
  bool failed = false;
  bool fail_fast = false;
};

/// `topology`; texts as given.
struct TopologyCommand {
  std::string topology;
  std::string import;  ///< a file
  std::vector<std::string> faults;
  std::vector<std::string> nodes;
  std::string format;
  std::string out;  ///< empty: stdout
};

struct ReportCommand {
  std::string directory;
  std::string out;    ///< empty: report.html in it
  std::string junit;  ///< empty: no test results
};

struct ViewCommand {
  std::string directory;
  std::string out;  ///< empty: view.html in it
};

struct JourneyCommand {
  std::string directory;
  std::string id;
};

struct ExplainCommand {
  std::string what;  ///< "flow"
  std::string id;
  std::string directory;
};

/// Texts as given; empty: not given.
struct CoverCommand {
  std::string what;  ///< scenario file, or topology in short form
  std::string out;   ///< empty: out/cover
  std::string goal;
  std::string budget;
  std::string rounds;
  unsigned jobs = 1;
};

struct CoverageCommand {
  std::vector<std::string> results;  ///< files or folders
  bool csv = false;
};

/// Texts as given; empty: not given.
struct DutCommand {
  enum class Action { kNew, kCheck, kTest, kProve, kContract };
  Action action = Action::kContract;
  std::string block;     ///< new, contract
  std::string folder;    ///< new
  std::string manifest;  ///< check, test, prove
  std::string questions;
  std::string budget;  ///< prove
  std::string clocks;  ///< prove; empty: all
  std::string out;     ///< test, prove: empty: out/NAME
};

/// `new-switch`, `conform`, `wrap-switch`; texts as given.
struct SwitchCommand {
  std::string name;
  std::string ports = "8";
  std::string levels = "3";
  std::string plugin;
  std::string folder;  ///< conform: of scenarios, empty: the suite; wrap-switch: where to write
  std::string out;     ///< empty: out/conform_NAME
  std::string manifest;
  std::string top;
  std::vector<std::string> sources;
  std::vector<std::string> includes;
  std::vector<std::string> defines;
  std::vector<std::string> parameters;
};

struct Options {
  enum class Command {
    kVersion,
    kRun,
    kRoute,
    kList,
    kDoctor,
    kSchema,
    kJourney,
    kReplay,
    kWaves,
    kCertify,
    kExplain,
    kTolerance,
    kCampaign,
    kFigure,
    kRegress,
    kReport,
    kView,
    kDut,
    kNewSwitch,
    kConform,
    kWrapSwitch,
    kTopology,
    kCoverage,
    kCover
  };
  Command command = Command::kVersion;
  RunCommand run;
  RouteCommand route;
  CertifyCommand certify;
  ToleranceCommand tolerance;
  CampaignCommand campaign;
  RegressCommand regress;
  ReportCommand report;
  ViewCommand view;
  JourneyCommand journey;
  ExplainCommand explain;
  DutCommand dut;
  SwitchCommand whole;
  TopologyCommand topology;
  CoverageCommand coverage;
  CoverCommand cover;
  WaveOptions waves;
  ResultCommand result;
  std::string schema;

  // Common to the commands that take them.
  std::string engine;             ///< empty: not given
  std::string seed;               ///< empty: not given
  std::vector<std::string> sets;  ///< PATH=VALUE, in the order given
  bool check = false;             ///< only whether the input is right
  bool json = false;
  bool quiet = false;
  ColorMode color = ColorMode::kAuto;
  std::string program;  ///< argv[0]
};

/// Parses the command line. On a wrong one, and after --help, prints what is due and returns empty
/// with the exit code in `code`.
[[nodiscard]] std::optional<Options> parse_options(int argc, char** argv, int& code);

}  // namespace selvage::cli
