// SPDX-License-Identifier: Apache-2.0
// The fault message unit and its tables at their pins beside the control plane, cycle by cycle
// (FT-CYC-1 to FT-CYC-8): two golden forms of one specification, which blocks of others are held
// against.
#include <catch2/catch.hpp>

#include <deque>
#include <random>
#include <set>

#include "golden/fattree/control_fabric.hpp"
#include "golden/fattree/unit/tables.hpp"
#include "support.hpp"

using namespace selvage;
using namespace selvage::golden;
using test::below;

namespace {

unsigned bits_for(unsigned values) {
  unsigned bits = 1;
  while ((1U << bits) < values) ++bits;
  return bits;
}

UnitSizes sizes_of(const FatTree& tree, const ControlTiming& timing) {
  const unsigned dw = bits_for(tree.m());
  return {tree.m(), tree.n(),           timing.input_depth, timing.output_depth, dw,
          tree.h(), bits_for(tree.h()), bits_for(tree.n()), (tree.n() - 1) * dw};
}

/// A message that left, and when.
struct Left {
  Cycle at;
  PortIdx port;
  std::uint64_t bits;
  friend bool operator==(const Left& a, const Left& b) {
    return a.at == b.at && a.port == b.port && a.bits == b.bits;
  }
};

/// A switch's unit and tables, which get what its control plane gets.
class Beside {
 public:
  Beside(const FatTree& tree, SwitchIdx sw, const ControlFabricConfig& config)
      : sizes_(sizes_of(tree, config.timing)),
        unit_(sizes_),
        tables_(sizes_, config.lft_capacity, config.rule) {
    const SwitchName name = tree.name_of(sw);
    const PortMask all = (PortMask{1} << tree.m()) - 1;
    const PortMask low = (PortMask{1} << tree.down_ports(name.level)) - 1;
    in_.level = name.level;
    in_.coord = key_of(name.c);
    in_.up = all & ~low;
    in_.down = name.level == 0 ? 0 : low;
    in_.xoff = config.timing.xoff();
    in_.data.resize(tree.m());
  }

  /// Its clocks up to `now`, in which it is given `in`. It sees a stop a clock earlier.
  void give(Cycle now, const ControlInput& in) {
    while (next_ < now) {
      in_.stop = next_ + 1 == now ? in.stop : 0;
      clock();
    }
    in_.link_down = in.link_down;
    in_.link_up = in.link_up;
    for (const PortMessage& p : in.arrivals) {
      in_.valid |= PortMask{1} << p.port;
      in_.data[p.port] = bits_of(p.message);
    }
  }
  void finish() { give(next_ + 40, {}); }
  void sent(Cycle now, const PortMessage& p) { plane.push_back({now, p.port, bits_of(p.message)}); }

  std::vector<Left> plane;
  std::vector<Left> unit;
  unsigned busy = 0;

 private:
  [[nodiscard]] std::uint64_t key_of(Digits c) const {
    std::uint64_t key = 0;
    for (unsigned i = 0; i + 1 < sizes_.n; ++i) key |= std::uint64_t{c[i]} << (i * sizes_.dw);
    return key;
  }
  [[nodiscard]] std::uint64_t bits_of(const FaultMessage& m) const {
    UnitMessage u;
    u.kind = static_cast<unsigned>(m.kind);
    u.level = m.level;
    u.key = names_link(m.kind) ? key_of(m.c) : 0;
    u.port = names_link(m.kind) ? m.k - sizes_.h : 0;
    u.seq = m.seq;
    CHECK(UnitMessage::of(sizes_, u.bits(sizes_)).bits(sizes_) == u.bits(sizes_));
    return u.bits(sizes_);
  }
  void clock() {
    tables_.answer(unit_.requests(), in_);
    const UnitOut out = unit_.step(in_);
    tables_.take(in_, out);
    for (unsigned p = 0; p < sizes_.m; ++p) {
      if (((out.valid >> p) & 1U) != 0)
        unit.push_back({next_, static_cast<PortIdx>(p), out.data[p]});
    }
    busy += out.idle ? 0 : 1;
    in_.link_down = in_.link_up = in_.valid = 0;
    ++next_;
  }

