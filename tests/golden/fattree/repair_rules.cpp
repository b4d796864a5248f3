// SPDX-License-Identifier: Apache-2.0
/// Repair, one switch and one operation at a time (FT-REP-1 to FT-REP-6).
#include <catch2/catch.hpp>

#include "support.hpp"

using namespace selvage;
using namespace selvage::golden;
using selvage::golden::test::switch_at;
using Kind = FaultMessage::Kind;

namespace {

/// <1,10> of the 4-port 3-tree: children <0,10> and <0,11>, up ports 2 and 3.
struct Middle {
  explicit Middle(Rule rule = Rule::kCorrected, unsigned lines = 8)
      : rules(tree, switch_at(tree, 1, "10"), rule), s(rules.power_on(lines)) {}

  [[nodiscard]] FaultMessage of(Kind kind, unsigned level, unsigned c1, unsigned c0, unsigned k,
                                unsigned seq = 0) const {
    return {kind, level, Digits{}.with(1, c1).with(0, c0), k, static_cast<std::uint8_t>(seq)};
  }
  Effects& receive(unsigned port, const FaultMessage& message) {
    e.clear();
    rules.receive(s, static_cast<PortIdx>(port), message, e);
    return e;
  }
  Effects& down(unsigned port) {
    e.clear();
    rules.link_down(s, static_cast<PortIdx>(port), e);
    return e;
  }
  Effects& up(unsigned port) {
    e.clear();
    rules.link_up(s, static_cast<PortIdx>(port), e);
    return e;
  }
  Effects& announce(unsigned port) {
    e.clear();
    rules.announce(s, static_cast<PortIdx>(port), e);
    return e;
  }

  const FatTree tree{4, 3};
  SwitchRules rules;
  SwitchState s;
  Effects e;
};

using Sent = std::vector<Broadcast>;
const FaultMessage kDlrm{Kind::kDlrm, 0, {}, 0, 0};
const FaultMessage kSyncReq{Kind::kSyncReq, 0, {}, 0, 0};
FaultMessage dlfm(unsigned level) { return {Kind::kDlfm, level, {}, 0, 0}; }

}  // namespace

TEST_CASE("FT-REP-3: newer is 1 to 127 ahead, around the wrap too", "[golden][repair]") {
  CHECK(newer(1, 0));
  CHECK(newer(127, 0));
  CHECK_FALSE(newer(128, 0));
  CHECK_FALSE(newer(0, 0));
  CHECK_FALSE(newer(255, 0));
  CHECK(newer(0, 255));
  CHECK(newer(126, 255));
}

TEST_CASE("FT-REP-3: a down port that dies and comes back is announced each time",
          "[golden][repair]") {
  Middle x;
  CHECK(x.down(1).broadcasts.empty());
  CHECK(x.s.pending == 0b10);
  CHECK(x.s.down_failed == 0b10);
  CHECK(x.announce(1).broadcasts == Sent{{x.of(Kind::kUlfm, 0, 1, 1, 2, 1), 0b1101}});
  CHECK(x.s.pending == 0);
  CHECK_FALSE(x.down(1).changed);
  // FT-REP-6: RESYNC by every port, then the announcement.
  CHECK(x.up(1).broadcasts == Sent{{x.of(Kind::kResync, 0, 1, 1, 2, 2), 0b1111}});
  CHECK(x.s.down_failed == 0);
  CHECK(x.s.pending == 0b10);
  CHECK(x.announce(1).broadcasts == Sent{{x.of(Kind::kUlrm, 0, 1, 1, 2, 2), 0b1101}});
  CHECK_FALSE(x.up(1).changed);
  CHECK(x.e.broadcasts.empty());
  x.down(1);
  CHECK(x.announce(1).broadcasts == Sent{{x.of(Kind::kUlfm, 0, 1, 1, 2, 3), 0b1101}});
}

