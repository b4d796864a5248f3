// SPDX-License-Identifier: Apache-2.0
#include "story.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <catch2/catch.hpp>

#include "kernel/stream.hpp"

namespace selvage::test {
namespace {

flow::Params params_of(const Story& story) {
  flow::Params p = lab_params(golden::kSmallFlowSizes);
  p.log = true;
  p.seed = story.seed;
  p.loss = story.loss;
  p.wire_frames = story.wire_frames;
  p.ack_errors = story.ack_errors;
  p.source_packets = 6;
  p.stale_t = story.incast ? 300'000 : 30'000;
  p.ifct.refresh_t = 2'000;
  p.ifct.expire_t = 6'000;
  p.drain_t = 2'000;
  if (story.eager) p.ifct.cool_t = 200;
  return p;
}

std::vector<std::uint64_t> numbers(const flow::Counts& c) {
  std::vector<std::uint64_t> n{
      c.requests,  c.lookups,     c.ack_wait,        c.single_cycles, c.new_holes, c.found_units,
      c.injected,  c.delivered,   c.delivered_bytes, c.dropped,       c.lost,      c.hops,
      c.redirects, c.divergences, c.blocks,          c.holes,         c.reports,   c.losses,
      c.stray,     c.ack_thrown,  c.efct_full,       c.efct_window,   c.reorders,  c.late_unordered,
      c.acks,      c.ack_frames,  c.ack_bytes,       c.xoffs,         c.pauses,    c.credits,
      c.opened,    c.closed,      c.live_cycles,     c.pool_high};
  n.insert(n.end(), c.level_ups.begin(), c.level_ups.end());
  return n;
}

void cut_first_link(Lab& lab, unsigned up) {
  const PortEnd far = lab.wiring.ends[up];
  const auto port = static_cast<PortIdx>(up);
  lab.cut({0, port});
  lab.run_to(lab.now + 100);
  lab.net[0].port_dead(port, lab.now);
  lab.net[far.index].port_dead(far.port, lab.now);
  lab.controls[0]->dead |= PortMask{1} << up;
  lab.controls[far.index]->dead |= PortMask{1} << far.port;
  lab.net[0].routes_changed(lab.now);
  lab.net[far.index].routes_changed(lab.now);
}

/// The walker has done its rounds and is asked once more. Whether both ends stay at rest.
bool die_again(Lab& lab, unsigned up) {
  bool clear = true;
  const PortEnd far = lab.wiring.ends[up];
  for (const SwitchPort& end :
       {SwitchPort{0, static_cast<PortIdx>(up)}, SwitchPort{far.index, far.port}}) {
    clear = clear && lab.net[end.sw].link_clear(end.port, lab.now);
    lab.net[end.sw].port_up(end.port, lab.now);
    lab.run_to(lab.now + 3);
    lab.net[end.sw].port_dead(end.port, lab.now);
    lab.run_to(lab.now + 3);
    clear = clear && lab.net[end.sw].link_clear(end.port, lab.now);
  }
  return clear;
}

}  // namespace

Record tell(const Story& story, const Engines& engines, Scoreboard& board,
            const cosim::FlowBugs& bugs) {
  const Lab::Maker maker = [&](SwitchIdx sw, PortIdx port, const flow::BlocksConfig& config) {
    return cosim::rtl_flow_blocks(engines, config, {std::to_string(sw), std::to_string(port)},
                                  board, bugs);
  };
  const flow::Wiring wiring = flow::wiring_of(golden::FatTree(story.arity, story.levels));
  Lab lab(wiring, params_of(story), maker);
  kernel::Stream random(story.seed, "engines");
  Record r;
  const Cycle cut_at = story.cut ? story.length / 3 : kNever;
  bool is_cut = false;
  while (lab.now < story.length && r.audit.empty() && !board.failed()) {
    for (HostIdx h = 0; h < wiring.hosts; ++h) {
      if (!random.chance(story.load / 100.0) || !lab.net.terminal(h).can_inject()) continue;
      const auto other =
          static_cast<HostIdx>((h + 1 + random.below(wiring.hosts - 1)) % wiring.hosts);
      const HostIdx to = story.incast ? wiring.hosts - 1 : other;
      if (to == h) continue;
      lab.send(h, to, 64 + static_cast<unsigned>(random.below(2'000)),
               static_cast<std::uint8_t>(random.below(2)), !random.chance(story.unordered / 100.0));
    }
    if (lab.now >= cut_at && !is_cut) {
      is_cut = true;
      cut_first_link(lab, story.arity / 2);
    }
    r.audit = lab.run_audited(lab.now + 42, 42);
  }
  if (story.again && !board.failed()) r.at_rest = die_again(lab, story.arity / 2);
  if (r.audit.empty() && !board.failed()) {
    r.dry = lab.run_dry(2'000'000);
    r.audit = lab.net.audit_end(lab.last);
  }
  for (SwitchIdx s = 0; s < wiring.switches; ++s)
    for (unsigned p = 0; p < wiring.ports; ++p)
      if (wiring.ends[s * wiring.ports + p].kind != PortEnd::Kind::kNone)
        lab.net[s].blocks(static_cast<PortIdx>(p)).finish(lab.now);
  r.events = lab.net.counts();
  r.counts = numbers(r.events);
  r.at = lab.at;
  for (const flow::FlowEvent& e : lab.net.log())
    r.log.push_back(fmt::format("{} flow {} {}/{} id {} {} {}", e.at, e.flow, e.sw,
                                unsigned{e.port}, e.id, to_string(e.what), e.value));
  return r;
}

void check_same(const Record& record, const Record& golden) {
  CHECK(record.audit == "");
  CHECK(record.dry);
  CHECK(record.counts == golden.counts);
  CHECK(record.at == golden.at);
  CHECK(record.log.size() == golden.log.size());
  for (std::size_t i = 0; i < std::min(record.log.size(), golden.log.size()); ++i)
    REQUIRE(record.log[i] == golden.log[i]);
}

std::uint64_t compared(const Scoreboard& board, const std::string& kind) {
  for (const BlockCount& b : board.blocks())
    if (b.kind == kind) return b.compared;
  return 0;
}

}  // namespace selvage::test
