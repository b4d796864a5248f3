// SPDX-License-Identifier: Apache-2.0
/// \file
/// A verilated `fattree_control` of any parameter set behind the block interface; also the one
/// inside a bigger top. Included only by the file of each build, which has to define
/// SELVAGE_CONTROL_SCOPE, the hierarchical name of the fattree_control.
#pragma once

#include <memory>
#include <type_traits>
#include <utility>

#include <verilated.h>

#include "cosim/fattree/control/control_block.hpp"
#include "cosim/fattree/message_bits.hpp"
#include "cosim/lockstep/bits.hpp"
#include "cosim/lockstep/own_model.hpp"
#include "golden/number.hpp"
#include "kernel/ahead.hpp"

// A register by its name inside fattree_control. Two steps, so that the scope is replaced first.
#define SELVAGE_CONTROL_PASTE(scope, name) io_.scope##__DOT__##name
#define SELVAGE_CONTROL_EXPAND(scope, name) SELVAGE_CONTROL_PASTE(scope, name)
#define SELVAGE_CONTROL_STATE(name) SELVAGE_CONTROL_EXPAND(SELVAGE_CONTROL_SCOPE, name)

namespace selvage::cosim {

/// `Block` is ControlBlock or an interface that adds to it. With `kLinkPins` link events come by
/// pins; without, from inside the top.
template <class Model, unsigned M, unsigned N, unsigned W, class Block = ControlBlock,
          bool kLinkPins = true>
class VerilatedControl : public Block {
  using Bits = ControlBits<M, N>;
  static constexpr unsigned H = Bits::H;
  static constexpr unsigned HW = Bits::HW;
  static constexpr unsigned MSGW = Bits::MSGW;

 public:
  explicit VerilatedControl(const ControlBlockOptions& options)
      : model_(options.name.empty() ? "control" : options.name.c_str()),
        io_(model_.io()),
        h_(options.tree->h()),
        root_(options.tree->is_root(options.tree->level(options.self))) {
    const golden::FatTree& tree = *options.tree;
    const golden::SwitchName self = tree.name_of(options.self);
    const PortMask ports = low_bits(tree.m());
    set(io_.level_i, self.level);
    set(io_.levels_i, tree.n());
    set(io_.coord_i, Bits::pack(self.c, N - 1));
    lines_ = options.lft_lines != 0 ? options.lft_lines : low_bits(options.lft_entries);
    set(io_.line_en_i, lines_);
    set(io_.port_en_i, pins(ports));
    set(io_.rule_paper_i, options.rule_paper);
    set(io_.xoff_i, options.xoff);
    set(io_.bug_i, options.bugs);
    reset();
  }

  void edge(const ControlEdge& in) override {
    const bool control =
        !in.decisions_only && (!io_.idle_o || (in.arrivals != nullptr && !in.arrivals->empty()) ||
                               (in.link_down | in.link_up) != 0);
    const bool route = in.request != nullptr || !io_.req_idle_o || io_.gnt_valid_o;
    VerilatedControl::set(in);
    clock(control, route);
  }
  void set(const ControlEdge& in) override {
    PortMask valid = 0;
    if (in.arrivals != nullptr) {
      for (const golden::PortMessage& arrival : *in.arrivals) {
        const unsigned pin = pin_of(arrival.port);
        valid |= PortMask{1} << pin;
        set_bits(io_.msg_data_i, pin * MSGW, MSGW, Bits::encode(arrival.message, h_));
      }
    }
    set(io_.msg_valid_i, valid);
    if constexpr (kLinkPins) {
      set(io_.link_down_i, pins(in.link_down));
      set(io_.link_up_i, pins(in.link_up));
    }
    set(io_.msg_stop_i, pins(in.stop));
    set_request(in.request);
  }
  void rise() override {
    io_.clk_i = 1;
    io_.req_clk_i = 1;
    model_.eval();
  }
  void fall() override {
    io_.clk_i = 0;
    io_.req_clk_i = 0;
    model_.eval();
  }
  void declare(VerilatedFstC& file) override { model_.declare(file); }

  void sent(std::vector<golden::PortMessage>& out) const override {
    out.clear();
    for (PortMask left = io_.msg_valid_o; left != 0; left &= left - 1) {
      const auto pin = static_cast<unsigned>(__builtin_ctzll(left));
      out.push_back({port_of(pin), Bits::decode(get_bits(io_.msg_data_o, pin * MSGW, MSGW), h_)});
    }
  }
  [[nodiscard]] PortMask stop() const override { return ports_of(io_.msg_stop_o); }
  [[nodiscard]] std::optional<golden::FatTreeGrant> grant() const override {
    if (!io_.gnt_valid_o) return std::nullopt;
    const bool up = io_.gnt_up_o && !io_.gnt_drop_o;
    return golden::FatTreeGrant{io_.gnt_up_o != 0, io_.gnt_drop_o != 0,
                                up ? port_of(io_.gnt_port_o) : PortIdx{io_.gnt_port_o},
                                io_.gnt_mask_o};
  }
  [[nodiscard]] bool idle() const override { return io_.idle_o && io_.req_idle_o; }
  [[nodiscard]] std::uint64_t overflows() const override { return overflows_; }

