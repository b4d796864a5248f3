// SPDX-License-Identifier: Apache-2.0
/// The enable bits of a link's two ports as what declares it dead and back: the pulses of their
/// registers in RTL are the link events of a fat tree's control planes, which route all the while,
/// golden and RTL in lockstep. A port of which that is said goes on existing: port_en_i, which says
/// which ports exist, is a strap and stays.
#include <catch2/catch.hpp>

#include <array>

#include "accesses.hpp"
#include "control/tree.hpp"
#include "golden/flow/flow_port_regs.hpp"

using namespace selvage;
using namespace selvage::test;
namespace at = flow_port_regs;

namespace {

/// The registers of one end, and when they say that its link is no more, or is back.
class End {
 public:
  End() : rtl_(cosim::make_flow_port_regs({})) {}
  /// The cycle of the pulse that follows a write of port.enable in cycle `now` or later; the port
  /// is drained `drain` cycles after the write.
  Cycle enable(bool on, Cycle now, unsigned drain) {
    cosim::PortRegsIn in;
    in.access = write_of(at::kPortAt, on ? 1 : 0);
    for (unsigned i = 0; i < drain + 10; ++i) {
      in.link_idle = i >= drain;
      rtl_->edge(in);
      in.access = {};
      const cosim::PortRegsOut out = rtl_->outputs();
      if (on ? out.link_up : out.link_down) return now + i + 1;
    }
    FAIL("no pulse");
    return 0;
  }

 private:
  std::unique_ptr<cosim::PortRegsBlock> rtl_;
};

}  // namespace

TEST_CASE("REG-8: a tree in lockstep whose links are taken out of use and put back by registers",
          "[registers]") {
  const golden::FatTree tree(4, 3);
  golden::ControlFabricConfig config;
  const cosim::ControlBuild* build =
      &cosim::find_control_build(tree, config.lft_capacity, config.timing.input_depth);
  tb::Random random(7);
  std::uint64_t messages = 0, answers = 0;
  for (unsigned round = 0; round < 10; ++round) {
    tb::ControlTree both(tree, config, build, 0, round);
    std::vector<std::array<End, 2>> ends(tree.fallible_link_count());
    std::vector<bool> used(ends.size(), true);
    std::vector<Cycle> free(ends.size(), 0);
    Cycle now = both.fabric().now();
    for (unsigned i = 0; i < 60; ++i) {
      const std::uint32_t link = random.below(static_cast<unsigned>(ends.size()));
      now = std::max(now + random.below(40), free[link]);
      const bool on = !used[link];
      const Cycle first = ends[link][0].enable(on, now, random.below(30));
      const Cycle second = ends[link][1].enable(on, now + random.below(10), random.below(30));
      const Cycle begin = std::min(first, second);
      if (on) {
        both.fabric().repair(begin, tree.fallible_link(link), first - begin, second - begin);
      } else {
        both.fabric().kill(begin, tree.fallible_link(link), first - begin, second - begin);
      }
      used[link] = on;
      free[link] = std::max(first, second) + 1;
    }
    const bool settled = both.settle(1'000'000, 8);
    REQUIRE(both.difference() == "");
    REQUIRE(settled);
    messages += both.messages();
    answers += both.answers();
  }
  CHECK(messages > 10'000);
  CHECK(answers > 5'000);
}
