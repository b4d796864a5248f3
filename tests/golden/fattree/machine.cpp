// SPDX-License-Identifier: Apache-2.0
/// The rules of section 5.2, one switch and one message at a time.
#include <catch2/catch.hpp>

#include <algorithm>

#include "support.hpp"

using namespace selvage;
using namespace selvage::golden;
using selvage::golden::test::switch_at;

namespace {

Digits coordinates(const FatTree& tree, std::string_view c) {
  return tree.name_of(switch_at(tree, 0, c)).c;
}

FaultMessage ulfm(const FatTree& tree, unsigned level, std::string_view c, unsigned k,
                  std::uint8_t seq = 0) {
  return {FaultMessage::Kind::kUlfm, level, coordinates(tree, c), k, seq};
}

/// What cases 2 and 3 send.
FaultMessage derf(const FatTree& tree, unsigned level, std::string_view c, unsigned k) {
  return {FaultMessage::Kind::kDerf, level, coordinates(tree, c), k, 0};
}

FaultMessage dlfm(unsigned level) { return {FaultMessage::Kind::kDlfm, level, {}, 0, 0}; }

/// Ports by which exactly `message` was sent, ascending.
std::vector<int> ports_of(const std::vector<OutMessage>& out, const FaultMessage& message) {
  std::vector<int> ports;
  for (const OutMessage& sent : out) {
    if (decode(sent.message) == message) ports.push_back(sent.port);
  }
  std::sort(ports.begin(), ports.end());
  return ports;
}

using Ports = std::vector<int>;

}  // namespace

TEST_CASE("FT-MSG-1: a message begins as a ULFM with 0 in its fields", "[golden]") {
  CHECK(FaultMessage{} == FaultMessage{FaultMessage::Kind::kUlfm, 0, Digits{}, 0, 0});
  CHECK(PortMessage{}.port == 0);
  CHECK(Broadcast{} == Broadcast{FaultMessage{}, 0});
}

TEST_CASE("Messages: encode and decode are inverse", "[golden]") {
  const FaultMessage u{FaultMessage::Kind::kUlfm, 4, Digits{}.with(4, 63).with(0, 31), 63, 255};
  CHECK(decode(encode(u)) == u);
  CHECK(decode(encode(dlfm(5))) == dlfm(5));
  CHECK_FALSE(encode(u) == encode(dlfm(4)));
}

TEST_CASE("FT-MSG-1: a dead down port is advertised through every other port", "[golden]") {
  const FatTree tree(4, 3);
  std::vector<OutMessage> out;
  MessageMachine middle(tree, switch_at(tree, 1, "21"), 8, Rule::kCorrected);
  middle.link_down(1, out);  // the other end of LK<0,21>3
  CHECK(out.size() == 3);
  CHECK(ports_of(out, ulfm(tree, 0, "21", 3, 1)) == Ports{0, 2, 3});
  out.clear();
  MessageMachine root(tree, switch_at(tree, 2, "10"), 8, Rule::kCorrected);
  root.link_down(3, out);  // the other end of LK<1,30>3
  CHECK(out.size() == 3);
  CHECK(ports_of(out, ulfm(tree, 1, "30", 3, 1)) == Ports{0, 1, 2});
}

TEST_CASE("FT-MSG-2: a ULFM of another level from above goes down only", "[golden]") {
  const FatTree tree(4, 3);
  std::vector<OutMessage> out;
  MessageMachine middle(tree, switch_at(tree, 1, "11"), 8, Rule::kCorrected);
  const auto step = middle.receive(2, ulfm(tree, 0, "21", 3), out);
  CHECK_FALSE(step.changed);
  CHECK(step.write.kind == TableWrite::Kind::kNone);
  CHECK(out.size() == 2);
  CHECK(ports_of(out, ulfm(tree, 0, "21", 3)) == Ports{0, 1});
}

