// SPDX-License-Identifier: Apache-2.0
// Links that are dead from the start: which steps the switches in RTL take before a run begins
// (docs/reference/switch-rtl.md), held against controls of the model that settle by themselves.
#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <fstream>
#include <map>
#include <set>
#include <sstream>
#include <utility>

#include "cosim/settle.hpp"
#include "few_packets.hpp"
#include "forwarding_system.hpp"
#include "forwarding_whole.hpp"
#include "golden/forwarding_control.hpp"

using namespace selvage;
using namespace selvage::test;
using nlohmann::json;

namespace {

/// What one edge executes. A message has its number.
struct Step {
  Cycle cycle = 0;
  PortMask stop = 0;
  std::set<std::string> came;
  friend bool operator==(const Step& a, const Step& b) {
    return a.cycle == b.cycle && a.stop == b.stop && a.came == b.came;
  }
};

std::string message_text(PortIdx port, const ControlMessage& m, std::uint32_t number) {
  return fmt::format("{}:{}.{}.{}.{}.{}#{}", port, m.kind, m.level, m.port, m.seq, m.body, number);
}

/// Says what its pins are told, as lines of a file that outlives the process.
class Recorded final : public ForwardingWhole<cosim::SwitchBlock> {
 public:
  Recorded(std::unique_ptr<cosim::SwitchBlock> inner, SwitchIdx sw, std::string file)
      : ForwardingWhole(std::move(inner)), sw_(sw), out_(std::move(file), std::ios::app) {}

  void message(PortIdx port, const ControlMessage& m) override {
    message_ = m;
    inner().message(port, m);
  }
  void message_mark(PortIdx port, std::uint32_t number, bool bad) override {
    say("came " + message_text(port, message_, number) + (bad ? "!" : ""));
    inner().message_mark(port, number, bad);
  }
  void link_event(PortIdx port, bool up) override {
    say(fmt::format("came {}{}", port, up ? "up" : "down"));
    inner().link_event(port, up);
  }
  void link_begins(PortIdx port) override {
    say(fmt::format("came {}begins", port));
    inner().link_begins(port);
  }
  void link_alive(PortIdx port, bool alive) override {
    say(fmt::format("alive {} {}", port, alive));
    inner().link_alive(port, alive);
  }
  void far_stop(PortIdx port, bool stop) override {
    say(fmt::format("stop {} {}", port, stop));
    inner().far_stop(port, stop);
  }
  void far_xon(PortIdx port, bool xon) override { inner().far_xon(port, xon); }
  void beat(PortIdx port, const cosim::Beat& beat) override {
    say("begun");
    inner().beat(port, beat);
  }
  void edge(Cycle cycle) override {
    ForwardingWhole::edge(cycle);
    say(fmt::format("edge {} {}", cycle, idle()));
  }
  [[nodiscard]] cosim::SwitchShown shown() const override { return inner().shown(); }
  [[nodiscard]] cosim::Beat sent(PortIdx port) const override { return inner().sent(port); }
  [[nodiscard]] std::uint64_t held(PortIdx port) const override { return inner().held(port); }
  [[nodiscard]] cosim::BeatData head(const cosim::HeadBeat& h) const override {
    return inner().head(h);
  }
  [[nodiscard]] std::uint32_t tag_of(const cosim::BeatData& d) const override {
    return inner().tag_of(d);
  }

 private:
  void say(const std::string& line) { out_ << sw_ << ' ' << line << std::endl; }

  SwitchIdx sw_;
  std::ofstream out_;
  ControlMessage message_;
};

class RecordedSystem final : public tb::ForwardingSystem {
 public:
  RecordedSystem(std::unique_ptr<System> inner, std::string file)
      : ForwardingSystem(std::move(inner)), file_(std::move(file)) {}
  std::unique_ptr<cosim::SwitchBlock> make_switch(const cosim::SwitchBlockOptions& options,
                                                  std::string& why) const override {
    return std::make_unique<Recorded>(inner().make_switch(options, why), options.self, file_);
  }

