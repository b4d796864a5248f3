// SPDX-License-Identifier: Apache-2.0
#include "rules.hpp"

#include <algorithm>

#include "golden/flow/ack_frame.hpp"

namespace selvage::test {

using cosim::FlowSymbol;

// ------------------------------------------------------------------------------ output and wire

cosim::FlowTxOut TxRule::step(const cosim::FlowTxIn& in) {
  depth_ = depth_ + (in.put ? in.put_len : 0) - gone_;
  if (in.mark) fifo_.push_back({FlowSymbol::kMarker, in.mark_tag, 0, 1});
  if (in.put) fifo_.push_back({FlowSymbol::kPacket, in.put_tag, in.put_len, in.put_beats});
  const golden::AggregatorState before = acks_.state();
  const bool data = wire_ && wire_->what != FlowSymbol::kFrame;
  const bool free = !wire_ && !in.message;
  const bool frame = before.req && free;
  const auto answer =
      acks_.step({in.ack && acks_.ready(), in.ack_data, !data && fifo_.empty(), free, in.now});
  const bool rest = answer.fire && before.cur != 0;  // the frame before was not all
  cosim::FlowTxOut out;
  gone_ = 0;
  if (frame) {
    wire_ = Thing{FlowSymbol::kFrame, before.cur, 0,
                  (8 * golden::ack_frame_blocks(before.cur) + 24) / 25};
  } else if (free && !before.req && !rest && !fifo_.empty() && in.xon) {
    wire_ = fifo_.front();
    fifo_.pop_front();
  }
  if (in.message) return {FlowSymbol::kMessage, false, false, 0, 0};
  if (!wire_) return out;
  out.symbol = wire_->what;
  out.head = free;
  out.tag = free ? wire_->tag : 0;
  out.tail = --wire_->beats == 0;
  if (!out.tail) return out;
  out.gone = gone_ = wire_->len;
  wire_.reset();
  return out;
}

// ------------------------------------------------------------------------------ grants

/// The input whose head of the class may be granted, -1: none.
int GrantsRule::first(const cosim::FlowGrantsIn& in, unsigned out, unsigned tc) const {
  const Output& o = out_[out];
  const bool host = (o_.hosts >> out & 1) != 0;
  if ((in.xoff[out] >> tc & 1) != 0) return -1;
  for (unsigned k = 0; k < cosim::kPartPorts; ++k) {
    const unsigned i = (o.classes[tc].next + k) % cosim::kPartPorts;
    const auto& heads = o.classes[tc].heads[i];
    if (heads.empty() || held_[i] || (in.drops >> i & 1) != 0) continue;
    if (((host ? in.soon_host : in.soon) >> i & 1) == 0) continue;
    if (o.reserved + heads.front().len <= o_.limit[out]) return static_cast<int>(i);
  }
  return -1;
}

void GrantsRule::serve(const cosim::FlowGrantsIn& in, unsigned out, cosim::FlowGrantsOut& shown) {
  Output& o = out_[out];
  int best = -1, input = -1;
  std::pair<int, Number> rank;
  for (unsigned tc = 0; tc < cosim::kPartClasses; ++tc) {
    const Class& c = o.classes[tc];
    if ((o_.full >> tc & 1) == 0 && c.max <= 0) continue;
    const int i = first(in, out, tc);
    const std::pair<int, Number> mine{o_.min[tc] > 0 && c.min > 0 ? 0 : 1,
                                      std::max(c.served, o.time)};
    if (i < 0 || (best >= 0 && !(mine < rank))) continue;
    best = static_cast<int>(tc);
    input = i;
    rank = mine;
  }
  if (best < 0) return;
  if (!granted_) turn_ = (out + 1) % cosim::kPartPorts;
  granted_ = true;
  Class& c = o.classes[static_cast<unsigned>(best)];
  auto& heads = c.heads[static_cast<unsigned>(input)];
  const cosim::FlowAsk head = heads.front();
  heads.pop_front();
  c.next = static_cast<unsigned>(input) + 1;
  const Number bytes = head.bytes + 9;
  o.time = std::max(c.served, o.time);
  c.served = o.time + bytes * 64 / (1 << o_.weight[head.tc]);
  c.min -= bytes * 1024;
  c.max -= bytes * 1024;
  o.reserved += head.len;
  o.ahead -= head.len;
  held_[static_cast<unsigned>(input)] = head;
  shown.grant[static_cast<unsigned>(input)] = {true, out, head.tc, head.id};
}

cosim::FlowGrantsOut GrantsRule::step(const cosim::FlowGrantsIn& in) {
  cosim::FlowGrantsOut shown;
  for (unsigned p = 0; p < cosim::kPartPorts; ++p) {
    out_[p].reserved -= in.gone[p];
    if (held_[p] && (in.abort >> p & 1) != 0) out_[held_[p]->out].reserved -= held_[p]->len;
    if (((in.abort | in.done) >> p & 1) != 0) held_[p].reset();
    if ((in.clear >> p & 1) == 0) continue;
    out_[p].ahead = 0;
    for (Class& c : out_[p].classes)
      for (auto& heads : c.heads) heads.clear();
  }
  for (unsigned p = 0; p < cosim::kPartPorts; ++p) {
    if (!in.ask[p].valid) continue;
    out_[in.ask[p].out].classes[in.ask[p].tc].heads[p].push_back(in.ask[p]);
    out_[in.ask[p].out].ahead += in.ask[p].len;
  }
  const unsigned first = turn_;
  granted_ = false;
  for (unsigned k = 0; k < cosim::kPartPorts; ++k)
    serve(in, (first + k) % cosim::kPartPorts, shown);
  for (unsigned p = 0; p < cosim::kPartPorts; ++p) {
    Output& o = out_[p];
    shown.ahead[p] = o.ahead;
    shown.load[p] = o.ahead + o.reserved;
    for (unsigned tc = 0; tc < cosim::kPartClasses; ++tc) {
      constexpr Number kMost = 2'048 * 1'024;
      constexpr Number kLeast = -(Number{1} << 31);
      Class& c = o.classes[tc];
      c.min = std::max(kLeast, std::min(kMost, c.min + o_.min[tc]));
      c.max = std::max(kLeast, std::min(kMost, c.max + o_.max[tc]));
    }
  }
  return shown;
}

// ------------------------------------------------------------------------------ the buffer

std::string QueuesRule::step(const cosim::FlowQueuesIn& in, const cosim::FlowQueuesOut& shown) {
  const auto differs = [](const char* what, std::uint64_t rule, std::uint64_t rtl) {
    return std::string(what) + ": rule " + std::to_string(rule) + ", RTL " + std::to_string(rtl);
  };
  read();
  if (in.head) {
    for (const auto& [number, p] : packets_)
      if (p.page == shown.slot && p.all() != 0 && number != reading_)
        return differs("FL-PAGE: the page of another packet", ~0U, shown.slot);
    coming_ = next_++;
    packets_[coming_] = {in.tc, in.len, in.bytes, shown.slot, {}};
    units_[in.tc] += in.len;
  }
  if (in.word) {
    Packet& p = packets_.at(coming_);
    p.words.push_back(in.data);
    if (p.words.size() == p.all()) coming_ = -1;
  }
  if (in.leave) {
    std::deque<int>& row = rows_[asked_[0]];
    const Packet& p = packets_.at(row.front());
    if (shown.first_slot != p.page) return differs("FL-QUEUE: page", p.page, shown.first_slot);
    if (shown.first_tc != p.tc) return differs("FL-QUEUE: class", p.tc, shown.first_tc);
    if (shown.first_len != p.len) return differs("FL-QUEUE: units", p.len, shown.first_len);
    if (shown.first_bytes != p.bytes) return differs("FL-QUEUE: bytes", p.bytes, shown.first_bytes);
    reading_ = row.front();
    read_ = 0;
    units_[p.tc] -= p.len;
    row.pop_front();
    if (shown.more == row.empty())
      return differs("FL-QUEUE: another one behind it", !row.empty(), shown.more);
  }
  if (in.put) {
    std::deque<int>& row = rows_[in.put_id];
    if (shown.put_first != row.empty())
      return differs("FL-QUEUE: the queue was empty", row.empty(), shown.put_first);
    for (const auto& [number, p] : packets_)
      if (p.page == in.put_slot && number != reading_) {
        row.push_back(number);
        break;
      }
  }
  asked_ = {asked_[1], in.ask_id};
  for (unsigned c = 0; c < cosim::kPartClasses; ++c)
    if (units_[c] != shown.units[c]) return differs("FL-POOL: units", units_[c], shown.units[c]);
  const unsigned left = reading_ < 0 ? 0 : packets_.at(reading_).all() - read_;
  ready_ = left == 0 || (left == 1 && packets_.at(reading_).words.size() > read_);
  return {};
}

/// A word that came before this edge is read at it.
void QueuesRule::read() {
  way_[1] = way_[0];
  way_[0] = {};
  if (reading_ < 0) return;
  const Packet& p = packets_.at(reading_);
  if (p.words.size() == read_) return;
  way_[0] = {true, read_ + 1 == p.all(), p.words[read_]};
  if (++read_ < p.all()) return;
  packets_.erase(reading_);
  reading_ = -1;
}

std::string QueuesRule::shows(const cosim::FlowQueuesRead& read) const {
  if (read.word != way_[1].word) return "FL-READ: a word";
  if (read.word && (read.data != way_[1].data || !read.whole)) return "FL-PAGE: the word";
  if (read.last != way_[1].last) return "FL-READ: the last word";
  if (read.ready != ready_) return "FL-READ: ready";
  for (unsigned c = 0; c < cosim::kPartClasses; ++c)
    if ((units_[c] <= mark_) != ((read.xon >> c & 1) != 0)) return "FL-POOL: XON";
  return {};
}

unsigned QueuesRule::used() const {
  unsigned all = 0;
  for (const auto& [number, p] : packets_) {
    const auto words = static_cast<unsigned>(p.words.size());
    all += words == p.all() ? (words + 7) / 8 : words / 8 + 1;
    if (number == reading_) all -= read_ / 8;
  }
  return all;
}

unsigned QueuesRule::pages() const {
  unsigned all = 0;
  for (const auto& [number, p] : packets_) all += p.len;
  return all;
}

}  // namespace selvage::test
