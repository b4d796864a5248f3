// SPDX-License-Identifier: Apache-2.0
/// The input flow channel table.
#include "golden/flow/tables/ifct.hpp"
#include "support.hpp"

using namespace selvage;
using namespace selvage::golden;
using selvage::dpi::test::below;
using selvage::dpi::test::Handle;
using selvage::dpi::test::refused;

namespace {

struct Up {
  int valid = 0, type = 0, pos = 0;
};

void require_up(const Up& s, const UpMessage& g) {
  REQUIRE(s.valid == g.valid);
  REQUIRE(s.type == static_cast<int>(g.type));
  REQUIRE(s.pos == static_cast<int>(g.pos));
}

/// A table behind a handle and a golden one, asked the same.
struct Pair {
  Pair(const char* options, const IfctConfig& of)
      : handle(selvage_ifct_open(options)), golden(of), config(of) {}

  void dequeue(long long now, FlowId id, std::mt19937& random) {
    const DeqRequest in{id,
                        static_cast<unsigned>(1 + below(random, 20)),
                        0,
                        below(random, 4) != 0,
                        static_cast<std::uint8_t>(below(random, 8)),
                        static_cast<std::uint8_t>(below(random, 4)),
                        random() & 0xffU,
                        below(random, 4) == 0};
    int why = 0, port = 0, vc = 0;
    Up up;
    REQUIRE(selvage_ifct_deq(handle, now, id, static_cast<int>(in.len), 0, in.any, in.port, in.vc,
                             in.mask, in.peek, &why, &port, &vc, &up.valid, &up.type,
                             &up.pos) == 0);
    const DeqAnswer g = golden.dequeue(in, static_cast<Cycle>(now));
    REQUIRE(why == static_cast<int>(g.why));
    REQUIRE(port == g.port);
    REQUIRE(vc == g.vc);
    require_up(up, g.up);
    ++whys[static_cast<std::size_t>(why)];
  }
  /// False if it was refused: no room in the window.
  bool enqueue(long long now, FlowId id, std::mt19937& random) {
    const Position hole = !config.edge && below(random, 10) == 0 ? 2 : 0;
    const unsigned len =
        !config.edge && below(random, 10) == 0 ? 0U : static_cast<unsigned>(1 + below(random, 20));
    const EnqRequest in{id, config.sizes.wrap(golden.row(id).next + hole), len,
                        len != 0 && below(random, 4) == 0, below(random, 8) != 0};
    int opened = 0, out_hole = 0, gap = 0, over = 0, loss = 0, loss_pos = 0;
    Up up;
    if (selvage_ifct_enq(handle, now, id, static_cast<int>(in.start), static_cast<int>(len), in.gap,
                         in.ordered, &opened, &out_hole, &gap, &over, &loss, &loss_pos, &up.valid,
                         &up.type, &up.pos) < 0) {
      REQUIRE(refused(-1, "window"));
      return false;
    }
    const EnqAnswer g = golden.enqueue(in, static_cast<Cycle>(now));
    REQUIRE(opened == g.open);
    REQUIRE(out_hole == static_cast<int>(g.hole));
    REQUIRE(gap == g.gap);
    REQUIRE(over == g.over);
    REQUIRE(loss == g.loss.valid);
    REQUIRE(loss_pos == static_cast<int>(g.loss.pos));
    require_up(up, g.up);
    return true;
  }
  void acknowledge(long long now, FlowId id, std::mt19937& random) {
    const int type = below(random, 4) == 0 ? below(random, 8) : 0;  // mostly NORMAL
    const AckRequest in{id, static_cast<AckType>(type), static_cast<Position>(below(random, 40)),
                        static_cast<std::uint8_t>(below(random, 8)),
                        static_cast<std::uint8_t>(below(random, 4))};
    Up up;
    int rel = 0;
    REQUIRE(selvage_ifct_ack(handle, now, id, static_cast<int>(in.type), static_cast<int>(in.delta),
                             in.port, in.vc, &up.valid, &up.type, &up.pos, &rel) == 0);
    const AckAnswer g = golden.acknowledge(in, static_cast<Cycle>(now));
    require_up(up, g.up);
    REQUIRE(rel == g.rel);
  }
  void check(long long now, FlowId id) {
    Up up;
    REQUIRE(selvage_ifct_chk(handle, now, id, &up.valid, &up.pos) == 0);
    const UpMessage g = golden.check(id, static_cast<Cycle>(now));
    REQUIRE(up.valid == g.valid);
    REQUIRE(up.pos == static_cast<int>(g.pos));
  }
  void compare_row(FlowId id) const {
    int s[14] = {};
    REQUIRE(selvage_ifct_row(handle, id, &s[0], &s[1], &s[2], &s[3], &s[4], &s[5], &s[6], &s[7],
                             &s[8], &s[9], &s[10], &s[11], &s[12], &s[13]) == 0);
    const IfctRow& r = golden.row(id);
    const int g[14] = {static_cast<int>(r.state),
                       static_cast<int>(r.next),
                       static_cast<int>(r.data),
                       static_cast<int>(r.ack),
                       r.level,
                       r.rec,
                       r.ordered,
                       r.forced,
                       r.fport,
                       r.fvc,
                       r.um,
                       static_cast<int>(r.umlim),
                       r.dm,
                       static_cast<int>(r.dmlim)};
    for (int i = 0; i < 14; ++i) REQUIRE(s[i] == g[i]);
  }

