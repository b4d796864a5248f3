// SPDX-License-Identifier: Apache-2.0
/// What the laws between cycles find of rows: each thing that a table shows wrongly, or that a
/// switch has counted wrongly, is named by law and place, and nothing where all is right.
#include "scene.hpp"

using namespace selvage;
using namespace selvage::test;

namespace {

constexpr const char* kFree = "FLOW-A-19: a row without data that is not free, or the other way";

/// What is found of a row of an input table in which one thing is wrong.
void input_row(AuditScene& s, At at) {
  const golden::FlowSizes& sizes = s.lab.params.sizes;
  const auto more = [&](golden::Position& p) { p = sizes.wrap(p + 1U); };
  const bool host = s.end(at.port).kind == kHost;
  flow::Row& r = s.in(at.port).rows[at.id];
  const golden::IfctRow is = s.row(at);
  CAPTURE(at.port, at.id);
  CHECK(s.row_shows(at, [&](auto& v) { more(v.next); }) ==
        (host ? "FLOW-A-5: total extent" + place(at)
              : "FLOW-A-7: units on a link" + place({s.far(at.port), at.id})));
  CHECK(s.row_shows(at, [&](auto& v) { more(v.ack); }) == "FLOW-A-5: total extent" + place(at));
  CHECK(s.row_shows(at, [&](auto& v) { more(v.data); }) == "FLOW-A-4: queue extent" + place(at));
  CHECK(s.counted(r.outstanding) == "FLOW-A-5: total extent" + place(at));
  CHECK(s.counted(r.units) == "FLOW-A-4: queue extent" + place(at));
  CHECK(s.counted(r.returning) == "FLOW-A-7: flow extent" + place(at));
  CHECK(s.counted(r.mapped) == "FLOW-A-7: flow extent" + place(at));
  const bool free = is.state == golden::FlowState::kFree;
  CHECK(free == (is.next == is.ack));
  CHECK(s.row_shows(at, [&](auto& v) {
    v.state = free ? golden::FlowState::kRunning : golden::FlowState::kFree;
  }) == kFree + place(at));
  const std::uint32_t extent = sizes.wrap(is.data - is.ack);
  if (extent == 0) return;
  CHECK(s.counted(r.cap, extent).empty());
  CHECK(s.counted(r.cap, extent - 1) ==
        (host ? "FLOW-C-5: more than MFE" + place(at) : std::string()));
}

}  // namespace

TEST_CASE(
    "FLOW-A-4, FLOW-A-5, FLOW-A-7, FLOW-A-8: nothing is found in any cycle of flows that meet",
    "[audit]") {
  AuditScene s;
  s.start();
  unsigned mapped = 0, returning = 0, waiting = 0;
  while (s.lab.now < 1'500) {
    s.lab.run_to(s.lab.now + 1);
    if (s.lab.now == AuditScene::kFree) s.allow(flow::kNoSlot);
    REQUIRE(s.found() == "");
    for (const At at : s.rows(kSwitch)) {
      mapped += s.in(at.port).rows[at.id].mapped;
      returning += s.in(at.port).rows[at.id].returning;
    }
    for (const PortNumber p : s.ports(kHost)) waiting += s.out(p).behind;
  }
  CHECK(mapped > 0);
  CHECK(returning > 0);
  CHECK(waiting > 0);
  REQUIRE(s.lab.run_dry());
  CHECK(s.found_at_end() == "");
}

TEST_CASE("FLOW-A-5, FLOW-A-7, FLOW-A-19: a row of an input table that is wrong is named",
          "[audit]") {
  AuditScene s;
  s.play();
  REQUIRE(s.found() == "");
  unsigned used = 0;
  for (const auto kind : {kHost, kSwitch}) {
    for (const At at : s.rows(kind)) {
      const golden::IfctRow is = s.row(at);
      if (is.next == is.ack && at.id % 15 != 0) continue;
      used += is.next != is.ack ? 1 : 0;
      input_row(s, at);
    }
  }
  CHECK(used > 8);
}