  void state(ControlVisible& s) const override {
    s.valid = 0;
    for (std::uint64_t left = SELVAGE_CONTROL_STATE(i_lft__DOT__valid_q); left != 0;
         left &= left - 1) {
      const auto w = static_cast<unsigned>(__builtin_ctzll(left));
      const auto at = static_cast<unsigned>(__builtin_popcountll(lines_ & low_bits(w)));
      s.valid |= std::uint64_t{1} << at;
      ControlVisible::Line& line = s.lines[at];
      line.c = Bits::unpack(SELVAGE_CONTROL_STATE(i_lft__DOT__key_q)[w]);
      line.direct = SELVAGE_CONTROL_STATE(i_lft__DOT__direct_q)[w];
      line.derived = SELVAGE_CONTROL_STATE(i_lft__DOT__derived_q)[w];
      line.known = SELVAGE_CONTROL_STATE(i_lft__DOT__known_q)[w];
      line.advertised = (SELVAGE_CONTROL_STATE(i_lft__DOT__advertised_q) >> w & 1U) != 0;
      for (unsigned j = 0; j < h_; ++j) {
        line.seq[j] = SELVAGE_CONTROL_STATE(i_lft__DOT__seq_q)[(w << HW) + j];
      }
    }
    s.own = SELVAGE_CONTROL_STATE(i_links__DOT__own_q);
    s.dlfm = SELVAGE_CONTROL_STATE(i_links__DOT__dlfm_q);
    for (unsigned j = 0; j < h_; ++j) s.dl[j] = SELVAGE_CONTROL_STATE(i_links__DOT__dl_q)[j];
    s.dead = ports_of(SELVAGE_CONTROL_STATE(i_links__DOT__dead_q));
    s.ever = ports_of(SELVAGE_CONTROL_STATE(i_links__DOT__ever_q));
    s.announce = ports_of(SELVAGE_CONTROL_STATE(i_links__DOT__announce_q));
    for (unsigned k = 0; k < M; ++k) {
      if (!root_ && k >= h_) break;
      s.seq[k] = SELVAGE_CONTROL_STATE(i_links__DOT__seq_q)[k];
    }
    s.dlfm_advertised = -1;
    if (SELVAGE_CONTROL_STATE(i_unit__DOT__i_seq__DOT__dlfm_advertised_valid_q)) {
      s.dlfm_advertised = SELVAGE_CONTROL_STATE(i_unit__DOT__i_seq__DOT__dlfm_advertised_q);
    }
    s.link_down = ports_of(SELVAGE_CONTROL_STATE(i_unit__DOT__down_q));
    s.link_up = ports_of(SELVAGE_CONTROL_STATE(i_unit__DOT__up_q));
  }

  void prefetch() const override {
    kernel::prefetch(io_.req_src_i);
    kernel::prefetch(io_.req_dst_i);
    kernel::prefetch(io_.gnt_mask_o);
    kernel::prefetch(SELVAGE_CONTROL_STATE(i_lft__DOT__key_q));
    kernel::prefetch(SELVAGE_CONTROL_STATE(i_lft__DOT__direct_q));
    kernel::prefetch(SELVAGE_CONTROL_STATE(i_lft__DOT__derived_q));
    kernel::prefetch(SELVAGE_CONTROL_STATE(i_links__DOT__dl_q));
  }

  void corrupt_line(unsigned line, std::uint32_t flip) override {
    auto& bits = SELVAGE_CONTROL_STATE(i_lft__DOT__direct_q)[line];
    set(bits, bits ^ flip);
  }
  void corrupt_dead(PortMask flip) override {
    auto& dead = SELVAGE_CONTROL_STATE(i_links__DOT__dead_q);
    set(dead, dead ^ pins(flip));
  }

 protected:
  using Root = std::remove_reference_t<decltype(*std::declval<Model&>().rootp)>;

  template <class Port, class Value>
  static void set(Port& port, Value value) {
    port = static_cast<Port>(value);
  }
  /// Two clocks; what a derived class has for straps may be set before another one.
  void reset() {
    io_.rst_ni = 0;
    io_.clk_i = 0;
    model_.eval();
    for (unsigned i = 0; i < 2; ++i) {
      VerilatedControl::rise();
      VerilatedControl::fall();
    }
    io_.rst_ni = 1;
  }
  /// One edge of either clock, or none.
  void clock(bool control, bool route) {
    io_.clk_i = control;
    io_.req_clk_i = route;
    model_.eval();
    VerilatedControl::fall();
    if (control) overflows_ += io_.overflow_o;
  }
  void set_request(const golden::FatTreeRequest* request) {
    io_.req_valid_i = request != nullptr;
    if (request == nullptr) return;
    io_.req_from_up_i = request->from_up;
    set(io_.req_src_i, Bits::pack(request->source, N));
    set(io_.req_dst_i, Bits::pack(request->destination, N));
  }
  void evaluate() { model_.eval(); }
  [[nodiscard]] Root& io() const { return io_; }
  static constexpr unsigned kMessageBits = MSGW;

 private:
  // A smaller tree uses the lower down ports and the lower up ports of the build.
  [[nodiscard]] unsigned pin_of(unsigned port) const {
    return root_ || port < h_ ? port : H + port - h_;
  }
  [[nodiscard]] PortIdx port_of(unsigned pin) const {
    return static_cast<PortIdx>(root_ || pin < H ? pin : h_ + pin - H);
  }
  [[nodiscard]] PortMask pins(PortMask ports) const {
    if (root_) return ports;
    const PortMask down = low_bits(h_);
    return (ports & down) | (ports >> h_) << H;
  }
  [[nodiscard]] PortMask ports_of(PortMask pins) const {
    if (root_) return pins;
    const PortMask down = low_bits(H);
    return (pins & down) | (pins >> H) << h_;
  }

  OwnModel<Model> model_;
  Root& io_;
  unsigned h_;
  std::uint64_t lines_ = 0;  ///< of the table, that may be used
  bool root_;
  std::uint64_t overflows_ = 0;
};

}  // namespace selvage::cosim
