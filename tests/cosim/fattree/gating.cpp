// SPDX-License-Identifier: Apache-2.0
/// \file
/// What is left out because it is idle changes nothing: a block clocked by need beside an
/// always-clocked one of the same model, outputs compared in every cycle.
#include <catch2/catch.hpp>

#include "control/random.hpp"
#include "control/switch.hpp"
#include "cosim/fattree/compare.hpp"

using namespace selvage;
using cosim::ControlBlock;
using cosim::ControlBlockOptions;
using cosim::ControlEdge;
using cosim::ControlVisible;

namespace {

bool same_state(const ControlBlock& a, const ControlBlock& b) {
  ControlVisible x, y;
  a.state(x);
  b.state(y);
  bool same = x.valid == y.valid && x.own == y.own && x.dlfm == y.dlfm && x.dead == y.dead &&
              x.ever == y.ever && x.announce == y.announce && x.seq == y.seq &&
              x.dlfm_advertised == y.dlfm_advertised && x.link_down == y.link_down &&
              x.link_up == y.link_up;
  for (PortMask left = x.valid; same && left != 0; left &= left - 1) {
    const auto& v = x.lines[static_cast<std::size_t>(__builtin_ctzll(left))];
    const auto& w = y.lines[static_cast<std::size_t>(__builtin_ctzll(left))];
    same = v.c == w.c && v.direct == w.direct && v.derived == w.derived && v.known == w.known &&
           v.advertised == w.advertised;
  }
  return same;
}

}  // namespace

TEST_CASE("A block clocked by need equals an always-clocked copy in every cycle", "[FT-RS-6]") {
  const auto [m, n] = GENERATE(std::pair{4U, 3U}, std::pair{8U, 3U}, std::pair{16U, 3U});
  const golden::FatTree tree(m, n);
  const golden::SwitchRules rules(tree, tree.index_of({1, {}}), golden::Rule::kCorrected);
  ControlBlockOptions options;
  options.tree = &tree;
  options.self = tree.index_of({1, {}});
  options.xoff = 12;
  const auto* build = &cosim::find_control_build(tree, 32, 16);
  const auto gated = build->make(options);
  const auto clocked = build->make(options);
  std::mt19937 messages_random(m);
  tb::NeighbourMessages messages(rules, 0, messages_random);
  tb::Random random(n);
  std::vector<golden::PortMessage> arrivals, sent, clocked_sent;
  std::uint64_t different = 0, decisions = 0, sent_messages = 0, skipped = 0;
  Cycle quiet_until = 0;
  for (Cycle now = 0; now < 60000; ++now) {
    // Now and then a burst, mostly nothing.
    if (now >= quiet_until && random.percent(4)) quiet_until = now + random.below(200);
    const bool lively = now >= quiet_until;
    arrivals.clear();
    ControlEdge in;
    golden::FatTreeRequest request;
    if (lively) {
      if (random.percent(20)) {
        const auto port = static_cast<PortIdx>(random.below(m));
        arrivals.push_back(messages.by(port));
        in.arrivals = &arrivals;
      }
      if (random.percent(1)) in.link_down = PortMask{1} << random.below(m);
      if (random.percent(1)) in.link_up = PortMask{1} << random.below(m);
    }
    if (random.percent(30)) {
      request = {tree.address_of(random.below(tree.host_count())),
                 tree.address_of(random.below(tree.host_count())), false};
      in.request = &request;
    }
    if (gated->idle() && in.arrivals == nullptr && (in.link_down | in.link_up) == 0 &&
        in.request == nullptr) {
      ++skipped;
    } else {
      gated->edge(in);
    }
    clocked->set(in);
    clocked->rise();
    clocked->fall();
    gated->sent(sent);
    clocked->sent(clocked_sent);
    sent_messages += clocked_sent.size();
    if (!cosim::same_messages(sent, clocked_sent) || gated->stop() != clocked->stop()) ++different;
    if (const auto grant = clocked->grant()) {
      ++decisions;
      if (!gated->grant() || !(*gated->grant() == *grant)) ++different;
    }
    if (gated->idle() != clocked->idle() || !same_state(*gated, *clocked)) ++different;
  }
  CHECK(different == 0);
  CHECK(decisions > 15000);
  CHECK(sent_messages > 1000);
  CHECK(skipped > 10000);
}
