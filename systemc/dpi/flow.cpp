// SPDX-License-Identifier: Apache-2.0
/// \file
/// Flow CAM allocator, edge ingress table and output table behind the DPI.
#include "dpi/flow.hpp"
#include "dpi/selvage_dpi.h"
#include "golden/flow/tables/efct.hpp"
#include "golden/flow/tables/flow_cam.hpp"
#include "golden/flow/tables/ofct.hpp"

namespace selvage::dpi {

namespace {

using namespace selvage::golden;

struct CamModel final : Object {
  static constexpr const char* kKind = "flow CAM";
  explicit CamModel(unsigned rows) : cam(rows) {}
  FlowCam cam;
};

struct EfctModel final : Object {
  static constexpr const char* kKind = "edge ingress table";
  explicit EfctModel(const FlowSizes& of) : sizes(of), table(of) {}
  FlowSizes sizes;
  Efct table;
};

struct OfctModel final : Object {
  static constexpr const char* kKind = "output table";
  explicit OfctModel(const OfctConfig& config) : sizes(config.sizes), table(config) {}
  FlowSizes sizes;
  Ofct table;
  Clock clock;
};

/// A packet that MAP accepts has to fit into the window of its flow (FLOW-A-5).
MapRequest map_request(const OfctModel& m, int in_port, int in_id, int len, int hole, int ordered) {
  const MapRequest in{port_of("in_port", in_port, m.sizes), flow_id("in_id", in_id, m.sizes),
                      length(len), position("hole", hole, m.sizes), ordered != 0};
  const auto row = m.table.find(in.port, in.id);
  const Position extent = row ? m.table.extent(*row) : 0;
  need(extent + in.hole + in.len <= m.sizes.mask(),
       "the packet does not fit into the window of its flow (FLOW-A-5)");
  return in;
}

void put_back(const BackMessage& back, int* valid, int* port, int* id, int* type, int* delta,
              int* rel) {
  put(valid, back.valid), put(port, back.port), put(id, back.id);
  put(type, back.type), put(delta, back.delta), put(rel, back.rel);
}

}  // namespace

}  // namespace selvage::dpi

using namespace selvage::dpi;
using namespace selvage::golden;

