// SPDX-License-Identifier: Apache-2.0
/// \file
/// The input flow channel table behind the DPI, one operation a call.
#include "golden/flow/tables/ifct.hpp"
#include "dpi/flow.hpp"
#include "dpi/selvage_dpi.h"

namespace selvage::dpi {

namespace {

using namespace selvage::golden;

struct IfctModel final : Object {
  static constexpr const char* kKind = "input table";
  explicit IfctModel(const IfctConfig& of) : config(of), table(of) {}
  IfctConfig config;
  Ifct table;
  Clock clock;
};

IfctConfig config_of(Options& options) {
  IfctConfig c;
  c.sizes = sizes_of(options);
  const Position most = c.sizes.mask();
  c.mfe = standard_flow_limits(c.sizes.pos_w);
  c.mqe = standard_queue_limits(c.sizes.pos_w);
  options.take("edge", c.edge, 0, 1);
  options.take("rd_enable", c.rd_enable, 0, 1);
  options.take("fc_hi", c.fc_hi, 0, most);
  options.take("fc_lo", c.fc_lo, 0, most);
  options.take("headroom", c.headroom, 0, most);
  options.take("ep_rec", c.ep_rec, 1, 16);
  options.take("ep_weigh", c.ep_weigh, 0, 1);
  options.take("unit_cyc", c.unit_cyc, 0, kMostUnitCycles);
  options.take("inj_limit", c.inj_limit, 0, 65535);
  for (unsigned level = 0; level < c.mfe.size(); ++level) {
    options.take(("mfe" + std::to_string(level)).c_str(), c.mfe[level], 0, most);
    options.take(("mqe" + std::to_string(level)).c_str(), c.mqe[level], 0, most);
  }
  options.take("cool_t", c.cool_t, 0, kLongest);
  options.take("hold_t", c.hold_t, 0, kLongest);
  options.take("refresh_t", c.refresh_t, 1, kLongest);
  options.take("expire_t", c.expire_t, 1, kLongest);
  c.tick = least_tick(std::max({c.cool_t, c.hold_t, c.refresh_t, c.expire_t}));
  options.take("tick", c.tick, c.tick, kMostTickBits);
  return c;
}

std::uint8_t virtual_channel(int vc) {
  in_range("vc", vc, 0, 3);
  return static_cast<std::uint8_t>(vc);
}

/// What an ENQ takes for granted: no marker and no hole at an edge, and room in the window.
void check_enqueue(const IfctModel& m, const EnqRequest& in) {
  const IfctRow& r = m.table.row(in.id);
  const Position hole = m.config.sizes.wrap(in.start - r.next);
  need(!m.config.edge || in.len != 0, "an edge has no markers (len 0)");
  need(!m.config.edge || hole == 0, "start is not where the flow of this edge goes on (FLOW-A-8)");
  need(in.len == 0 || m.table.total_extent(in.id) + hole + in.len <= m.config.sizes.mask(),
       "the packet does not fit into the window of its flow (FLOW-A-5)");
}

void put_up(const UpMessage& message, int* valid, int* type, int* pos) {
  put(valid, message.valid), put(type, message.type), put(pos, message.pos);
}

}  // namespace

}  // namespace selvage::dpi

using namespace selvage::dpi;
using namespace selvage::golden;

extern "C" {

int selvage_ifct_open(const char* options) {
  return guarded(__func__, [&] {
    Options given(options);
    const IfctConfig config = config_of(given);
    given.finish();
    return keep(std::make_unique<IfctModel>(config));
  });
}

int selvage_ifct_deq(int handle, long long now, int id, int len, int hole, int any, int port,
                     int vc, unsigned long long mask, int peek, int* why, int* out_port,
                     int* out_vc, int* up, int* up_type, int* up_pos) {
  return guarded(__func__, [&] {
    auto& m = open_object<IfctModel>(handle);
    const auto at = m.clock.check(now);
    const FlowSizes& sizes = m.config.sizes;
    const DeqRequest in{flow_id("id", id, sizes),
                        length(len),
                        position("hole", hole, sizes),
                        any != 0,
                        port_of("port", port, sizes),
                        virtual_channel(vc),
                        mask,
                        peek != 0};
    const DeqAnswer out = m.table.dequeue(in, at);
    m.clock.set(at);
    put(why, out.why), put(out_port, out.port), put(out_vc, out.vc);
    put_up(out.up, up, up_type, up_pos);
    return 0;
  });
}

int selvage_ifct_enq(int handle, long long now, int id, int start, int len, int gap, int ordered,
                     int* opened, int* hole, int* out_gap, int* over, int* loss, int* loss_pos,
                     int* up, int* up_type, int* up_pos) {
  return guarded(__func__, [&] {
    auto& m = open_object<IfctModel>(handle);
    const auto at = m.clock.check(now);
    const EnqRequest in{flow_id("id", id, m.config.sizes), position("start", start, m.config.sizes),
                        length(len, 0), gap != 0, ordered != 0};
    check_enqueue(m, in);
    const EnqAnswer out = m.table.enqueue(in, at);
    m.clock.set(at);
    put(opened, out.open), put(hole, out.hole), put(out_gap, out.gap), put(over, out.over);
    put(loss, out.loss.valid), put(loss_pos, out.loss.pos);
    put_up(out.up, up, up_type, up_pos);
    return 0;
  });
}

int selvage_ifct_ack(int handle, long long now, int id, int kind, int delta, int port, int vc,
                     int* up, int* up_type, int* up_pos, int* rel) {
  return guarded(__func__, [&] {
    auto& m = open_object<IfctModel>(handle);
    const auto at = m.clock.check(now);
    const FlowSizes& sizes = m.config.sizes;
    const AckRequest in{flow_id("id", id, sizes), ack_type("kind", kind),
                        position("delta", delta, sizes), port_of("port", port, sizes),
                        virtual_channel(vc)};
    const AckAnswer out = m.table.acknowledge(in, at);
    m.clock.set(at);
    put_up(out.up, up, up_type, up_pos);
    put(rel, out.rel);
    return 0;
  });
}

int selvage_ifct_chk(int handle, long long now, int id, int* up, int* up_pos) {
  return guarded(__func__, [&] {
    auto& m = open_object<IfctModel>(handle);
    const auto at = m.clock.check(now);
    const UpMessage out = m.table.check(flow_id("id", id, m.config.sizes), at);
    m.clock.set(at);
    put(up, out.valid), put(up_pos, out.pos);
    return 0;
  });
}

int selvage_ifct_row(int handle, int row, int* state, int* next, int* data, int* ack, int* level,
                     int* rec, int* ordered, int* forced, int* fport, int* fvc, int* um, int* umlim,
                     int* dm, int* dmlim) {
  return guarded(__func__, [&] {
    const auto& m = open_object<IfctModel>(handle);
    const IfctRow& r = m.table.row(flow_id("row", row, m.config.sizes));
    put(state, r.state), put(next, r.next), put(data, r.data), put(ack, r.ack);
    put(level, r.level), put(rec, r.rec), put(ordered, r.ordered), put(forced, r.forced);
    put(fport, r.fport), put(fvc, r.fvc), put(um, r.um), put(umlim, r.umlim);
    put(dm, r.dm), put(dmlim, r.dmlim);
    return 0;
  });
}

}  // extern "C"