TEST_CASE("FT-REP-3: a port that dies and comes back at once is announced as it is",
          "[golden][repair]") {
  Middle x;
  x.down(0);
  x.up(0);
  CHECK(x.announce(0).broadcasts == Sent{{x.of(Kind::kUlrm, 0, 1, 0, 2, 2), 0b1110}});
}

TEST_CASE("FT-REP-3: ULRM floods like ULFM", "[golden][repair]") {
  Middle x;
  const FaultMessage other = x.of(Kind::kUlrm, 0, 3, 1, 2, 6);
  CHECK(x.receive(2, other).broadcasts == Sent{{other, 0b0011}});
  CHECK(x.receive(1, other).broadcasts == Sent{{other, 0b1101}});
  CHECK_FALSE(x.e.changed);
}

TEST_CASE("FT-REP-3: a late old copy undoes nothing", "[golden][repair]") {
  Middle x;
  const auto bits = [&] { return x.s.lft.entries().at(0).bits; };
  CHECK(x.receive(2, x.of(Kind::kUlfm, 1, 3, 0, 2, 1)).changed);
  CHECK(bits() == 0b01);
  CHECK(x.receive(2, x.of(Kind::kUlrm, 1, 3, 0, 2, 2)).changed);
  CHECK(bits() == 0);
  CHECK_FALSE(x.receive(2, x.of(Kind::kUlfm, 1, 3, 0, 2, 1)).changed);
  CHECK(bits() == 0);
  CHECK_FALSE(x.receive(2, x.of(Kind::kUlrm, 1, 3, 0, 2, 2)).changed);
  CHECK(x.receive(2, x.of(Kind::kUlfm, 1, 3, 0, 2, 3)).changed);
  CHECK_FALSE(x.receive(2, x.of(Kind::kUlrm, 1, 3, 0, 2, 2)).changed);
  CHECK(bits() == 0b01);
  // The other bit has numbers of its own, and the first one received counts whatever it is.
  CHECK(x.receive(3, x.of(Kind::kUlfm, 1, 3, 0, 3, 201)).changed);
  CHECK(bits() == 0b11);
  CHECK_FALSE(x.receive(3, x.of(Kind::kUlrm, 1, 3, 0, 3, 200)).changed);
  // Overtaken altogether: the repair comes first, on a line of its own.
  CHECK(x.receive(2, x.of(Kind::kUlrm, 1, 2, 0, 2, 2)).changed);
  CHECK_FALSE(x.receive(2, x.of(Kind::kUlfm, 1, 2, 0, 2, 1)).changed);
  CHECK(x.s.lft.entries().at(1).bits == 0);
}

TEST_CASE("FT-REP-1: a bit has two causes and clearing one leaves the other", "[golden][repair]") {
  const bool direct_first = GENERATE(false, true);
  Middle x;
  x.receive(2, x.of(Kind::kUlfm, 1, 3, 0, 2, 1));
  x.receive(2, x.of(Kind::kDerf, 1, 3, 0, 2));
  const auto bits = [&] { return x.s.lft.entries().at(0).bits; };
  CHECK(x.s.lft.causes()[0].direct == 1);
  CHECK(x.s.lft.causes()[0].derived == 1);
  x.receive(2, direct_first ? x.of(Kind::kUlrm, 1, 3, 0, 2, 2) : x.of(Kind::kDerr, 1, 3, 0, 2));
  CHECK(bits() == 1);
  x.receive(2, direct_first ? x.of(Kind::kDerr, 1, 3, 0, 2) : x.of(Kind::kUlrm, 1, 3, 0, 2, 2));
  CHECK(bits() == 0);
  CHECK(x.s.lft.is_free(0));
  CHECK_FALSE(x.receive(2, x.of(Kind::kDerr, 1, 2, 0, 2)).changed);  // a miss: nothing
  CHECK(x.s.lft.entries().size() == 1);
}

