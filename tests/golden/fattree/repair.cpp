// SPDX-License-Identifier: Apache-2.0
/// Repair in whole trees: what naive repairs get wrong (FT-REP-1, 2, 5, 6), overflow victims, and
/// that the deliberate defects of the fault rules are caught.
#include <catch2/catch.hpp>

#include "support.hpp"

using namespace selvage;
using namespace selvage::golden;
using namespace selvage::golden::test;

namespace {

/// "+0/00/2" kills, "-0/00/2" repairs; each settles.
void play(SettledTree& settled, const std::vector<std::string>& history) {
  for (const std::string& event : history) {
    const SwitchPort link = links(settled.tree(), {event.substr(1)})[0];
    if (event[0] == '+') {
      settled.kill(link);
    } else {
      settled.repair(link);
    }
    settled.settle();
  }
}

const std::vector<std::string> kPlusAPlusBMinusA{"+0/00/2", "+0/01/2", "-0/00/2"};
const std::vector<std::string> kPlusAPlusBMinusAMinusB{"+0/00/2", "+0/01/2", "-0/00/2", "-0/01/2"};

}  // namespace

TEST_CASE("FT-REP-6: +A +B -A: what was said while A was dead is said again", "[golden][repair]") {
  const FatTree tree(4, 3);
  SettledTree settled(tree, 32, Rule::kCorrected);
  play(settled, kPlusAPlusBMinusA);
  const SwitchState& state = settled.machine(switch_at(tree, 0, "00")).state();
  REQUIRE(state.lft.entries().size() == 1);
  CHECK(state.lft.entries()[0] == LinkFaultEntry{tree.name_of(switch_at(tree, 0, "01")).c, 1});
  CHECK(audit(settled).exact());
  CHECK(undelivered_pairs(settled) == 0);

  MessageBugs n3;
  n3.n3 = true;
  SettledTree naive(tree, 32, Rule::kCorrected, n3);
  play(naive, kPlusAPlusBMinusA);
  CHECK(naive.machine(switch_at(tree, 0, "00")).state().lft.entries().empty());
  CHECK(audit(naive).bad_included > 0);
  CHECK(undelivered_pairs(naive) > 0);
}

TEST_CASE("FT-REP-6: +A +B -A -B: nobody keeps what is repaired", "[golden][repair]") {
  const FatTree tree(4, 3);
  SettledTree settled(tree, 32, Rule::kCorrected);
  play(settled, kPlusAPlusBMinusAMinusB);
  for (const Knowledge& k : knowledge(settled)) {
    CHECK(k.entries.empty());
    CHECK(k.up == std::vector<UpPortState>(2));
  }
  CHECK(audit(settled).exact());
}

TEST_CASE("FT-REP-3, FT-REP-7: a switch may miss 127 changes of a port, and no more",
          "[golden][repair]") {
  const FatTree tree(4, 3);
  SettledTree settled(tree, 32, Rule::kCorrected);
  play(settled, {"+0/21/2", "-0/21/2"});  // its number is known
  const unsigned missed = GENERATE(1U, 127U, 129U, 255U);
  CAPTURE(missed);
  play(settled, {"+0/00/2"});
  for (unsigned i = 0; i < missed; ++i) play(settled, {i % 2 == 0 ? "+0/21/2" : "-0/21/2"});
  play(settled, {"-0/00/2"});
  CHECK(audit(settled).exact() == (missed <= 127));
}

TEST_CASE("FT-REP-6: the same with naive repair keeps a stale entry", "[golden][repair][bug]") {
  const FatTree tree(4, 3);
  MessageBugs n3;
  n3.n3 = true;
  SettledTree naive(tree, 32, Rule::kCorrected, n3);
  play(naive, kPlusAPlusBMinusAMinusB);
  CHECK(undelivered_pairs(naive) == 0);
  const Audit result = audit(naive);
  CHECK(result.bad_included == 0);
  CHECK(result.good_excluded > 0);
  const auto& entries = naive.machine(switch_at(tree, 0, "01")).state().lft.entries();
  REQUIRE(entries.size() == 1);
  CHECK(entries[0] == LinkFaultEntry{tree.name_of(switch_at(tree, 0, "00")).c, 1});
}

