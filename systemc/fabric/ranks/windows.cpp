// SPDX-License-Identifier: Apache-2.0
#include "fabric/ranks/windows.hpp"

#include <algorithm>

#include "fabric/beats/whole.hpp"
#include "golden/mix.hpp"

namespace selvage::fabric {

Windows::Windows(Context& context, mpi::Ranks& ranks, const Switches& switches, DataPath& path,
                 const EarlyEnd& early, Cycle last_cycle, JourneyLog* journeys)
    : context_(context),
      ranks_(ranks),
      path_(path),
      early_(early),
      last_cycle_(last_cycle),
      boundary_(context, switches, path, ranks.size(), journeys),
      received_(ranks.size()) {
  for (mpi::Bytes& queue : boundary_.queues()) queue.resize(sizeof(Head));
}

void Windows::follow(WholeSwitches& twin) {
  twin_ = &twin;
  behind_ = twin.behind();
  compares_within_ = twin.compares_within();
  boundary_.follow(twin);
}

Cycle Windows::next() {
  for (;;) {
    if (end_ != End::kNone) return kNever;
    const Cycle own = context_.wheel.next();
    if (closing_ == End::kNone && own < limit() && !failed()) return own;
    exchange();
  }
}

Cycle Windows::limit() const {
  Cycle limit = until_;
  const auto outage = context_.book.outages_due.lower_bound(from_);
  if (outage != context_.book.outages_due.end()) {
    limit = std::min(limit, *outage == from_ ? from_ + 1 : *outage);
  }
  const auto& repairs = context_.book.repairs_due;
  if (repairs.empty() || repairs.begin()->first == repaired_) return limit;
  return std::min(limit, repairs.begin()->first);
}

bool Windows::failed() const {
  return context_.scoreboard.failed() || !context_.broken_check.empty();
}

Windows::Head Windows::head() const {
  const LinkBook& book = context_.book;
  const PacketCounts& counts = context_.tally.counts;
  Head h;
  h.next = std::min(context_.wheel.next(), boundary_.first_arrival());
  h.last = context_.now();
  h.progress = context_.last_progress;
  h.in_fabric = counts.accepted - counts.delivered - counts.dropped_total();
  for (const std::uint64_t part :
       {context_.next_packet, book.link_changes.count, book.messages_pending, book.controls_active,
        book.resends_pending, book.declarations_pending, book.changes_pending,
        context_.tally.messages_sent}) {
    h.link_state = mix64(h.link_state ^ part);
  }
  h.early = early_.why();
  h.failed = failed();
  h.confused = boundary_.confused();
  h.late = boundary_.late();
  h.patient = path_.patience() > 0;
  h.at_rest = twin_ == nullptr || (twin_->at_rest() && !boundary_.carries_beats());
  return h;
}

void Windows::exchange() {
  const Cycle done = limit();
  if (twin_ != nullptr && done > 0 && !failed()) twin_->after(done - 1);
  const auto& repairs = context_.book.repairs_due;
  boundary_.complete(repairs.empty() ? std::vector<std::uint32_t>{} : repairs.begin()->second);
  Head all = head();
  for (mpi::Bytes& queue : boundary_.queues()) std::memcpy(queue.data(), &all, sizeof(Head));
  if (!ranks_.exchange(boundary_.queues(), received_)) {
    end_ = End::kLost;
    return;
  }
  for (mpi::Bytes& queue : boundary_.queues()) queue.resize(sizeof(Head));
  boundary_.emptied();
  bool agreed = true;
  for (unsigned r = 0; r < ranks_.size(); ++r) {
    if (r == ranks_.rank()) continue;
    ByteReader reader(received_[r]);
    agreed = join(all, reader.get<Head>()) && agreed;
    boundary_.play(reader);
  }
  conclude(all, agreed, done);
}

bool Windows::join(Head& all, const Head& other) const {
  all.next = std::min(all.next, other.next);
  all.last = std::max(all.last, other.last);
  all.progress = std::max(all.progress, other.progress);
  all.in_fabric += other.in_fabric;
  all.early = std::max(all.early, other.early);
  all.failed = all.failed || other.failed;
  all.confused = all.confused || other.confused;
  all.late = all.late || other.late;
  all.patient = all.patient || other.patient;
  all.at_rest = all.at_rest && other.at_rest;
  return all.link_state == other.link_state;
}

Windows::End Windows::ending(const Head& all) const {
  if (all.early == EarlyEnd::Why::kWall) return End::kWall;
  if (all.early != EarlyEnd::Why::kNone) return End::kInterrupt;
  if (all.next == kNever) return End::kIdle;
  return all.next > last_cycle_ ? End::kDrainOver : End::kNone;
}

void Windows::conclude(const Head& all, bool agreed, Cycle done) {
  last_ = all.last;
  const bool is_stuck = stuck(all);
  if (all.late) return end_alone("beats that came behind their edge, a defect of Selvage");
  if (all.failed) return end_alone("a mismatch or a failed check");
  if (all.confused) return end_alone("a packet that ended while the news of its cut was under way");
  if (!agreed)
    return end_alone("ranks that disagree on the state of the links, a defect of Selvage");
  if (all.early == EarlyEnd::Why::kNone && closing_ == End::kNone &&
      (is_stuck || (all.next == kNever && all.in_fabric != 0))) {
    return end_alone("packets that seem to be stuck");
  }
  if (closing_ == End::kNone) closing_ = ending(all);
  Cycle last = last_cycle_;
  if (closing_ != End::kNone) {
    last = all.last + compares_within_;
    if (twin_ == nullptr || done > last) {
      end_ = closing_;
      return;
    }
  }
  from_ = all.at_rest && closing_ == End::kNone ? all.next : done;
  until_ = std::min(from_ + context_.timing.link - behind_, last + 1);
  const auto& repairs = context_.book.repairs_due;
  if (!repairs.empty() && repairs.begin()->first <= from_) repaired_ = repairs.begin()->first;
}

bool Windows::stuck(const Head& all) {
  const bool late = all.last - progress_ > context_.scenario.limits.watchdog;
  const bool is_stuck = late && !all.patient && !was_empty_;
  was_empty_ = all.in_fabric == 0;
  progress_ = was_empty_ ? all.last : all.progress;
  return is_stuck;
}

void Windows::end_alone(const char* why) {
  end_ = End::kAlone;
  why_ = why;
}

void Windows::settle() {
  boundary_.release();
  if (context_.now() < last_) context_.wheel.take(last_, [](const kernel::Event&) {});
}

EarlyEnd::Why agree(mpi::Ranks& ranks, EarlyEnd::Why why) {
  std::vector<mpi::Bytes> out(ranks.size());
  std::vector<mpi::Bytes> in(ranks.size());
  for (mpi::Bytes& bytes : out) put(bytes, why);
  if (!ranks.exchange(out, in)) return EarlyEnd::Why::kInterrupt;
  for (unsigned r = 0; r < ranks.size(); ++r) {
    if (r != ranks.rank()) why = std::max(why, ByteReader(in[r]).get<EarlyEnd::Why>());
  }
  return why;
}

}  // namespace selvage::fabric
