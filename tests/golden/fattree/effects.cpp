// SPDX-License-Identifier: Apache-2.0
/// What one operation of a switch's rules reports of itself: writes offered to the tables, which
/// broadcasts are re-evaluation's, whether anything changed; what the rules refuse to be asked.
#include <catch2/catch.hpp>

#include "support.hpp"

using namespace selvage;
using namespace selvage::golden;
using selvage::golden::test::aborts;
using selvage::golden::test::switch_at;
using Kind = FaultMessage::Kind;
using Write = TableWrite::Kind;

namespace {

/// <1,10> of the 4-port 3-tree: down ports 0 and 1, up ports 2 and 3; the operation's effects.
struct Middle {
  explicit Middle(MessageBugs bugs = {}, unsigned lines = 8)
      : rules(tree, switch_at(tree, 1, "10"), Rule::kCorrected, bugs), s(rules.power_on(lines)) {}
  const Effects& receive(unsigned port, const FaultMessage& message) {
    e.clear();
    rules.receive(s, static_cast<PortIdx>(port), message, e);
    return e;
  }
  const Effects& down(unsigned port) {
    e.clear();
    rules.link_down(s, static_cast<PortIdx>(port), e);
    return e;
  }
  const Effects& up(unsigned port) {
    e.clear();
    rules.link_up(s, static_cast<PortIdx>(port), e);
    return e;
  }
  const FatTree tree{4, 3};
  SwitchRules rules;
  SwitchState s;
  Effects e;
};

FaultMessage about(Kind kind, unsigned level, unsigned c1, unsigned c0, unsigned k,
                   std::uint8_t seq = 0) {
  return {kind, level, Digits{}.with(1, c1).with(0, c0), k, seq};
}
FaultMessage dlfm(unsigned level) { return {Kind::kDlfm, level, {}, 0, 0}; }
const FaultMessage kDlrm{Kind::kDlrm, 0, {}, 0, 0};

/// "3 port 1 level 0 c 0x18 derived 0 seq 0" for every write.
std::vector<std::string> text(const std::vector<TableWrite>& writes) {
  std::vector<std::string> all;
  for (const TableWrite& w : writes)
    all.push_back(std::to_string(static_cast<int>(w.kind)) + " port " + std::to_string(w.port) +
                  " level " + std::to_string(w.level) + " c " + std::to_string(w.c.packed) +
                  " derived " + std::to_string(w.derived) + " seq " + std::to_string(w.seq));
  return all;
}
TableWrite write(Write kind, unsigned port, unsigned level = 0) {
  TableWrite w;
  w.kind = kind;
  w.port = static_cast<std::uint8_t>(port);
  w.level = static_cast<std::uint8_t>(level);
  return w;
}
TableWrite line(Write kind, unsigned j, const FaultMessage& message, bool derived) {
  TableWrite w = write(kind, j);
  w.c = message.c;
  w.derived = derived;
  w.seq = message.seq;
  return w;
}
using Writes = std::vector<TableWrite>;

}  // namespace

