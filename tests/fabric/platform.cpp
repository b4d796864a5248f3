// SPDX-License-Identifier: Apache-2.0
/// The fabric as a part of a platform: modules that are not its own send and receive packets.
#define SC_INCLUDE_DYNAMIC_PROCESSES
#include <catch2/catch.hpp>

#include "fabric/simulation.hpp"
#include "fabric_bench.hpp"
#include "forked.hpp"

using namespace selvage;
using namespace selvage::fabric;
using nlohmann::json;

namespace {

/// What a packet carries; counts how many there are.
struct Note final : LinkExtension {
  explicit Note(int n) : number(n) { ++alive; }
  ~Note() override { --alive; }
  int number;
  inline static int alive = 0;
};

/// Sends a packet at each of the given times, ns, and answers what it receives, if asked to.
class Station final : public sc_core::sc_module, public HostUser {
 public:
  Station(sc_core::sc_module_name name, HostIdx self, HostIdx peer, std::vector<double> times,
          bool answers)
      : sc_module(name), self_(self), peer_(peer), times_(std::move(times)), answers_(answers) {
    SC_HAS_PROCESS(Station);
    SC_THREAD(send);
  }
  void join(Simulation& simulation) {
    simulation_ = &simulation;
    simulation.attach(self_, *this);
  }
  void received(const Packet& packet) override {
    const Note* note = packet.extension<Note>();
    if (note == nullptr) return;  // of a host that sends as the scenario says
    arrivals.push_back({{"at", sc_core::sc_time_stamp() / sc_core::sc_time(1, sc_core::SC_NS)},
                        {"note", note->number},
                        {"from", packet.source}});
    if (answers_) post(100 + note->number);
  }
  json arrivals = json::array();
  unsigned turned_away = 0;

 private:
  void send() {
    int number = 0;
    for (const double at : times_) {
      const sc_core::sc_time due(at, sc_core::SC_NS);
      if (due > sc_core::sc_time_stamp()) wait(due - sc_core::sc_time_stamp());
      post(number++);
    }
  }
  void post(int number) {
    Offer offer;
    offer.destination = peer_;
    std::unique_ptr<LinkExtension> load = std::make_unique<Note>(number);
    if (!simulation_->send(self_, offer, load)) {
      if (!load) throw std::logic_error("a load is lost");
      ++turned_away;
    }
  }
  HostIdx self_;
  HostIdx peer_;
  std::vector<double> times_;
  bool answers_;
  Simulation* simulation_ = nullptr;
};

/// Two stations at hosts of a 4P3T, the first of which exists before the fabric, the other after
/// it; the platform runs for `until` ns.
json platform(Scenario s, std::vector<double> times, double until,
              const std::vector<std::string>& bugs = {}, HostIdx peer = 15) {
  s.link.checker = true;
  const tb::ChildReport report = tb::forked([&] {
    const std::unique_ptr<System> system = tb::fat_tree(4, 3, s.engine, bugs)();
    Scoreboard board;
    Station first("first", 0, peer, std::move(times), false);
    Simulation simulation(s, *system, board);
    Station second("second", peer, 0, {}, true);
    first.join(simulation);
    second.join(simulation);
    bool stopped = false;
    sc_core::sc_spawn([&] {
      sc_core::wait(simulation.stopped());
      stopped = true;
    });
    sc_core::sc_start(until, sc_core::SC_NS);
    const RunResult r = simulation.result();
    return json{{"first", first.arrivals},
                {"second", second.arrivals},
                {"turned_away", first.turned_away},
                {"outcome", to_string(r.outcome)},
                {"detail", r.detail},
                {"offered", r.packets.offered},
                {"delivered", r.packets.delivered},
                {"dropped", r.packets.dropped_total()},
                {"in_flight", r.packets.in_flight},
                {"compared", board.compared()},
                {"cycles", r.cycles},
                {"time", sc_core::sc_time_stamp() / sc_core::sc_time(1, sc_core::SC_NS)},
                {"stopped", stopped},
                {"alive", Note::alive}}
        .dump();
  });
  if (!report.finished) return {{"failure", report.text}};
  return json::parse(report.text);
}

/// Nothing by itself.
Scenario silent(std::string_view kind = CutThroughConfig::kName) {
  Scenario s;
  s.sw.use_kind(kind);
  s.engine = Engine::kGolden;
  s.traffic.load = 0;
  return s;
}

}  // namespace

TEST_CASE("a fabric sleeps until a module of the platform sends", "[FAB-PLAT]") {
  const Scenario s = silent();
  const Cycle way = s.traffic.packet_beats - 1 + 6 * s.link.latency + 5 * s.sw.route_latency;
  // Before the first clock edge, at an edge, between two, and long after all phases are over.
  const json r = platform(s, {0, 1000, 2000.5, 5'000'000}, 6'000'000);
  INFO(r.dump());
  REQUIRE(r["second"].size() == 4);
  const std::vector<Cycle> offered{1, 1001, 2001, 5'000'001};
  for (std::size_t i = 0; i < offered.size(); ++i) {
    const Cycle there = offered[i] + way;
    CHECK(r["second"][i] == json({{"at", double(there)}, {"note", i}, {"from", 0}}));
    // The answer is sent in the cycle of the arrival and offered in the next.
    CHECK(r["first"][i] ==
          json({{"at", double(there + 1 + way)}, {"note", 100 + i}, {"from", 15}}));
  }
  CHECK(r["outcome"] == "delivered all");
  CHECK(r["offered"] == 8);
  CHECK(r["time"] == 6'000'000);  // the platform's end, not the fabric's
  CHECK(r["stopped"] == false);
  CHECK(r["alive"] == 0);
}

