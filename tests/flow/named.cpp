// SPDX-License-Identifier: Apache-2.0
/// What a switch finds wrong with the frames of ACKs that its own blocks make, and names (FLOW-B-1,
/// FLOW-B-8, FLOW-P-2, FLOW-P-5): blocks that do something else, by themselves.
#include <catch2/catch.hpp>

#include <functional>

#include "flow/blocks/forwarding.hpp"
#include "lab.hpp"

using namespace selvage;
using namespace selvage::test;

namespace {

constexpr PortIdx kUp = 4;  ///< the one way up of switch 0
using Words = std::vector<golden::FrameWord>;
using Acks = std::vector<std::uint32_t>;

/// Both ends of the link at kUp make, and read, frames in a way of their own.
struct Changes {
  std::function<void(flow::AggregatorView&, Cycle)> view;
  std::function<void(Words&)> words;
  std::function<bool(bool, Acks&)> unpacked;
  bool asked = false;  ///< the aggregator is asked in every cycle
  Cycle pushed = kNever;
};
struct Odd final : flow::ForwardingBlocks {
  Odd(std::unique_ptr<Blocks> own, Changes& c) : ForwardingBlocks(std::move(own)), changes(c) {}
  flow::AggregatorView aggregator(Cycle now) override {
    flow::AggregatorView v = ForwardingBlocks::aggregator(now);
    if (changes.view) changes.view(v, now);
    return v;
  }
  Cycle aggregator_next(Cycle now) override {
    return changes.asked ? now + 1 : ForwardingBlocks::aggregator_next(now);
  }
  void aggregator_step(Cycle now, const golden::AggregatorInput& in) override {
    if (in.push) changes.pushed = std::min(changes.pushed, now);
    ForwardingBlocks::aggregator_step(now, in);
  }
  void frame(Cycle now, Words& words) override {
    ForwardingBlocks::frame(now, words);
    if (changes.words) changes.words(words);
  }
  bool unpack(Cycle now, const Words& words, Acks& acks) override {
    const bool ok = ForwardingBlocks::unpack(now, words, acks);
    return changes.unpacked ? changes.unpacked(ok, acks) : ok;
  }
  Changes& changes;
};

/// Host 0 sends to host 31, whose ACKs come back by the link at kUp.
struct Bench {
  explicit Bench(const flow::Params& p = quiet(), bool all = false)
      : lab(tree(), p, [this, all](SwitchIdx sw, PortIdx port, const flow::BlocksConfig& config) {
          std::unique_ptr<flow::Blocks> own = flow::golden_blocks(config);
          const PortEnd& far = tree().ends[kUp];
          const bool here = sw == 0 && port == kUp, there = sw == far.index && port == far.port;
          if (!all && !here && !there) return own;
          return std::unique_ptr<flow::Blocks>(std::make_unique<Odd>(std::move(own), changes));
        }) {
    lab.controls[0]->dead = 0xe0;
  }
  [[nodiscard]] flow::Router& root() { return lab.net[tree().ends[kUp].index]; }
  [[nodiscard]] PortIdx down() const { return static_cast<PortIdx>(tree().ends[kUp].port); }
  /// One packet, and what is found wrong meanwhile.
  std::string sends(Cycle cycles = 600) {
    lab.send(0, 31);
    lab.run_to(lab.now + cycles);
    return lab.net.violation();
  }
  Changes changes;
  Lab lab;
};

/// The violation has this in it.
void check_named(const std::string& violation, const std::string& rule, const std::string& what) {
  CAPTURE(violation);
  CHECK(violation.find(rule + ": cycle ") == 0);
  CHECK(violation.find(": " + what) != std::string::npos);
}

}  // namespace

TEST_CASE("FLOW-P-2: a frame of more ACKs than were taken is named, it has those that are there") {
  Bench b;
  b.changes.view = [](flow::AggregatorView& v, Cycle) { v.len += v.req ? 1 : 0; };
  check_named(b.sends(), "FLOW-P-2", "a frame of more ACKs than were taken");
  CHECK(b.lab.net.counts().acks == 2);  // of two links
  CHECK(b.lab.net.counts().ack_sizes[1] == 2);
}