TEST_CASE("FT-REP-2: cases 2 and 3 are withdrawn when they no longer hold", "[golden][repair]") {
  const Rule rule = GENERATE(Rule::kCorrected, Rule::kPaper);
  const bool corrected = rule == Rule::kCorrected;
  Middle x(rule);
  x.receive(2, x.of(Kind::kUlfm, 1, 3, 0, 2, 1));
  const Sent advertised{{x.of(Kind::kDerf, 0, 3, 0, 2), 0b11},
                        {x.of(Kind::kDerf, 0, 3, 1, 2), 0b11}};
  const Sent withdrawn{{x.of(Kind::kDerr, 0, 3, 0, 2), 0b11},
                       {x.of(Kind::kDerr, 0, 3, 1, 2), 0b11}};
  CHECK(x.down(3).broadcasts == advertised);
  Sent back{{kSyncReq, 0b1000}};
  if (corrected) back.insert(back.end(), withdrawn.begin(), withdrawn.end());
  CHECK(x.up(3).broadcasts == back);
  CHECK(x.receive(3, x.of(Kind::kUlfm, 1, 3, 0, 3, 1)).broadcasts ==
        (corrected ? advertised : Sent{}));
  CHECK(x.receive(2, x.of(Kind::kUlrm, 1, 3, 0, 2, 2)).broadcasts ==
        (corrected ? withdrawn : Sent{}));
}

TEST_CASE("FT-REP-2: DLFM comes first, follows its level both ways and is withdrawn",
          "[golden][repair]") {
  Middle x;
  x.receive(2, x.of(Kind::kUlfm, 1, 3, 0, 2, 1));
  x.receive(3, dlfm(1));
  const Sent both = x.down(2).broadcasts;
  REQUIRE(both.size() == 1);  // the derived statements went out with port 3's DLFM
  CHECK(both[0] == Broadcast{dlfm(1), 0b11});
  CHECK(x.receive(3, kDlrm).broadcasts.at(0) == Broadcast{kDlrm, 0b11});
  CHECK(x.s.up[1] == UpPortState{});
  CHECK(x.receive(3, dlfm(1)).broadcasts.at(0) == Broadcast{dlfm(1), 0b11});
  const Sent after = x.up(2).broadcasts;
  CHECK(after.at(0) == Broadcast{kSyncReq, 0b0100});
  CHECK(after.at(1) == Broadcast{kDlrm, 0b11});
}

TEST_CASE("FT-REP-5: an up port that is back forgets its DLFM and its derived bits only",
          "[golden][repair]") {
  Middle x;
  x.receive(2, dlfm(1));
  x.receive(2, x.of(Kind::kDerf, 1, 3, 0, 2));
  x.receive(2, x.of(Kind::kUlfm, 1, 2, 0, 2, 1));
  x.receive(3, x.of(Kind::kDerf, 1, 0, 0, 3));
  x.down(2);
  CHECK(x.s.up[0] == UpPortState{true, true, 1});
  CHECK(x.s.dlfm[0] == 1);
  CHECK_FALSE(x.receive(2, kDlrm).changed);  // own dead: not listened to
  CHECK(x.up(2).broadcasts.at(0) == Broadcast{kSyncReq, 0b0100});
  CHECK(x.s.up[0] == UpPortState{});
  CHECK(x.s.dlfm[0] == -1);
  CHECK(x.s.lft.entries()[0].bits == 0);
  CHECK(x.s.lft.entries()[1].bits == 1);
  CHECK(x.s.lft.entries()[2].bits == 2);
  CHECK_FALSE(x.up(2).changed);
  CHECK(x.e.broadcasts.empty());
}

