// SPDX-License-Identifier: Apache-2.0
/// Frames that say anything of their length (FL-RX; docs/reference/flow-switch.md).
#include <catch2/catch.hpp>

#include <deque>
#include <string>
#include <vector>

#include "control/random.hpp"
#include "cosim/flow/parts/beats_block.hpp"
#include "pins.hpp"

using namespace selvage;
using namespace selvage::test;
using cosim::FlowBits;
using cosim::FlowSymbol;

namespace {

/// Words of a frame of so many ACKs (flow-blocks.md, B-9).
unsigned words_of(unsigned acks) {
  const unsigned blocks = (9 + (25 * acks + 7) / 8 + 7) / 8;
  return (blocks + 3) / 4;
}

struct Word {
  unsigned at = 0;  ///< the cycle in which it shows
  bool first = false, last = false;
  std::vector<unsigned> bytes;
};

/// One frame after the other, with messages in between.
class Frames {
 public:
  Frames(std::uint64_t seed, std::uint32_t bugs)
      : random_(seed),
        late_(seed % 2 != 0 ? 4 : 0),
        rx_(late_ != 0 ? cosim::make_flow_rx_edge({bugs}) : cosim::make_flow_rx({bugs})),
        idle_(random_.below(60)),
        messages_(random_.below(40)) {}
  std::string run(unsigned cycles) {
    for (; now_ < cycles; ++now_) {
      if (random_.below(500) == 0) reset();
      if (const std::string wrong = shows(rx_->outputs()); !wrong.empty()) return at(now_, wrong);
      rx_->edge(beat());
      if (const std::string f = failed(); !f.empty()) return at(now_, f);
    }
    return {};
  }

 private:
  void reset() {
    rx_->reset();
    due_.clear();
    left_ = 0;
  }
  cosim::FlowBeat beat();
  void comes(const cosim::FlowBeat& beat);
  std::string shows(const cosim::FlowRxOut& out);

  tb::Random random_;
  unsigned late_;
  std::unique_ptr<cosim::FlowRxBlock> rx_;
  unsigned idle_, messages_;
  unsigned now_ = 0;
  unsigned left_ = 0, said_ = 0, shown_ = 0;  ///< beats to come; words it says and has had
  std::vector<unsigned> bytes_;               ///< of this frame
  std::deque<Word> due_;
};

cosim::FlowBeat Frames::beat() {
  if (random_.percent(messages_)) return {FlowSymbol::kMessage, false, false, {random_.next()}};
  if (left_ == 0 && random_.percent(idle_)) return {};
  cosim::FlowBeat b{FlowSymbol::kFrame, left_ == 0, false, {}};
  for (std::uint64_t& part : b.data) part = random_.next();
  b.data[3] &= 0xff;
  if (b.head) {
    left_ = 1 + random_.below(7);
    said_ = words_of(static_cast<unsigned>(b.data[0] >> 16 & 63));
    shown_ = 0;
    bytes_.clear();
  }
  b.tail = --left_ == 0;
  comes(b);
  return b;
}

void Frames::comes(const cosim::FlowBeat& beat) {
  for (unsigned k = 0; k < 25; ++k)
    bytes_.push_back(static_cast<unsigned>(beat.data[k / 8] >> k % 8 * 8 & 0xff));
  const auto word = [this](unsigned at, bool last) {
    Word w{at + late_, shown_ == 0, last, {}};
    for (std::size_t b = 32 * shown_; b < bytes_.size() && b < 32 * (shown_ + 1); ++b)
      w.bytes.push_back(bytes_[b]);
    due_.push_back(w);
    ++shown_;
  };
  if (shown_ + 1 < said_ && bytes_.size() >= 32 * (shown_ + 1)) word(now_ + 1, false);
  if (beat.tail) word(now_ + 2, true);
}

std::string Frames::shows(const cosim::FlowRxOut& out) {
  const bool want = !due_.empty() && due_.front().at == now_;
  if (want != out.frame.valid) return differs("FL-RX: a word of a frame", want, out.frame.valid);
  if (out.head || out.mark || out.word) return "FL-RX: a packet that nobody sent";
  if (!want) return {};
  const Word w = due_.front();
  due_.pop_front();
  if (w.first != out.frame.sof) return differs("FL-RX: its first word", w.first, out.frame.sof);
  if (w.last != out.frame.eof) return differs("FL-RX: its last word", w.last, out.frame.eof);
  for (unsigned k = 0; k < w.bytes.size(); ++k)
    if (const unsigned b = static_cast<unsigned>(out.frame.word[k / 8] >> k % 8 * 8 & 0xff);
        b != w.bytes[k])
      return differs("FL-RX: a byte of a frame", w.bytes[k], b);
  return {};
}

}  // namespace

TEST_CASE("FL-RX: a frame that says anything of its length ends with its last beat",
          "[flow][switch]") {
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    CAPTURE(seed);
    REQUIRE(Frames(seed, 0).run(3'000) == "");
  }
}

TEST_CASE("FL-RX: a frame without an end is seen", "[flow][bug]") {
  CHECK_THAT(Frames(0, 4).run(3'000),
             Catch::Matchers::Contains("FL-RX: its last word: rule 1, RTL 0"));
}