TEST_CASE("FLOW-P-2: ACKs that come out of a frame are those that went in, or it is named") {
  {
    Bench b;
    b.changes.unpacked = [](bool ok, Acks& acks) {
      acks.push_back(acks.back());
      return ok;
    };
    check_named(b.sends(), "FLOW-P-2",
                "the unpacker gives another number of ACKs than went into the frame");
  }
  {
    Bench b;
    b.changes.unpacked = [](bool ok, Acks& acks) {
      acks.clear();
      return ok;
    };
    check_named(b.sends(), "FLOW-P-2",
                "the unpacker gives another number of ACKs than went into the frame");
  }
  {
    Bench b;
    b.changes.unpacked = [](bool ok, Acks& acks) {
      acks[0] ^= 1U << 22U | 1U << 25U;
      return ok;
    };
    check_named(b.sends(), "FLOW-P-2", "an ACK comes out of its frame as another one");
  }
}

TEST_CASE("FLOW-B-1: a frame that is thrown away without a wrong bit is named, and too few words") {
  {
    Bench b;
    b.changes.unpacked = [](bool, Acks& acks) {
      acks.clear();
      return false;
    };
    check_named(b.sends(), "FLOW-B-1", "the unpacker throws a frame away");
    CHECK(b.lab.net.lossy());
    CHECK(b.lab.net.counts().ack_thrown == 1);
    CHECK(b.lab.net.channels() == 1);  // at switch 0
  }
  {
    Bench b;
    b.changes.words = [](Words& words) { words.clear(); };
    check_named(b.sends(), "FLOW-B-1", "a frame of too few words");
  }
  {
    flow::Params p = quiet();
    p.ack_errors = 1;
    Bench b(p);
    CHECK(b.sends().empty());
    CHECK(b.lab.net.counts().ack_thrown > 0);
    CHECK(b.lab.net.last_progress() == b.lab.last);  // thrown away is no standstill
    Bench c(p, true);
    c.changes.unpacked = [](bool, Acks&) { return true; };
    check_named(c.sends(), "FLOW-B-1", "the unpacker takes a damaged frame");
  }
}

