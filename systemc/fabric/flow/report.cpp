// SPDX-License-Identifier: Apache-2.0
#include "fabric/flow/report.hpp"

#include <fmt/format.h>

#include "kernel/words.hpp"

namespace selvage::fabric {

namespace {

using kernel::grouped;
using kernel::plural;
using nlohmann::ordered_json;

double per(std::uint64_t sum, std::uint64_t n) {
  return n == 0 ? 0.0 : static_cast<double>(sum) / static_cast<double>(n);
}

ordered_json acks_json(const flow::Counts& c) {
  ordered_json acks{{"acks", c.acks},
                    {"frames", c.ack_frames},
                    {"per_frame", per(c.acks, c.ack_frames)},
                    {"bits_per_ack", per(8 * c.ack_bytes, c.acks)},
                    {"stray", c.stray},
                    {"wait_mean", per(c.ack_wait, c.acks)},
                    {"wait_max", c.ack_wait_most},
                    {"sizes", c.ack_sizes}};
  if (c.ack_thrown > 0) acks["thrown_away"] = c.ack_thrown;
  return acks;
}

ordered_json block_of(const FlowChannels& f) {
  const flow::Counts& c = f.counts;
  return {
      {"flows", f.flows},
      {"opened", c.opened},
      {"released", c.closed},
      {"left", f.left},
      {"mean_live", f.mean_live},
      {"order_kept", f.order_kept},
      {"drain", {{"longest", f.drain_longest}, {"bound", f.drain_bound}, {"short", f.drain_short}}},
      {"reorders", c.reorders},
      {"late_unordered", c.late_unordered},
      {"redirects", c.redirects},
      {"blocks", c.blocks},
      {"divergences", c.divergences},
      {"joins", c.joins},
      {"level_ups", c.level_ups},
      {"credits", c.credits},
      {"pauses", c.pauses},
      {"stalls",
       {{"table_full", c.efct_full},
        {"window", c.efct_window},
        {"xoff", c.xoffs},
        {"lookups", c.lookups}}},
      {"acks", acks_json(c)},
      {"losses",
       {{"packets", c.lost},
        {"holes", c.holes},
        {"reports", c.reports},
        {"loss_messages", c.losses},
        {"markers", c.markers},
        {"new_holes", c.new_holes},
        {"joined", c.joined},
        {"units", c.lost_units},
        {"found_units", c.found_units}}},
      {"single_packet", {{"channels", c.single}, {"mean_life", per(c.single_cycles, c.single)}}},
      {"branches",
       {{"mean", per(f.branches.branches, f.branches.rows)}, {"most", f.branches.most}}},
      {"pool_high", c.pool_high},
      {"fabric_high", f.fabric_high},
      {"limit_at_high", f.limit_at_high},
      {"units_high", f.units_high},
      {"audits", f.audits}};
}

PathRow loop_row(const flow::Params& p, Cycle round_trip) {
  return {"loop",
          fmt::format("round trip {} cycles: redirects from {} units on, gain {}, hold-off {}; "
                      "levels: draw from {} to {} units, hold {}",
                      grouped(round_trip), p.redirect.d0, p.redirect.kd, grouped(p.ifct.cool_t),
                      p.ep.congested, grouped(p.ep.severe()), grouped(p.ifct.hold_t))};
}

PathRow times_row(const FlowChannels& f) {
  std::string times = fmt::format("a dead link's channels are closed after {} cycles at most",
                                  grouped(f.drain_longest));
  if (f.drain_short) {
    times += fmt::format(
        ": timers.drain is below the bound of this fabric, {}: packets past a dead link may be "
        "overtaken (FLOW-A-30)",
        grouped(f.drain_bound));
  }
  return {"times", times, f.drain_short};
}

std::vector<PathRow> rows_of(const FlowChannels& f, bool faults) {
  const flow::Counts& c = f.counts;
  std::vector<PathRow> rows{
      {"channels", fmt::format("{} opened, {} left; {:.1f} live at the edge on average; {} flows",
                               grouped(c.opened), grouped(f.left), f.mean_live, grouped(f.flows))},
      {"order",
       fmt::format("{} ordered packets overtaken; flows asked to move {} times, blocked {}, "
                   "diverged {}",
                   grouped(c.reorders), grouped(c.redirects), grouped(c.blocks),
                   grouped(c.divergences)),
       c.reorders != 0}};
  if (faults || f.drain_short) rows.push_back(times_row(f));
  std::string acks = fmt::format("{} in {} frames, {:.2f} each", grouped(c.acks),
                                 grouped(c.ack_frames), per(c.acks, c.ack_frames));
  if (c.ack_thrown != 0) {
    acks += fmt::format("; {} damaged and thrown away", plural(c.ack_thrown, "frame"));
  }
  rows.push_back({"acks", acks});
  rows.push_back({"laws", fmt::format("{} of all tables, all held (FLOW-A-5, 7, 8, 9, 13)",
                                      plural(f.audits, "audit"))});
  return rows;
}

}  // namespace

PathReport flow_report(const FlowChannels& channels, const flow::Params& params, Cycle round_trip,
                       bool faults) {
  PathReport report{block_of(channels), {loop_row(params, round_trip)}, {}};
  for (PathRow& row : rows_of(channels, faults)) report.rows.push_back(std::move(row));
  if (channels.left > 0) {
    report.left = fmt::format(
        "{} flow channels are not released: after a loss they are by switch.flow.timers.stale for "
        "each link of a way, and once more",
        channels.left);
  }
  return report;
}

}  // namespace selvage::fabric
