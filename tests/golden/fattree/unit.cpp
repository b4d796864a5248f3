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