TEST_CASE("FLOW-B-8: more ACKs than an unpacker has to hold are named, as many are not") {
  for (const unsigned depth : {40U, 39U}) {
    CAPTURE(depth);
    flow::Params p = quiet({8, 7, 10});
    p.aggregator.max = 8;
    p.aggregator.depth = depth;
    // The blocks gather more than the parameters say.
    Lab lab(tree(), p, [](SwitchIdx, PortIdx, const flow::BlocksConfig& config) {
      flow::BlocksConfig c = config;
      c.aggregator.max = 48;
      c.aggregator.depth = 512;
      return flow::golden_blocks(c);
    });
    for (SwitchIdx leaf = 0; leaf < 8; ++leaf) lab.controls[leaf]->dead = 0xe0;
    lab.send(31, 0, 9'216);  // ACKs gather behind it
    lab.send(30, 0, 9'216);
    for (int i = 0; i < 20; ++i)
      for (HostIdx h = 0; h < 4; ++h) lab.send(h, 16 + h, 64, static_cast<std::uint8_t>(i % 4));
    lab.run_to(3'000);
    CHECK(lab.net.counts().ack_sizes[48] == 1);
    if (depth == 40) CHECK(lab.net.violation() == "");
    else check_named(lab.net.violation(), "FLOW-B-8", "more ACKs have come than an unpacker holds");
  }
}

TEST_CASE("FLOW-B-1: a frame that fills its words to the last byte is read") {
  flow::Params p = quiet({8, 7, 10});
  p.aggregator.max = 38;  // 9 + 119 bytes, four words
  Lab lab(tree(), p);
  for (SwitchIdx leaf = 0; leaf < 8; ++leaf) lab.controls[leaf]->dead = 0xe0;
  lab.send(31, 0, 9'216);
  lab.send(30, 0, 9'216);
  for (int i = 0; i < 20; ++i)
    for (HostIdx h = 0; h < 4; ++h) lab.send(h, 16 + h, 64, static_cast<std::uint8_t>(i % 4));
  REQUIRE(lab.run_dry());
  CHECK(lab.net.counts().ack_sizes[38] > 0);
  CHECK(lab.net.audit_end(lab.last) == "");
}

namespace {

/// The first ACK at the root waits for `wait` cycles; messages leave before it came and after, the
/// data frame before it is as long as its 42 cycles and so many messages.
std::string waited(Cycle wait, unsigned messages, bool data, unsigned stretched) {
  flow::Params p = quiet();
  Bench b(p);
  if (data) {
    for (SwitchIdx leaf = 0; leaf < 8; ++leaf) b.lab.controls[leaf]->dead = 0xe0;
    Cycle began = kNever;
    b.lab.header = [&](std::uint32_t, SwitchPort out) {
      if (out.sw == tree().ends[kUp].index) began = b.lab.now;
    };
    b.lab.send(31, 0, 1'024);
    while (began == kNever) b.lab.run_to(b.lab.now + 1);
    b.lab.header = {};
    for (unsigned i = 0; i < stretched; ++i) {
      b.lab.run_to(b.lab.now + 2);
      b.root().message_leaves(b.down(), b.lab.now - 1);
    }
    b.lab.run_to(b.lab.now + 1'000);
  }
  for (int i = 0; i < 5; ++i) {  // these cost the ACK nothing
    b.lab.run_to(b.lab.now + 2);
    b.root().message_leaves(b.down(), b.lab.now - 1);
  }
  b.changes.pushed = kNever;
  Cycle until = kNever;
  b.changes.view = [&](flow::AggregatorView& v, Cycle now) { v.req = v.req && now >= until; };
  b.changes.asked = true;
  b.lab.send(0, 31);
  while (b.changes.pushed == kNever) b.lab.run_to(b.lab.now + 1);
  until = b.changes.pushed + wait;
  for (unsigned i = 0; i < messages; ++i) {
    b.lab.run_to(b.lab.now + 2);
    b.root().message_leaves(b.down(), b.lab.now - 1);
  }
  b.lab.run_to(until + 10);
  b.changes.asked = false;
  CHECK(b.lab.net.counts().ack_wait_most == wait);
  return b.lab.net.violation();
}

}  // namespace

TEST_CASE("FLOW-B-7: the next frame of ACKs begins when the words of the one before are out") {
  flow::Params p = quiet({8, 7, 10});
  p.bytes_per_cycle = 300;  // a frame of 48 ACKs is five words, and a cycle on the wire
  p.pool_units = 1'000;
  Bench b(p);
  Cycle until = kNever;
  b.changes.view = [&](flow::AggregatorView& v, Cycle now) { v.req = v.req && now >= until; };
  b.changes.asked = true;
  for (int i = 0; i < 40; ++i)
    for (HostIdx h = 0; h < 4; ++h) b.lab.send(h, 16 + h, 64, static_cast<std::uint8_t>(i % 4));
  b.lab.run_to(1'000);
  const std::uint64_t before = b.lab.net.counts().ack_frames;
  REQUIRE(b.lab.net[tree().ends[kUp].index].output(b.down()).held.size() >= 3 * 48);
  until = b.lab.now;
  b.lab.run_to(until + 1);
  b.changes.asked = false;  // it asks by itself from now on
  std::vector<Cycle> begins;
  for (std::uint64_t n = before; b.lab.now < until + 40; b.lab.run_to(b.lab.now + 1)) {
    const std::uint64_t frames = b.lab.net.counts().ack_frames;
    if (frames != n) begins.push_back(b.lab.now - 1 - until);
    n = frames;
  }
  REQUIRE(begins.size() >= 3);
  CHECK(begins[0] == 0);
  CHECK(begins[1] == 5);
  CHECK(begins[2] == 10);
}

TEST_CASE("FLOW-P-5: an ACK that waits longer than its bound is named, to the cycle") {
  // T3, and a cycle to request it; where data goes the other way the longest frame of it.
  for (const unsigned messages : {0U, 3U}) {
    for (const unsigned longest : {1U, 42U, 45U}) {
      CAPTURE(messages, longest);
      const Cycle bound = 90 + longest + 1 + messages;
      const unsigned stretched = longest == 45 ? 3 : 0;
      CHECK(waited(bound, messages, longest > 1, stretched).empty());
      const std::string found = waited(bound + 1, messages, longest > 1, stretched);
      check_named(found, "FLOW-P-5",
                  "an ACK has waited " + std::to_string(bound + 1) +
                      " cycles for its frame, more than " + std::to_string(bound));
    }
  }
}