TEST_CASE("FT-CYC-1: each operation offers its writes to the tables", "[golden]") {
  Middle x;
  CHECK(text(x.down(1).writes) == text({write(Write::kDownPortDead, 1)}));
  CHECK(text(x.up(1).writes) == text({write(Write::kDownPortAlive, 1)}));
  CHECK(x.e.changed);
  CHECK(text(x.down(3).writes) == text({write(Write::kUpPortDead, 1)}));
  CHECK(x.e.changed);
  CHECK(text(x.receive(3, dlfm(2)).writes) == text({write(Write::kUpPortDlfm, 1, 2)}));  // ignored
  CHECK_FALSE(x.e.changed);
  CHECK(text(x.receive(3, kDlrm).writes) == text({write(Write::kUpPortDlrm, 1)}));
  CHECK_FALSE(x.e.changed);
  CHECK(text(x.up(3).writes) ==
        text({write(Write::kUpPortAlive, 1), write(Write::kLftDropDerived, 1)}));
  CHECK(x.e.changed);
  CHECK(text(x.receive(2, dlfm(2)).writes) == text({write(Write::kUpPortDlfm, 0, 2)}));
  CHECK(x.s.dlfm[0] == 2);
  CHECK(text(x.receive(2, kDlrm).writes) == text({write(Write::kUpPortDlrm, 0)}));
  CHECK(x.s.dlfm[0] == -1);

  for (const unsigned j : {0U, 1U}) {
    const FaultMessage ulfm = about(Kind::kUlfm, 1, 3, 0, 2 + j, 7),
                       ulrm = about(Kind::kUlrm, 1, 3, 0, 2 + j, 8),
                       derf = about(Kind::kDerf, 1, 2, 0, 2 + j),
                       derr = about(Kind::kDerr, 1, 2, 0, 2 + j);
    CHECK(text(x.receive(2 + j, ulfm).writes) == text({line(Write::kLftInsert, j, ulfm, false)}));
    CHECK(text(x.receive(2 + j, ulrm).writes) == text({line(Write::kLftClear, j, ulrm, false)}));
    CHECK(text(x.receive(2 + j, derf).writes) == text({line(Write::kLftInsert, j, derf, true)}));
    CHECK(text(x.receive(2 + j, derr).writes) == text({line(Write::kLftClear, j, derr, true)}));
  }
  CHECK(x.receive(2, about(Kind::kUlfm, 0, 3, 1, 2, 1)).writes.empty());  // passed on
  Middle full({}, 0);  // offered though there is no line for it
  const FaultMessage lost = about(Kind::kUlfm, 1, 3, 0, 2, 1);
  CHECK(text(full.receive(2, lost).writes) == text({line(Write::kLftInsert, 0, lost, false)}));
  CHECK_FALSE(full.e.changed);
}

TEST_CASE("FT-CYC-1: broadcasts of the operation come before those of re-evaluation", "[golden]") {
  Middle x;
  CHECK(x.down(2).own == 0);
  CHECK(x.down(3).own == 0);
  CHECK(x.e.broadcasts == std::vector<Broadcast>{{dlfm(1), 0b0011}});
  CHECK(x.up(2).own == 1);
  CHECK(x.e.broadcasts ==
        std::vector<Broadcast>{{{Kind::kSyncReq, 0, {}, 0, 0}, 0b0100}, {kDlrm, 0b0011}});
}

TEST_CASE("FT-MSG-7, FT-MSG-8: the highest level of all up ports, 0 included", "[golden]") {
  for (const bool lower_first : {true, false}) {
    Middle x;
    x.receive(2, dlfm(lower_first ? 0 : 1));
    CHECK(x.receive(3, dlfm(lower_first ? 1 : 0)).broadcasts ==
          std::vector<Broadcast>{{dlfm(1), 0b0011}});
    CHECK(x.receive(lower_first ? 3 : 2, dlfm(0)).broadcasts ==
          std::vector<Broadcast>{{dlfm(0), 0b0011}});
    CHECK(x.s.dlfm_advertised == 0);
    // FT-REP-5: a child that comes back is told.
    CHECK(x.receive(1, {Kind::kSyncReq, 0, {}, 0, 0}).broadcasts ==
          std::vector<Broadcast>{{dlfm(0), 0b0010}});
    CHECK(x.receive(2, dlfm(2)).broadcasts == std::vector<Broadcast>{{dlfm(2), 0b0011}});
    CHECK(x.receive(3, kDlrm).broadcasts == std::vector<Broadcast>{{kDlrm, 0b0011}});
    CHECK(x.receive(1, {Kind::kSyncReq, 0, {}, 0, 0}).broadcasts.empty());
  }
}

