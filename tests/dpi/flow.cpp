// SPDX-License-Identifier: Apache-2.0
/// Flow CAM allocator, edge ingress table and output table.
#include "golden/flow/tables/efct.hpp"
#include "golden/flow/tables/flow_cam.hpp"
#include "golden/flow/tables/ofct.hpp"
#include "support.hpp"

using namespace selvage;
using namespace selvage::golden;
using selvage::dpi::test::below;
using selvage::dpi::test::Handle;
using selvage::dpi::test::refused;

namespace {

struct CamShown {
  int hit = 0, alloc = 0, stall = 0, id = 0, freed = 0, kept = 0;
};

CamShown cam_step(int handle, int req, unsigned long long key, int give, int give_id) {
  CamShown s;
  REQUIRE(selvage_cam_step(handle, req, key, 0, give, give_id, &s.hit, &s.alloc, &s.stall, &s.id,
                           &s.freed, &s.kept) == 0);
  return s;
}

struct OfctShown {
  int hit = 0, alloc = 0, stall = 0, over = 0, oid = 0, start = 0, delta = 0;
  int back = 0, port = 0, id = 0, type = 0, back_delta = 0, rel = 0;
};

void require_back(const OfctShown& s, const BackMessage& g) {
  REQUIRE(s.back == g.valid);
  REQUIRE(s.port == g.port);
  REQUIRE(s.id == g.id);
  REQUIRE(s.type == static_cast<int>(g.type));
  REQUIRE(s.back_delta == static_cast<int>(g.delta));
  REQUIRE(s.rel == g.rel);
}

/// One step with MAP and REV behind the handle and in the golden table. False if it was refused.
bool ofct_step(int handle, Ofct& golden, const OfctInput& in) {
  OfctShown s;
  const int result = selvage_ofct_step(
      handle, static_cast<long long>(in.now), in.map_valid, in.map.port, in.map.id,
      static_cast<int>(in.map.len), static_cast<int>(in.map.hole), in.map.ordered, in.rev_valid,
      in.rev.id, static_cast<int>(in.rev.type), static_cast<int>(in.rev.pos), &s.hit, &s.alloc,
      &s.stall, &s.over, &s.oid, &s.start, &s.delta, &s.back, &s.port, &s.id, &s.type,
      &s.back_delta, &s.rel);
  if (result < 0) return false;
  const OfctOutput g = golden.step(in);
  REQUIRE(s.hit == g.map.hit);
  REQUIRE(s.alloc == g.map.alloc);
  REQUIRE(s.stall == g.map.stall);
  REQUIRE(s.over == g.map.over);
  REQUIRE(s.oid == g.map.oid);
  REQUIRE(s.start == static_cast<int>(g.map.start));
  REQUIRE(s.delta == static_cast<int>(g.map.delta));
  require_back(s, g.rev);
  return true;
}

void ofct_check(int handle, Ofct& golden, long long now, int id, int kind) {
  OfctShown s;
  int marker = 0;
  int start = 0;
  REQUIRE(selvage_ofct_chk(handle, now, id, kind, &s.back, &s.port, &s.id, &s.type, &s.back_delta,
                           &s.rel, &marker, &start) == 0);
  const OfctChecked g =
      golden.check(static_cast<FlowId>(id), static_cast<OfctCheck>(kind), static_cast<Cycle>(now));
  require_back(s, g.back);
  REQUIRE(marker == g.marker.valid);
  REQUIRE(start == static_cast<int>(g.marker.start));
}

}  // namespace

TEST_CASE("DPI-FLOW: a CAM of two rows allocates, hits, stalls and keeps a row that is hit",
          "[dpi]") {
  const Handle cam(selvage_cam_open(2));
  CHECK(cam_step(cam, 1, 0xaa, 0, 0).alloc == 1);
  const CamShown second = cam_step(cam, 1, 0xbb, 0, 0);
  CHECK(second.alloc == 1);
  CHECK(second.id == 1);
  CHECK(cam_step(cam, 1, 0xbb, 1, 1).kept == 1);  // hit and free of one row
  CHECK(cam_step(cam, 1, 0xcc, 0, 0).stall == 1);
  int valid = 0, count = 0, pause = 0;
  unsigned long long low = 0, high = 0;
  REQUIRE(selvage_cam_row(cam, 0, &valid, &low, &high, &count, &pause) == 0);
  CHECK(valid == 1);
  CHECK(low == 0xaa);
  CHECK(count == 2);
  CHECK(pause == 1);
  CHECK(cam_step(cam, 0, 0, 1, 0).freed == 1);
  CHECK(cam_step(cam, 1, 0xcc, 0, 0).id == 0);  // the lowest free row
}

TEST_CASE("DPI-FLOW: CAMs behind handles do what the golden one does", "[dpi]") {
  const Handle handle(selvage_cam_open(16));
  FlowCam golden(16);
  std::mt19937 random(7);
  int stalls = 0;
  for (int i = 0; i < 20'000; ++i) {
    const int req = below(random, 2);
    const int give = below(random, 3) == 0;
    const auto key = static_cast<unsigned long long>(below(random, 40));
    const int id = below(random, 16);
    const CamShown s = cam_step(handle, req, key, give, id);
    const CamOutput g = golden.step({req != 0, {key, 0}, give != 0, static_cast<FlowId>(id)});
    REQUIRE(s.hit == g.hit);
    REQUIRE(s.alloc == g.alloc);
    REQUIRE(s.stall == g.stall);
    REQUIRE(s.id == g.id);
    REQUIRE(s.freed == g.freed);
    REQUIRE(s.kept == g.kept);
    stalls += s.stall;
  }
  CHECK(stalls > 100);
}

