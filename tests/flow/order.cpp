// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "kernel/stream.hpp"
#include "lab.hpp"

using namespace selvage;
using namespace selvage::test;

namespace {

/// Long flows on few links: redirects have something to do (E-3, E-5).
flow::Counts few_links(const std::function<void(flow::Params&)>& change, double loss = 0) {
  flow::Params p = lab_params();
  p.redirect.d0 = 4;
  p.redirect.kd = 8;
  p.ifct.cool_t = 300;
  p.loss = loss;
  p.source_packets = 8;
  change(p);
  const flow::Wiring w = flow::wiring_of(golden::FatTree(8, 2));
  Lab lab(w, p);
  kernel::Stream random(3, "few");
  while (lab.now < 40'000) {
    for (HostIdx h = 0; h < 32; ++h)  // the neighbour's hosts and two flows each
      while (lab.net.terminal(h).can_inject())
        lab.send(h, (h + 4 + 4 * static_cast<HostIdx>(random.below(2))) % 32,
                 64 + static_cast<unsigned>(random.below(2000)));
    REQUIRE(lab.run_audited(lab.now + 50, 50) == "");
  }
  REQUIRE(lab.run_dry());
  CHECK(lab.net.audit_end(lab.last) == "");
  if (loss == 0) CHECK(lab.net.counts().stray == 0);
  CHECK(lab.net.counts().delivered + lab.net.counts().dropped == lab.net.counts().injected);
  return lab.net.counts();
}

}  // namespace

TEST_CASE("E-5: FLOW-A-23, FLOW-C-6: ordered flows stay in order while they are moved") {
  const flow::Counts c = few_links([](flow::Params&) {});
  CHECK(c.reorders == 0);
  CHECK(c.redirects > 50);
  CHECK(c.blocks > 20);
  CHECK(c.divergences > 20);
}

TEST_CASE("E-5, control: without BLOCK redirected flows are delivered out of order",
          "[FLOW-A-7][FLOW-A-19]") {
  const flow::Counts c = few_links([](flow::Params& p) { p.block = false; });
  CHECK(c.redirects > 50);
  CHECK(c.reorders > 0);
}

TEST_CASE("FLOW-A-23: order and redirects with losses") {
  const flow::Counts c = few_links([](flow::Params&) {}, 0.002);
  CHECK(c.reorders == 0);
  CHECK(c.lost > 10);
  CHECK(c.divergences > 20);
}

TEST_CASE("naive routings: a static hash never diverges, packet by packet is out of order",
          "[FLOW-A-19][FLOW-A-23][FLOW-NAIVE]") {
  const flow::Counts fixed = few_links([](flow::Params& p) {
    p.routing = flow::Routing::kStaticHash;
    p.redirects = false;
  });
  CHECK(fixed.reorders == 0);
  CHECK(fixed.divergences == 0);
  CHECK(fixed.redirects == 0);
  const flow::Counts free =
      few_links([](flow::Params& p) { p.routing = flow::Routing::kPerPacketAdaptive; });
  CHECK(free.reorders > 0);
}
