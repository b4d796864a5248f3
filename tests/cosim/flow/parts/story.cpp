// SPDX-License-Identifier: Apache-2.0
#include "story.hpp"

namespace selvage::test {

flow::Params params_of(const Story& s, unsigned pos_bits) {
  flow::Params p = lab_params({8, s.id_bits, pos_bits});
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

void Script::before() {
  offer();
  if (story_.stalls) stall();
  if (story_.deaths > 0) link();
  if (story_.drops) ways();
}

void Script::behind() {
  if (story_.message == 0) return;
  for (const SwitchIdx sw : {kLeaf, kRoot})
    for (unsigned p = sw == kLeaf ? 4 : 0; p < lab_.wiring.ports; ++p)
      if (draw_.chance(story_.message)) told_.message({sw, static_cast<PortIdx>(p)});
}

void Script::offer() {
  if (!draw_.chance(story_.load)) return;
  const auto from = static_cast<HostIdx>(draw_.below(32));
  const auto to = static_cast<HostIdx>(draw_.below(story_.few));
  if (from == to) return;
  const auto some = [&](unsigned most) { return 1 + static_cast<unsigned>(draw_.below(most)); };
  const auto kind = static_cast<unsigned>(draw_.below(4));
  const unsigned bytes = kind == 0 ? some(64) : kind == 1 ? 256 * some(4) : some(story_.most);
  const double ordered = story_.limit == Story::Limit::kCredit ? 0.2 : 0.8;
  lab_.send(from, to, bytes, static_cast<std::uint8_t>(draw_.below(8)), draw_.chance(ordered));
}

void Script::stall() {
  const auto port = static_cast<PortIdx>(draw_.below(4));
  if (!draw_.chance(0.01)) return;
  lab_.net[kLeaf].host_says(port, draw_.chance(0.5), lab_.now);
}

void Script::ways() {
  if (!draw_.chance(0.03)) return;
  lab_.controls[kLeaf]->dead ^= 0xf0;
  // What was asked for before has been answered by less than is known.
  lab_.knows_since.assign(lab_.wiring.switches, 0);
  lab_.knows_since[kLeaf] = lab_.now + draw_.below(40);
  told_.routes_changed(kLeaf);
}

/// Each step for both ends, now and then; a leaf has other ways, and its root's other leaves
/// theirs.
void Script::link() {
  if (!draw_.chance(story_.deaths)) return;
  const auto ends = lab_.ends(kLink);
  switch (dead_) {
    case 0: lab_.cut(kLink); break;
    case 1:
      for (const SwitchPort& end : ends) {
        lab_.controls[end.sw]->dead |= PortMask{1} << end.port;
        lab_.net[end.sw].port_dead(end.port, lab_.now);
        told_.routes_changed(end.sw);
      }
      break;
    case 2:
      if (!lab_.net[ends[0].sw].link_clear(ends[0].port, lab_.now) ||
          !lab_.net[ends[1].sw].link_clear(ends[1].port, lab_.now))
        return;
      lab_.heal(kLink);
      for (const SwitchPort& end : ends) {
        lab_.controls[end.sw]->dead &= ~(PortMask{1} << end.port);
        lab_.net[end.sw].port_up(end.port, lab_.now);
        told_.routes_changed(end.sw);
      }
      break;
    default: break;
  }
  dead_ = (dead_ + 1) % 4;
}

}  // namespace selvage::test