  Handle handle;
  Ifct golden;
  IfctConfig config;
  int whys[8] = {};
};

IfctConfig config_of(bool edge) {
  IfctConfig c;
  c.sizes = {8, 2, 8};
  c.edge = edge;
  c.rd_enable = edge;
  c.fc_hi = 30;
  c.fc_lo = 10;
  c.refresh_t = 400;
  c.expire_t = 700;
  c.mfe = standard_flow_limits(8);
  c.mqe = standard_queue_limits(8);
  c.mfe[0] = 60;
  c.ep_rec = 4;
  c.unit_cyc = 2;
  return c;
}

}  // namespace

TEST_CASE("DPI-FLOW: a flow opens, leaves, is acknowledged and frees its row", "[dpi]") {
  const Handle table(selvage_ifct_open(""));
  int opened = 0, why = 0, port = 0, pos = 0, rel = 0, state = 0, next = 0;
  REQUIRE(selvage_ifct_enq(table, 100, 3, 0, 10, 0, 1, &opened, nullptr, nullptr, nullptr, nullptr,
                           nullptr, nullptr, nullptr, nullptr) == 0);
  CHECK(opened == 1);
  REQUIRE(selvage_ifct_deq(table, 101, 3, 10, 0, 1, 6, 1, 0x40, 0, &why, &port, nullptr, nullptr,
                           nullptr, nullptr) == 0);
  CHECK(why == 0);
  CHECK(port == 6);
  REQUIRE(selvage_ifct_deq(table, 101, 3, 1, 0, 1, 6, 1, 0x40, 0, &why, nullptr, nullptr, nullptr,
                           nullptr, nullptr) == 0);
  CHECK(why == 1);  // nothing is queued
  REQUIRE(selvage_ifct_ack(table, 150, 3, 0, 10, 6, 1, nullptr, nullptr, &pos, &rel) == 0);
  CHECK(pos == 10);
  CHECK(rel == 1);
  REQUIRE(selvage_ifct_row(table, 3, &state, &next, nullptr, nullptr, nullptr, nullptr, nullptr,
                           nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr) == 0);
  CHECK(state == 0);
  CHECK(next == 10);  // positions outlive the channel
}

TEST_CASE("DPI-FLOW: input tables behind handles do what the golden one does", "[dpi]") {
  const bool edge = GENERATE(false, true);
  Pair pair(
      edge
          ? "flow_id_w=2 edge=1 rd_enable=1 fc_hi=30 fc_lo=10 refresh_t=400 expire_t=700 mfe0=60 ep_rec=4 unit_cyc=2"
          : "flow_id_w=2 fc_hi=30 fc_lo=10 refresh_t=400 expire_t=700 mfe0=60 ep_rec=4 unit_cyc=2",
      config_of(edge));
  std::mt19937 random(11);
  int accepted = 0;
  for (long long now = 0; now < 20'000; ++now) {
    const auto id = static_cast<FlowId>(below(random, 4));
    if (below(random, 2) == 0) pair.dequeue(now, id, random);
    if (below(random, 3) == 0) accepted += pair.enqueue(now, id, random);
    if (below(random, 3) == 0) pair.acknowledge(now, id, random);
    if (below(random, 16) == 0) pair.check(now, id);
    pair.compare_row(id);
  }
  CHECK(accepted > 1000);
  CHECK(pair.whys[0] > 1000);  // go
  CHECK(pair.whys[7] > 10);    // its port is dead: reroute
  CHECK(pair.whys[edge ? 4 : 6] > 10);
}

TEST_CASE("DPI-ERR: an input table refuses what its golden model takes for granted", "[dpi]") {
  const Handle edge(selvage_ifct_open("edge=1"));
  const auto enqueue = [&](long long now, int start, int len) {
    return selvage_ifct_enq(edge, now, 0, start, len, 0, 1, nullptr, nullptr, nullptr, nullptr,
                            nullptr, nullptr, nullptr, nullptr, nullptr);
  };
  CHECK(enqueue(50, 0, 63) == 0);
  CHECK(refused(enqueue(49, 63, 1), "now is 49, not from 50"));
  CHECK(refused(enqueue(50, 64, 1), "start is not where the flow"));
  CHECK(refused(enqueue(50, 63, 0), "no markers"));
  CHECK(refused(enqueue(50, 63, 64), "len is 64, not from 0 to 63"));
  CHECK(refused(enqueue(50, 256, 1), "start is 256, not from 0 to 255"));
  for (int start = 63; start < 252; start += 63) CHECK(enqueue(60, start, 63) == 0);
  CHECK(refused(enqueue(61, 252, 4), "window"));
  CHECK(enqueue(60, 252, 3) == 0);  // what was refused has not let time pass
}
