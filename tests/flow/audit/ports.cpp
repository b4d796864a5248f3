// SPDX-License-Identifier: Apache-2.0
/// What the laws between cycles find of ports: queues, pools, edge tables, and what was seen while
/// running.
#include "scene.hpp"

using namespace selvage;
using namespace selvage::test;

namespace {

/// What is found while a queue holds one thing more.
template <class Queue, class T>
std::string beside(AuditScene& s, Queue& queue, const T& value,
                   const std::function<std::string()>& look) {
  std::vector<T> was;
  for (const T& v : queue) was.push_back(v);
  queue.push_back(value);
  std::string what = look ? look() : s.found();
  queue.clear();
  for (const T& v : was) queue.push_back(v);
  return what;
}

flow::IfctStep step_of(std::uint32_t slot) {
  flow::IfctStep step;
  step.enq = slot;
  return step;
}

}  // namespace

TEST_CASE("FLOW-C-6: what waits for a port is held against the queues behind heads", "[audit]") {
  AuditScene s;
  s.play();
  for (const auto kind : {kHost, kSwitch})
    for (const PortNumber p : s.ports(kind))
      CHECK(s.counted(s.out(p).behind) == "FLOW-C-6: units that wait for a port" + place({p, 0}));
}

TEST_CASE("FAB-CONS: what a pool holds is held against the packets in it", "[audit]") {
  AuditScene s;
  s.play();
  constexpr std::uint32_t kLong = 0, kUnits = 16;  // the first packet, of 4,096 bytes
  for (const auto kind : {kHost, kSwitch}) {
    for (const PortNumber p : s.ports(kind)) {
      CAPTURE(p);
      flow::Input& in = s.in(p);
      const std::string wrong = "FAB-CONS: units in a pool" + place({p, 0});
      for (std::uint32_t& units : in.pool) CHECK(s.counted(units) == wrong);
      const auto in_pool = [&] { return s.counted(in.pool[0], in.pool[0] + kUnits); };
      // A packet that has come to the table, is in its step, or waits for a flow id, counts.
      CHECK(beside(s, in.enq, kLong, {}) == wrong);
      CHECK(beside(s, in.enq, kLong, in_pool).empty());
      CHECK(beside(s, in.steps, step_of(flow::kNoSlot), {}).empty());
      CHECK(beside(s, in.steps, step_of(kLong), {}) == wrong);
      CHECK(beside(s, in.steps, step_of(kLong), in_pool).empty());
      for (auto& queue : in.lookup) {
        CHECK(beside(s, queue, kLong, {}) == wrong);
        CHECK(beside(s, queue, kLong, in_pool).empty());
      }
    }
  }
}

TEST_CASE("FLOW-A-8: edge and input tables that differ are named, unless a packet is between",
          "[audit]") {
  AuditScene s;
  s.play();
  unsigned used = 0;
  for (const At at : s.rows(kHost)) {
    flow::Input& in = s.in(at.port);
    if (!in.enq.empty() || !in.steps.empty() || !in.efct_steps.empty()) continue;
    ++used;
    CAPTURE(at.port, at.id);
    const auto differs = [&] {
      return s.key_shows(at, [&](auto& v) { v.data = s.lab.params.sizes.wrap(v.data + 1U); });
    };
    const std::string wrong = "FLOW-A-8: edge tables" + place(at);
    const std::uint32_t here = flow::kMarkerBit | at.id, other = flow::kMarkerBit | (at.id ^ 1U);
    CHECK(differs() == wrong);
    CHECK(beside(s, in.enq, here, differs).empty());
    CHECK(beside(s, in.enq, other, differs) == wrong);
    CHECK(beside(s, in.steps, step_of(here), differs).empty());
    CHECK(beside(s, in.steps, step_of(other), differs) == wrong);
    CHECK(beside(s, in.efct_steps, std::pair<std::uint8_t, bool>{0, false}, differs).empty());
  }
  CHECK(used >= 16);
}

TEST_CASE("FLOW-A-13: two rows of an edge table with one pattern are named", "[audit]") {
  AuditScene s;
  s.play();
  unsigned used = 0;
  for (const At at : s.rows(kHost)) {
    const flow::EfctView is = s.key(at);
    if (!is.valid) continue;
    ++used;
    for (FlowId id = 0; id < 16; ++id) {
      if (id == at.id) continue;
      CAPTURE(at.port, at.id, id);
      const At other{at.port, id};
      const auto shows = [&](bool valid, unsigned low, unsigned high) {
        return s.key_shows(other, [&](auto& v) {
          v.valid = valid;
          v.key = {is.key.low ^ low, is.key.high ^ high};
        });
      };
      CHECK(shows(true, 0, 0) ==
            "FLOW-A-13: two rows of one pattern" + place({at.port, std::max(at.id, id)}));
      CHECK(shows(false, 0, 0).empty());
      CHECK(shows(true, 0, 1).empty());
      CHECK(shows(true, 0x80'0000, 0).empty());  // not ordered
    }
  }
  CHECK(used > 3);
}

TEST_CASE("FAB-BUF: what was seen while running is found as long as the run goes on", "[audit]") {
  AuditScene s;
  s.start();
  std::uint32_t& units = s.in(4 * kPorts + 3).pool[0];
  units += s.lab.params.pool_units;
  s.lab.run_to(300);
  units -= s.lab.params.pool_units;
  const std::string seen = s.lab.net.violation();
  CHECK(seen.find("FAB-BUF: cycle") == 0);
  CHECK(seen.find(": at switch 4 port 3: a pool overflows") != std::string::npos);
  CHECK(s.found() == seen);
  s.lab.run_dry();
  CHECK(s.found_at_end() == seen);
}