  UnitSizes sizes_;
  MessageUnit unit_;
  UnitTables tables_;
  UnitIn in_;
  Cycle next_ = 0;
};

class Pair final : public ControlObserver {
 public:
  Pair(const FatTree& tree, const ControlFabricConfig& config) {
    for (SwitchIdx sw = 0; sw < tree.switch_count(); ++sw) all.emplace_back(tree, sw, config);
  }
  void before(SwitchIdx sw, Cycle now, const ControlState&, const ControlInput& in) override {
    now_ = now;
    all[sw].give(now, in);
  }
  void after(SwitchIdx sw, const ControlState&, const ControlOutput& out) override {
    for (const PortMessage& p : out.sent) all[sw].sent(now_, p);
  }
  std::deque<Beside> all;

 private:
  Cycle now_ = 0;
};

}  // namespace

namespace {

/// A switch of level 1 of a 4P3T at its unit's pins: ports 0 and 1 lead down, 2 and 3 up.
struct Pins {
  UnitSizes sizes{4, 3, 16, 8, 2, 2, 1, 2, 4};
  MessageUnit unit{sizes};
  UnitIn in;
  Pins() {
    in.level = 1;
    in.down = 0b0011;
    in.up = 0b1100;
    in.xoff = 10;
    in.data.resize(4);
  }
  /// A clock; `in` then has no event and no message any more.
  UnitOut clock() {
    const UnitOut out = unit.step(in);
    in.valid = in.link_down = in.link_up = 0;
    return out;
  }
  void message(PortIdx by, unsigned kind, unsigned level = 0, unsigned port = 0, unsigned seq = 1) {
    in.valid |= PortMask{1} << by;
    in.data[by] = UnitMessage{kind, level, 0, port, seq}.bits(sizes);
  }
  /// So many clocks: in which of them `of` is so.
  template <class Of>
  std::vector<unsigned> clocks_with(unsigned clocks, Of of) {
    std::vector<unsigned> found;
    for (unsigned c = 0; c < clocks; ++c)
      if (of(clock())) found.push_back(c);
    return found;
  }
  /// Announcements of port 0, all outputs being stopped, until those of ports 1 to 3 are full.
  void fill_outputs() {
    in.stop = 0xf;
    in.announce = 1;
    in.dead = true;
    for (unsigned c = 0; c < 60; ++c) clock();
    in.announce = 0;
  }
};
using Clocks = std::vector<unsigned>;

}  // namespace

TEST_CASE("FT-CYC-5: the unit is at rest only with nothing in it and nothing waiting", "[golden]") {
  Pins p;
  const auto busy = [&p](unsigned clocks) {
    return p.clocks_with(clocks, [](const UnitOut& out) { return !out.idle; });
  };
  CHECK(busy(3).empty());
  p.message(2, UnitMessage::kDlrm);
  p.clock();
  CHECK_FALSE(p.clock().idle);  // it is picked in this clock
  CHECK(busy(20) == Clocks{0, 1, 2, 3, 4});
  p.in.link_down = 0b0100;
  p.clock();
  CHECK_FALSE(p.clock().idle);
  busy(20);
  p.in.link_up = 0b0100;
  p.clock();
  CHECK_FALSE(p.clock().idle);
  busy(20);
  p.in.announce = 0b0010;
  CHECK_FALSE(p.clock().idle);
  p.in.announce = 0;
  busy(20);
  CHECK(busy(3).empty());
  p.in.stop = 0b1000;
  p.clock();
  p.in.announce = 0b0001;
  p.clock();
  p.in.announce = 0;
  busy(20);
  CHECK(busy(3) == Clocks{0, 1, 2});  // a message waits at an output
  p.in.stop = 0;
  busy(3);
  CHECK(busy(3).empty());
}