TEST_CASE("FT-MSG-6: which failed up ports do not count for a line, by both rules", "[golden]") {
  std::vector<UpPortState> up(3);
  CHECK(up_failures(up, Rule::kCorrected) == UpFailures{});
  CHECK(up_failures(up, Rule::kPaper) == UpFailures{});
  up[1] = {true, false, 0};
  CHECK(up_failures(up, Rule::kCorrected) == UpFailures{0, 2, 2, 2, 2, 2, 2, 2});
  CHECK(up_failures(up, Rule::kPaper) == UpFailures{0, 2, 2, 2, 2, 2, 2, 2});
  CHECK(up_failures(up, Rule::kCorrected, true) == UpFailures{2, 2, 2, 2, 2, 2, 2, 2});
  up[2] = {true, true, 3};
  CHECK(up_failures(up, Rule::kCorrected) == UpFailures{0, 2, 2, 2, 6, 6, 6, 6});
  CHECK(up_failures(up, Rule::kCorrected, true) == UpFailures{2, 2, 2, 6, 6, 6, 6, 6});
  CHECK(up_failures(up, Rule::kPaper) == UpFailures{0, 0, 0, 0, 6, 6, 6, 6});
  for (unsigned bits = 0; bits < 8; ++bits) {
    for (unsigned below = 0; below < 8; ++below) {
      CHECK(cut_off(bits, below, 7, Rule::kCorrected) == (bits != 0 && (bits | below) == 7));
      CHECK(cut_off(bits, below, 7, Rule::kPaper) == ((bits | below) == 7));
    }
  }
}

TEST_CASE("Deliberate bugs of the rules do what they say and no more", "[golden][COS-BUG]") {
  MessageBugs once;
  once.dlfm_once = true;
  Middle x(once);
  x.receive(2, dlfm(0));
  CHECK(x.receive(3, dlfm(0)).broadcasts == std::vector<Broadcast>{{dlfm(0), 0b0011}});
  CHECK(x.receive(3, dlfm(1)).broadcasts.empty());
  CHECK(x.s.dlfm_advertised == 0);
  CHECK(x.receive(3, kDlrm).broadcasts == std::vector<Broadcast>{{kDlrm, 0b0011}});
  Middle y(once);
  y.receive(2, dlfm(0));
  CHECK(y.receive(3, dlfm(1)).broadcasts == std::vector<Broadcast>{{dlfm(1), 0b0011}});
  CHECK(y.receive(3, dlfm(0)).broadcasts.empty());

  MessageBugs least;
  least.dlfm_min = true;
  Middle z(least);
  z.receive(2, dlfm(0));
  CHECK(z.receive(3, dlfm(1)).broadcasts == std::vector<Broadcast>{{dlfm(0), 0b0011}});

  MessageBugs n1;  // the DLFM that an up port had holds again after its repair
  n1.n1 = true;
  Middle n(n1);
  n.receive(2, dlfm(0));
  n.down(2);
  n.up(2);
  CHECK(n.s.up[0] == UpPortState{true, false, 0});
  CHECK(n.receive(3, dlfm(0)).broadcasts == std::vector<Broadcast>{{dlfm(0), 0b0011}});
  n.down(3);
  CHECK(n.e.broadcasts == std::vector<Broadcast>{{dlfm(1), 0b0011}});
  CHECK(n.receive(2, dlfm(2)).broadcasts == std::vector<Broadcast>{{dlfm(2), 0b0011}});
  CHECK(n.receive(2, kDlrm).broadcasts.empty());

  MessageBugs down_only;
  down_only.ulfm_not_up = true;
  Middle d(down_only);
  const FaultMessage other = about(Kind::kUlfm, 0, 3, 1, 2, 6);
  CHECK(d.receive(1, other).broadcasts == std::vector<Broadcast>{{other, 0b0001}});
  CHECK(d.receive(0, other).broadcasts == std::vector<Broadcast>{{other, 0b0010}});
}

