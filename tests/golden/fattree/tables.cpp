// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <catch2/catch.hpp>
#include <vector>

#include "support.hpp"

using namespace selvage;
using namespace selvage::golden;
using Insert = LinkFaultTable::Insert;

namespace {

Digits digits(unsigned c2, unsigned c1, unsigned c0) {
  return Digits{}.with(2, c2).with(1, c1).with(0, c0);
}

}  // namespace

TEST_CASE("Digits: packed comparison from a digit upward", "[golden]") {
  const Digits d = digits(63, 1, 2);
  CHECK(d[2] == 63);
  CHECK(d[1] == 1);
  CHECK(d[0] == 2);
  CHECK(d.from(1) == digits(0, 63, 1).packed);
  CHECK(d.below(2) == digits(0, 1, 2).packed);
  CHECK(d.with(1, 5) == digits(63, 5, 2));
  CHECK(digits(1, 0, 0) != digits(0, 1, 0));
  CHECK(digits(0, 63, 63) < digits(1, 0, 0));
  CHECK_FALSE(d < d);
  CHECK(Digits{}.with(5, 63)[5] == 63);
}

TEST_CASE("FT-LFT-1: a known switch is merged and a new one takes the next line", "[golden]") {
  LinkFaultTable lft(4);
  CHECK(lft.insert(digits(0, 2, 1), 1) == Insert::kAllocated);
  CHECK(lft.insert(digits(0, 0, 1), 0) == Insert::kAllocated);
  CHECK(lft.insert(digits(0, 2, 1), 0) == Insert::kMerged);
  CHECK(lft.insert(digits(0, 2, 1), 1) == Insert::kUnchanged);
  REQUIRE(lft.entries().size() == 2);
  CHECK(lft.entries()[0] == LinkFaultEntry{digits(0, 2, 1), 0b11});
  CHECK(lft.entries()[1] == LinkFaultEntry{digits(0, 0, 1), 0b01});
  CHECK(lft.insert(digits(0, 3, 1), 31) == Insert::kAllocated);
  CHECK(lft.entries()[2].bits == 0x80000000U);
  CHECK(lft.overflows() == 0);
}

TEST_CASE("FT-LFT-2: a full table drops the newest entry but still merges", "[golden]") {
  LinkFaultTable lft(2);
  lft.insert(digits(0, 0, 0), 0);
  lft.insert(digits(0, 0, 1), 0);
  CHECK(lft.insert(digits(0, 1, 0), 0) == Insert::kOverflow);
  CHECK(lft.insert(digits(0, 1, 0), 1) == Insert::kOverflow);
  CHECK(lft.insert(digits(0, 0, 1), 1) == Insert::kMerged);
  CHECK(lft.overflows() == 2);
  CHECK(lft.entries().size() == 2);
  CHECK(lft.capacity() == 2);
  lft.clear();
  CHECK(lft.entries().empty());
  CHECK(lft.overflows() == 0);
  CHECK(lft.insert(digits(0, 1, 0), 1) == Insert::kAllocated);
  LinkFaultTable none(0);
  CHECK(none.insert(digits(0, 0, 0), 0) == Insert::kOverflow);
}

TEST_CASE("FT-LFT-3: a lookup compares the digits from the level upward and ORs", "[golden]") {
  LinkFaultTable lft(8);
  lft.insert(digits(1, 2, 3), 0);
  lft.insert(digits(1, 2, 0), 1);
  lft.insert(digits(1, 0, 3), 2);
  const Digits p = Digits{}.with(3, 1).with(2, 2).with(1, 3).with(0, 7);
  CHECK(lft.lookup(0, p) == 0b001);
  CHECK(lft.lookup(1, p) == 0b011);
  CHECK(lft.lookup(2, p) == 0b111);
  CHECK(lft.lookup(0, p.with(3, 2)) == 0);
  CHECK(lft.lookup(2, p.with(3, 2)) == 0);
  CHECK(LinkFaultTable(8).lookup(0, p) == 0);
}

TEST_CASE("FT-PS-1: the own dead up link is final whatever a DLFM says", "[golden]") {
  const FatTree tree(4, 4);
  MessageMachine leaf(tree, 0, 8, Rule::kCorrected);
  std::vector<OutMessage> out;
  const FaultMessage dlfm2{FaultMessage::Kind::kDlfm, 2, {}, 0, 0};
  const auto received = leaf.receive(3, dlfm2, out);
  CHECK(received.changed);
  CHECK(received.write.kind == TableWrite::Kind::kUpPortDlfm);
  CHECK(received.write.port == 1);
  CHECK(received.write.level == 2);
  CHECK(leaf.state().up[1] == UpPortState{true, false, 2});

  const auto down = leaf.link_down(3, out);  // FT-DET-2
  CHECK(down.changed);
  CHECK(down.write.kind == TableWrite::Kind::kUpPortDead);
  CHECK(down.write.port == 1);
  CHECK(leaf.state().up[1] == UpPortState{true, true, 0});

  CHECK_FALSE(leaf.receive(3, dlfm2, out).changed);
  CHECK(leaf.state().up[1] == UpPortState{true, true, 0});
  const auto again = leaf.link_down(3, out);
  CHECK_FALSE(again.changed);
  CHECK(again.write.kind == TableWrite::Kind::kNone);
  CHECK(leaf.state().up[0] == UpPortState{});
  CHECK(out.empty());
  leaf.reset();
  CHECK(leaf.state().up[1] == UpPortState{});
}