TEST_CASE("what a platform sends is held back when the source queue is full", "[FAB-PLAT]") {
  Scenario s = silent();
  s.traffic.source_queue_packets = 3;
  const json r = platform(s, {10, 10, 10, 10, 10.5, 11}, 10'000);
  INFO(r.dump());
  // Three wait for cycle 11, and no more; in it the first leaves, and one more has room.
  CHECK(r["turned_away"] == 2);
  CHECK(r["second"].size() == 4);
  CHECK(r["outcome"] == "delivered all");
  CHECK(r["alive"] == 0);
}

TEST_CASE("traffic of the scenario goes on at other hosts, and links fail",
          "[FAB-PLAT][FAB-CONS]") {
  const auto kind = GENERATE(CutThroughConfig::kName, FlowConfig::kName);
  Scenario s = silent(kind);
  s.engine = Engine::kLockstep;
  s.traffic.load = 0.2;
  s.phases = {0, 20'000, 10'000};
  s.faults.random.count = 3;
  s.faults.random.from = 2'000;
  s.faults.random.until = 10'000;
  s.faults.random.tolerable = true;
  std::vector<double> times;
  for (int i = 0; i < 100; ++i) times.push_back(300.0 * i);
  const json r = platform(s, times, 400'000);  // flows wait long for what a dead link has kept
  INFO(r.dump());
  CHECK(r["offered"] > 500);
  CHECK(r["second"].size() + r["first"].size() > 150);
  CHECK(r["delivered"].get<unsigned>() + r["dropped"].get<unsigned>() == r["offered"]);
  CHECK(r["compared"] > 1'000);
  CHECK(r["outcome"] == (r["dropped"] == 0 ? "delivered all" : "dropped some"));
  CHECK(r["alive"] == 0);
}

TEST_CASE("a platform hears that RTL and golden differ", "[FAB-PLAT]") {
  Scenario s = silent();
  s.engine = Engine::kLockstep;
  s.traffic.load = 0.3;
  s.phases = {0, 30'000, 10'000};
  s.bugs = {"skip_lft"};
  s.faults.random.count = 3;
  s.faults.random.from = 100;
  s.faults.random.until = 1'000;
  s.faults.random.tolerable = true;
  const json r = platform(s, {100}, 60'000, {"skip_lft"});
  INFO(r.dump());
  CHECK(r["outcome"] == "mismatch");
  CHECK(r["stopped"] == true);
  CHECK(r["cycles"] < 30'000);
  CHECK(r["time"] == 60'000);
}

TEST_CASE("a simulation that a platform stops is cut short, not stuck", "[FAB-PLAT][FAB-CUT]") {
  const json r = platform(silent(), {10, 20, 30}, 60);
  INFO(r.dump());
  CHECK(r["outcome"] == "not drained");
  CHECK(r["detail"].get<std::string>().find("the simulation was stopped") == 0);
  CHECK(r["in_flight"] == 3);
}

TEST_CASE("what a platform may not send or attach is refused", "[FAB-PLAT]") {
  const tb::ChildReport report = tb::forked([&] {
    Scenario s = silent();
    const std::unique_ptr<System> system = tb::fat_tree(4, 3, s.engine)();
    Scoreboard board;
    Simulation simulation(s, *system, board);
    Station station("station", 0, 15, {}, false);
    json seen;
    const auto thrown = [](const auto& what) -> std::string {
      try {
        what();
      } catch (const std::out_of_range&) {
        return "range";
      } catch (const std::invalid_argument&) {
        return "argument";
      } catch (const std::logic_error&) {
        return "logic";
      }
      return "nothing";
    };
    seen.push_back(thrown([&] { simulation.attach(16, station); }));
    seen.push_back(thrown([&] { (void)simulation.send(0, 1); }));
    simulation.attach(0, station);
    seen.push_back(thrown([&] { (void)simulation.send(0, 0); }));
    seen.push_back(thrown([&] { (void)simulation.send(0, 16); }));
    seen.push_back(thrown([&] { (void)simulation.send(0, 1); }));
    Offer foreign;  // the scenario has one class, and everything in order
    foreign.destination = 1;
    std::unique_ptr<LinkExtension> nothing;
    foreign.tc = 1;
    seen.push_back(thrown([&] { (void)simulation.send(0, foreign, nothing); }));
    foreign.tc = 0;
    foreign.ordered = false;
    seen.push_back(thrown([&] { (void)simulation.send(0, foreign, nothing); }));
    return seen.dump();
  });
  REQUIRE(report.finished);
  CHECK(report.text == R"(["range","logic","argument","range","nothing","argument","argument"])");
}
