// SPDX-License-Identifier: Apache-2.0
/// \file
/// A switch of others whose pins a test drives, and the judge that looks at them.
#pragma once

#include <catch2/catch.hpp>
#include <map>
#include <string>
#include <vector>

#include "fabric/beats/judge.hpp"
#include "golden/fattree/tree.hpp"

namespace selvage::test {

struct Packet {
  std::uint32_t tag = 0;
  unsigned beats = 3;
  HostIdx source = 0;
  HostIdx destination = 9;
};

/// Beat `index` of a packet: its tag, and the number of the beat in the upper half.
inline cosim::Beat beat_of(const Packet& packet, unsigned index, bool bad = false) {
  return {index == 0, index + 1 == packet.beats, bad, {packet.tag, index}};
}

/// What a switch shows behind an edge.
class Pins final : public cosim::SwitchBlock {
 public:
  Pins& beat_at(PortIdx port, const cosim::Beat& beat) {
    shows_.beats |= PortMask{1} << port;
    beats_[port] = beat;
    return *this;
  }
  Pins& xoff(PortMask ports) { return shows_.xon &= ~ports, *this; }
  Pins& drops(PortIdx port) { return shows_.drained |= PortMask{1} << port, *this; }
  Pins& drops(PortIdx port, std::uint32_t tag) { return tag_ = tag, drops(port); }
  Pins& is_idle() { return idle_ = true, *this; }
  cosim::SwitchShown& shows() { return shows_; }

  void beat(PortIdx /*port*/, const cosim::Beat& /*beat*/) override {}
  void message(PortIdx /*port*/, const ControlMessage& /*message*/) override {}
  void link_event(PortIdx /*port*/, bool /*up*/) override {}
  void link_begins(PortIdx /*port*/) override {}
  void wipe() override {}
  void link_alive(PortIdx /*port*/, bool /*alive*/) override {}
  void far_xon(PortIdx /*port*/, bool /*xon*/) override {}
  void far_stop(PortIdx /*port*/, bool /*stop*/) override {}
  void rise() override {}
  void fall() override {}
  void declare(VerilatedFstC& /*file*/) override {}
  [[nodiscard]] bool idle() const override { return idle_; }
  [[nodiscard]] cosim::SwitchShown shown() const override { return shows_; }
  [[nodiscard]] cosim::Beat sent(PortIdx port) const override { return beats_.at(port); }
  [[nodiscard]] ControlMessage sent_message(PortIdx /*port*/) const override { return {}; }
  [[nodiscard]] std::uint64_t held(PortIdx /*port*/) const override { return kUnknown; }
  [[nodiscard]] std::optional<std::uint32_t> drained_tag(PortIdx /*port*/) const override {
    return tag_;
  }
  [[nodiscard]] cosim::BeatData head(const cosim::HeadBeat& head) const override {
    return {head.tag, 0};
  }
  [[nodiscard]] std::uint32_t tag_of(const cosim::BeatData& data) const override {
    return static_cast<std::uint32_t>(data.low);
  }

 private:
  cosim::SwitchShown shows_ = [] {
    cosim::SwitchShown all;
    all.xon = ~PortMask{0};
    return all;
  }();
  std::map<PortIdx, cosim::Beat> beats_;
  std::optional<std::uint32_t> tag_;
  bool idle_ = false;
};

struct Drop {
  SwitchPort in;
  std::uint32_t tag;
  Cycle empty;
  PortMask dead;
};

inline cosim::SwitchFacts small_facts() {
  cosim::SwitchFacts facts;
  facts.levels = 3;
  facts.buffer = 8;
  facts.most_latency = 6;
  facts.stall_max = 10;
  facts.dead_within = 3;
  return facts;
}

/// A switch in the middle of a 4-port 3-tree unless told: ports 0 and 1 go down, 2 and 3 up.
class Judged final : public fabric::JudgeClient {
 public:
  static constexpr SwitchIdx kLeaf = 0;  ///< its ports 0 and 1 go to hosts
  static constexpr SwitchIdx kMiddle = 8;
  explicit Judged(const cosim::SwitchFacts& facts = small_facts(), SwitchIdx sw = kMiddle,
                  const std::pair<unsigned, unsigned>& mn = {4, 3})
      : tree(mn.first, mn.second), judge(tree, facts, *this), self(sw) {}

  [[nodiscard]] PortMask ways(SwitchIdx sw, const RouteRequest& request) override {
    CHECK(sw == self);
    asked.push_back(request);
    return v;
  }
  [[nodiscard]] bool in_flux() const override { return flux; }
  void left(SwitchPort from, std::uint32_t tag) override {
    CHECK(from.sw == self);
    gone.emplace_back(from.port, tag);
  }
  void dropped(SwitchPort in, std::uint32_t tag, Cycle empty, PortMask dead) override {
    drops.push_back({in, tag, empty, dead});
  }

  /// A host sends it; its first `beats` beats come in, one an edge from `from` on.
  void comes(PortIdx in, Cycle from, const Packet& packet, unsigned beats) {
    judge.sent({packet.tag, packet.beats, packet.source, packet.destination});
    more(in, from, packet, 0, beats);
  }
  void comes(PortIdx in, Cycle from, const Packet& packet) {
    comes(in, from, packet, packet.beats);
  }
  /// Beats `first` up to `end`.
  void more(PortIdx in, Cycle from, const Packet& packet, unsigned first, unsigned end) {
    for (unsigned i = first; i < end; ++i) {
      judge.comes({self, in}, from + i - first, beat_of(packet, i), packet.tag);
    }
  }
  void look(Cycle c, const Pins& pins) { judge.look(self, c, pins); }
  /// Behind the edges `from` up to `end` it shows nothing.
  void quiet(Cycle from, Cycle end, PortMask xoff = 0) {
    for (Cycle c = from; c < end; ++c) look(c, Pins().xoff(xoff));
  }
  /// Beats `first` up to `end` leave, one an edge.
  void leaves(PortIdx out, Cycle from, const Packet& packet, unsigned first, unsigned end,
              bool bad = false) {
    for (unsigned i = first; i < end; ++i) {
      look(from + i - first, Pins().beat_at(out, beat_of(packet, i, bad && i + 1 == packet.beats)));
    }
  }
  void leaves(PortIdx out, Cycle from, const Packet& packet) {
    leaves(out, from, packet, 0, packet.beats);
  }
  [[nodiscard]] std::string found() const {
    if (!judge.violation()) return "";
    return std::string(judge.violation()->rule) + ": " + judge.violation()->what;
  }
  /// What was expected, and what was seen.
  [[nodiscard]] std::string told() const {
    if (!judge.violation()) return "";
    return judge.violation()->expected + " / " + judge.violation()->actual;
  }
  [[nodiscard]] SwitchPort where() const {
    return judge.violation() ? judge.violation()->where : SwitchPort{};
  }

  golden::FatTree tree;
  fabric::PinJudge judge;
  SwitchIdx self;
  PortMask v = 0b1100;  ///< what golden's control answers
  bool flux = false;    ///< a switch with messages of its own may know less
  std::vector<RouteRequest> asked;
  std::vector<std::pair<PortIdx, std::uint32_t>> gone;
  std::vector<Drop> drops;
};

}  // namespace selvage::test
