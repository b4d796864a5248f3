// SPDX-License-Identifier: Apache-2.0
// What is said of the first difference between golden model and RTL of a mesh node, what the blocks
// are asked, and what both sides hold (docs/reference/mesh-blocks.md). Pure functions.
#include <fmt/format.h>

#include <catch2/catch.hpp>

#include "cosim/mesh/rtl.hpp"

using namespace selvage;
using namespace selvage::cosim;

namespace {

/// Blocks that show what they are told to.
class Label final : public MccLabelBlock {
 public:
  void reset() override {}
  void edge(const MccLabelIn& /*in*/) override {}
  void set(const MccLabelIn& /*in*/) override {}
  void rise() override {}
  void fall() override {}
  void declare(VerilatedFstC& /*file*/) override {}
  [[nodiscard]] MccLabelOut outputs() const override { return out; }
  [[nodiscard]] MccLabelState state() const override { return held; }
  MccLabelOut out;
  MccLabelState held;
};

class Epoch final : public LabelEpochBlock {
 public:
  void reset() override {}
  LabelEpochNow edge(const golden::EpochInput& /*in*/) override { return {}; }
  void set(const golden::EpochInput& /*in*/) override {}
  void rise() override {}
  void fall() override {}
  void declare(VerilatedFstC& /*file*/) override {}
  [[nodiscard]] LabelEpochOut outputs() const override { return out; }
  LabelEpochOut out;
};

std::string told(const Difference& d) {
  return fmt::format("{} {}: {} / {}{}", d.requirement, d.what, d.expected, d.actual,
                     d.port ? fmt::format(" at {}", *d.port) : "");
}
std::string told(const std::optional<Difference>& d) { return d ? told(*d) : "equal"; }

/// By channel `vc` of a direction, of a sub-network.
golden::PlanarAnswer by(std::uint8_t dir, std::uint8_t vc, std::uint8_t sub,
                        std::uint8_t proxy = golden::kNoProxy) {
  golden::PlanarAnswer a;
  a.grant = true;
  a.dir = dir;
  a.vc = vc;
  a.sub = sub;
  a.proxy = proxy;
  a.legal = 0xfff;
  return a;
}

std::string text(const Held& held) {
  std::string all;
  for (const auto& row : held.rows) all += fmt::format("[{}: {}]", row.name, row.value);
  return all;
}

}  // namespace

TEST_CASE("MESH-ORD-4, MESH-ORD-6, MESH-ORD-9: an answer, and the first that differs in it",
          "[compare]") {
  golden::PlanarAnswer eject, drop, wait;
  eject.eject = true;
  drop.drop = true;
  CHECK(describe(eject) == "eject");
  CHECK(describe(drop) == "drop");
  CHECK(describe(wait) == "wait");
  CHECK(describe(by(0, 0, 1)) == "x+c1 of sub-network 1");
  CHECK(describe(by(4, 1, 2, 3)) == "z+c2 of sub-network 2, proxy y-");
  const auto differ = [](const golden::PlanarAnswer& a, const golden::PlanarAnswer& b) {
    return told(explain(a, b));
  };
  CHECK(differ(eject, wait) == "MESH-ORD-4 arrival: eject / wait");
  CHECK(differ(drop, wait) == "MESH-ORD-4 drop: drop / wait");
  golden::PlanarAnswer legal = wait;
  legal.legal = 0b100000000011;
  CHECK(differ(legal, wait) == "MESH-ORD-4 legal channels: x+c1 x+c2 z-c2 / none at 0");
  golden::PlanarAnswer fewer = legal;
  fewer.legal = 0b000000000011;
  CHECK(differ(legal, fewer) == "MESH-ORD-4 legal channels: x+c1 x+c2 z-c2 / x+c1 x+c2 at 5");
  wait.legal = 0xfff;
  const golden::PlanarAnswer goes = by(2, 1, 1);
  const std::string from = "MESH-ORD-6 channel: y+c2 of sub-network 1 / ";
  CHECK(differ(goes, by(3, 1, 1)) == from + "y-c2 of sub-network 1 at 2");
  CHECK(differ(goes, by(2, 0, 1)) == from + "y+c1 of sub-network 1 at 2");
  CHECK(differ(goes, by(2, 1, 2)) == from + "y+c2 of sub-network 2 at 2");
  CHECK(differ(goes, wait) == from + "wait at 2");
  CHECK(differ(wait, goes) == "MESH-ORD-6 channel: wait / y+c2 of sub-network 1 at 2");
  CHECK(differ(goes, by(2, 1, 1, 0)) ==
        "MESH-ORD-9 proxy: y+c2 of sub-network 1 / y+c2 of sub-network 1, proxy x+ at 2");
  golden::PlanarAnswer nowhere = by(6, 0, 1);  // a direction that there is not
  CHECK(differ(wait, nowhere) == "MESH-ORD-6 channel: wait / none of sub-network 1");
  golden::PlanarAnswer idle = goes;
  idle.grant = false;
  CHECK(differ(goes, idle) == from + "wait at 2");
}

