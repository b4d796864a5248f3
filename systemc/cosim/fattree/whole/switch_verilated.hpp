// SPDX-License-Identifier: Apache-2.0
/// \file
/// A verilated `fattree_switch` of any parameter set behind the block interface. Included only by
/// the generated file of each build.
#pragma once

#include "cosim/fattree/message_bits.hpp"
#include "cosim/fattree/whole/switch_block.hpp"
#include "cosim/lockstep/whole_path.hpp"
#include "golden/number.hpp"

namespace selvage::cosim {

/// Where the tag of 32 bits stands in a head beat: above addresses and length.
template <unsigned M, unsigned N>
inline constexpr unsigned kTagAt = 2 * N* ControlBits<M, N>::DW + 14;
/// Of a beat, as the default of DATA_W.
template <unsigned M, unsigned N>
inline constexpr unsigned kBeatWords = kTagAt<M, N> + 32 > 64 ? 2 : 1;

template <class Model, unsigned M, unsigned N, unsigned W, unsigned Depth, unsigned Qi, unsigned R>
class VerilatedSwitch final : public VerilatedPath<Model, M, kBeatWords<M, N>> {
  using Path = VerilatedPath<Model, M, kBeatWords<M, N>>;
  using Path::io_;
  using Path::set;
  using Bits = ControlBits<M, N>;
  static constexpr unsigned kAddress = N * Bits::DW;
  static constexpr unsigned kTag = kTagAt<M, N>;
  static constexpr unsigned kWire = Bits::MSGW + kMessageNumberBits;
  static_assert(kTag < 64, "addresses and length stand in the lower word");

 public:
  explicit VerilatedSwitch(const SwitchOptions& options)
      : Path(options, options.bugs), tree_(*options.tree), sideband_(options.sideband) {
    const golden::SwitchName self = tree_.name_of(options.self);
    set(io_.level_i, self.level);
    set(io_.levels_i, N);
    set(io_.coord_i, Bits::pack(self.c, N - 1));
    set(io_.line_en_i, low_bits(options.lft_entries));
    set(io_.port_en_i, low_bits(M));
    set(io_.rule_paper_i, options.rule_paper);
    set(io_.xoff_i, options.message_xoff);
    set(io_.tx_stop_i, 0);
    set(io_.numbered_i, options.numbered);
    set(io_.sideband_i, options.sideband);
    set(io_.tx_resend_i, 0);
    set(io_.rx_msg_valid_i, 0);
    set(io_.rx_msg_bad_i, 0);
    Path::reset();
  }

  void message(PortIdx port, const ControlMessage& message) override {
    const std::uint64_t bits = Bits::encode(golden::decode(message), tree_.h());
    if (!sideband_) return Path::put_message(port, bits);
    Path::pulse(io_.rx_msg_valid_i, port);
    set_bits(io_.rx_msg_data_i, kWire * port, Bits::MSGW, bits);
    Path::take_control();
  }
  void message_mark(PortIdx port, std::uint32_t number, bool bad) override {
    const std::uint64_t bits = number & low_bits(kMessageNumberBits);
    if (!sideband_) return Path::mark_message(port, Bits::MSGW, kMessageNumberBits, bits, bad);
    Path::pulse(io_.rx_msg_bad_i, port, 1, bad);
    set_bits(io_.rx_msg_data_i, kWire * port + Bits::MSGW, kMessageNumberBits, bits);
  }
  void far_resend(PortIdx port, std::uint32_t number) override {
    Path::pulse(io_.tx_resend_i, port);
    Path::take_control();
    set_bits(io_.tx_number_i, kMessageNumberBits * port, kMessageNumberBits,
             number & low_bits(kMessageNumberBits));
  }
  void link_begins(PortIdx port) override {
    Path::link_begins(port);
    Path::take_control();
  }
  void link_alive(PortIdx port, bool alive) override {
    Path::link_alive(port, alive);
    Path::take_control();
  }
  void far_stop(PortIdx port, bool stop) override { set_bits(io_.tx_stop_i, port, 1, stop); }
  [[nodiscard]] SwitchShown shown() const override {
    SwitchShown s = Path::shown();
    s.stop = io_.rx_stop_o;
    s.resend = io_.rx_resend_o;
    s.messages |= io_.tx_msg_valid_o;
    return s;
  }
  [[nodiscard]] ControlMessage sent_message(PortIdx port) const override {
    return golden::encode(Bits::decode(sent_bits(port) & low_bits(Bits::MSGW), tree_.h()));
  }
  [[nodiscard]] std::uint32_t sent_number(PortIdx port) const override {
    return static_cast<std::uint32_t>(sent_bits(port) >> Bits::MSGW & low_bits(kMessageNumberBits));
  }
  [[nodiscard]] std::uint32_t resend_number(PortIdx port) const override {
    return static_cast<std::uint32_t>(
        get_bits(io_.rx_number_o, kMessageNumberBits * port, kMessageNumberBits));
  }
  [[nodiscard]] std::uint64_t held(PortIdx port) const override {
    return io_.fattree_switch__DOT__i_path__DOT__i_inputs__DOT__used_q[port] -
           (io_.fattree_switch__DOT__i_path__DOT__i_inputs__DOT__left_late_q >> port & 1U);
  }
  [[nodiscard]] BeatData head(const HeadBeat& h) const override {
    return {std::uint64_t{h.tag} << kTag | std::uint64_t{h.beats} << 2 * kAddress |
                Bits::pack(tree_.address_of(h.source), N) << kAddress |
                Bits::pack(tree_.address_of(h.destination), N),
            std::uint64_t{h.tag} >> (64 - kTag)};
  }
  [[nodiscard]] std::uint32_t tag_of(const BeatData& data) const override {
    return static_cast<std::uint32_t>(data.low >> kTag | data.high << (64 - kTag));
  }

 private:
  void clear_data_pins() override {
    Path::clear_data_pins();
    io_.tx_resend_i = 0;
    io_.rx_msg_valid_i = 0;
    io_.rx_msg_bad_i = 0;
  }
  /// The message that leaves by a port, its number above it.
  [[nodiscard]] std::uint64_t sent_bits(PortIdx port) const {
    return sideband_ ? get_bits(io_.tx_msg_data_o, kWire * port, kWire) : Path::data(port).low;
  }

  const golden::FatTree& tree_;
  bool sideband_;
};

}  // namespace selvage::cosim