TEST_CASE("DPI-FLOW: edge ingress tables behind handles do what the golden one does", "[dpi]") {
  const Handle handle(selvage_efct_open("flow_id_w=3 pos_w=8"));
  const FlowSizes sizes{8, 3, 8};
  Efct golden(sizes);
  std::mt19937 random(8);
  int released = 0;
  int windows = 0;
  for (int i = 0; i < 20'000; ++i) {
    const int req = below(random, 2);
    const int ack = below(random, 2);
    const auto key = static_cast<unsigned long long>(below(random, 12));
    const int len = 1 + below(random, 63);
    const auto id = static_cast<FlowId>(below(random, 8));
    const int pos = static_cast<int>(golden.data(id));
    int hit = 0, alloc = 0, stall = 0, window = 0, row = 0, start = 0, rel = 0, rel_id = 0,
        kept = 0;
    REQUIRE(selvage_efct_step(handle, req, key, 1, len, ack, id, pos, &hit, &alloc, &stall, &window,
                              &row, &start, &rel, &rel_id, &kept) == 0);
    const EfctOutput g = golden.step(
        {req != 0, {key, 1}, static_cast<unsigned>(len), ack != 0, id, static_cast<Position>(pos)});
    REQUIRE(hit == g.hit);
    REQUIRE(alloc == g.alloc);
    REQUIRE(stall == g.stall);
    REQUIRE(window == g.window);
    REQUIRE(row == g.id);
    REQUIRE(start == static_cast<int>(g.start));
    REQUIRE(rel == g.rel);
    REQUIRE(rel_id == g.rel_id);
    REQUIRE(kept == g.kept);
    int valid = 0, data = 0, acked = 0, pause = 0;
    REQUIRE(selvage_efct_row(handle, id, &valid, &data, &acked, &pause) == 0);
    REQUIRE(valid == golden.rows().valid(id));
    REQUIRE(data == static_cast<int>(golden.data(id)));
    REQUIRE(acked == static_cast<int>(golden.ack(id)));
    REQUIRE(pause == golden.pause());
    released += rel;
    windows += window;
  }
  CHECK(released > 1000);
  CHECK(windows > 10);
}

TEST_CASE("DPI-FLOW: a packet mapped and acknowledged gives its output row back", "[dpi]") {
  const Handle handle(selvage_ofct_open("flow_id_w=3 pos_w=8"));
  OfctShown s;
  REQUIRE(selvage_ofct_step(handle, 10, 1, 2, 5, 20, 0, 1, 0, 0, 0, 0, &s.hit, &s.alloc, &s.stall,
                            nullptr, &s.oid, &s.start, nullptr, &s.back, nullptr, nullptr, nullptr,
                            nullptr, nullptr) == 0);
  CHECK(s.alloc == 1);
  CHECK(s.oid == 0);
  CHECK(s.start == 0);
  CHECK(s.back == 0);
  REQUIRE(selvage_ofct_step(handle, 11, 0, 0, 0, 0, 0, 0, 1, 0, 0, 20, nullptr, nullptr, nullptr,
                            nullptr, nullptr, nullptr, nullptr, &s.back, &s.port, &s.id, &s.type,
                            &s.back_delta, &s.rel) == 0);
  CHECK(s.back == 1);
  CHECK(s.port == 2);
  CHECK(s.id == 5);
  CHECK(s.back_delta == 20);
  CHECK(s.rel == 1);
}

TEST_CASE("DPI-FLOW: output tables behind handles do what the golden one does", "[dpi]") {
  const Handle handle(selvage_ofct_open("ports=4 flow_id_w=3 pos_w=7 stale_t=300 expire_t=200"));
  OfctConfig config;
  config.sizes = {4, 3, 7};
  config.stale_t = 300;
  config.expire_t = 200;
  Ofct golden(config);
  std::mt19937 random(9);
  int accepted = 0;
  for (long long now = 0; now < 20'000; ++now) {
    OfctInput in;
    in.now = static_cast<Cycle>(now);
    in.map_valid = below(random, 2) != 0;
    in.map = {static_cast<std::uint8_t>(below(random, 4)), static_cast<FlowId>(below(random, 4)),
              static_cast<unsigned>(1 + below(random, 40)),
              below(random, 8) == 0 ? Position{3} : Position{0}, below(random, 2) != 0};
    in.rev_valid = below(random, 2) != 0;
    const auto id = static_cast<FlowId>(below(random, 8));
    const Position data = golden.row(id).data;
    in.rev = {id, static_cast<AckType>(below(random, 8)),
              below(random, 4) == 0 ? static_cast<Position>(below(random, 128)) : data};
    if (ofct_step(handle, golden, in)) {
      ++accepted;
    } else {
      REQUIRE(refused(-1, "window"));
    }
    if (below(random, 16) == 0) ofct_check(handle, golden, now, below(random, 8), below(random, 3));
    int valid = 0, port = 0, in_id = 0, position = 0, ack = 0, dm = 0, dmlim = 0;
    REQUIRE(selvage_ofct_row(handle, id, &valid, &port, &in_id, &position, &ack, &dm, &dmlim) == 0);
    REQUIRE(valid == golden.rows().valid(id));
    REQUIRE(port == golden.in_port(id));
    REQUIRE(in_id == golden.in_id(id));
    REQUIRE(position == static_cast<int>(golden.row(id).data));
    REQUIRE(ack == static_cast<int>(golden.row(id).ack));
    REQUIRE(dm == golden.row(id).dm);
    REQUIRE(dmlim == static_cast<int>(golden.row(id).dmlim));
  }
  CHECK(accepted > 15'000);
}
