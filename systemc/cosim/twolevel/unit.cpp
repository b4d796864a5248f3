// SPDX-License-Identifier: Apache-2.0
#include "cosim/twolevel/unit.hpp"

#include <algorithm>
#include <set>
#include <utility>

namespace selvage::cosim {

namespace {

std::string text(const TwoLevelOut& out) {
  if (!out.valid) return "no answer";
  std::string text = out.hit ? "row " + std::to_string(out.row) : "no row";
  if (out.drop) return text + ", drop";
  return text + ", port " + std::to_string(out.port) + ", next hop " +
         golden::to_string(golden::Ipv4{out.next});
}

/// An answer of one side, and how the rows of both answers stand in the table of that side.
template <class Row>
Held held(const TwoLevelOut& out, const TwoLevelOut& other, const std::vector<Row>& rows) {
  Held held;
  held.rows.push_back({"answer", text(out)});
  std::set<unsigned> named;
  for (const TwoLevelOut& o : {out, other}) {
    if (o.valid && o.hit && o.row < rows.size()) named.insert(o.row);
  }
  for (const unsigned r : named) {
    const Row& row = rows[r];
    held.rows.push_back({"row " + std::to_string(r),
                         !row.valid ? "free"
                                    : golden::to_string(golden::Ipv4{row.key}) + " mask " +
                                          golden::to_string(golden::Ipv4{row.mask})});
  }
  if (!out.valid || !out.hit || out.drop) return held;
  held.out = static_cast<PortIdx>(out.port);
  held.ways = PortMask{1} << (out.port % kMaxPorts);
  return held;
}

}  // namespace

TwoLevelOut expected_of(const std::vector<golden::TernaryRow>& rows, golden::Ipv4 destination) {
  const golden::TernaryAnswer a = golden::look_up(rows, destination);
  return {true, a.hit, a.next_hop.drop, a.row, a.next_hop.port, a.next_hop.next.value};
}

Difference wrong_lookup(golden::Ipv4 destination, const TwoLevelOut& expected,
                        const TwoLevelOut& actual) {
  const std::string of = golden::to_string(destination) + ": ";
  return {"F-TAB-3", "lookup", of + text(expected), of + text(actual)};
}

TwoLevelUnit::TwoLevelUnit(TwoLevelUnitSetup setup, Scoreboard& scoreboard)
    : setup_(std::move(setup)),
      scoreboard_(&scoreboard),
      count_(&scoreboard.block("twolevel_route")) {}

/// Power-on: row by row (F-SYS-1). The rows a larger build has stay invalid.
void TwoLevelUnit::load(TwoLevelBlock& block) const {
  for (unsigned r = 0; r < setup_.rows.size(); ++r) block.edge(load_of(r, setup_.rows[r]));
  for (Cycle i = 0; i < kTwoLevelLatency; ++i) block.edge({});
}

std::optional<golden::NextHop> TwoLevelUnit::request(Cycle now, PacketId packet,
                                                     golden::Ipv4 destination) {
  if (!block_) {
    block_ = setup_.build->make({setup_.rtl_bugs, {}});
    load(*block_);
    incoming_ = block_->incoming();
  }
  advance(now);
  if (traced_) traced_->request(now, destination.value);
  const bool lockstep = setup_.engine == Engine::kLockstep;
  history_.add(now) = {{packet, destination}, false, {}};
  const TwoLevelOut expected = lockstep ? expected_of(setup_.rows, destination) : TwoLevelOut{};
  lookups_.ask(now, {packet, destination}, expected);
  asked_ = now;
  address_ = destination;
  if (!lockstep) return {};
  return next_hop(expected);
}

golden::NextHop TwoLevelUnit::collect(Cycle now) {
  advance(now);
  return take(now);
}

void TwoLevelUnit::finish(Cycle now) {
  if (traced_) traced_->finish();
  if (!block_) return;
  while (next_edge() != kNever) edge(next_edge());
  while (!lookups_.empty()) static_cast<void>(take(now));
  while (const auto unasked = lookups_.unasked()) fail(now, *count_, {}, *unasked);
  edge_ = busy_until_ = 0;
  history_.restart();
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
    busy_until_ = cycle + kTwoLevelLatency;
  }
  block_->edge(in);
  edge_ = cycle;
  if (const auto failed = failed_assertion()) {
    fail(cycle, assertions(*scoreboard_), {}, *failed);
  }
  if (const TwoLevelOut out = block_->outputs(); !(out == incoming_)) {
    fail(cycle, *count_, {}, {"F-SYS-2", "output registers", text(incoming_), text(out)});
  }
  incoming_ = block_->incoming();
  if (incoming_.valid) lookups_.answer(cycle + 1, incoming_);
}

golden::NextHop TwoLevelUnit::take(Cycle now) {
  const Lookups::Taken taken = lookups_.take();
  const PacketId packet = taken.question.packet;
  if (!taken.in_time()) fail(now, *count_, packet, lookups_.mistimed(taken));
  if (!taken.answered()) return {};
  const TwoLevelOut& out = taken.actual;
  history_.add(now) = {taken.question, true, out};
  last_actual_ = out;
  if (setup_.engine == Engine::kLockstep && taken.in_time()) {
    ++count_->compared;
    last_expected_ = taken.expected;
    if (!(out == taken.expected)) {
      fail(now, *count_, packet, wrong_lookup(taken.question.destination, taken.expected, out),
           &taken);
    }
  }
  return next_hop(out);
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

TracedModel* TwoLevelUnit::make_traced_model(const std::string& scope) {
  auto block = setup_.build->make({setup_.rtl_bugs, scope + " twolevel_route"});
  load(*block);
  traced_ = std::make_unique<TracedLookup>(std::move(block));
  return traced_.get();
}

void TwoLevelUnit::fail(Cycle cycle, BlockCount& block, std::optional<PacketId> packet,
                        const Difference& difference, const Lookups::Taken* taken) {
  Mismatch m;
  m.cycle = cycle;
  m.switch_name = setup_.switch_name;
  m.packet = packet;
  m.recent = history_.lines([](const Event& e) {
    const std::string who = "packet " + std::to_string(e.lookup.packet);
    if (e.answered) return who + " goes: " + text(e.answer);
    return who + " requests a route to " + golden::to_string(e.lookup.destination);
  });
  if (taken != nullptr && !scoreboard_->failed()) {  // only the first is shown
    m.model = held(taken->expected, taken->actual, setup_.rows);
    m.rtl = held(taken->actual, taken->expected, block_->state().rows);
  }
  cosim::fail(*scoreboard_, block, std::move(m), difference);
}

}  // namespace selvage::cosim