TEST_CASE("FT-MSG-3: a ULFM of another level from below goes everywhere but back", "[golden]") {
  const FatTree tree(4, 4);
  std::vector<OutMessage> out;
  MessageMachine middle(tree, switch_at(tree, 2, "010"), 8, Rule::kCorrected);
  middle.receive(1, ulfm(tree, 0, "011", 2), out);
  CHECK(out.size() == 3);
  CHECK(ports_of(out, ulfm(tree, 0, "011", 2)) == Ports{0, 2, 3});
  out.clear();
  MessageMachine root(tree, switch_at(tree, 3, "010"), 8, Rule::kCorrected);
  root.receive(0, ulfm(tree, 0, "011", 2), out);
  CHECK(ports_of(out, ulfm(tree, 0, "011", 2)) == Ports{1, 2, 3});
}

TEST_CASE("FT-MSG-4: a ULFM of the own level is recorded and goes no further", "[golden]") {
  const FatTree tree(4, 3);
  std::vector<OutMessage> out;
  MessageMachine leaf(tree, switch_at(tree, 0, "10"), 1, Rule::kCorrected);
  const auto step = leaf.receive(3, ulfm(tree, 0, "21", 3), out);
  CHECK(step.changed);
  CHECK(step.write.kind == TableWrite::Kind::kLftInsert);
  CHECK(step.write.port == 1);
  CHECK(step.write.c == coordinates(tree, "21"));
  REQUIRE(leaf.state().lft.entries().size() == 1);
  CHECK(leaf.state().lft.entries()[0] == LinkFaultEntry{coordinates(tree, "21"), 0b10});
  CHECK_FALSE(leaf.receive(3, ulfm(tree, 0, "21", 3), out).changed);
  // FT-LFT-2: no line is free for another switch.
  const auto lost = leaf.receive(2, ulfm(tree, 0, "30", 2), out);
  CHECK_FALSE(lost.changed);
  CHECK(lost.write.kind == TableWrite::Kind::kLftInsert);
  CHECK(leaf.state().lft.overflows() == 1);
  CHECK(out.empty());
}

TEST_CASE("FT-MSG-5: an entry with all bits makes the children avoid this switch", "[golden]") {
  const Rule rule = GENERATE(Rule::kCorrected, Rule::kPaper);
  const FatTree tree(4, 3);
  std::vector<OutMessage> out;
  MessageMachine middle(tree, switch_at(tree, 1, "11"), 8, rule);
  middle.receive(2, ulfm(tree, 1, "21", 2), out);
  CHECK(out.empty());
  middle.receive(3, ulfm(tree, 1, "21", 3), out);
  CHECK(out.size() == 4);
  CHECK(ports_of(out, derf(tree, 0, "20", 3)) == Ports{0, 1});
  CHECK(ports_of(out, derf(tree, 0, "21", 3)) == Ports{0, 1});
  out.clear();
  middle.link_down(2, out);  // holds still: not advertised again
  CHECK(out.empty());
}

TEST_CASE("FT-MSG-6: case 3 is tested when an entry and when a port state changes", "[golden]") {
  const Rule rule = GENERATE(Rule::kCorrected, Rule::kPaper);
  const bool entry_first = GENERATE(false, true);
  const FatTree tree(4, 3);
  std::vector<OutMessage> out;
  MessageMachine middle(tree, switch_at(tree, 1, "10"), 8, rule);
  if (entry_first) middle.receive(2, ulfm(tree, 1, "30", 2), out);
  middle.link_down(3, out);
  if (!entry_first) middle.receive(2, ulfm(tree, 1, "30", 2), out);
  CHECK(out.size() == 4);
  CHECK(ports_of(out, derf(tree, 0, "30", 2)) == Ports{0, 1});
  CHECK(ports_of(out, derf(tree, 0, "31", 2)) == Ports{0, 1});
}

