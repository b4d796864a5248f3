// SPDX-License-Identifier: Apache-2.0
// What the model says of a cycle against what switches in RTL show (FS-EQUAL), entry by entry.
#include "fabric/beats/ledger.hpp"

#include <catch2/catch.hpp>
#include <set>
#include <stdexcept>
#include <string>
#include <utility>

#include "cosim/message_numbers.hpp"

using namespace selvage;
using fabric::Ledger;
using fabric::LedgerEntry;
using Kind = LedgerEntry::Kind;

namespace {

constexpr SwitchIdx kSwitches = 4;

LedgerEntry entry(SwitchIdx sw, PortIdx port, Kind kind, std::uint64_t value) {
  return {{sw, port}, kind, value};
}

void both(Ledger& ledger, Cycle at, const LedgerEntry& e) {
  ledger.expect(at, e);
  ledger.show(at, e);
}

std::vector<std::string> past(const Ledger& ledger, SwitchIdx sw) {
  return ledger.past(sw).lines([](const LedgerEntry& e) {
    return std::to_string(e.where.port) + "=" + std::to_string(e.value);
  });
}

}  // namespace

TEST_CASE("FS-EQUAL: what both have written is equal in any order, counted once and remembered") {
  Ledger ledger(kSwitches);
  const std::vector<LedgerEntry> all = {entry(1, 2, Kind::kHeader, 5),
                                        entry(1, 2, Kind::kHeader, 4), entry(1, 2, Kind::kXon, 1),
                                        entry(0, 3, Kind::kXon, 0), entry(2, 0, Kind::kDecided, 7)};
  for (std::size_t i = 0; i < all.size(); ++i) {
    ledger.expect(6, all[i]);
    ledger.show(6, all[all.size() - 1 - i]);
  }
  both(ledger, 3, entry(1, 0, Kind::kHeader, 1));
  both(ledger, 7, entry(1, 1, Kind::kHeader, 9));
  CHECK(!ledger.compare(7));
  CHECK(ledger.compared(Kind::kHeader) == 3);
  CHECK(ledger.compared(Kind::kXon) == 2);
  CHECK(ledger.compared(Kind::kDecided) == 1);
  CHECK(ledger.compared(Kind::kMessage) == 0);
  CHECK(past(ledger, 1) ==
        std::vector<std::string>{"cycle 3: 0=1", "cycle 6: 2=4", "cycle 6: 2=5", "cycle 6: 2=1"});
  CHECK(past(ledger, 3).empty());
  CHECK(!ledger.compare(8));
  CHECK(ledger.compared(Kind::kHeader) == 4);
  ledger.note(9, entry(3, 1, Kind::kDeclared, 0));
  CHECK(past(ledger, 3) == std::vector<std::string>{"cycle 9: 1=0"});
}

TEST_CASE("FS-EQUAL: the first difference is told, by whoever has it") {
  struct Case {
    std::optional<LedgerEntry> model, rtl;
  };
  const LedgerEntry middle = entry(1, 1, Kind::kXon, 1);
  const LedgerEntry other =
      GENERATE(entry(1, 1, Kind::kXon, 0), entry(1, 1, Kind::kXon, 2), entry(0, 1, Kind::kXon, 1),
               entry(2, 1, Kind::kXon, 1), entry(1, 0, Kind::kXon, 1), entry(1, 2, Kind::kXon, 1),
               entry(1, 1, Kind::kHeader, 1), entry(1, 1, Kind::kStop, 1));
  const bool same_place = other.same_place(middle);
  CHECK(same_place == (other.value != middle.value));
  const Case c = GENERATE_COPY(Case{middle, other}, Case{other, middle}, Case{middle, std::nullopt},
                               Case{std::nullopt, middle});
  Ledger ledger(kSwitches);
  both(ledger, 5, entry(0, 0, Kind::kDecided, 3));
  if (c.model) ledger.expect(5, *c.model);
  if (c.rtl) ledger.show(5, *c.rtl);
  const auto d = ledger.compare(6);
  REQUIRE(d);
  CHECK(d->cycle == 5);
  const bool model_first = c.model && (!c.rtl || *c.model < *c.rtl);
  const bool rtl_first = c.rtl && (!c.model || *c.rtl < *c.model);
  const bool told_both = c.model && c.rtl && same_place;
  REQUIRE(d->expected.has_value() == (told_both || model_first));
  REQUIRE(d->shown.has_value() == (told_both || rtl_first));
  if (d->expected) CHECK(*d->expected == *c.model);
  if (d->shown) CHECK(*d->shown == *c.rtl);
}

TEST_CASE("FS-EQUAL: entries are ordered by switch, port, kind and value, equal in all of them") {
  const std::vector<LedgerEntry> order = {entry(0, 9, Kind::kStop, 9), entry(1, 1, Kind::kXon, 8),
                                          entry(1, 2, Kind::kHeader, 7), entry(1, 2, Kind::kXon, 5),
                                          entry(1, 2, Kind::kXon, 6)};
  for (std::size_t a = 0; a < order.size(); ++a) {
    for (std::size_t b = 0; b < order.size(); ++b) {
      CAPTURE(a, b);
      CHECK((order[a] < order[b]) == (a < b));
      CHECK((order[a] == order[b]) == (a == b));
    }
  }
}

