// SPDX-License-Identifier: Apache-2.0
/// \file
/// A verilated `fattree_route` of any parameter set behind the block interface. Included only by
/// the generated file of each build, never where SystemC is seen.
#pragma once

#include <cassert>
#include <memory>
#include <string>
#include <type_traits>

#include <verilated.h>

#include "cosim/fattree_block.hpp"
#include "cosim/ring.hpp"
#include "cosim/rtl/runtime.hpp"

namespace selvage::cosim {

template <class Model, unsigned M, unsigned W>
class VerilatedFatTree final : public FatTreeBlock {
 public:
  VerilatedFatTree(const FatTreeEmbedding& embedding, const FatTreeBlockOptions& options)
      : context_(shared_verilated_context()),
        model_(context_.get(), options.name.empty() ? "block" : options.name.c_str()),
        io_(*model_.rootp),
        spare_up_ports_(embedding.spare_up_ports()),
        gated_(options.gated) {
    set(io_.level_i, options.level);
    set(io_.line_en_i, embedding.line_enable());
    set(io_.bug_i, options.bugs);
    io_.rst_ni = 0;
    io_.clk_i = 0;
    model_.eval();
    clock();
    clock();
    io_.rst_ni = 1;
    for (unsigned j = embedding.tree().h(); j < M / 2; ++j) {
      io_.up_dead_i = 1;
      set(io_.up_dead_port_i, j);
      clock();
    }
    io_.up_dead_i = 0;
    clock();
    clock();
  }
  ~VerilatedFatTree() override { model_.final(); }

  void request(Cycle now, RtlAddress source, RtlAddress destination, bool from_up) override {
    open(now);
    assert(!io_.req_i);
    io_.req_i = 1;
    io_.req_from_up_i = from_up ? 1 : 0;
    set(io_.req_src_i, source.bits);
    set(io_.req_dst_i, destination.bits);
  }
  void lft_insert(Cycle now, RtlKey c, unsigned j) override {
    open_write(now);
    assert(!io_.lft_insert_i);
    io_.lft_insert_i = 1;
    set(io_.lft_key_i, c.bits);
    set(io_.lft_bit_i, j);
  }
  void up_dead(Cycle now, unsigned j) override {
    open_write(now);
    assert(!io_.up_dead_i);
    io_.up_dead_i = 1;
    set(io_.up_dead_port_i, j);
  }
  void dlfm(Cycle now, unsigned j, unsigned level) override {
    open_write(now);
    assert(!io_.dlfm_i);
    io_.dlfm_i = 1;
    set(io_.dlfm_port_i, j);
    set(io_.dlfm_level_i, level);
  }
  void down_dead(Cycle now, unsigned k) override {
    open_write(now);
    assert(!io_.down_dead_i);
    io_.down_dead_i = 1;
    set(io_.down_dead_port_i, k);
  }
  void clear(Cycle now) override {
    open_write(now);
    io_.clear_i = 1;
  }

  bool advance(Cycle now) override {
    while ((active_ || draining_ || !gated_) && cycle_ < now) {
      if (edge()) return true;
    }
    return false;
  }
  bool drain() override {
    while (active_ || draining_) {
      if (edge()) return true;
    }
    return false;
  }
  std::optional<FatTreeAnswer> collect() override {
    if (answers_.empty()) return std::nullopt;
    return answers_.pop();
  }

  [[nodiscard]] FatTreeVisibleState state() const override {
    FatTreeVisibleState s;
    s.valid = io_.fattree_route__DOT__i_lft__DOT__valid_q;
    for (unsigned w = 0; w < W; ++w) {
      s.key[w] = io_.fattree_route__DOT__i_lft__DOT__key_q[w];
      s.bits[w] = io_.fattree_route__DOT__i_lft__DOT__bits_q[w];
    }
    s.failed = io_.fattree_route__DOT__i_ps__DOT__failed_q;
    s.own = io_.fattree_route__DOT__i_ps__DOT__own_q;
    for (unsigned j = 0; j < M / 2; ++j) {
      s.level[j] = io_.fattree_route__DOT__i_ps__DOT__ps_level_q[j];
    }
    s.down = io_.fattree_route__DOT__i_ps__DOT__down_q;
    return s;
  }
  [[nodiscard]] std::uint64_t overflows() const override { return overflows_; }
  [[nodiscard]] std::uint64_t edges() const override { return edges_; }
  void corrupt_line(unsigned line, std::uint32_t flip) override {
    auto& bits = io_.fattree_route__DOT__i_lft__DOT__bits_q[line];
    set(bits, bits ^ flip);
  }
  void corrupt_own(std::uint32_t flip) override {
    auto& own = io_.fattree_route__DOT__i_ps__DOT__own_q;
    set(own, own ^ flip);
  }

 private:
  using Root = std::remove_reference_t<decltype(*std::declval<Model&>().rootp)>;

  template <class Port, class Value>
  static void set(Port& port, Value value) {
    port = static_cast<Port>(value);
  }

  /// Makes `now` the cycle whose inputs are being set.
  void open(Cycle now) {
    while (advance(now)) {
    }
    assert(cycle_ <= now || !(active_ || draining_));
    cycle_ = now;
    active_ = true;
  }
  void open_write(Cycle now) {
    open(now);
    writing_ = true;
  }

  void clock() {
    io_.clk_i = 1;
    model_.eval();
    io_.clk_i = 0;
    model_.eval();
  }

  /// The clock edge of `cycle_`. True if it applied an update to the visible state.
  bool edge() {
    const bool applies = written_;
    clock();
    ++edges_;
    written_ = writing_;
    draining_ = active_;
    active_ = false;
    io_.req_i = 0;
    if (writing_) {
      writing_ = false;
      io_.lft_insert_i = 0;
      io_.up_dead_i = 0;
      io_.dlfm_i = 0;
      io_.down_dead_i = 0;
      io_.clear_i = 0;
    }
    if (io_.gnt_o) {
      const bool renumber = io_.gnt_up_o && !io_.gnt_drop_o;
      const unsigned port = io_.gnt_port_o - (renumber ? spare_up_ports_ : 0);
      answers_.push({{io_.gnt_up_o != 0, io_.gnt_drop_o != 0, static_cast<std::uint8_t>(port),
                      io_.gnt_mask_o},
                     cycle_});
    }
    overflows_ += io_.overflow_o;
    ++cycle_;
    return applies;
  }

  std::shared_ptr<VerilatedContext> context_;  // declared before the model: dies after it
  Model model_;
  Root& io_;
  unsigned spare_up_ports_;
  bool gated_;
  bool active_ = false;    ///< inputs of cycle_ have been set
  bool draining_ = false;  ///< the last edge sampled something: one more edge applies it
  bool writing_ = false;   ///< the inputs of cycle_ contain an update
  bool written_ = false;   ///< the last edge sampled an update
  Cycle cycle_ = 0;        ///< of the next edge
  std::uint64_t edges_ = 0;
  std::uint64_t overflows_ = 0;
  Ring<FatTreeAnswer> answers_;
};

}  // namespace selvage::cosim
