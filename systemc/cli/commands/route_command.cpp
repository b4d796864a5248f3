// SPDX-License-Identifier: Apache-2.0
#include "cli/commands/route_command.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <iostream>

#include "cli/questions/batch.hpp"
#include "cli/questions/question.hpp"
#include "cli/questions/topology_option.hpp"
#include "cli/result/verdict.hpp"
#include "config/exit_code.hpp"
#include "config/loader.hpp"
#include "config/text/diagnostics.hpp"
#include "config/text/document.hpp"
#include "cosim/plugs.hpp"
#include "golden/number.hpp"

namespace selvage::cli {
namespace {

using nlohmann::json;
using nlohmann::ordered_json;

/// What the options ask for, after checking them.
struct Request {
  Engine engine = Engine::kLockstep;
  std::vector<std::string> bugs;
  json topology;                ///< null: not given
  json extra = json::object();  ///< --rule and --lft-entries
};

/// `--set bug.NAME=true|false`; nothing else can be set here.
bool read_set(const std::string& set, std::vector<std::string>& bugs) {
  std::vector<std::string> names;
  for (const SystemPlug& plug : system_plugs()) {
    for (const BugInfo& bug : plug.bugs) names.emplace_back(bug.name);
  }
  const std::string shown = "--set " + config::printable(set);
  const std::size_t equals = set.find('=');
  if (set.rfind("bug.", 0) != 0 || equals == std::string::npos) {
    complain(shown, "only bug.NAME=true can be set here");
    return false;
  }
  const std::string name = set.substr(4, equals - 4);
  const std::string value = set.substr(equals + 1);
  if (std::find(names.begin(), names.end(), name) == names.end()) {
    const std::string hint = config::did_you_mean(name, names);
    complain(shown, fmt::format("bug.{}: unknown key ({})", config::printable(name),
                                hint.empty() ? "known here: " + config::join(names, ", ") : hint));
    return false;
  }
  if (value != "true" && value != "false") {
    complain(shown, fmt::format("bug.{}: must be true or false, not '{}'", name,
                                config::printable(value)));
    return false;
  }
  bugs.erase(std::remove(bugs.begin(), bugs.end(), name), bugs.end());
  if (value == "true") bugs.push_back(name);
  return true;
}

/// All that is wrong with the options is reported at once.
std::optional<Request> read_options(const Options& o) {
  Request r;
  bool good = true;
  const auto wrong = [&](const std::string& option, const std::string& what) {
    complain(option, what);
    good = false;
  };
  if (!o.engine.empty()) {
    const auto engine = parse_engine(o.engine);
    if (engine == Engine::kSwitch) {
      wrong("--engine switch", "switches whole in RTL need time and beats: `selvage run` has them");
    } else if (!engine) {
      const std::string hint = config::did_you_mean(o.engine, {"golden", "rtl", "lockstep"});
      wrong("--engine " + config::printable(o.engine),
            "not one of golden, rtl, lockstep" + (hint.empty() ? "" : " (" + hint + ")"));
    }
    r.engine = engine.value_or(r.engine);
  }
  for (const std::string& set : o.sets) good = read_set(set, r.bugs) && good;
  if (!o.route.rule.empty()) r.extra["rule"] = o.route.rule;
  if (!o.route.lft_entries.empty()) {
    const std::string& text = o.route.lft_entries;
    const auto entries = parse_number(text);
    if (!entries || *entries > 999999) {
      wrong("--lft-entries " + config::printable(text), "must be a whole number");
    } else {
      r.extra["lft_entries"] = *entries;
    }
  }
  if (!o.route.topology.empty()) {
    std::string why;
    r.topology = topology_from_short(o.route.topology, why);
    if (r.topology.is_null()) {
      wrong("--topology " + config::printable(o.route.topology), why);
    } else {
      r.topology.update(r.extra);
    }
  }
  if (o.route.batch.empty()) {
    if (o.route.topology.empty()) wrong("--topology", "is missing, e.g. --topology fattree:4,3");
    if (o.route.src.empty()) wrong("--src", "is missing");
    if (o.route.dst.empty()) wrong("--dst", "is missing");
  } else if (!o.route.src.empty() || !o.route.dst.empty() || !o.route.faults.empty() ||
             !o.route.nodes.empty()) {
    wrong("--batch",
          "its lines name faults, nodes, src and dst; the options --fault, --node, "
          "--src and --dst do not go with it");
  }
  if (!good) return std::nullopt;
  return r;
}

std::string common_arguments(const Options& o) {
  std::string out = shell_quoted(o.program) + " route";
  if (!o.route.topology.empty()) out += " --topology " + shell_quoted(o.route.topology);
  if (!o.route.rule.empty()) out += " --rule " + shell_quoted(o.route.rule);
  if (!o.route.lft_entries.empty()) out += " --lft-entries " + shell_quoted(o.route.lft_entries);
  for (const std::string& set : o.sets) out += " --set " + shell_quoted(set);
  if (!o.engine.empty()) out += " --engine " + shell_quoted(o.engine);
  return out;
}

/// The hops for people: names of switches and ports.
void print_hops(const ordered_json& answer, const Answerer& answerer, const Question& q,
                const Style& style) {
  const Topology& topology = *answerer.topology();
  const auto count = [](std::size_t n, const char* what) {
    return fmt::format("{} {}{}", n, what, n == 1 ? "" : "s");
  };
  fmt::print(
      "{}  {} -> {}, {}{}, engine {}\n", style.bold(topology.label()), q.src, q.dst,
      count(answerer.dead_links(), "dead link"),
      answerer.faulty_nodes() == 0 ? "" : ", " + count(answerer.faulty_nodes(), "faulty node"),
      to_string(answerer.engine()));
  const auto word = [](const ordered_json& label) {
    return label.is_string() ? label.get<std::string>() : label.dump();
  };
  unsigned number = 0;
  for (const auto& hop : answer["hops"]) {
    const std::string name = hop["switch"].get<std::string>();
    fmt::print("  {:>2}  {:<12} in {:>2}  ", ++number, name, word(hop["in"]));
    if (hop.contains("out")) fmt::print("out {:>2}", word(hop["out"]));
    else fmt::print("{}", style.red("dropped"));
    if (hop.contains("vc")) fmt::print(" {}", word(hop["vc"]));
    if (hop.contains("legal") && hop["legal"].size() > 1) {
      fmt::print("  of");
      for (const auto& channel : hop["legal"]) {
        fmt::print(" {}{}", word(channel[0]), word(channel[1]));
      }
    }
    fmt::print("\n");
  }
  if (answer.contains("order")) {
    fmt::print("order: {}; with other orders of messages this may end otherwise\n",
               answer["order"].get<std::string>());
  }
  const std::string status = answer["status"].get<std::string>();
  std::string end = status == "delivered" ? style.green(status) : style.red(status);
  if (answer.contains("reason")) {
    end += fmt::format(" at {}: {}", answer["switch"].get<std::string>(),
                       answer["reason"].get<std::string>());
  }
  fmt::print("{}; {} decisions, {} compared with the golden model\n", end, number,
             answer["compared"].get<std::uint64_t>());
}

void report_mismatch(const Answerer& answerer, const std::string& reproduce, const Style& style) {
  fmt::print(stderr, "{}reproduce: {}\n", mismatch_report(*answerer.mismatch(), style), reproduce);
}

int one(const Options& o, const Request& r) {
  Answerer answerer(r.engine, r.bugs);
  const Question q{nullptr, r.topology, o.route.faults, o.route.nodes, o.route.src, o.route.dst};
  ordered_json answer = answerer.answer(q);
  answer.erase("id");
  if (o.json) fmt::print("{}\n", answer.dump());
  if (answerer.mismatch()) {
    if (!o.json) print_hops(answer, answerer, q, Style(o.color, stdout));
    std::string command = common_arguments(o);
    for (const std::string& fault : q.faults) command += " --fault " + shell_quoted(fault);
    for (const std::string& node : q.nodes) command += " --node " + shell_quoted(node);
    command += " --src " + shell_quoted(q.src) + " --dst " + shell_quoted(q.dst);
    report_mismatch(answerer, command, Style(o.color, stderr));
    return kFail;
  }
  if (!answerer.errors().empty()) {
    for (const std::string& error : answerer.errors()) complain("route", error);
    return kUsage;
  }
  if (!o.json) print_hops(answer, answerer, q, Style(o.color, stdout));
  return r.engine == Engine::kLockstep && answerer.compared() == 0 ? kNothing : kPass;
}

int batch(const Options& o, const Request& r, std::istream& in) {
  Answerer answerer(r.engine, r.bugs);
  const LineReader reader(r.topology, r.extra);
  const std::string name = o.route.batch == "-" ? "stdin" : o.route.batch;
  bool failed = false, malformed = false;
  std::uint64_t lines = 0, number = 0;
  std::string line;
  while (std::getline(in, line)) {
    ++number;
    if (line.find_first_not_of(" \t\r") == std::string::npos) continue;
    ++lines;
    Question q;
    std::vector<std::string> errors;
    ordered_json answer;
    if (line.size() > config::kMaxBytes) {
      errors.push_back(fmt::format("longer than {} bytes", config::kMaxBytes));
    }
    if (!errors.empty() || !reader.read(line, q, errors)) {
      answer = {{"id", q.id}, {"status", "error"}, {"error", config::join(errors, "; ")}};
    } else {
      answer = answerer.answer(q);
      errors = answerer.errors();
    }
    if (answer["status"] == "error") answer["line"] = number;
    fmt::print("{}\n", answer.dump(-1, ' ', false, ordered_json::error_handler_t::replace));
    std::fflush(stdout);  // a program may be waiting for this answer before it asks again
    if (answerer.mismatch() && !errors.empty() && answer.contains("hops")) {
      failed = true;
      report_mismatch(
          answerer, fmt::format("echo {} | {} --batch -", shell_quoted(line), common_arguments(o)),
          Style(o.color, stderr));
    } else if (!errors.empty()) {
      malformed = true;
      for (const std::string& error : errors) {
        fmt::print(stderr, "{}:{}:1: error: {}\n", name, number, error);
      }
    }
  }
  if (!o.quiet) {
    fmt::print(stderr, "{} question{}, {} decisions compared, {} fault state{} settled\n",
               grouped(lines), lines == 1 ? "" : "s", grouped(answerer.compared()),
               grouped(answerer.settled_count()), answerer.settled_count() == 1 ? "" : "s");
  }
  if (failed) return kFail;
  if (malformed) return kUsage;
  if (lines == 0 || (r.engine == Engine::kLockstep && answerer.compared() == 0)) return kNothing;
  return kPass;
}

}  // namespace

int route_command(const Options& o) {
  const auto request = read_options(o);
  if (!request) return kUsage;
  if (o.route.batch.empty()) return one(o, *request);
  if (o.route.batch == "-") return batch(o, *request, std::cin);
  std::string why;
  std::ifstream in;
  if (!config::is_readable_file(o.route.batch, why)) {
    complain("--batch " + o.route.batch, why);
    return kUsage;
  }
  in.open(o.route.batch);
  return batch(o, *request, in);
}

}  // namespace selvage::cli
