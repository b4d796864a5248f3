// SPDX-License-Identifier: Apache-2.0
/// From the decision of an output to words at the far input: `flow_tx`, `flow_gear`, a wire,
/// `flow_rx` and a golden unpacker behind one another (docs/reference/flow-switch.md).
#include <catch2/catch.hpp>

#include <algorithm>
#include <deque>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "control/random.hpp"
#include "cosim/flow/parts/beats_block.hpp"
#include "cosim/lockstep/runtime.hpp"
#include "golden/flow/ack_unpacker.hpp"

using namespace selvage;
using cosim::FlowBits;
using cosim::FlowSymbol;

namespace {

constexpr unsigned kGear = 6;  ///< cycles from a decision to its beat at the end of a wire of none

struct Packet {
  unsigned bytes = 0;
  FlowBits header{};
  std::vector<FlowBits> words;
};
/// What has to show in a cycle.
struct Due {
  std::uint64_t at = 0;
  FlowBits data{};
  bool mark = false, last = false;
  unsigned bytes = 32;  ///< of it
};

FlowBits some_bits(tb::Random& random) {
  return {random.next(), random.next(), random.next(), random.next()};
}
bool same(const FlowBits& a, const FlowBits& b, unsigned bytes) {
  for (unsigned k = 0; k < bytes; ++k)
    if ((a[k / 8] >> k % 8 * 8 & 0xff) != (b[k / 8] >> k % 8 * 8 & 0xff)) return false;
  return true;
}

class Chain {
 public:
  Chain(std::uint64_t seed, bool edge, std::uint32_t gear_bugs, std::uint32_t rx_bugs)
      : random_(seed),
        late_(edge ? 4 : 0),
        tx_(cosim::make_flow_tx({{3, 9, 17, 0x94A4A5294940, 0, 0, {}}, 0})),
        gear_(cosim::make_flow_gear({gear_bugs})),
        rx_(edge ? cosim::make_flow_rx_edge({rx_bugs}) : cosim::make_flow_rx({rx_bugs})),
        unpacker_(131)  // flow-blocks.md, ack_aggregator: DEPTH / (t1 + 1) + 3
        ,
        puts_(random_.below(60)),
        marks_(random_.below(20)),
        acks_(random_.below(100)),
        messages_(random_.below(random_.percent(50)   ? 3
                                : random_.percent(50) ? 30
                                                      : 90)),
        most_(random_.percent(60) ? 100 : 3'000) {
    wire_.resize(random_.below(4));
    if (gear_->outputs().symbol != FlowSymbol::kIdle || gear_->outputs().head) fail("reset");
  }
  /// What is wrong first, or empty.
  std::string run(unsigned cycles) {
    for (; now_ < cycles && wrong_.empty(); ++now_) cycle();
    return wrong_;
  }
  std::uint64_t packets = 0, acks = 0;

 private:
  void cycle();
  void offer(cosim::FlowTxIn& in);
  void comes(const cosim::FlowBeat& beat);
  void shows(const cosim::FlowRxOut& out);
  void word_due(std::uint64_t at, bool last);
  void fail(const char* what) {
    if (wrong_.empty()) wrong_ = "cycle " + std::to_string(now_) + ": " + what;
  }

