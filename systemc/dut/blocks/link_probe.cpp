// SPDX-License-Identifier: Apache-2.0
#include "golden/probe/link_probe.hpp"

#include <algorithm>

#include "dut/blocks/blocks.hpp"

namespace selvage::dut {

namespace {

using namespace cosim::pins::link_probe;

std::vector<Pin> pins(const Parameters& p) {
  const Width tw(p, "TW");
  const Width rw(p, "RW");
  return {{"enable_i", true, 1, "the port leads to a switch", "", false, true},
          {"phase_i", true, tw, "cycle of the first probe; sampled in reset, as the next three", "",
           false, true},
          {"period_i", true, tw, "cycles from one probe to the next", "", false, true},
          {"timeout_i", true, tw, "cycles to wait for an answer", "", false, true},
          {"retries_i", true, rw, "repetitions before the link is declared down", "", false, true},
          {"now_i", true, tw, "number of the cycle that the next clock edge begins; wraps", "",
           false, false, true},
          {"answer_i", true, 1, "an answer arrives", ""},
          {"send_o", false, 1, "pulse: send a probe", "FT-DET-1"},
          {"down_o", false, 1, "pulse: the link is declared dead", "FT-DET-1"},
          {"up_o", false, 1, "pulse: the link is declared up again", "FT-DET-3"},
          {"dead_o", false, 1, "the link is declared dead", "FT-DET-1"}};
}

class Probe final : public Golden {
 public:
  explicit Probe(const Parameters& p) : mask_((std::uint64_t{1} << p.at("TW")) - 1) {}

  void ask(const Values& q, Answer& answer) override {
    if (!begun_) {
      begun_ = true;
      timing_.period = q.get(kPeriod);
      timing_.timeout = q.get(kTimeout);
      timing_.retries = static_cast<unsigned>(q.get(kRetries));
      now_ = q.get(kNow);
      state_.next_send = now_ + ((q.get(kPhase) - now_) & mask_);
    } else {
      now_ += (q.get(kNow) - now_) & mask_;
    }
    if (q.get(kEnable) == 0) return;
    const golden::ProbeStep step = golden::step(state_, timing_, now_, q.get(kAnswer) != 0);
    state_ = step.state;
    answer.values.set(kSend, step.send);
    answer.values.set(kDown, step.declare);
    answer.values.set(kUp, step.recover);
    answer.values.set(kDead, state_.phase == golden::LinkProbe::Phase::kDead);
  }

 private:
  std::uint64_t mask_;
  bool begun_ = false;
  Cycle now_ = 0;
  golden::ProbeTiming timing_;
  golden::LinkProbe state_;
};

/// A link that answers, dies and comes back; time begins anywhere.
class Questions final : public Stimulus {
 public:
  explicit Questions(const Parameters& p)
      : range_(std::uint64_t{1} << p.at("TW")), most_((std::uint64_t{1} << p.at("RW")) - 1) {}

  void next(kernel::Stream& stream, Values& q) override {
    if (!begun_) {
      begun_ = true;
      const std::uint64_t timeout = 3 + stream.below(6);
      const std::uint64_t retries = stream.below(std::min<std::uint64_t>(most_, 3) + 1);
      const std::uint64_t period = (retries + 1) * timeout + 1 + stream.below(24);
      const std::uint64_t now =
          stream.chance(0.5) ? range_ - stream.below(64) - 1 : stream.below(range_);
      q.set(kEnable, stream.chance(0.95) ? 1 : 0);
      q.set(kPeriod, period);
      q.set(kTimeout, timeout);
      q.set(kRetries, retries);
      q.set(kNow, now);
      q.set(kPhase, now + 1 + stream.below(period));
    } else {
      q.set(kNow, q.get(kNow) + 1);
    }
    if (stream.chance(0.01)) answers_ = stream.chance(0.6) ? 0.3 : 0.0;
    q.set(kAnswer, stream.chance(answers_) ? 1 : 0);
  }

 private:
  std::uint64_t range_;
  std::uint64_t most_;
  bool begun_ = false;
  double answers_ = 0.3;
};

bool legal(const Parameters& p, const Values& q) {
  const std::uint64_t exchange = (q.get(kRetries) + 1) * q.get(kTimeout);
  return q.get(kTimeout) > 0 && exchange < q.get(kPeriod) &&
         q.get(kPeriod) < (std::uint64_t{1} << (p.at("TW") - 1));
}

}  // namespace

Contract link_probe() {
  Contract c;
  c.block = "link_probe";
  c.summary = "prober of a port: when is a link declared dead, and up again";
  c.timing = "FT-DET-1";
  c.source =
      "Hu et al. 2010, section 5.1; FT-DET-1, FT-DET-3; docs/reference/control-plane.md, Probes";
  c.latency = 1;
  c.stateful = true;
  c.consecutive = true;
  c.parameters = {{"TW", 10, 48, 1, 32, "bits of the time"},
                  {"RW", 1, 8, 1, 2, "bits of the counter of repetitions"}};
  c.pins = &pins;
  c.golden = &made<Golden, Probe>;
  c.stimulus = &made<Stimulus, Questions>;
  c.legal = &legal;
  return c;
}

}  // namespace selvage::dut
