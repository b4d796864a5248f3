// SPDX-License-Identifier: Apache-2.0
/// \file
/// A verilated `twolevel_switch` of any parameter set behind the block interface. Included only by
/// the generated file of each build.
#pragma once

#include "cosim/lockstep/whole_path.hpp"
#include "cosim/twolevel/block.hpp"
#include "cosim/twolevel/switch_block.hpp"

namespace selvage::cosim {

template <class Model, unsigned K, unsigned Depth>
class VerilatedTwoLevelSwitch final : public VerilatedPath<Model, K, 2> {
  using Path = VerilatedPath<Model, K, 2>;
  using Path::io_;
  using Path::model_;
  static constexpr unsigned kLength = 14;

 public:
  explicit VerilatedTwoLevelSwitch(const TwoLevelSwitchOptions& options)
      : Path(options, options.bugs), net_(*options.net) {
    io_.core_i = net_.tree().level(options.self) == 2;
    io_.load_valid_i = 0;
    Path::reset();
    for (const auto* rows : {&options.before, &options.rows})
      for (unsigned r = 0; r < rows->size(); ++r) load(r, (*rows)[r]);
    io_.load_valid_i = 0;
    for (unsigned i = 0; i < 3; ++i) Path::edge(0);  // until the last row is in its place
  }

  void message(PortIdx port, const ControlMessage& message) override {
    Path::put_message(port, message.body);
  }
  void far_stop(PortIdx /*port*/, bool /*stop*/) override {}
  [[nodiscard]] ControlMessage sent_message(PortIdx port) const override {
    ControlMessage m;
    m.body = Path::data(port).low;
    return m;
  }
  [[nodiscard]] std::uint64_t held(PortIdx port) const override {
    return io_.twolevel_switch__DOT__i_path__DOT__i_inputs__DOT__used_q[port] -
           (io_.twolevel_switch__DOT__i_path__DOT__i_inputs__DOT__left_late_q >> port & 1U);
  }
  [[nodiscard]] BeatData head(const HeadBeat& h) const override {
    return {std::uint64_t{net_.host_address(h.source).value} << 32 |
                net_.host_address(h.destination).value,
            std::uint64_t{h.tag} << kLength | h.beats};
  }
  [[nodiscard]] std::uint32_t tag_of(const BeatData& data) const override {
    return static_cast<std::uint32_t>(data.high >> kLength);
  }

 private:
  void load(unsigned r, const golden::TernaryRow& row) {
    put_load(io_, load_of(r, row));
    Path::clock_all(true);
    model_.eval();
    Path::fall();
  }

  const golden::AlFares& net_;
};

}  // namespace selvage::cosim