TEST_CASE("FT-CYC-5: an operation ends once, after its writes and its re-evaluation", "[golden]") {
  Pins p;
  const auto done = [&p] { return p.clocks_with(20, [](const UnitOut& out) { return out.done; }); };
  CHECK(done().empty());
  p.message(2, UnitMessage::kDlrm);  // picked in clock 1
  CHECK(done() == Clocks{6});
  p.message(2, UnitMessage::kUlfm, 0);  // of another level: it goes on, no re-evaluation
  CHECK(done() == Clocks{4});
  p.message(2, UnitMessage::kUlfm, 1);
  CHECK(done() == Clocks{6});
}

TEST_CASE("FT-REP-6: a switch remembers the last four RESYNCs", "[golden]") {
  Pins p;
  const auto heard = [&p](unsigned seq) {
    p.message(2, UnitMessage::kResync, 0, 1, seq);
    return p.clocks_with(12, [](const UnitOut& out) { return out.resync; }).size() == 1;
  };
  for (unsigned seq = 1; seq <= 4; ++seq) CHECK(heard(seq));
  for (unsigned seq = 1; seq <= 4; ++seq) CHECK_FALSE(heard(seq));
  CHECK(heard(5));
  CHECK_FALSE(heard(2));
  CHECK(heard(1));  // the oldest is forgotten
  CHECK_FALSE(heard(3));
}

TEST_CASE("FT-MSG-8: a DLFM goes out again when the level changes", "[golden]") {
  Pins p;
  const auto told = [&p](bool want, unsigned level) {
    p.in.want = want;
    p.in.want_level = level;
    p.message(2, UnitMessage::kDlrm);
    std::vector<std::string> all;
    for (unsigned c = 0; c < 20; ++c) {
      const UnitOut out = p.clock();
      if (out.valid == 0) continue;
      CHECK(out.valid == 0b0011);
      const UnitMessage m = UnitMessage::of(p.sizes, out.data[0]);
      all.push_back(m.kind == UnitMessage::kDlfm ? "DLFM " + std::to_string(m.level) : "DLRM");
    }
    return all;
  };
  using Told = std::vector<std::string>;
  CHECK(told(false, 1).empty());
  CHECK(told(true, 2) == Told{"DLFM 2"});
  CHECK(told(true, 2).empty());
  CHECK(told(true, 1) == Told{"DLFM 1"});
  CHECK(told(false, 0) == Told{"DLRM"});
  CHECK(told(false, 1).empty());
}

TEST_CASE("FT-CYC-4: without room only SYNCREQs and deaths are picked", "[golden]") {
  Pins p;
  p.fill_outputs();
  p.in.link_up = 0b0101;                // an up port whose output is full; a down port
  p.message(1, UnitMessage::kUlrm, 0);  // would go out by every port
  p.message(3, UnitMessage::kUlrm, 0);  // by every down port
  p.message(0, UnitMessage::kSyncReq);
  unsigned visits = 0;
  for (unsigned c = 0; c < 30; ++c) {
    const UnitOut out = p.clock();
    CHECK_FALSE(out.link_up);
    visits += out.visit ? 1 : 0;
  }
  CHECK(visits == 1);
  CHECK(p.unit.waiting(0) == 0);
  CHECK(p.unit.waiting(1) == 1);
  CHECK(p.unit.waiting(3) == 1);
  p.in.link_down = 0b1000;
  CHECK(p.clocks_with(6, [](const UnitOut& out) { return out.link_down; }) == Clocks{2});
  p.in.stop = 0;  // all runs dry
  CHECK(p.clocks_with(80, [](const UnitOut& out) { return out.link_up; }).size() == 2);
  CHECK(p.clock().idle);
}

TEST_CASE("FT-CYC-4: round robin begins with the lowest port of each side", "[golden]") {
  for (const PortIdx first : {PortIdx{0}, PortIdx{2}}) {
    Pins p;
    p.message(first, UnitMessage::kSyncReq);
    p.message(first + 1, UnitMessage::kSyncReq);
    (void)p.clocks_with(2, [](const UnitOut&) { return true; });
    REQUIRE(p.unit.requests().executes);
    CHECK(p.unit.requests().port == first);
  }
}

