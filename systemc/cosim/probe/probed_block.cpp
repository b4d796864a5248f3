// SPDX-License-Identifier: Apache-2.0
#include "cosim/probe/probed_block.hpp"

#include <cassert>

#include <verilated_fst_c.h>
#include "Vfattree_control_probed.h"
#include "Vfattree_control_probed___024root.h"
#define SELVAGE_CONTROL_SCOPE fattree_control_probed__DOT__i_control
#include "cosim/fattree/control/control_verilated.hpp"
#include "golden/number.hpp"

namespace selvage::cosim {

namespace {

constexpr unsigned kTimeBits = 12;  // -GTW in systemc/cosim/CMakeLists.txt
constexpr Cycle kTimeMask = (Cycle{1} << kTimeBits) - 1;

using Control = VerilatedControl<Vfattree_control_probed, ProbedBuild::kM, ProbedBuild::kN,
                                 ProbedBuild::kLines, ProbedBlock, false>;

/// Ports of a tree of the build's own size are its pins.
class VerilatedProbed final : public Control {
 public:
  explicit VerilatedProbed(const ProbedOptions& options)
      : Control(options.control), gated_(options.gated) {
    const golden::FatTree& tree = *options.control.tree;
    assert(tree.m() == ProbedBuild::kM && tree.n() == ProbedBuild::kN);
    const PortMask ports = options.ports;
    const PortMask hosts = low_bits(tree.h());
    probed_ = tree.level(options.control.self) == 0 ? ports & ~hosts : ports;
    Control::set(io().port_en_i, ports);
    Control::set(io().probe_bug_i, options.probe_bugs);
    for (unsigned p = 0; p < ProbedBuild::kM; ++p) {
      set_bits(io().phase_i, p * kTimeBits, kTimeBits, options.first_probe[p] & kTimeMask);
    }
    reset();
  }

  void wires(const ProbedPins& in, Cycle next) override {
    wires_ = in;
    next_ = next;
  }
  void edge(const ControlEdge& in) override {
    const bool control = !gated_ || !io().idle_o || (wires_.valid | wires_.answer) != 0 || due();
    const bool route = in.request != nullptr || !io().req_idle_o || io().gnt_valid_o;
    VerilatedProbed::set(in);
    clock(control, route);
    left_out_ += control ? 0 : 1;
  }
  void set(const ControlEdge& in) override {
    Control::set(io().now_i, next_ & kTimeMask);
    Control::set(io().answer_i, wires_.answer);
    Control::set(io().msg_stop_i, wires_.stop);
    Control::set(io().msg_valid_i, wires_.valid);
    for (PortMask left = wires_.valid; left != 0; left &= left - 1) {
      const auto p = static_cast<unsigned>(__builtin_ctzll(left));
      set_bits(io().msg_data_i, p * kMessageBits, kMessageBits, wires_.message[p]);
    }
    set_request(in.request);
  }

  [[nodiscard]] ProbedPins outputs() const override {
    ProbedPins out;
    out.probe = io().probe_o;
    out.stop = io().msg_stop_o;
    out.valid = io().msg_valid_o;
    for (PortMask left = out.valid; left != 0; left &= left - 1) {
      const auto p = static_cast<unsigned>(__builtin_ctzll(left));
      out.message[p] = get_bits(io().msg_data_o, p * kMessageBits, kMessageBits);
    }
    return out;
  }
  [[nodiscard]] PortMask answers(PortMask probes) override {
    Control::set(io().probe_i, probes);
    evaluate();
    return io().answer_o;
  }
  [[nodiscard]] PortMask dead() const override { return io().dead_o; }
  [[nodiscard]] std::uint64_t left_out() const override { return left_out_; }

 private:
  /// The next cycle is not before that of the next event of some prober.
  [[nodiscard]] bool due() const {
    for (PortMask left = probed_; left != 0; left &= left - 1) {
      const auto p = static_cast<unsigned>(__builtin_ctzll(left));
      const std::uint64_t at = get_bits(io().due_o, p * kTimeBits, kTimeBits);
      if (((next_ - at) & kTimeMask) <= kTimeMask / 2) return true;
    }
    return false;
  }

  ProbedPins wires_;
  Cycle next_ = 0;
  PortMask probed_ = 0;
  bool gated_;
  std::uint64_t left_out_ = 0;
};

}  // namespace

std::unique_ptr<ProbedBlock> make_probed_block(const ProbedOptions& options) {
  return std::make_unique<VerilatedProbed>(options);
}

}  // namespace selvage::cosim