 private:
  std::string file_;
};

/// What a switch in RTL was told before the run, and of the life of its links in all of it.
struct Told {
  struct Edge {
    Step step;
    bool idle = false;  ///< behind it
  };
  std::vector<Edge> edges;
  PortMask stop = 0;               ///< as the run begins
  std::vector<std::string> lives;  ///< of its links, before the run
  std::vector<std::string> later;
};

std::map<SwitchIdx, Told> read(const std::string& file) {
  std::map<SwitchIdx, Told> told;
  std::map<SwitchIdx, Step> next;
  bool begun = false;
  std::ifstream in(file);
  for (std::string line; std::getline(in, line);) {
    std::istringstream words(line);
    SwitchIdx sw = 0;
    std::string what, first, second;
    words >> sw >> what >> first >> second;
    Told& at = told[sw];
    if (what == "begun") begun = true;
    if (what == "alive") (begun ? at.later : at.lives).push_back(first + " " + second);
    if (begun) continue;
    Step& step = next[sw];
    if (what == "stop") {
      const PortMask bit = PortMask{1} << std::stoul(first);
      step.stop = second == "true" ? step.stop | bit : step.stop & ~bit;
      at.stop = step.stop;
      CHECK(std::stoul(first) < 4);  // it has four
    } else if (what == "came") {
      CHECK(step.came.insert(first).second);
    } else if (what == "edge") {
      step.cycle = std::stoull(first);
      at.edges.push_back({step, second == "true"});
      step.came.clear();
    }
  }
  return told;
}

/// A control of the model whose steps are kept.
class Kept final : public ForwardingControl {
 public:
  Kept(std::unique_ptr<SwitchControl> inner, std::vector<Step>& steps)
      : ForwardingControl(std::move(inner)), steps_(steps) {}
  void step(Cycle now, const StepInput& in, StepOutput& out) override {
    Step& step = steps_.emplace_back();
    step.cycle = now;
    step.stop = in.stop;
    for (const PortedMessage& m : in.arrivals)
      step.came.insert(message_text(m.port, m.message, came_[m.port]++));
    for (const LinkEvent& e : in.links)
      step.came.insert(fmt::format("{}{}", e.port, e.up ? "up" : "down"));
    ForwardingControl::step(now, in, out);
  }

 private:
  std::vector<Step>& steps_;
  std::map<PortIdx, std::uint32_t> came_;
};

std::map<SwitchIdx, std::vector<Step>> settled_steps(System& system,
                                                     const std::vector<SwitchPort>& dead) {
  std::map<SwitchIdx, std::vector<Step>> steps;
  std::map<SwitchIdx, std::unique_ptr<SwitchControl>> controls;
  Scoreboard board;
  settle(
      system.topology(), dead,
      [&](SwitchIdx sw) -> SwitchControl& {
        std::unique_ptr<SwitchControl>& control = controls[sw];
        if (!control) control = std::make_unique<Kept>(system.make_control(sw, board), steps[sw]);
        return *control;
      },
      1000000);
  return steps;
}

/// The edges of a switch before the run hold its steps; it is clocked in every cycle in which it is
/// not idle; where fault messages have numbers all links begin anew at the last edge.
void check_edges(const Told& told, std::vector<Step> steps, bool numbered) {
  std::vector<Step> given;
  Cycle next = 0;
  bool idle = true;
  for (const Told::Edge& edge : told.edges) {
    CHECK(edge.step.cycle >= next);
    if (!idle) CHECK(edge.step.cycle == next);
    next = edge.step.cycle + 1;
    idle = edge.idle;
    given.push_back(edge.step);
  }
  CHECK(idle);
  CHECK(told.stop == 0);
  if (numbered) {
    REQUIRE(given.size() > 1);
    CHECK(given.back().came == std::set<std::string>{"0begins", "1begins", "2begins", "3begins"});
    CHECK(given.back().cycle == given[given.size() - 2].cycle + 1);
    given.pop_back();
  }
  // An edge at which nothing comes may be one of the model's steps, too.
  const auto extra = [&](const Step& s) {
    return s.came.empty() && std::none_of(steps.begin(), steps.end(),
                                          [&](const Step& step) { return step.cycle == s.cycle; });
  };
  given.erase(std::remove_if(given.begin(), given.end(), extra), given.end());
  CHECK(given == steps);
}

/// So many dead links, and the others.
std::pair<std::vector<SwitchPort>, std::vector<SwitchPort>> drawn(const Topology& tree,
                                                                  std::uint64_t seed,
                                                                  unsigned count) {
  std::vector<SwitchPort> alive, dead;
  for (std::uint32_t i = 0; i < tree.fallible_link_count(); ++i)
    alive.push_back(tree.fallible_link(i));
  kernel::Stream stream(seed, "dead");
  while (dead.size() < count) {
    const auto i = static_cast<std::ptrdiff_t>(stream.below(alive.size()));
    dead.push_back(alive[static_cast<std::size_t>(i)]);
    alive.erase(alive.begin() + i);
  }
  return {dead, alive};
}

}  // namespace

