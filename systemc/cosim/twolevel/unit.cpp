// SPDX-License-Identifier: Apache-2.0
#include "cosim/twolevel/unit.hpp"

#include <algorithm>
#include <utility>

#include "cosim/lockstep/runtime.hpp"

namespace selvage::cosim {

namespace {

constexpr Cycle kLatency = 2;  ///< edges from the sample to the output registers

TwoLevelOut expected_of(const std::vector<golden::TernaryRow>& rows, golden::Ipv4 destination) {
  const golden::TernaryAnswer a = golden::look_up(rows, destination);
  return {true, a.hit, a.next_hop.drop, a.row, a.next_hop.port, a.next_hop.next.value};
}

std::string tell(const TwoLevelOut& out) {
  if (!out.valid) return "no answer";
  std::string text = out.hit ? "row " + std::to_string(out.row) : "no row";
  if (out.drop) return text + ", drop";
  return text + ", port " + std::to_string(out.port) + ", next hop " +
         golden::to_string(golden::Ipv4{out.next});
}

std::string edge_text(Cycle edge) { return "answer at clock edge " + std::to_string(edge); }

}  // namespace

TwoLevelUnit::TwoLevelUnit(TwoLevelUnitSetup setup, Scoreboard& scoreboard)
    : setup_(std::move(setup)),
      scoreboard_(&scoreboard),
      count_(&scoreboard.block("twolevel_route")) {}

/// Power-on: row by row (F-SYS-1). The rows a larger build has stay invalid.
void TwoLevelUnit::load(TwoLevelBlock& block) const {
  for (unsigned r = 0; r < setup_.rows.size(); ++r) {
    const golden::TernaryRow& row = setup_.rows[r];
    TwoLevelIn in;
    in.load = true;
    in.load_row = r;
    in.load_valid = row.valid;
    in.load_key = row.key;
    in.load_mask = row.mask;
    in.load_drop = row.result.drop;
    in.load_port = row.result.port;
    in.load_next = row.result.next.value;
    block.edge(in);
  }
  for (Cycle i = 0; i < kLatency; ++i) block.edge({});
}

void TwoLevelUnit::request(Cycle now, PacketId packet, golden::Ipv4 destination) {
  if (!block_) {
    block_ = setup_.build->make({setup_.rtl_bugs, {}});
    load(*block_);
    coming_ = block_->coming();
  }
  advance(now);
  if (twin_) twin_->request(now, destination.value);
  pending_.push({packet, destination, now});
  asked_ = now;
  address_ = destination;
}

golden::NextHop TwoLevelUnit::collect(Cycle now) {
  advance(now);
  return take(now);
}

void TwoLevelUnit::finish(Cycle now) {
  if (twin_) twin_->finish();
  if (!block_) return;
  while (next_edge() != kNever) edge(next_edge());
  while (!pending_.empty()) static_cast<void>(take(now));
  while (!answers_.empty()) {
    fail(now, *count_, {}, "F-SYS-2", "time of the answer", "no answer without a request",
         edge_text(answers_.pop().edge));
  }
  edge_ = busy_until_ = 0;
}

Cycle TwoLevelUnit::next_edge() const {
  const Cycle next = edge_ < busy_until_ ? edge_ + 1 : kNever;
  return std::min(next, asked_);
}

/// Executes the edges that begin cycles before `now`.
void TwoLevelUnit::advance(Cycle now) {
  for (Cycle next = next_edge(); next < now; next = next_edge()) edge(next);
}

void TwoLevelUnit::edge(Cycle cycle) {
  TwoLevelIn in;
  if (asked_ == cycle) {
    in.valid = true;
    in.dst = address_.value;
    asked_ = kNever;
    busy_until_ = cycle + kLatency;
  }
  block_->edge(in);
  edge_ = cycle;
  if (rtl_failure_pending()) {
    fail(cycle, scoreboard_->block("rtl_assertion"), {}, "COS-ASSERT", "RTL assertion", "holds",
         take_rtl_failure());
  }
  if (const TwoLevelOut out = block_->outputs(); !(out == coming_)) {
    fail(cycle, *count_, {}, "F-SYS-2", "output registers", tell(coming_), tell(out));
  }
  coming_ = block_->coming();
  if (coming_.valid) answers_.push({coming_, cycle + 1});
}

golden::NextHop TwoLevelUnit::take(Cycle now) {
  const Pending asked = pending_.pop();
  const Cycle due = asked.cycle + kLatency;
  if (answers_.empty()) {
    fail(now, *count_, asked, "F-SYS-2", "time of the answer", edge_text(due), "no answer");
    return {};
  }
  const Answer answer = answers_.pop();
  if (answer.edge != due) {
    fail(now, *count_, asked, "F-SYS-2", "time of the answer", edge_text(due),
         edge_text(answer.edge));
  }
  const TwoLevelOut& out = answer.out;
  last_actual_ = out;
  if (setup_.engine == Engine::kLockstep) {
    ++count_->compared;
    const TwoLevelOut expected = expected_of(setup_.rows, asked.destination);
    last_expected_ = expected;
    if (!(out == expected)) {
      fail(now, *count_, asked, "F-TAB-3", "lookup of " + golden::to_string(asked.destination),
           tell(expected), tell(out));
    }
  }
  if (out.drop) return {};
  return {false, static_cast<PortIdx>(out.port), golden::Ipv4{out.next}};
}

std::vector<WatchedRow> TwoLevelUnit::rows() const {
  if (setup_.engine != Engine::kLockstep) return {};
  std::vector<WatchedRow> rows;
  for (const std::string who : {"golden_", "rtl_"}) {
    rows.push_back({who + "lookup", 0, {"none", "row", "drop", "no_row"}});
    rows.push_back({who + "lookup_row", 8, {}});
    rows.push_back({who + "lookup_port", 8, {}});
  }
  return rows;
}

void TwoLevelUnit::values(std::vector<std::uint64_t>& out) const {
  if (setup_.engine != Engine::kLockstep) return;
  for (const TwoLevelOut& a : {last_expected_, last_actual_}) {
    out.push_back(!a.valid ? 0U : !a.hit ? 3U : a.drop ? 2U : 1U);
    out.push_back(a.row);
    out.push_back(a.port);
  }
}

TracedModel* TwoLevelUnit::make_twin(const std::string& scope) {
  auto block = setup_.build->make({setup_.rtl_bugs, scope + " twolevel_route"});
  load(*block);
  twin_ = std::make_unique<TwoLevelTwin>(std::move(block));
  return twin_.get();
}

void TwoLevelUnit::fail(Cycle cycle, BlockCount& block, std::optional<Pending> asked,
                        std::string requirement, std::string what, std::string expected,
                        std::string actual) {
  Mismatch m;
  m.cycle = cycle;
  m.switch_name = setup_.switch_name;
  m.block = block.kind;
  m.requirement = std::move(requirement);
  m.what = std::move(what);
  m.expected = std::move(expected);
  m.actual = std::move(actual);
  if (asked) {
    m.packet = asked->packet;
    m.recent.push_back("cycle " + std::to_string(asked->cycle) + ": asked for " +
                       golden::to_string(asked->destination));
  }
  scoreboard_->fail(block, std::move(m));
}

}  // namespace selvage::cosim