TEST_CASE("FT-TOP-4: the rules refuse what no tree asks of them", "[golden]") {
  const FatTree tree(4, 3);
  const SwitchRules leaf(tree, switch_at(tree, 0, "10"), Rule::kCorrected);
  Middle x;
  const auto leaf_does = [&](const std::function<void(SwitchState&, Effects&)>& what) {
    return aborts([&] {
      SwitchState s = leaf.power_on(8);
      Effects e;
      what(s, e);
    });
  };
  using Catch::Contains;
  const auto nothing = [] {};
  CHECK(aborts(nothing).empty());
  CHECK_THAT(aborts([&] { x.down(4); }), Contains("LINK_DOWN of a port that does not exist"));
  CHECK_THAT(aborts([&] { x.up(4); }), Contains("LINK_UP of a port that does not exist"));
  CHECK_THAT(leaf_does([&](auto& s, auto& e) { leaf.link_down(s, 0, e); }),
             Contains("LINK_DOWN of a node link"));
  CHECK_THAT(leaf_does([&](auto& s, auto& e) { leaf.link_up(s, 1, e); }),
             Contains("LINK_UP of a node link"));
  CHECK_THAT(leaf_does([&](auto& s, auto& e) { leaf.receive(s, 0, dlfm(1), e); }),
             Contains("leads to no switch"));
  CHECK_THAT(aborts([&] {
               x.receive(2, {Kind::kSyncReq, 0, {}, 0, 0});
             }),
             Contains("SYNCREQ from above"));
  CHECK_THAT(aborts([&] { x.receive(0, about(Kind::kUlfm, 1, 3, 0, 2)); }),
             Contains("own level from below"));
  CHECK_THAT(aborts([&] { x.receive(0, about(Kind::kDerf, 1, 3, 0, 2)); }),
             Contains("not for this switch"));
  CHECK_THAT(aborts([&] { x.receive(2, about(Kind::kDerf, 0, 3, 0, 2)); }),
             Contains("not for this switch"));
  CHECK_THAT(aborts([&] { x.receive(0, dlfm(1)); }), Contains("DLFM from below"));
  CHECK_THAT(aborts([&] { x.receive(2, about(Kind::kUlfm, 1, 3, 0, 3)); }), Contains("bit k"));
  CHECK_THAT(aborts([&] { x.receive(2, about(Kind::kUlfm, 1, 1, 0, 2)); }), Contains("differs"));
  CHECK_THAT(aborts([&] { x.receive(2, about(Kind::kUlfm, 1, 1, 1, 2)); }), Contains("differs"));
  CHECK_THAT(aborts([&] { x.receive(2, about(Kind::kDerf, 1, 3, 0, 3)); }),
             Contains("by another port"));
  CHECK_THAT(aborts([&] { x.receive(2, about(Kind::kDerf, 1, 1, 0, 2)); }),
             Contains("by another port"));
  ControlMessage unknown = encode(dlfm(1));
  unknown.kind = 8;
  CHECK_THAT(aborts([&] { (void)decode(unknown); }), Contains("no known kind"));
  CHECK(x.receive(2, dlfm(1)).changed);  // and what was asked above did no harm
}

TEST_CASE("Messages: which kinds speak of a link, and their names", "[golden]") {
  const std::vector<std::pair<Kind, const char*>> kinds{
      {Kind::kSyncReq, "SYNCREQ"}, {Kind::kUlfm, "ULFM"},    {Kind::kUlrm, "ULRM"},
      {Kind::kDerf, "DERF"},       {Kind::kDerr, "DERR"},    {Kind::kDlfm, "DLFM"},
      {Kind::kDlrm, "DLRM"},       {Kind::kResync, "RESYNC"}};
  for (const auto& [kind, name] : kinds) {
    CHECK(to_string(kind) == name);
    CHECK(names_link(kind) ==
          !(kind == Kind::kSyncReq || kind == Kind::kDlfm || kind == Kind::kDlrm));
  }
}