TEST_CASE("FLOW-A-7: a row of an output table that is wrong is named", "[audit]") {
  AuditScene s;
  s.play();
  const golden::FlowSizes& sizes = s.lab.params.sizes;
  unsigned used = 0;
  for (const At at : s.rows(kSwitch)) {
    CAPTURE(at.port, at.id);
    flow::Output& out = s.out(at.port);
    const std::string on_link = "FLOW-A-7: units on a link" + place(at);
    CHECK(s.counted(out.transit[at.id]) == on_link);
    CHECK(s.counted(out.lost[at.id]) == on_link);
    CHECK(s.way_shows(at, [&](auto& v) { v.row.data = sizes.wrap(v.row.data + 1U); }) == on_link);
    const flow::OfctView is = s.way(at);
    if (!is.valid) continue;
    ++used;
    const At owner{at.port / kPorts * kPorts + is.port, is.id};
    const std::string extent = "FLOW-A-7: flow extent" + place(owner);
    REQUIRE(is.row.data != is.row.ack);
    CHECK(s.way_shows(at, [&](auto& v) { v.row.ack = sizes.wrap(v.row.ack + 1U); }) == extent);
    CHECK(s.way_shows(at, [&](auto& v) { v.valid = false; }) == extent);
  }
  CHECK(used > 5);
}

TEST_CASE("FLOW-A-13: two ids for one branch are named, and no two branches for one", "[audit]") {
  AuditScene s;
  s.play();
  unsigned used = 0;
  for (const At at : s.rows(kSwitch)) {
    const flow::OfctView is = s.way(at);
    if (!is.valid) continue;
    ++used;
    CAPTURE(at.port, at.id);
    const PortNumber first = at.port / kPorts * kPorts;
    // Another row says that it is of this branch, or of this row by another output, or nothing.
    const At second{at.port, 15};
    REQUIRE_FALSE(s.way(second).valid);
    const auto same = [&](auto& v) {
      v.valid = true;
      v.port = is.port;
      v.id = is.id;
    };
    CHECK(s.way_shows(second, same) == "FLOW-A-13: two ids for one branch" + place(second));
    CHECK(s.way_shows(second, [&](auto& v) {
             same(v);
             v.valid = false;
           }).empty());
    CHECK(s.way_shows(second, [&](auto& v) {
             same(v);
             v.id = 14;
           }).empty());
    for (PortNumber p = first; p < first + kPorts; ++p) {
      const At other{p, second.id};
      if (p == at.port || s.end(p).kind != kSwitch) continue;
      bool has = false;
      for (unsigned id = 0; id < 16; ++id) {
        const flow::OfctView v = s.way({p, static_cast<FlowId>(id)});
        has = has || (v.valid && v.port == is.port && v.id == is.id);
      }
      if (!has) CHECK(s.way_shows(other, same).empty());
    }
  }
  CHECK(used > 5);
}

TEST_CASE("FLOW-A-5, FLOW-A-7: what is lost is counted, and extents are not known any more",
          "[audit]") {
  AuditScene s;
  s.start();
  for (const PortNumber p : s.ports(kSwitch))
    s.router(p).lose_next(static_cast<PortIdx>(p % kPorts), 1);
  unsigned lost_and_under_way = 0;
  while (s.lab.now < 1'200) {
    s.lab.run_to(s.lab.now + 1);
    if (s.lab.now == AuditScene::kFree) s.allow(flow::kNoSlot);
    REQUIRE(s.found() == "");
    for (const At at : s.rows(kSwitch))
      lost_and_under_way +=
          s.out(at.port).lost[at.id] != 0 && s.out(at.port).transit[at.id] != 0 ? 1 : 0;
  }
  CHECK(lost_and_under_way > 0);
  REQUIRE(s.lab.net.lossy());
  for (const At at : s.rows(kHost)) {
    const golden::IfctRow is = s.row(at);
    CAPTURE(at.port, at.id);
    CHECK(s.counted(s.in(at.port).rows[at.id].outstanding).empty());
    CHECK(s.row_shows(at, [&](auto& v) {
      v.state = v.state == golden::FlowState::kFree ? golden::FlowState::kRunning
                                                    : golden::FlowState::kFree;
    }) == kFree + place(at));
    if (is.next == is.ack) continue;
    CHECK(s.row_shows(at, [&](auto& v) { v.ack = v.next; }) == kFree + place(at));
  }
}
