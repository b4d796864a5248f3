// SPDX-License-Identifier: Apache-2.0
#include "story.hpp"

namespace selvage::test {

namespace {

flow::Params params_of(const Story& s) {
  flow::Params p = lab_params({8, s.id_bits, 10});
  p.pool_units = 272;
  p.egress_units = 128;
  p.loss = s.loss;
  p.seed = s.seed;
  p.stale_t = s.loss > 0 ? 900 : 32'000;  // ticks of a cycle
  p.drain_t = 300;
  p.count_queues = false;
  if (s.limit == Story::Limit::kPort) p.ifct.inj_limit = 12;
  if (s.limit == Story::Limit::kFlow) p.ifct.mfe.fill(1);
  if (s.limit == Story::Limit::kPace) {
    p.ep.congested = 1;
    p.ep.draw_w = 2;
    p.ifct.mfe.fill(200);
  }
  if (s.limit == Story::Limit::kCredit) {
    p.ifct.fc_hi = 4;
    p.ifct.fc_lo = 1;
    p.ifct.headroom = 4;
    p.congestion_aware = false;
  }
  if (s.rates) {
    p.rates[1] = {0.25, 1, 1};
    p.rates[2] = {0, 0.125, 1};
    p.rates[3] = {0.125, 0.5, 4};
    p.rates[4] = {0, 1, 8};
    p.rates[5] = {0, 1, 2};
  }
  return p;
}

}  // namespace

Run::Run(const Story& s, const PartBugs& bugs)
    : story(s),
      lab(tree(), params_of(s)),
      twins(lab, {kLeaf, kRoot}, {true, s.deaths == 0}, bugs),
      draw(s.seed, "parts") {}

std::string Run::run(unsigned cycles) {
  for (unsigned i = 0; i < cycles && twins.difference().empty(); ++i) {
    offer();
    if (story.stalls) stall();
    if (story.deaths > 0) link();
    if (story.drops) ways();
    twins.cycle();
    if (story.message > 0) messages();
  }
  return twins.difference();
}

void Run::offer() {
  if (!draw.chance(story.load)) return;
  const auto from = static_cast<HostIdx>(draw.below(32));
  const auto to = static_cast<HostIdx>(draw.below(story.few));
  if (from == to) return;
  const auto some = [&](unsigned most) { return 1 + static_cast<unsigned>(draw.below(most)); };
  const auto kind = static_cast<unsigned>(draw.below(4));
  const unsigned bytes = kind == 0 ? some(64) : kind == 1 ? 256 * some(4) : some(story.most);
  const double ordered = story.limit == Story::Limit::kCredit ? 0.2 : 0.8;
  lab.send(from, to, bytes, static_cast<std::uint8_t>(draw.below(8)), draw.chance(ordered));
}

void Run::stall() {
  const auto port = static_cast<PortIdx>(draw.below(4));
  if (!draw.chance(0.01)) return;
  lab.net[kLeaf].host_says(port, draw.chance(0.5), lab.now);
}

void Run::messages() {
  for (const SwitchIdx sw : {kLeaf, kRoot})
    for (unsigned p = sw == kLeaf ? 4 : 0; p < kPorts; ++p)
      if (draw.chance(story.message)) twins.message({sw, static_cast<PortIdx>(p)});
}

void Run::ways() {
  if (!draw.chance(0.03)) return;
  lab.controls[kLeaf]->dead ^= 0xf0;
  // What was asked for before has been answered by less than is known.
  lab.knows_since.assign(lab.wiring.switches, 0);
  lab.knows_since[kLeaf] = lab.now + draw.below(40);
  twins.routes_changed(kLeaf);
}

/// Each step for both ends, now and then; a leaf has other ways, and its root's other leaves
/// theirs.
void Run::link() {
  if (!draw.chance(story.deaths)) return;
  const auto ends = lab.ends(kLink);
  switch (dead_) {
    case 0: lab.cut(kLink); break;
    case 1:
      for (const SwitchPort& end : ends) {
        lab.controls[end.sw]->dead |= PortMask{1} << end.port;
        lab.net[end.sw].port_dead(end.port, lab.now);
        twins.routes_changed(end.sw);
      }
      break;
    case 2:
      if (!lab.net[ends[0].sw].link_clear(ends[0].port, lab.now) ||
          !lab.net[ends[1].sw].link_clear(ends[1].port, lab.now))
        return;
      lab.heal(kLink);
      for (const SwitchPort& end : ends) {
        lab.controls[end.sw]->dead &= ~(PortMask{1} << end.port);
        lab.net[end.sw].port_up(end.port, lab.now);
        twins.routes_changed(end.sw);
      }
      break;
    default: break;
  }
  dead_ = (dead_ + 1) % 4;
}

}  // namespace selvage::test
