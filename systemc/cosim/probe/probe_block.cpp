// SPDX-License-Identifier: Apache-2.0
#include "cosim/probe/probe_block.hpp"

#include <cassert>

#include <verilated.h>

#include "Vlink_probe.h"
#include "cosim/lockstep/runtime.hpp"

namespace selvage::cosim {

namespace {

constexpr unsigned kTimeBits = 48;  // -GTW in systemc/cosim/CMakeLists.txt
constexpr unsigned kRetryBits = 8;  // -GRW
constexpr Cycle kTimeMask = (Cycle{1} << kTimeBits) - 1;
constexpr Cycle kHalfRange = Cycle{1} << (kTimeBits - 1);

class VerilatedProbe final : public ProbeBlock {
 public:
  VerilatedProbe(const golden::ProbeTiming& timing, Cycle first_probe, std::uint32_t bugs)
      : context_(shared_verilated_context()), model_(context_.get(), "probe"), due_(first_probe) {
    assert(timing.period < kHalfRange && timing.retries < 1U << kRetryBits);
    model_.enable_i = 1;
    model_.phase_i = first_probe & kTimeMask;
    model_.period_i = timing.period;
    model_.timeout_i = timing.timeout;
    model_.retries_i = static_cast<CData>(timing.retries);
    model_.bug_i = static_cast<CData>(bugs);
    model_.now_i = 0;
    model_.answer_i = 0;
    model_.rst_ni = 0;
    model_.clk_i = 0;
    model_.eval();
    clock();
    clock();
    model_.rst_ni = 1;
  }
  VerilatedProbe(const VerilatedProbe&) = delete;
  VerilatedProbe& operator=(const VerilatedProbe&) = delete;
  ~VerilatedProbe() override { model_.final(); }

  ProbeOutput edge(Cycle now, bool answered) override {
    assert(now + kHalfRange > due_ && due_ + kHalfRange > now);
    model_.now_i = now & kTimeMask;
    model_.answer_i = answered;
    clock();
    // The next event is less than half the range of the RTL's time away.
    const Cycle ahead = (model_.due_o - now) & kTimeMask;
    due_ = ahead < kHalfRange ? now + ahead : now + ahead - kTimeMask - 1;
    return {model_.send_o != 0, model_.down_o != 0, model_.up_o != 0};
  }
  [[nodiscard]] bool dead() const override { return model_.dead_o; }
  [[nodiscard]] Cycle due() const override { return due_; }

 private:
  void clock() {
    model_.clk_i = 1;
    model_.eval();
    model_.clk_i = 0;
    model_.eval();
  }

  std::shared_ptr<VerilatedContext> context_;  // declared before the model: dies after it
  Vlink_probe model_;
  Cycle due_;
};

}  // namespace

std::unique_ptr<ProbeBlock> make_probe_block(const golden::ProbeTiming& timing, Cycle first_probe,
                                             std::uint32_t bugs) {
  return std::make_unique<VerilatedProbe>(timing, first_probe, bugs);
}

}  // namespace selvage::cosim
