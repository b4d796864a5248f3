// SPDX-License-Identifier: Apache-2.0
#include "cosim/probe/probe_control.hpp"

#include <cassert>
#include <utility>

#include "cosim/lockstep/difference.hpp"
#include "cosim/lockstep/history.hpp"

namespace selvage::cosim {

namespace {

std::string text(const ProbeOutput& s) {
  std::string t;
  const auto add = [&t](bool set, const char* what) {
    if (set) t += (t.empty() ? "" : " and ") + std::string(what);
  };
  add(s.send, "probe sent");
  add(s.declare_down, "declared dead");
  add(s.declare_up, "declared up");
  return t.empty() ? "nothing" : t;
}

/// For the report of a mismatch.
struct ProbeEvent {
  bool answered = false;
  ProbeOutput out;
};

std::string text(const ProbeEvent& event) {
  return (event.answered ? "answer, " : "") + text(event.out);
}

class GoldenProbe final : public ProbeControl {
 public:
  GoldenProbe(const golden::ProbeTiming& timing, Cycle first_probe) : timing_(timing) {
    state_.next_send = first_probe;
  }
  ProbeOutput step(Cycle now, bool answered) override {
    const golden::ProbeStep s = golden::step(state_, timing_, now, answered);
    state_ = s.state;
    return {s.send, s.declare, s.recover};
  }
  [[nodiscard]] Cycle due() const override { return state_.due(); }
  [[nodiscard]] bool dead() const { return state_.phase == golden::LinkProbe::Phase::kDead; }

 private:
  golden::ProbeTiming timing_;
  golden::LinkProbe state_;
};

class RtlProbe final : public ProbeControl {
 public:
  RtlProbe(Engine engine, const golden::ProbeTiming& timing, Cycle first_probe, std::string name,
           Scoreboard& scoreboard, std::uint32_t bugs)
      : compared_(engine == Engine::kLockstep),
        golden_(timing, first_probe),
        block_(make_probe_block(timing, first_probe, bugs)),
        name_(std::move(name)),
        scoreboard_(&scoreboard),
        count_(&scoreboard.block("link_probe")) {}

  ProbeOutput step(Cycle now, bool answered) override {
    assert(answered || now == due());
    const ProbeOutput actual = block_->edge(now, answered);
    if (const auto failed = failed_assertion()) fail(now, assertions(*scoreboard_), *failed);
    if (compared_) compare(now, answered, actual);
    return actual;
  }
  [[nodiscard]] Cycle due() const override { return block_->due(); }

 private:
  void compare(Cycle now, bool answered, const ProbeOutput& actual) {
    const ProbeOutput expected = golden_.step(now, answered);
    history_.add(now) = {answered, actual};
    ++count_->compared;
    if (!(actual == expected)) {
      fail(now, *count_,
           {actual.declare_up != expected.declare_up ? "FT-DET-3" : "FT-DET-1", "event",
            text(expected), text(actual)});
    } else if (block_->dead() != golden_.dead()) {
      const auto word = [](bool dead) { return dead ? "declared dead" : "not declared dead"; };
      fail(now, *count_, {"FT-DET-1", "link", word(golden_.dead()), word(block_->dead())});
    } else if (block_->due() != golden_.due()) {
      fail(now, *count_,
           {golden_.dead() ? "FT-DET-3" : "FT-DET-1", "cycle of the next event",
            std::to_string(golden_.due()), std::to_string(block_->due())});
    }
  }
  void fail(Cycle now, BlockCount& block, const Difference& difference) {
    Mismatch m;
    m.cycle = now;
    m.switch_name = name_;
    m.recent = history_.lines([](const ProbeEvent& event) { return text(event); });
    cosim::fail(*scoreboard_, block, std::move(m), difference);
  }

  bool compared_;
  GoldenProbe golden_;
  std::unique_ptr<ProbeBlock> block_;
  std::string name_;
  Scoreboard* scoreboard_;
  BlockCount* count_;
  History<ProbeEvent, 8> history_;
};

}  // namespace

std::unique_ptr<ProbeControl> make_probe_control(Engine engine, const golden::ProbeTiming& timing,
                                                 Cycle first_probe, const std::string& name,
                                                 Scoreboard& scoreboard, std::uint32_t rtl_bugs) {
  if (engine == Engine::kGolden) return std::make_unique<GoldenProbe>(timing, first_probe);
  return std::make_unique<RtlProbe>(engine, timing, first_probe, name, scoreboard, rtl_bugs);
}

}  // namespace selvage::cosim