TEST_CASE("FS-EQUAL: an entry too many, in both orders, and one too few") {
  Ledger ledger(kSwitches);
  const bool model = GENERATE(false, true);
  const LedgerEntry first = entry(1, 1, Kind::kMessage, 3);
  both(ledger, 2, first);
  if (model) {
    ledger.expect(2, first);
  } else {
    ledger.show(2, first);
  }
  const auto d = ledger.compare(3);
  REQUIRE(d);
  CHECK(d->cycle == 2);
  CHECK(d->expected.has_value() == model);
  CHECK(d->shown.has_value() == !model);
}

TEST_CASE("FS-EQUAL: two entries in another order are the same, from cycle 0 on") {
  Ledger ledger(kSwitches);
  const LedgerEntry a = entry(1, 1, Kind::kXon, 1);
  const LedgerEntry b = entry(1, 2, Kind::kXon, 0);
  for (const LedgerEntry& e : {a, b}) ledger.expect(0, e);
  for (const LedgerEntry& e : {b, a}) ledger.show(0, e);
  CHECK(!ledger.compare(1));
  CHECK(ledger.compared(Kind::kXon) == 2);
}

TEST_CASE("FS-EQUAL: cycles in which neither side has anything cost nothing") {
  Ledger ledger(kSwitches);
  const Cycle late = Cycle{1} << 40;
  CHECK(!ledger.compare(late));
  both(ledger, late, entry(1, 1, Kind::kXon, 1));
  CHECK(!ledger.compare(late + 1));
  CHECK(ledger.compared(Kind::kXon) == 1);
}

TEST_CASE("FS-EQUAL: a cycle is compared once, and pages of compared ones begin empty") {
  Ledger ledger(kSwitches);
  CHECK(!ledger.compare(4));
  CHECK_THROWS_AS(ledger.expect(3, entry(0, 0, Kind::kXon, 1)), std::logic_error);
  CHECK_THROWS_AS(ledger.show(3, entry(0, 0, Kind::kXon, 1)), std::logic_error);
  for (Cycle c = 4; c < 40; ++c) {
    // Both sides write ahead, by another number of cycles.
    ledger.expect(c + c % 3, entry(1, 0, Kind::kXon, c));
    ledger.show(c + c % 3, entry(1, 0, Kind::kXon, c));
    REQUIRE(!ledger.compare(c));
  }
  ledger.expect(50, entry(2, 0, Kind::kXon, 1));
  CHECK(!ledger.compare(50));
  CHECK(ledger.compared(Kind::kXon) == 36);
  const auto d = ledger.compare(51);
  REQUIRE(d);
  CHECK(d->cycle == 50);
  CHECK(!d->shown);
}

TEST_CASE("FS-MSG: messages are told apart by each of their fields, and by their number") {
  std::set<std::uint64_t> kinds;
  const ControlMessage plain{1, 2, 3, 4, 5};
  std::vector<ControlMessage> all = {plain};
  for (std::uint8_t bit = 0; bit < 8; ++bit) {
    const auto flip = static_cast<std::uint8_t>(1U << bit);
    for (ControlMessage m : {ControlMessage{flip, 0, 0, 0, 5}, ControlMessage{0, flip, 0, 0, 5},
                             ControlMessage{0, 0, flip, 0, 5}, ControlMessage{0, 0, 0, flip, 5},
                             ControlMessage{0, 0, 0, 0, std::uint64_t{1} << (8 * bit)}}) {
      all.push_back(m);
    }
  }
  for (const ControlMessage& m : all) kinds.insert(fabric::mixed(m));
  CHECK(kinds.size() == all.size());
  CHECK(fabric::mixed(plain) % cosim::kMessageNumbers == 0);
  CHECK(fabric::mixed(plain, 5) == fabric::mixed(plain) + 5);
  CHECK(fabric::mixed(plain, cosim::kMessageNumbers + 5) == fabric::mixed(plain, 5));
}

TEST_CASE("FS-EQUAL: a kind has its rule, its words and its count") {
  std::set<std::string_view> rules;
  std::set<std::string_view> texts;
  std::set<std::string_view> blocks;
  for (std::size_t k = 0; k < LedgerEntry::kCounted; ++k) {
    rules.insert(fabric::rule_of(static_cast<Kind>(k)));
    texts.insert(fabric::text_of(static_cast<Kind>(k)));
    blocks.insert(fabric::block_of(static_cast<Kind>(k)));
  }
  CHECK(rules.size() == LedgerEntry::kCounted - 1);
  CHECK(fabric::rule_of(Kind::kTail) == fabric::rule_of(Kind::kDelivered));
  CHECK(texts.size() == LedgerEntry::kCounted);
  CHECK(blocks.size() == LedgerEntry::kCounted);
  CHECK(fabric::rule_of(Kind::kXon) == "FS-XON");
  CHECK(fabric::block_of(Kind::kMessage) == "switch_message");
}
