// SPDX-License-Identifier: Apache-2.0
#include "cosim/probe/probe_block.hpp"

#include <cassert>

#include <verilated.h>

#include "Vlink_probe.h"
#include "Vlink_probe___024root.h"
#include "cosim/lockstep/own_model.hpp"

namespace selvage::cosim {

namespace {

constexpr unsigned kTimeBits = 48;  // -GTW in systemc/cosim/CMakeLists.txt
constexpr unsigned kRetryBits = 8;  // -GRW
constexpr Cycle kTimeMask = (Cycle{1} << kTimeBits) - 1;
constexpr Cycle kHalfRange = Cycle{1} << (kTimeBits - 1);

class VerilatedProbe final : public ProbeBlock {
 public:
  VerilatedProbe(const golden::ProbeTiming& timing, Cycle first_probe, std::uint32_t bugs)
      : model_("probe"), io_(model_.io()), due_(first_probe) {
    assert(timing.period < kHalfRange && timing.retries < 1U << kRetryBits);
    io_.enable_i = 1;
    io_.phase_i = first_probe & kTimeMask;
    io_.period_i = timing.period;
    io_.timeout_i = timing.timeout;
    io_.retries_i = static_cast<CData>(timing.retries);
    io_.bug_i = static_cast<CData>(bugs);
    io_.now_i = 0;
    io_.answer_i = 0;
    io_.rst_ni = 0;
    io_.clk_i = 0;
    model_.eval();
    clock();
    clock();
    io_.rst_ni = 1;
  }
  VerilatedProbe(const VerilatedProbe&) = delete;
  VerilatedProbe& operator=(const VerilatedProbe&) = delete;

  ProbeOutput edge(Cycle now, bool answered) override {
    assert(now + kHalfRange > due_ && due_ + kHalfRange > now);
    io_.now_i = now & kTimeMask;
    io_.answer_i = answered;
    clock();
    // The next event is less than half the range of the RTL's time away.
    const Cycle ahead = (io_.due_o - now) & kTimeMask;
    due_ = ahead < kHalfRange ? now + ahead : now + ahead - kTimeMask - 1;
    return {io_.send_o != 0, io_.down_o != 0, io_.up_o != 0};
  }
  [[nodiscard]] bool dead() const override { return io_.dead_o; }
  [[nodiscard]] Cycle due() const override { return due_; }
  [[nodiscard]] bool busy() const override { return io_.busy_o != 0; }

 private:
  void clock() {
    io_.clk_i = 1;
    model_.eval();
    io_.clk_i = 0;
    model_.eval();
  }

  OwnModel<Vlink_probe> model_;
  Vlink_probe___024root& io_;
  Cycle due_;
};

}  // namespace

std::unique_ptr<ProbeBlock> make_probe_block(const golden::ProbeTiming& timing, Cycle first_probe,
                                             std::uint32_t bugs) {
  return std::make_unique<VerilatedProbe>(timing, first_probe, bugs);
}

}  // namespace selvage::cosim