TEST_CASE("FT-PS-2: a later DLFM replaces an earlier one", "[golden]") {
  const FatTree tree(4, 5);
  MessageMachine leaf(tree, 0, 8, Rule::kCorrected);
  std::vector<OutMessage> out;
  for (const unsigned level : {3U, 1U, 2U}) {
    CHECK(leaf.receive(2, {FaultMessage::Kind::kDlfm, level, {}, 0, 0}, out).changed);
    CHECK(leaf.state().up[0] == UpPortState{true, false, static_cast<std::uint8_t>(level)});
  }
  CHECK_FALSE(leaf.receive(2, {FaultMessage::Kind::kDlfm, 2, {}, 0, 0}, out).changed);
}

TEST_CASE("FT-PS-3: a dead down port is flagged once", "[golden]") {
  const FatTree tree(4, 3);
  const SwitchIdx root = tree.switch_count() - 1;
  MessageMachine machine(tree, root, 8, Rule::kCorrected);
  std::vector<OutMessage> out;
  const auto down = machine.link_down(3, out);
  CHECK(down.changed);
  CHECK(down.write.kind == TableWrite::Kind::kDownPortDead);
  CHECK(down.write.port == 3);
  CHECK(machine.state().down_failed == 0b1000);
  out.clear();
  CHECK_FALSE(machine.link_down(3, out).changed);
  CHECK(out.empty());
}

TEST_CASE("FT-LFT-1, FT-REP-4: a line that is taken again begins empty", "[golden]") {
  LinkFaultTable table(1);
  const Digits a = Digits{}.with(0, 1), b = Digits{}.with(0, 2);
  table.insert(a, 3);
  CHECK(table.causes()[0].known == 8);  // a statement about up port 3 was received
  CHECK(table.causes()[0].direct == 8);
  CHECK(table.set_direct(0, 3, false));
  bool changed = false;
  CHECK(table.take(a, changed) == 0U);
  CHECK_FALSE(changed);
  CHECK(table.take(b, changed) == 0U);
  CHECK(changed);
  CHECK(table.entries()[0] == LinkFaultEntry{b, 0});
  CHECK(table.causes()[0] == LinkFaultCause{});
  table.insert(b, 0);
  changed = false;
  CHECK_FALSE(table.take(a, changed));
  CHECK_FALSE(changed);
  table.count_overflow();
  table.clear();
  CHECK(table.entries().empty());
  CHECK(table.causes().empty());
  CHECK(table.overflows() == 0);
  CHECK(table.take(a, changed) == 0U);
  CHECK(table.causes()[0] == LinkFaultCause{});
}

TEST_CASE("FT-REP-6: the last four different RESYNCs are remembered", "[golden]") {
  ResyncMemory memory;
  const auto id = [](unsigned n) {
    return ResyncMemory::Id{0, Digits{}.with(0, n), 4, static_cast<std::uint8_t>(n)};
  };
  for (unsigned n = 0; n < 20; ++n) {
    CHECK(memory.remember(id(n)));
    for (unsigned old = n < 3 ? 0 : n - 3; old <= n; ++old) CHECK_FALSE(memory.remember(id(old)));
    if (n < 4) continue;
    ResyncMemory then = memory;
    CHECK(then.remember(id(n - 4)));
  }
}

TEST_CASE("FT-PS-1, FT-LFT-1, FT-REP-6: a switch begins without a fault", "[golden]") {
  SwitchState s(4, 8);
  REQUIRE(s.up.size() == 4);
  for (const UpPortState& ps : s.up) {
    CHECK_FALSE(ps.failed);
    CHECK_FALSE(ps.own);
    CHECK(ps.level == 0);
  }
  CHECK(s.dlfm == std::vector<std::int8_t>(4, std::int8_t{-1}));
  CHECK((s.down_failed | s.ever | s.pending) == 0);
  CHECK(s.seq == std::array<std::uint8_t, kMaxPorts>{});
  CHECK(s.dlfm_advertised == -1);
  CHECK(s.lft.entries().empty());
  CHECK(s.lft.capacity() == 8);
  CHECK(s.lft.overflows() == 0);
  CHECK(LinkFaultEntry{} == LinkFaultEntry{Digits{}, 0});
  CHECK(ResyncMemory::Id{} == ResyncMemory::Id{0, Digits{}, 0, 0});
  // No id has been seen yet, not even the one that is all 0.
  CHECK(s.resync_seen.remember({0, Digits{}, 0, 0}));
  CHECK_FALSE(s.resync_seen.remember({0, Digits{}, 0, 0}));
}

TEST_CASE("FT-LFT-1: a write that is none says nothing", "[golden]") {
  const TableWrite write;
  CHECK(write.kind == TableWrite::Kind::kNone);
  CHECK(write.port == 0);
  CHECK(write.level == 0);
  CHECK(write.c == Digits{});
  CHECK_FALSE(write.derived);
  CHECK(write.seq == 0);
}