extern "C" {

int selvage_cam_open(int rows) {
  return guarded(__func__, [&] {
    in_range("rows", rows, 1, 65536);
    return keep(std::make_unique<CamModel>(static_cast<unsigned>(rows)));
  });
}

int selvage_cam_step(int handle, int req, unsigned long long key_low, unsigned long long key_high,
                     int give, int give_id, int* hit, int* alloc, int* stall, int* id, int* freed,
                     int* kept) {
  return guarded(__func__, [&] {
    FlowCam& cam = open_object<CamModel>(handle).cam;
    if (give != 0) in_range("give_id", give_id, 0, cam.rows().rows() - 1LL);
    const CamOutput out =
        cam.step({req != 0, {key_low, key_high}, give != 0, static_cast<FlowId>(give_id)});
    put(hit, out.hit), put(alloc, out.alloc), put(stall, out.stall);
    put(id, out.id), put(freed, out.freed), put(kept, out.kept);
    return 0;
  });
}

int selvage_cam_row(int handle, int row, int* valid, unsigned long long* key_low,
                    unsigned long long* key_high, int* count, int* pause) {
  return guarded(__func__, [&] {
    const FlowCam& cam = open_object<CamModel>(handle).cam;
    in_range("row", row, 0, cam.rows().rows() - 1LL);
    const auto at = static_cast<FlowId>(row);
    put(valid, cam.rows().valid(at)), put(count, cam.rows().count()), put(pause, cam.pause());
    put(key_low, cam.rows().key(at).low), put(key_high, cam.rows().key(at).high);
    return 0;
  });
}

int selvage_efct_open(const char* options) {
  return guarded(__func__, [&] {
    Options given(options);
    const FlowSizes sizes = sizes_of(given);
    given.finish();
    return keep(std::make_unique<EfctModel>(sizes));
  });
}

int selvage_efct_step(int handle, int req, unsigned long long key_low, unsigned long long key_high,
                      int len, int ack, int ack_id, int ack_pos, int* hit, int* alloc, int* stall,
                      int* window, int* id, int* start, int* rel, int* rel_id, int* kept) {
  return guarded(__func__, [&] {
    auto& m = open_object<EfctModel>(handle);
    EfctInput in{req != 0, {key_low, key_high}, 0, ack != 0, 0, 0};
    if (in.req) in.len = length(len);
    if (in.ack) {
      in.ack_id = flow_id("ack_id", ack_id, m.sizes);
      in.ack_pos = position("ack_pos", ack_pos, m.sizes);
    }
    const EfctOutput out = m.table.step(in);
    put(hit, out.hit), put(alloc, out.alloc), put(stall, out.stall), put(window, out.window);
    put(id, out.id), put(start, out.start), put(rel, out.rel), put(rel_id, out.rel_id);
    put(kept, out.kept);
    return 0;
  });
}

int selvage_efct_row(int handle, int row, int* valid, int* data, int* ack, int* pause) {
  return guarded(__func__, [&] {
    const auto& m = open_object<EfctModel>(handle);
    const FlowId at = flow_id("row", row, m.sizes);
    put(valid, m.table.rows().valid(at)), put(data, m.table.data(at));
    put(ack, m.table.ack(at)), put(pause, m.table.pause());
    return 0;
  });
}

int selvage_ofct_open(const char* options) {
  return guarded(__func__, [&] {
    Options given(options);
    OfctConfig config;
    config.sizes = sizes_of(given);
    config.stale_t = 204'800;
    given.take("stale_t", config.stale_t, 1, kLongest);
    given.take("expire_t", config.expire_t, 1, kLongest);
    config.tick = least_tick(std::max(config.stale_t, config.expire_t));
    given.take("tick", config.tick, config.tick, kMostTickBits);
    given.finish();
    return keep(std::make_unique<OfctModel>(config));
  });
}

int selvage_ofct_step(int handle, long long now, int map_req, int in_port, int in_id, int len,
                      int hole, int ordered, int rev, int rev_id, int rev_type, int rev_pos,
                      int* hit, int* alloc, int* stall, int* over, int* oid, int* start, int* delta,
                      int* back, int* back_port, int* back_id, int* back_type, int* back_delta,
                      int* rel) {
  return guarded(__func__, [&] {
    auto& m = open_object<OfctModel>(handle);
    OfctInput in;
    in.now = m.clock.check(now);
    in.map_valid = map_req != 0;
    if (in.map_valid) in.map = map_request(m, in_port, in_id, len, hole, ordered);
    in.rev_valid = rev != 0;
    if (in.rev_valid) {
      in.rev = {flow_id("rev_id", rev_id, m.sizes), ack_type("rev_type", rev_type),
                position("rev_pos", rev_pos, m.sizes)};
    }
    const OfctOutput out = m.table.step(in);
    m.clock.set(in.now);
    put(hit, out.map.hit), put(alloc, out.map.alloc), put(stall, out.map.stall);
    put(over, out.map.over), put(oid, out.map.oid), put(start, out.map.start);
    put(delta, out.map.delta);
    put_back(out.rev, back, back_port, back_id, back_type, back_delta, rel);
    return 0;
  });
}

int selvage_ofct_chk(int handle, long long now, int id, int kind, int* back, int* back_port,
                     int* back_id, int* back_type, int* back_delta, int* rel, int* marker,
                     int* marker_start) {
  return guarded(__func__, [&] {
    auto& m = open_object<OfctModel>(handle);
    const auto at = m.clock.check(now);
    const FlowId row = flow_id("id", id, m.sizes);
    in_range("kind", kind, 0, 2);
    const OfctChecked out = m.table.check(row, static_cast<OfctCheck>(kind), at);
    m.clock.set(at);
    put_back(out.back, back, back_port, back_id, back_type, back_delta, rel);
    put(marker, out.marker.valid), put(marker_start, out.marker.start);
    return 0;
  });
}

int selvage_ofct_row(int handle, int row, int* valid, int* in_port, int* in_id, int* data, int* ack,
                     int* dm, int* dmlim) {
  return guarded(__func__, [&] {
    const auto& m = open_object<OfctModel>(handle);
    const FlowId at = flow_id("row", row, m.sizes);
    const OfctRow& r = m.table.row(at);
    put(valid, m.table.rows().valid(at)), put(in_port, m.table.in_port(at));
    put(in_id, m.table.in_id(at)), put(data, r.data), put(ack, r.ack);
    put(dm, r.dm), put(dmlim, r.dmlim);
    return 0;
  });
}

}  // extern "C"