TEST_CASE("MESH-EPO-1..3: what a neighbour has sent, epochs and what has been received in them",
          "[compare]") {
  ControlMessage m;
  m.body = 0b000000'000000;
  CHECK(describe_statuses(m) == "statuses none, line bits none");
  m.body = std::uint64_t{3} << 12 | 0b100001'100010;
  CHECK(describe_statuses(m) == "statuses xy mixed, zx mixed, line bits x+, z- of epoch 3");
  m.body = std::uint64_t{1} << 12 | 0b000010'011101;
  CHECK(describe_statuses(m) ==
        "statuses xy same, yz same, yz mixed, zx same, line bits x- of epoch 1");

  golden::EpochState state;
  state.epoch = 4;
  state.nb_bad = {1, 2, 4, 8, 16, 32};
  state.nb_line = {32, 16, 8, 4, 2, 1};
  Epoch rtl;
  const auto equal = [&] {
    rtl.out = {4, 0, 0, false};
    for (unsigned d = 0; d < 6; ++d) {
      rtl.out.nb_held |= std::uint64_t{state.nb_bad[d]} << (6 * d);
      rtl.out.nb_line_held |= std::uint64_t{state.nb_line[d]} << (6 * d);
    }
    rtl.out.fresh = state.fresh;
  };
  const auto found = [&] {
    const std::string said = told(compare(state, rtl));
    equal();
    return said;
  };
  equal();
  CHECK(found() == "equal");
  rtl.out.epoch = 5;
  CHECK(found() == "MESH-EPO-1 epoch: 4 / 5");
  rtl.out.fresh = true;
  CHECK(found() == "MESH-EPO-1 epoch: 4 / 4, just entered");
  rtl.out.nb_held ^= 2;
  CHECK(found() == "MESH-EPO-3 statuses received from x+: xy same / xy same, xy mixed at 0");
  rtl.out.nb_held ^= std::uint64_t{32} << 30;
  CHECK(found() == "MESH-EPO-3 statuses received from z-: zx mixed / none at 5");
  rtl.out.nb_line_held ^= 32;
  CHECK(found() == "MESH-EPO-3 line bits received from x+: z- / none at 0");
  rtl.out.nb_line_held ^= std::uint64_t{8} << 30;
  CHECK(found() == "MESH-EPO-3 line bits received from z-: x+ / x+, y- at 5");
  state.fresh = true;
  equal();
  CHECK(found() == "equal");
  rtl.out.nb_held ^= 2;
  CHECK(found().substr(0, 10) == "MESH-EPO-2");
  rtl.out.nb_line_held ^= 2;
  CHECK(found().substr(0, 10) == "MESH-EPO-2");
}

TEST_CASE("MESH-LAB-2, MESH-LAB-6: statuses and line bits of a node", "[compare]") {
  golden::LabelState state;
  state.unsafe = 0b000101;
  state.line = 0b010010;
  Label rtl;
  const auto equal = [&] {
    rtl.out = {state.bad(), state.faulty ? 0U : state.unsafe, state.lines(), state.changed};
    rtl.held = {state.faulty, state.unsafe, state.line, state.changed};
  };
  const auto found = [&] {
    const std::string said = told(compare(state, rtl));
    equal();
    return said;
  };
  equal();
  CHECK(found() == "equal");
  rtl.out.bad = 0b000111;
  CHECK(found() == "MESH-LAB-2 bad: xy same, yz same / xy same, xy mixed, yz same");
  rtl.held.unsafe = 0;
  CHECK(found() == "MESH-LAB-2 unsafe: xy same, yz same / none");
  rtl.out.unsafe = 0;
  CHECK(found() == "MESH-LAB-2 unsafe: xy same, yz same / xy same, yz same");
  rtl.held.line = 1;
  CHECK(found() == "MESH-LAB-6 line bits: x-, z+ / x+");
  rtl.out.line = 1;
  CHECK(found() == "MESH-LAB-6 line bits: x-, z+ / x-, z+");
  rtl.out.changed = true;
  CHECK(found() == "MESH-LAB-2 changed: no / yes");
  rtl.held.faulty = true;
  CHECK(found() == "MESH-LAB-2 changed: no / no");
  state.faulty = true;  // it shows no status that routing reads
  equal();
  CHECK(found() == "equal");
  rtl.out.unsafe = 1;
  CHECK(found().substr(0, 17) == "MESH-LAB-2 unsafe");
}