TEST_CASE("FT-MSG-6: a port that still reaches the common ancestor prevents case 3", "[golden]") {
  const FatTree tree(4, 5);
  std::vector<OutMessage> out;
  MessageMachine middle(tree, switch_at(tree, 1, "0010"), 8, Rule::kCorrected);
  middle.receive(2, ulfm(tree, 1, "0100", 2), out);  // A = 3
  middle.receive(2, ulfm(tree, 1, "2010", 2), out);  // A = 4
  CHECK(out.empty());
  middle.receive(3, dlfm(3), out);  // port 3 reaches level 3: enough for the first entry
  CHECK(ports_of(out, derf(tree, 0, "2010", 2)) == Ports{0, 1});
  CHECK(ports_of(out, derf(tree, 0, "2011", 2)) == Ports{0, 1});
  CHECK(out.size() == 4);
  out.clear();
  middle.receive(3, dlfm(2), out);  // and now not any more (E5)
  CHECK(ports_of(out, derf(tree, 0, "0100", 2)) == Ports{0, 1});
  CHECK(ports_of(out, derf(tree, 0, "0101", 2)) == Ports{0, 1});
  CHECK(out.size() == 4);
}

TEST_CASE("FT-MSG-6: E1: a port whose bit is set does not count for the maximum", "[golden]") {
  const FatTree tree(4, 4);
  std::vector<OutMessage> out;
  const Rule rule = GENERATE(Rule::kCorrected, Rule::kPaper);
  const bool bug = GENERATE(false, true);
  MessageMachine middle(tree, switch_at(tree, 1, "010"), 8, rule, {bug, false});
  middle.receive(2, dlfm(2), out);                  // PS2<2,1>
  middle.receive(2, ulfm(tree, 1, "000", 2), out);  // LFE<000,01>: A = 2
  CHECK(out.empty());
  middle.link_down(3, out);  // PS3<1,1>
  const std::size_t advertised = rule == Rule::kCorrected && !bug ? 2 : 0;
  CHECK(ports_of(out, derf(tree, 0, "000", 2)).size() == advertised);
  CHECK(ports_of(out, derf(tree, 0, "001", 2)).size() == advertised);
  CHECK(ports_of(out, dlfm(2)) == Ports{0, 1});
}

TEST_CASE("FT-MSG-7: all up ports failed sends the highest level down", "[golden]") {
  const FatTree tree(4, 5);
  std::vector<OutMessage> out;
  MessageMachine middle(tree, switch_at(tree, 1, "0000"), 8, Rule::kCorrected);
  middle.receive(2, dlfm(3), out);
  CHECK(out.empty());
  middle.link_down(3, out);
  CHECK(out.size() == 2);
  CHECK(ports_of(out, dlfm(3)) == Ports{0, 1});
}

TEST_CASE("FT-MSG-8: DLFM is sent again when the highest level drops", "[golden]") {
  const bool once = GENERATE(false, true);
  const FatTree tree(4, 5);
  std::vector<OutMessage> out;
  MessageMachine middle(tree, switch_at(tree, 1, "0000"), 8, Rule::kCorrected, {false, once});
  middle.link_down(3, out);
  middle.receive(2, dlfm(3), out);
  CHECK(ports_of(out, dlfm(3)) == Ports{0, 1});
  out.clear();
  middle.receive(2, dlfm(2), out);
  CHECK(ports_of(out, dlfm(2)) == (once ? Ports{} : Ports{0, 1}));
  out.clear();
  middle.receive(2, dlfm(2), out);  // no change, nothing to tell
  CHECK(out.empty());
  middle.link_down(2, out);
  CHECK(ports_of(out, dlfm(1)) == (once ? Ports{} : Ports{0, 1}));
}

TEST_CASE("Messages: a leaf switch sends nothing and a host never gets a message",
          "[golden][FT-MSG-4][FT-MSG-5]") {
  const FatTree tree(4, 3);
  std::vector<OutMessage> out;
  MessageMachine leaf(tree, 0, 8, Rule::kCorrected);
  leaf.receive(2, ulfm(tree, 0, "10", 2), out);
  leaf.receive(3, ulfm(tree, 0, "10", 3), out);  // all bits
  leaf.link_down(2, out);
  leaf.link_down(3, out);  // all up ports
  CHECK(out.empty());
}
