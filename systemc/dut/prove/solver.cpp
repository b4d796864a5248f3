// SPDX-License-Identifier: Apache-2.0
#include "dut/prove/solver.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <regex>
#include <sstream>
#include <stdexcept>

#include "dut/build/process.hpp"
#include "dut/prove/specification.hpp"
#include "golden/number.hpp"

namespace selvage::dut {

namespace {

constexpr std::size_t kFirstClocks = 6;  ///< behind the latency, before a proof is tried
constexpr const char* kKeep = "write_cex -a found.txt";
constexpr std::size_t kMostFrames = 100000;
constexpr double kQuick = 2;  ///< seconds, of a proof before the search

/// All names in it are ours. What is unknown (x) is an input of its own before anything is made
/// simpler. Registers are left as they are (no opt_dff, no opt without -keepdc): what one holds
/// before reset may be anything. {0}: of the harness; {1}: what becomes of initial values; {2}: of
/// the files.
constexpr const char* kScript = R"(read_verilog -sv -noassert -noassume -noblackbox sources.sv
read_verilog -sv wrapper.sv
read_verilog -sv specification.sv
read_verilog -sv harness.sv
hierarchy -check -top selvage_prove -chparam FREE {0}
proc
flatten
setundef -undriven -anyseq
opt_expr -fine
opt_merge -keepdc
opt_muxtree
opt_reduce
opt_clean
memory_map
{1}
techmap
async2sync
dffunmap
setundef -undriven -anyseq
opt_expr -fine
opt_merge -keepdc
opt_clean
dfflegalize -cell $_DFF_P_ 01
opt_clean
tee -q -o clocks.txt select -list t:$_DFF_P_ w:clk_i %co1:+$_DFF_P_[C] %d
aigmap
write_aiger -zinit -map {2}.map {2}.aig
)";
/// The design from reset on, and from any values of the block's registers on, out of reset.
constexpr const char* kFromReset = "prove";
constexpr const char* kFromAny = "free";

void write(const std::string& file, const std::string& text) {
  if (!(std::ofstream(file, std::ios::binary) << text).flush())
    throw std::runtime_error("cannot write " + file);
}

std::string read_all(const std::string& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

/// yosys's "s3:17: ERROR: what" and "ERROR: what" as `file:line: error: what`; its own files' lines
/// are of no use to anybody.
std::string reword_yosys(const std::string& output, const Source& source) {
  static const std::regex placed(R"(^(s\d+|[a-z]+\.sv):(\d+): ERROR: (.*)$)");
  std::istringstream in(output);
  std::string reported;
  for (std::string line; std::getline(in, line);) {
    line.resize(std::min<std::size_t>(line.size(), 1000));
    std::smatch found;
    if (std::regex_match(line, found, placed) && found[1].str()[0] == 's') {
      const auto file = parse_number<std::size_t>(found[1].str().substr(1));
      const std::string name = file && *file < source.files.size() ? source.files[*file] : "?";
      reported += fmt::format("{}:{}: error: yosys: {}\n", name, found[2].str(), found[3].str());
    } else if (const std::size_t at = line.find("ERROR: "); at != std::string::npos) {
      reported += "yosys: error: " + line.substr(at + 7) + "\n";
    }
  }
  return reported.empty() ? "yosys: error: " + config::printable(output, 400) + "\n" : reported;
}

/// The harness's inputs, in the solver's order: name and bit.
std::vector<std::pair<std::string, std::size_t>> inputs_of(const std::string& folder) {
  std::vector<std::pair<std::string, std::size_t>> inputs;
  std::ifstream in(folder + "/prove.map");
  std::string kind;
  for (std::string line; std::getline(in, line);) {
    std::istringstream words(line);
    std::size_t index = 0;
    std::size_t bit = 0;
    std::string name;
    if (!(words >> kind >> index >> bit >> name) || kind != "input") continue;
    if (inputs.size() <= index) inputs.resize(index + 1);
    inputs[index] = {name, bit};
  }
  return inputs;
}

/// The script's first words: one output of the harness alone; empty: it is constant.
std::optional<std::string> find_output(const std::string& folder, const std::string& design,
                                       const std::string& wanted) {
  std::ifstream in(folder + "/" + design + ".map");
  for (std::string line; std::getline(in, line);) {
    std::istringstream words(line);
    std::string kind, index, bit, name;
    if (words >> kind >> index >> bit >> name && kind == "output" && name == wanted)
      return "read_aiger " + design + ".aig; cone -s -O " + index + "; ";
  }
  return std::nullopt;
}
std::string output(const std::string& folder, const std::string& design,
                   const std::string& wanted) {
  if (auto found = find_output(folder, design, wanted)) return *std::move(found);
  throw std::runtime_error("yosys leaves no output " + wanted);
}

/// A line of values before the first frame, then one of inputs for each.
std::vector<Frame> frames_of(const std::string& folder) {
  const auto inputs = inputs_of(folder);
  std::vector<Frame> frames;
  std::ifstream in(folder + "/found.txt");
  std::string line;
  std::getline(in, line);
  while (std::getline(in, line)) {
    Frame frame;
    for (std::size_t i = 0; i < inputs.size() && i < line.size(); ++i) {
      std::string& bits = frame[inputs[i].first];
      if (bits.size() <= inputs[i].second) bits.resize(inputs[i].second + 1, '0');
      bits[inputs[i].second] = line[i];
    }
    frames.push_back(std::move(frame));
  }
  return frames;
}

Ended run_yosys(const std::string& folder, const std::string& design, const Deadline& deadline) {
  const bool any = design == kFromAny;
  write(folder + "/script.ys",
        fmt::format(kScript, any ? 1 : 0, any ? "setattr -unset init w:dut.* w:$flatten*" : "",
                    design));
  return run_tool({"yosys", "-q", "-s", "script.ys"}, folder, deadline.limits(deadline.left()));
}

/// yosys-abc's own verdict: "Status = 1  Frames = 5 ...". 1: proved; 0: found; -1: open.
struct Status {
  int value = -1;
  std::size_t frames = 0;
};

/// Runs one script of yosys-abc; a verdict for each `print_status` of it that was reached.
std::vector<Status> ask(const std::string& script, const std::string& folder,
                        const Limits& limits) {
  const Ended ended = run_tool({"yosys-abc", "-s", "-q", script}, folder, limits);
  static const std::regex status(R"(Status = (-?\d+) +Frames = (-?\d+))");
  std::vector<Status> all;
  for (std::sregex_iterator at(ended.output.begin(), ended.output.end(), status), none; at != none;
       ++at) {
    const auto value = parse_number<int>((*at)[1].str());
    const auto frames = parse_number<std::size_t>((*at)[2].str());
    all.push_back({value.value_or(-1), frames.value_or(0)});
  }
  if (!ended.late && ended.code != 0) {
    throw std::runtime_error(fmt::format("yosys-abc ends with code {}: {}", ended.code,
                                         config::printable(ended.output)));
  }
  return all;
}

/// Status says one frame less than are done. A tool that is killed says nothing, so it gets less.
std::string bounded(std::size_t frames, double seconds) {
  return fmt::format("bmc3 -g -F {} -T {}; print_status; ", frames + 1,
                     std::max(1, static_cast<int>(0.75 * seconds)));
}

}  // namespace

std::string missing_prover() {
  for (const char* tool : {"yosys", "yosys-abc"}) {
    const Ended ended = run_tool({tool, "-h"}, "/");
    if (ended.code == 127)
      return fmt::format("{}: error: not found; on Debian 12: apt-get install yosys\n", tool);
  }
  return {};
}

std::optional<Source> preprocess(const Manifest& manifest, const std::string& folder,
                                 std::string& reported) {
  std::vector<std::string> words{"verilator", "-E", "-Wno-fatal", "-UVERILATOR",
                                 "+define+SYNTHESIS=1"};
  Manifest without = manifest;
  without.waivers.clear();  // they are no text
  const std::vector<std::string> sources = source_arguments(without);
  words.insert(words.end(), sources.begin(), sources.end());
  const std::string text = folder + "/preprocessed.sv";
  const Ended ended = run_tool(words, folder, {0, text});
  std::string warnings;
  if (ended.code != 0) {
    reported = reword(manifest, ended.output, warnings);
    if (reported.empty())
      reported = "verilator: error: " + config::printable(ended.output, 400) + "\n";
    return std::nullopt;
  }
  Source source;
  static const std::regex place(R"re(^`line (\d+) "(.*)" \d+$)re");
  std::ifstream in(text, std::ios::binary);
  for (std::string line; std::getline(in, line);) {
    std::smatch found;
    if (line.rfind("`line ", 0) == 0 && std::regex_match(line, found, place)) {
      auto& files = source.files;
      const auto known = std::find(files.begin(), files.end(), found[2].str());
      const auto index = known - files.begin();
      if (known == files.end()) files.push_back(found[2].str());
      source.text += fmt::format("`line {} \"s{}\" 0\n", found[1].str(), index);
    } else {
      source.text += line + "\n";
    }
    if (line.find("\"DPI") == std::string::npos) continue;
    reported = "yosys: error: a function imported by DPI cannot be read for a proof\n";
    return std::nullopt;
  }
  return source;
}

bool elaborate(const Manifest& manifest, const Wiring& wiring, const Ports& ports,
               const Source& source, const std::string& folder, const Deadline& deadline,
               std::string& reported) {
  write(folder + "/sources.sv", source.text);
  write(folder + "/wrapper.sv", wrapper_text(manifest, ports, wiring));
  write(folder + "/specification.sv", specification_text(*manifest.contract));
  write(folder + "/harness.sv", harness_text(manifest, wiring));
  const Ended ended = run_yosys(folder, kFromReset, deadline);
  if (ended.late) return false;
  if (ended.code != 0) {
    reported = reword_yosys(ended.output, source);
    return false;
  }
  const std::string others = read_all(folder + "/clocks.txt");
  if (others.empty()) return true;
  reported = fmt::format(
      "yosys: error: a proof needs every register at the rising edge of one clock; "
      "this is not: {}\n",
      config::printable(others.substr(0, others.find('\n')), 200));
  return false;
}

namespace {

/// Whether every answer is right whatever the registers hold when its question comes: then it is
/// so from reset on. False says nothing.
bool holds_from_any(const std::string& folder, const Task& task, const Deadline& deadline) {
  const Ended ended = run_yosys(folder, kFromAny, deadline);
  if (ended.late || ended.code != 0) return false;
  const std::size_t frames = task.latency + 1;
  const auto found = ask(output(folder, kFromAny, "bad") + bounded(frames, deadline.left() / 4),
                         folder, deadline.limits(deadline.left() / 3));
  return !found.empty() && found[0].value != 0 && found[0].frames >= frames;
}

}  // namespace

Solved solve(const std::string& folder, const Task& task, const Deadline& deadline) {
  Solved solved;
  const std::string bad = output(folder, kFromReset, "bad");
  const auto decided = [&](const std::vector<Status>& found) {
    if (found.empty()) return false;
    if (found.back().value == 0) {
      solved.kind = Solved::Kind::kCounterexample;
      solved.counterexample = frames_of(folder);
    } else if (found.back().value == 1) {
      solved.kind = Solved::Kind::kProved;
    }
    return found.back().value >= 0;
  };
  const std::size_t some = task.before + task.latency + kFirstClocks;
  std::vector<Status> reached;  // empty: no answer ever comes
  if (const auto answer = find_output(folder, kFromReset, "reached")) {
    reached =
        ask(*answer + bounded(some, deadline.left()), folder, deadline.limits(deadline.left()));
    if (reached.empty()) return solved;
  }
  const bool compared = !reached.empty() && (reached[0].value == 0 || reached[0].frames < some);
  const auto prove = [&](double seconds) {
    return ask(fmt::format("{}scorr; pdr -F {} -T {}; print_status; {}", bad, kMostFrames,
                           std::ceil(seconds), kKeep),
               folder, deadline.limits(seconds));
  };
  // Equal registers settle in a moment what parities make hard for a search.
  if (task.clocks == 0 && compared) {
    const auto found = prove(std::min(kQuick, deadline.left() / 8));
    if (!found.empty() && found.back().value == 1) {
      solved.kind = Solved::Kind::kProved;
      return solved;
    }
  }
  const auto search = [&](std::size_t frames, double seconds) {
    const auto found =
        ask(bad + bounded(frames, seconds) + kKeep, folder, deadline.limits(deadline.left()));
    if (!found.empty()) solved.frames = std::max(solved.frames, found[0].frames);
    return decided(found);
  };
  if (search(task.clocks == 0 ? some : task.before + task.clocks,
             task.clocks == 0 ? deadline.left() / 4 : deadline.left())) {
    return solved;
  }
  // Where no answer can be compared, anything would be proved.
  if (!compared) throw std::runtime_error("the solver finds no answer to compare");
  if (task.clocks != 0 || deadline.over()) return solved;
  if (task.feed_forward && holds_from_any(folder, task, deadline)) {
    solved.kind = Solved::Kind::kProved;
    return solved;
  }
  if (decided(prove(deadline.left() / 2)) || deadline.over()) return solved;
  (void)search(kMostFrames, deadline.left());
  return solved;
}

}  // namespace selvage::dut