TEST_CASE("FS-EQUAL: while links that are dead from the start settle RTL takes the model's steps") {
  const bool numbered = GENERATE(false, true);
  // In 32 inputs ask often for no more messages, in 943 two switches see that to the end.
  const auto [seed, count] =
      GENERATE(table<std::uint64_t, unsigned>({{1, 3}, {32, 12}, {943, 14}}));
  Scenario s = busy(60);
  s.link.latency = 6;
  s.probe = {60, 20, 1};
  s.phases = {0, 400, 1500};
  if (numbered) s.faults.bit_errors = 1e-12;
  const tb::MakeSystem make = tb::fat_tree(4, 3, s.engine, {}, "corrected", 32, s.link.latency);
  const auto model = make();
  const Topology& tree = model->topology();
  const auto [dead, alive] = drawn(tree, seed, count);
  for (const SwitchPort& link : dead) s.faults.preset.push_back({"", link});
  const SwitchPort dies = alive.front();
  s.faults.links = {{"", dies, 20}};
  const std::string file = std::tmpnam(nullptr);
  const json r = tb::simulate(
      s, [&] { return std::make_unique<RecordedSystem>(make(), file); }, {}, 60);
  INFO(r.dump(1));
  REQUIRE(!r.contains("failure"));
  CHECK(!r.contains("mismatch"));
  std::map<SwitchIdx, Told> told = read(file);
  std::remove(file.c_str());

  const auto steps = settled_steps(*model, dead);
  std::map<SwitchIdx, std::vector<std::string>> lives;
  for (const SwitchPort& link : dead) {
    const PortEnd far = tree.peer(link.sw, link.port);
    lives[link.sw].push_back(fmt::format("{} false", link.port));
    lives[far.index].push_back(fmt::format("{} false", far.port));
  }
  for (auto& [sw, at] : told) {
    CAPTURE(sw);
    std::sort(at.lives.begin(), at.lives.end());
    std::sort(lives[sw].begin(), lives[sw].end());
    CHECK(at.lives == lives[sw]);
    // Later on only the link dies that was alive.
    const bool loses = sw == dies.sw || sw == tree.peer(dies.sw, dies.port).index;
    CHECK(at.later.size() == (loses ? 1 : 0));
    if (steps.count(sw) != 0) check_edges(at, steps.at(sw), numbered);
    else CHECK(at.edges.empty());
  }
  CHECK(told.size() >= steps.size());
  unsigned stops = 0, to_the_end = 0;
  for (const auto& [sw, each] : steps) {
    for (const Step& step : each) stops += step.stop != 0 ? 1 : 0;
    to_the_end += each.back().stop != 0 ? 1 : 0;
  }
  CHECK(stops >= (seed == 32 ? 14 : 0));
  CHECK(to_the_end == (seed == 943 ? 2 : 0));
}