TEST_CASE("FT-REP-5: SYNCREQ is answered by that port with all that was advertised",
          "[golden][repair]") {
  Middle x;
  CHECK(x.receive(0, kSyncReq).broadcasts.empty());
  x.receive(2, x.of(Kind::kUlfm, 1, 3, 0, 2, 1));
  x.receive(2, x.of(Kind::kUlfm, 1, 2, 0, 2, 1));
  x.down(3);
  x.down(2);
  CHECK(x.receive(1, kSyncReq).broadcasts == Sent{{x.of(Kind::kDerf, 0, 3, 0, 2), 0b10},
                                                  {x.of(Kind::kDerf, 0, 3, 1, 2), 0b10},
                                                  {x.of(Kind::kDerf, 0, 2, 0, 2), 0b10},
                                                  {x.of(Kind::kDerf, 0, 2, 1, 2), 0b10},
                                                  {dlfm(1), 0b10}});
  CHECK_FALSE(x.e.changed);
}

TEST_CASE("FT-REP-6: RESYNC floods always and makes announce once for each id",
          "[golden][repair]") {
  Middle x;
  x.down(0);
  x.announce(0);
  const auto id = [&](unsigned seq) { return x.of(Kind::kResync, 1, 3, 0, 2, seq); };
  CHECK(x.receive(2, id(2)).broadcasts == Sent{{id(2), 0b0011}});
  CHECK(x.s.pending == 0b01);
  CHECK(x.announce(0).broadcasts == Sent{{x.of(Kind::kUlfm, 0, 1, 0, 2, 1), 0b1110}});
  CHECK(x.receive(1, id(2)).broadcasts == Sent{{id(2), 0b1101}});
  CHECK(x.s.pending == 0);
  for (unsigned seq = 4; seq <= 8; seq += 2) {
    x.receive(2, id(seq));
    CHECK(x.s.pending == 0b01);
    x.s.pending = 0;
  }
  x.receive(2, id(2));  // one of the last four
  CHECK(x.s.pending == 0);
  x.receive(2, id(10));
  x.s.pending = 0;
  x.receive(2, id(2));  // forgotten
  CHECK(x.s.pending == 0b01);
}

TEST_CASE("FT-REP-6: the sender of a RESYNC announces its other ports again too",
          "[golden][repair]") {
  Middle x;
  x.down(0);
  x.down(1);
  x.s.pending = 0;
  x.up(0);
  CHECK(x.s.pending == 0b11);
}

TEST_CASE("FT-REP-4: a free line remembers until a new key needs it", "[golden][repair]") {
  Middle x(Rule::kCorrected, 2);
  x.receive(2, x.of(Kind::kUlfm, 1, 3, 0, 2, 1));
  x.receive(2, x.of(Kind::kUlfm, 1, 2, 0, 2, 1));
  x.receive(2, x.of(Kind::kUlfm, 1, 0, 0, 2, 1));
  CHECK(x.s.lft.overflows() == 1);  // FT-LFT-2
  x.receive(2, x.of(Kind::kUlrm, 1, 0, 0, 2, 2));
  CHECK(x.s.lft.overflows() == 1);  // nothing lost
  x.receive(2, x.of(Kind::kUlrm, 1, 2, 0, 2, 2));
  CHECK(x.s.lft.is_free(1));
  CHECK_FALSE(x.receive(2, x.of(Kind::kUlfm, 1, 2, 0, 2, 1)).changed);  // remembers
  CHECK(x.receive(2, x.of(Kind::kUlfm, 1, 0, 0, 2, 3)).changed);
  CHECK(x.s.lft.entries()[1] == LinkFaultEntry{Digits{}, 1});
  CHECK(x.s.lft.causes()[1].seq[0] == 3);
  CHECK(x.s.lft.entries().size() == 2);
  // A line that the children were notified of is not free even without bits, until it is withdrawn.
  x.down(3);
  CHECK(x.s.lft.causes()[0].advertised);
  x.receive(2, x.of(Kind::kUlrm, 1, 3, 0, 2, 2));
  CHECK_FALSE(x.s.lft.causes()[0].advertised);
  CHECK(x.s.lft.is_free(0));
}