TEST_CASE("FT-CYC-2, FT-CYC-3: an input asks to stop above its level and holds its depth",
          "[golden]") {
  Pins p;
  p.fill_outputs();
  for (unsigned sent = 0; sent < 20; ++sent) {
    CHECK(p.unit.waiting(1) == std::min(sent, 16U));
    p.message(1, UnitMessage::kUlrm, 0, 0, sent);
    const bool stop = sent > 10;
    CHECK(p.clock().stop == (stop ? 0b0010 : 0));
  }
}

TEST_CASE("FT-CYC-5: the tables are asked for the up port of the message, or of its arrival",
          "[golden]") {
  Pins p;
  const auto index = [&p](PortIdx by, unsigned kind, unsigned port) {
    p.message(by, kind, 1, port);
    p.clock();
    p.clock();
    const UnitRequests r = p.unit.requests();
    REQUIRE(r.executes);
    CHECK(r.port == by);
    p.clocks_with(20, [](const UnitOut&) { return false; });
    return r.index;
  };
  for (const unsigned kind :
       {UnitMessage::kUlfm, UnitMessage::kUlrm, UnitMessage::kDerf, UnitMessage::kDerr}) {
    CHECK(index(2, kind, 1) == 1);
    CHECK(index(3, kind, 0) == 0);
  }
  CHECK(index(3, UnitMessage::kDlfm, 0) == 1);
  CHECK(index(2, UnitMessage::kDlrm, 1) == 0);
}

TEST_CASE(
    "FT-CYC-1 to FT-CYC-8: the unit at its pins sends what the control plane sends, when it does",
    "[golden]") {
  struct Case {
    unsigned m, n, lines, latency;
    Rule rule;
  };
  const Case one = GENERATE(Case{4, 2, 2, 1, Rule::kCorrected}, Case{4, 3, 32, 1, Rule::kCorrected},
                            Case{4, 3, 2, 3, Rule::kCorrected}, Case{6, 3, 8, 1, Rule::kCorrected},
                            Case{4, 4, 8, 2, Rule::kCorrected}, Case{4, 3, 32, 1, Rule::kPaper});
  CAPTURE(one.m, one.n, one.lines, one.latency, one.rule == Rule::kPaper);
  const FatTree tree(one.m, one.n);
  ControlFabricConfig config;
  config.lft_capacity = one.lines;
  config.rule = one.rule;
  config.timing.latency = one.latency;
  std::mt19937 random(one.m + one.n + one.lines);
  std::set<unsigned> kinds;
  for (unsigned round = 0; round < 4; ++round) {
    ControlFabric fabric(tree, config);
    Pair pair(tree, config);
    fabric.observe(&pair);
    Cycle at = 5;
    for (unsigned i = 0; i < 24; ++i) {
      const SwitchPort link = tree.fallible_link(below(random, tree.fallible_link_count()));
      const Cycle back = at + 60 + below(random, 400);
      fabric.kill(at, link, 1 + below(random, 30), 1 + below(random, 30));
      if (one.rule != Rule::kPaper) {
        fabric.repair(back, link, 1 + below(random, 30), 1 + below(random, 30));
      }
      at += below(random, 30);
    }
    REQUIRE(fabric.settle(at + 6000));
    for (SwitchIdx sw = 0; sw < tree.switch_count(); ++sw) {
      Beside& one_switch = pair.all[sw];
      one_switch.finish();
      INFO(tree.switch_name(sw));
      REQUIRE(one_switch.unit.size() == one_switch.plane.size());
      for (std::size_t i = 0; i < one_switch.plane.size(); ++i) {
        INFO("message " << i << " of cycles " << one_switch.unit[i].at << ", "
                        << one_switch.plane[i].at);
        REQUIRE(one_switch.unit[i] == one_switch.plane[i]);
        kinds.insert(one_switch.plane[i].bits & 7U);
      }
      CHECK(one_switch.busy > 0);
    }
  }
  // What the rule has of the kinds of messages is met in one tree or another.
  CHECK(kinds.count(static_cast<unsigned>(FaultMessage::Kind::kUlfm)) == 1);
  CHECK(kinds.size() >= (one.rule == Rule::kPaper || one.n == 2 ? 2 : 6));
}
