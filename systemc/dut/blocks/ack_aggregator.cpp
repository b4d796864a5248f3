// SPDX-License-Identifier: Apache-2.0
#include "golden/flow/ack_aggregator.hpp"

#include <algorithm>
#include <optional>

#include "cosim/foreign/pins.hpp"
#include "dut/blocks/blocks.hpp"

namespace selvage::dut {

namespace {

using namespace cosim::pins::ack_aggregator;

std::string derive(Parameters& p) {
  p["LW"] = bits_for(static_cast<std::uint64_t>(p["MAX"]) + 1);
  if (p["DEPTH"] < p["MAX"]) return "DEPTH must be at least MAX";
  return {};
}

std::vector<Pin> pins(const Parameters& p) {
  const auto bits = [&p](const char* name) { return Width(p, name); };
  return {{"t1_i", true, bits("T_W"), "age at which an idle link takes a batch", "", false, true},
          {"t2_i", true, bits("T_W"), "age at which a good size goes", "", false, true},
          {"t3_i", true, bits("T_W"), "age at which any goes", "", false, true},
          {"good_i", true, bits("MAX"), "good sizes, bit n-1: n ACKs", "", false, true},
          {"max_i", true, bits("LW"), "ACKs in a frame, 1..MAX", "", false, true},
          {"now_i", true, bits("TS_W"), "this cycle", "", false, false, true},
          {"ack_valid_i", true, 1, "an ACK, taken when ack_ready_o", ""},
          {"ack_data_i", true, 26, "it, with parity", ""},
          {"wire_idle_i", true, 1, "no data frame on the wire and none requesting", ""},
          {"frame_ready_i", true, 1, "the wire is ours now", ""},
          {"ack_ready_o", false, 1, "an ACK can be taken", "FLOW-B-4"},
          {"frame_valid_o", false, 1, "a frame requests the wire", "FLOW-B-5"},
          {"frame_len_o", false, bits("LW"), "ACKs of the batch", "FLOW-B-6"},
          {"fire_valid_o", false, 1, "a frame was granted in the cycle before", "FLOW-B-6"},
          {"fire_len_o", false, bits("LW"), "its ACKs", "FLOW-B-6"},
          {"word_data_o", false, 256, "the frame", "FLOW-B-2"},
          {"word_valid_o", false, 1, "a word of it", "FLOW-B-2"},
          {"word_sof_o", false, 1, "its first", "FLOW-B-2"},
          {"word_eof_o", false, 1, "its last", "FLOW-B-2"}};
}

golden::AggregatorConfig config_of(const Parameters& p, const Values& q) {
  golden::AggregatorConfig config;
  config.max = static_cast<unsigned>(q.get(kMax));
  config.depth = static_cast<unsigned>(p.at("DEPTH"));
  config.t1 = static_cast<unsigned>(q.get(kT1));
  config.t2 = static_cast<unsigned>(q.get(kT2));
  config.t3 = static_cast<unsigned>(q.get(kT3));
  config.good = q.get(kGood);
  return config;
}

golden::AggregatorInput input_of(const Values& q) {
  golden::AggregatorInput in;
  in.push = q.get(kPush) != 0;
  in.ack = static_cast<std::uint32_t>(q.get(kAck));
  in.idle = q.get(kIdle) != 0;
  in.grant = q.get(kGrant) != 0;
  in.now = q.get(kNow);
  return in;
}

class Aggregator final : public Golden {
 public:
  explicit Aggregator(const Parameters& p) : p_(p) {}

  void ask(const Values& q, Answer& answer) override {
    if (!golden_) golden_.emplace(config_of(p_, q));
    const golden::AggregatorOutput out = golden_->step(input_of(q));
    const std::pair<unsigned, std::uint64_t> values[] = {
        {kReady, out.ready},      {kReq, out.req},          {kLen, out.len},
        {kFire, out.fire},        {kFireLen, out.fire_len}, {kWordValid, out.word.valid},
        {kWordSof, out.word.sof}, {kWordEof, out.word.eof}};
    for (const auto& [pin, value] : values) answer.values.set(pin, value);
    for (unsigned part = 0; part < out.word.word.size(); ++part)
      answer.values.set_slice(kWord, 64 * part, 64, out.word.word[part]);
    answer.due[kFireLen] = out.fire;
    answer.due[kWord] = out.word.valid;
  }

 private:
  Parameters p_;
  std::optional<golden::AckAggregator> golden_;
};

/// Bursts and pauses; the wire is free, busy or granted at once. A golden one beside it knows when
/// a frame is asked for and when its words are over, since a wire grants no frame inside another.
class Questions final : public Stimulus {
 public:
  explicit Questions(const Parameters& p) : p_(p) {}

  void next(kernel::Stream& stream, Values& q) override {
    if (!mirror_) begin(stream, q);
    else q.set(kNow, q.get(kNow) + 1);
    if (stream.chance(0.02)) {
      pushes_ = stream.chance(0.3) ? 0.0 : stream.unit();
      idles_ = stream.unit();
      grants_ = stream.chance(0.3) ? 1.0 : stream.unit() * 0.2;
    }
    q.set(kPush, stream.chance(pushes_) ? 1 : 0);
    const auto word = static_cast<std::uint32_t>(stream.below(1U << 25U));
    const std::uint32_t flip = stream.chance(0.02) ? 1U << stream.below(26) : 0;
    q.set(kAck, golden::with_parity(word) ^ flip);
    q.set(kIdle, stream.chance(idles_) ? 1 : 0);
    const bool free = !mirror_->busy();
    q.set(kGrant, free && mirror_->state().req && stream.chance(grants_) ? 1 : 0);
    (void)mirror_->step(input_of(q));
  }

 private:
  void begin(kernel::Stream& stream, Values& q) {
    const auto most = static_cast<std::uint64_t>(p_.at("MAX"));
    const std::uint64_t t1 = 1 + stream.below(40);
    const std::uint64_t t2 = t1 + 1 + stream.below(40);
    q.set(kT1, t1);
    q.set(kT2, t2);
    q.set(kT3, t2 + 1 + stream.below(40));
    q.set(kGood, stream.next());
    q.set(kMax, stream.chance(0.5) ? most : 1 + stream.below(most));
    q.set(kNow, stream.below(1U << 20U));
    mirror_.emplace(config_of(p_, q));
  }

  Parameters p_;
  std::optional<golden::AckAggregator> mirror_;
  double pushes_ = 0.3;
  double idles_ = 0.5;
  double grants_ = 0.1;
};

bool legal(const Parameters& p, const Values& q) { return config_of(p, q).legal(); }

}  // namespace

Contract ack_aggregator() {
  Contract c;
  c.block = "ack_aggregator";
  c.summary = "collects the ACKs of a port and sends them as frames, by three timers";
  c.timing = "FLOW-B-4";
  c.source =
      "FLOW-B-1..8 of docs/reference/requirements.md; docs/reference/flow-blocks.md, ack_aggregator";
  c.stateful = true;
  c.consecutive = true;
  c.parameters = {{"MAX", 2, 48, 1, 48, "ACKs in a frame"},
                  {"DEPTH", 2, 512, 1, 512, "ACKs that wait, at least MAX"},
                  {"T_W", 8, 16, 1, 10, "bits of a timer"},
                  {"TS_W", 24, 48, 1, 40, "bits of a time"}};
  c.derive = &derive;
  c.follows = {{"LW", "$clog2(MAX + 1)"}};
  c.pins = &pins;
  c.golden = &made<Golden, Aggregator>;
  c.stimulus = &made<Stimulus, Questions>;
  c.legal = &legal;
  return c;
}

}  // namespace selvage::dut