TEST_CASE("FT-REP-2: a naive clear leaves derived bits and DLFMs", "[golden][repair][bug]") {
  const FatTree tree(4, 3);
  MessageBugs n1;
  n1.n1 = true;
  for (const bool naive : {false, true}) {
    SettledTree settled(tree, 32, Rule::kCorrected, naive ? n1 : MessageBugs{});
    play(settled, {"+1/00/2", "+1/00/3", "-1/00/2", "-1/00/3"});
    const SwitchState& child = settled.machine(switch_at(tree, 0, "00")).state();
    CHECK(child.up[0] == (naive ? UpPortState{true, false, 1} : UpPortState{}));
    CHECK(audit(settled).exact() == !naive);
  }
}

TEST_CASE("FT-REP-1: direct and derived in one bit wipe each other", "[golden][repair][bug]") {
  // <0,00> receives directly that <0,30>2 is dead and derives the same from <1,30> being out of
  // reach of <1,00>. Only the derived cause ends.
  const FatTree tree(4, 3);
  MessageBugs n2;
  n2.n2 = true;
  for (const bool one_bit : {false, true}) {
    SettledTree settled(tree, 32, Rule::kCorrected, one_bit ? n2 : MessageBugs{});
    play(settled, {"+0/30/2", "+1/30/2", "+1/30/3", "-1/30/2"});
    const auto& entries = settled.machine(switch_at(tree, 0, "00")).state().lft.entries();
    REQUIRE(entries.at(0).c == tree.name_of(switch_at(tree, 0, "30")).c);
    CHECK(entries[0].bits == (one_bit ? 0 : 1));
    CHECK(audit(settled).exact() == !one_bit);
  }
}

TEST_CASE("FT-REP-6: what a full table lost is announced again after a repair",
          "[golden][repair]") {
  const FatTree tree(4, 3);
  SettledTree settled(tree, 1, Rule::kCorrected);
  play(settled, {"+0/20/2", "+0/30/2"});
  const SwitchIdx leaf = switch_at(tree, 0, "00");
  CHECK(settled.overflows() > 0);
  CHECK_FALSE(audit(settled).exact());
  REQUIRE(settled.machine(leaf).state().lft.entries().size() == 1);
  CHECK(settled.machine(leaf).state().lft.entries()[0].c ==
        tree.name_of(switch_at(tree, 0, "20")).c);
  play(settled, {"-0/20/2"});
  CHECK(settled.machine(leaf).state().lft.entries()[0] ==
        LinkFaultEntry{tree.name_of(switch_at(tree, 0, "30")).c, 0b01});
  // At the neighbour the announcement came before the repair that freed the line: it takes the next
  // RESYNC of any link.
  const SwitchIdx neighbour = switch_at(tree, 0, "31");
  CHECK(settled.machine(neighbour).state().lft.is_free(0));
  play(settled, {"+1/00/2", "-1/00/2"});
  CHECK(settled.machine(neighbour).state().lft.entries()[0] ==
        LinkFaultEntry{tree.name_of(switch_at(tree, 0, "30")).c, 0b01});
  CHECK(audit(settled).exact());
}

TEST_CASE("FT-MSG-1 to FT-MSG-8: deliberate defects of the rules are caught", "[golden][bug]") {
  const FatTree tree(4, 4);
  const auto [name, bug] = GENERATE(table<std::string, bool MessageBugs::*>(
      {{"ulfm_not_up", &MessageBugs::ulfm_not_up},
       {"case1_children_only", &MessageBugs::case1_children_only},
       {"dlfm_min", &MessageBugs::dlfm_min},
       {"ps_without_level", &MessageBugs::ps_without_level},
       {"level_not_strict", &MessageBugs::level_not_strict}}));
  MessageBugs bugs;
  bugs.*bug = true;
  std::mt19937 random(31);
  SettledTree settled(tree, 512, Rule::kCorrected, bugs);
  unsigned caught = 0;
  for (unsigned round = 0; round < 400; ++round) {
    settled.reset();
    for (unsigned i = 0; i < 3; ++i) {  // most up links of a few neighbouring switches
      const SwitchIdx near = 16 + below(random, 16);  // level 1
      const SwitchIdx sw = i == 0 ? near : tree.peer(near, static_cast<PortIdx>(2 + i % 2)).index;
      if (tree.is_root(tree.level(sw))) continue;
      for (unsigned k = tree.h(); k < tree.m(); ++k) {
        if (below(random, 3) == 0) continue;
        settled.kill({sw, static_cast<PortIdx>(k)});
        settled.settle();
      }
    }
    for (const SwitchPort& link : random_links(tree, 3, random)) {
      settled.kill(link);
      settled.settle();
    }
    if (!audit(settled).exact()) ++caught;
  }
  INFO(name << " caught in " << caught << " of 400 fault sets");
  CHECK(caught > 0);
}