TEST_CASE("MESH-CTL-2: what the blocks are asked, and what they answer", "[compare]") {
  golden::PlanarRequest q;
  q.here = {{2, 1, 3}};
  q.dst = {{14, 4, 9}};
  q.proxy = 2;
  q.in_port = 3;
  q.sub = 2;
  q.reserve = false;
  q.fallback = false;
  q.tie = true;
  q.nb_down = 0b101010;
  q.nb_unsafe = {1, 2, 3, 4, 5, 6};
  q.nb_line = {1, 2, 4, 8, 16, 32};
  q.unsafe = 9;
  q.line = 0b011001;
  q.free = 0xabc;
  const PlanarRouteIn in = to_block(q);
  CHECK((in.valid && !in.reserve && !in.fallback && in.tie));
  CHECK((in.here == 0x312 && in.dst == 0x94e));
  CHECK((in.proxy == 3 && in.in_port == 3 && in.sub == 2 && in.nb_down == 0b101010));
  CHECK(in.nb_unsafe == 0x654321);
  CHECK(in.nb_line == 0b100000'010000'001000'000100'000010'000001ULL);
  CHECK((in.unsafe == 9 && in.line == 0b011001 && in.free == 0xabc));

  PlanarRouteOut out;
  out.grant = true;
  out.dir = 4;
  out.vc = 1;
  out.sub = 2;
  out.proxy = 6;
  out.legal = 0xf0f;
  const golden::PlanarAnswer answer = from_block(out);
  CHECK((answer.grant && !answer.eject && !answer.drop && answer.proxy == 5));
  CHECK((answer.dir == 4 && answer.vc == 1 && answer.sub == 2 && answer.legal == 0xf0f));
  out.eject = out.drop = true;
  CHECK((from_block(out).eject && from_block(out).drop));

  golden::LabelInput label;
  label.restart = label.faulty = true;
  label.present = 0b110011;
  label.link_dead = 0b001100;
  label.nb_bad = {1, 2, 4, 8, 16, 32};
  label.nb_line = {0x3f, 0, 0x3f, 0, 0b101111, 0b100000};
  const MccLabelIn to = to_block(label);
  CHECK((to.restart && to.faulty && to.present == 0b110011 && to.link_dead == 0b001100));
  CHECK(to.nb_bad == 0b100000'010000'001000'000100'000010'000001ULL);
  CHECK(to.nb_line == 0b100101);
}

TEST_CASE("COS-PLACE: what a node holds by either side, and an answer", "[compare]") {
  golden::LabelState state;
  state.unsafe = 0b100000;
  state.line = 0b000001;
  golden::EpochState epoch;
  epoch.epoch = 7;
  epoch.nb_bad = {2, 0, 0, 8, 0, 0};
  epoch.nb_line = {0, 0, 0, 0, 1, 32};
  Held side = held(state, epoch, 0b10);
  const std::string expected =
      "[unsafe: zx mixed][line bits: x+][epoch: 7][from x+: unsafe xy mixed; lines none]"
      "[from y-: unsafe yz mixed; lines none][from z+: unsafe none; lines x+][from z-: unsafe none; lines z-]";
  CHECK(text(side) == expected);
  CHECK((side.dead == 0b10 && side.ways == 0 && !side.out));
  Label rtl;
  rtl.held = {false, 0b100000, 1, false};
  Epoch received;
  received.out = {7, 2 | 8U << 18, std::uint64_t{1} << 24 | std::uint64_t{32} << 30, false};
  CHECK(text(held(rtl, received, 0b10)) == expected);
  golden::PlanarAnswer goes = by(3, 0, 1);
  goes.legal = 0b100011'000010;
  add_answer(side, goes);
  CHECK(text(side) ==
        "[answer: y-c1 of sub-network 1][legal channels: x+c2 y-c1 y-c2 z-c2]" + expected);
  CHECK((side.out == PortIdx{3} && side.ways == 0b101001));
  for (unsigned c = 0; c < 12; ++c) {
    Held one;
    goes.legal = 1U << c;
    add_answer(one, goes);
    CHECK(one.ways == PortMask{1} << (c / 2));
  }
}