  tb::Random random_;
  unsigned late_;
  std::unique_ptr<cosim::FlowTxBlock> tx_;
  std::unique_ptr<cosim::FlowGearBlock> gear_;
  std::unique_ptr<cosim::FlowRxBlock> rx_;
  golden::AckUnpacker unpacker_;
  unsigned puts_, marks_, acks_, messages_, most_;
  std::deque<cosim::FlowBeat> wire_;
  std::deque<FlowBits> headers_;                 ///< for the gear
  std::deque<std::pair<FlowBits, bool>> words_;  ///< for the gear
  std::deque<Packet> sent_;                      ///< on their way to the far end
  std::deque<std::uint32_t> messages_sent_, acked_;
  std::uint32_t message_ = 0;  ///< of the cycle before
  std::deque<Due> heads_, due_;
  std::deque<std::uint64_t> ends_, message_at_;
  std::uint64_t begun_ = 0, previous_ = 0;  ///< of the packet that comes
  unsigned in_ = 0, done_ = 0;
  std::deque<unsigned> lengths_;  ///< of packets that come
  std::uint64_t now_ = 0;
  std::string wrong_;
};

void Chain::offer(cosim::FlowTxIn& in) {
  if (random_.percent(marks_) && headers_.size() < 60) {
    in.mark = true;
    sent_.push_back({0, some_bits(random_), {}});
    headers_.push_back(sent_.back().header);
  }
  if (!random_.percent(puts_) || headers_.size() > 60 || tx_->depth() > 800) return;
  Packet p;
  p.bytes = 1 + random_.below(random_.percent(30) ? 40 : most_);
  p.header = some_bits(random_);
  p.header[0] = (p.header[0] & ~std::uint64_t{0x3fff}) | p.bytes;
  for (unsigned w = 0; w < (p.bytes + 31) / 32; ++w) p.words.push_back(some_bits(random_));
  for (std::size_t w = 0; w < p.words.size(); ++w)
    words_.emplace_back(p.words[w], w + 1 == p.words.size());
  headers_.push_back(p.header);
  in.put = true;
  in.put_len = (p.bytes + 255) / 256;
  in.put_beats = (p.bytes + 9 + 24) / 25;
  lengths_.push_back(p.bytes);
  sent_.push_back(std::move(p));
}

void Chain::cycle() {
  shows(rx_->outputs());
  cosim::FlowTxIn in;
  in.now = now_;
  offer(in);
  in.message = random_.percent(messages_);
  in.ack = random_.percent(acks_);
  in.ack_data = golden::with_parity(random_.below(1U << 25));
  tx_->give(in);
  if (in.ack && tx_->ack_ready()) acked_.push_back(in.ack_data);
  cosim::FlowGearIn gear;
  gear.tx = tx_->outputs();
  gear.message = message_;
  gear.frame = tx_->word();
  if (!headers_.empty()) gear.header = headers_.front();
  gear.word = !words_.empty();
  if (gear.word) std::tie(gear.data, gear.last) = words_.front();
  const cosim::FlowGearOut pulls = gear_->give(gear);
  wire_.push_back(gear_->outputs());
  const cosim::FlowBeat beat = wire_.front();
  wire_.pop_front();
  comes(beat);
  message_ = random_.below(1U << 22);
  if (in.message) messages_sent_.push_back(message_);
  tx_->edge();
  gear_->edge();
  rx_->edge(beat);
  if (tx_->outputs().head && tx_->outputs().symbol != FlowSymbol::kFrame)
    heads_.push_back({now_ + kGear + wire_.size() + 3 + late_, {}, false, false, 0});
  if (pulls.header_pull) headers_.pop_front();
  if (pulls.word_pull) words_.pop_front();
  if (cosim::rtl_failure_pending()) fail(cosim::take_rtl_failure().c_str());
}

/// When the words of what comes have to show.
void Chain::comes(const cosim::FlowBeat& beat) {
  if (beat.symbol == FlowSymbol::kMessage) message_at_.push_back(now_ + 1);
  if (beat.symbol == FlowSymbol::kFrame && beat.tail) ends_.push_back(now_ + 2 + late_);
  if (beat.symbol != FlowSymbol::kPacket) return;
  if (beat.head) {
    begun_ = now_;
    previous_ = 0;
    in_ = done_ = 0;
  }
  in_ += beat.head ? 16 : 25;
  const unsigned bytes = lengths_.front();
  while (32 * (done_ + 1) <= in_ && done_ + 1 < (bytes + 31) / 32) word_due(now_ + 1, false);
  if (!beat.tail) return;
  if (in_ + 9 != (bytes + 9 + 24) / 25 * 25) fail("FL-BEAT: a packet of another length");
  lengths_.pop_front();
  word_due(now_ + 2, true);
}

void Chain::word_due(std::uint64_t at, bool last) {
  Due d;
  d.at = std::max({at, begun_ + 3 + done_, previous_ + 1});
  previous_ = d.at;
  d.at += late_;
  d.last = last;
  due_.push_back(d);
  ++done_;
}

void Chain::shows(const cosim::FlowRxOut& out) {
  if (out.message) {
    if (message_at_.empty() || message_at_.front() != now_) fail("FL-RX: cycle of a message");
    else if (messages_sent_.front() != out.message_data) fail("FL-BEAT: message");
    else messages_sent_.pop_front();
    if (!message_at_.empty()) message_at_.pop_front();
  }
  const bool head = out.head || out.mark;
  if (!heads_.empty() && heads_.front().at == now_ && !head) fail("FL-RX: no header");
  if (head) {
    if (heads_.empty() || heads_.front().at != now_) return fail("FL-RX: cycle of a header");
    heads_.pop_front();
    ++packets;
    for (std::size_t i = 0; i < sent_.size(); ++i) {
      Packet& p = sent_[i];
      if (p.header == FlowBits{}) continue;  // has shown
      if (!same(p.header, out.header, 9)) fail("FL-BEAT: header");
      if ((p.bytes == 0) != out.mark) fail("FL-BEAT: marker or packet");
      p.header = {};
      break;
    }
    while (!sent_.empty() && sent_.front().bytes == 0 && sent_.front().header == FlowBits{})
      sent_.pop_front();
  }
  if (!due_.empty() && due_.front().at == now_ && !out.word) fail("FL-RX: no word");
  if (out.word) {
    if (due_.empty() || due_.front().at != now_) return fail("FL-RX: cycle of a word");
    if (due_.front().last != out.last) fail("FL-RX: last word");
    due_.pop_front();
    Packet& p = sent_.front();
    const bool end = p.words.size() == 1;
    const unsigned bytes = end && p.bytes % 32 != 0 ? p.bytes % 32 : 32;
    if (!same(p.words.front(), out.data, bytes)) fail("FL-BEAT: word");
    p.words.erase(p.words.begin());
    if (end) sent_.pop_front();
    while (!sent_.empty() && sent_.front().bytes == 0 && sent_.front().header == FlowBits{})
      sent_.pop_front();
  }
  if (out.frame.valid && out.frame.eof) {
    if (ends_.empty() || ends_.front() != now_) fail("FL-RX: end of a frame");
    if (!ends_.empty()) ends_.pop_front();
  }
  golden::FrameWord word{out.frame.valid, out.frame.sof, out.frame.eof, {}};
  std::copy(out.frame.word.begin(), out.frame.word.end(), word.word.begin());
  const golden::UnpackerOutput ack = unpacker_.step(word);
  if (ack.frame_bad) fail("FL-BEAT: a bad frame");
  if (!ack.ack_valid) return;
  ++acks;
  if (acked_.empty() || acked_.front() != ack.ack) return fail("FL-BEAT: ACK");
  acked_.pop_front();
}

std::string hunt(std::uint32_t gear, std::uint32_t rx) {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    Chain chain(seed, seed % 2 != 0, gear, rx);
    if (const std::string wrong = chain.run(3'000); !wrong.empty()) return wrong;
  }
  return {};
}

}  // namespace

TEST_CASE("FL-BEAT, FL-RX: what an output sends is at the far input, byte by byte, in its cycle",
          "[flow][switch]") {
  std::uint64_t packets = 0, acks = 0;
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    CAPTURE(seed);
    Chain chain(seed, seed % 2 != 0, 0, 0);
    REQUIRE(chain.run(10'000) == "");
    packets += chain.packets;
    acks += chain.acks;
  }
  CHECK(packets > 20'000);
  CHECK(acks > 100'000);
}

TEST_CASE("FL-BEAT, FL-RX: each deliberate fault of beats is seen", "[flow][bug]") {
  const auto shows = [](std::uint32_t gear, std::uint32_t rx, const char* what) {
    CHECK_THAT(hunt(gear, rx), Catch::Matchers::Contains(what));
  };
  shows(1, 0, "rx_packet_as_long_as_it_says");  // a header takes no bytes
  shows(2, 0, "gear_word_is_there");            // a word is taken behind the last one
  // What is left of a packet goes before the next; at first that is what was there before the
  // reset.
  CHECK_THAT(hunt(4, 0), Catch::Matchers::Contains("FL-BEAT: word") ||
                             Catch::Matchers::Contains("gear_ends_with_last_word"));
  shows(0, 1, "FL-RX: cycle of a word");  // words do not wait for their header
  shows(0, 2, "FL-BEAT: a bad frame");    // the last word comes with the beat of the one before
  shows(0, 4, "FL-BEAT: a bad frame");    // a frame's last word has no end
}
