// SPDX-License-Identifier: Apache-2.0
/// \file
/// Drives one RTL block and a golden fault state with the same inputs, clock by clock, and hands
/// out what each of them answers.
#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <optional>

#include "cosim/fattree_block.hpp"
#include "cosim/fattree_compare.hpp"
#include "golden/fattree/route.hpp"

namespace selvage::tb {

/// The inputs of one clock; any of them together.
struct ClockInputs {
  struct Insert {
    golden::Digits c;
    unsigned j = 0;
  };
  struct Dlfm {
    unsigned j = 0;
    unsigned level = 0;
  };
  struct Request {
    HostIdx source = 0;
    HostIdx destination = 0;
    bool from_up = false;
  };
  bool clear = false;
  std::optional<Insert> insert;
  std::optional<unsigned> up_dead;
  std::optional<Dlfm> dlfm;
  std::optional<unsigned> down_dead;
  std::optional<Request> request;
};

class BlockPair {
 public:
  struct Decision {
    ClockInputs::Request request;
    golden::FatTreeGrant expected;
    golden::FatTreeGrant actual;
  };

  BlockPair(const cosim::FatTreeEmbedding& embedding, const cosim::FatTreeBlockOptions& options)
      : embedding_(embedding),
        level_(options.level),
        block_(cosim::make_fattree_block(embedding, options)),
        golden_(embedding.tree().h(), embedding.lft_entries()),
        applied_(golden_) {}

  /// One clock with these inputs. A decision asked for two clocks ago becomes available.
  void clock(const ClockInputs& in) {
    catch_up();
    drive(in);
    if (in.request) {
      const auto& tree = embedding_.tree();
      asked_.push_back({*in.request,
                        golden::route_select(tree, level_, golden_,
                                             {tree.address_of(in.request->source),
                                              tree.address_of(in.request->destination),
                                              in.request->from_up}),
                        now_});
    }
    remember();
    update(in);
    ++now_;
    if (in.clear) restore_spare_ports();
  }
  /// Clocks without inputs, `count` of them, in one step.
  void idle(Cycle count) {
    now_ += count;
    remember();
  }

  /// The oldest decision that is ready.
  [[nodiscard]] std::optional<Decision> decision() {
    catch_up();
    if (asked_.empty() || asked_.front().cycle + 2 > now_) return std::nullopt;
    const Asked asked = asked_.front();
    asked_.pop_front();
    const auto answer = block_->collect();
    // No answer, or one at the wrong edge, equals no decision.
    const bool in_time = answer && answer->edge == asked.cycle + 1;
    return Decision{asked.request, asked.expected,
                    in_time ? answer->grant : golden::FatTreeGrant{true, true, 255, 0}};
  }

  /// The whole visible state against golden, by the clock edges executed so far.
  [[nodiscard]] std::optional<cosim::Difference> state_difference() {
    catch_up();
    const cosim::FatTreeVisibleState actual = block_->state();
    auto difference = cosim::compare_lft(embedding_, applied_.lft, actual,
                                         block_->overflows() - applied_base_);
    if (!difference) difference = cosim::compare_ports(embedding_, level_, applied_, actual);
    return difference;
  }
  [[nodiscard]] cosim::FatTreeBlock& block() { return *block_; }
  [[nodiscard]] const golden::SwitchState& state() const { return golden_; }
  [[nodiscard]] Cycle now() const { return now_; }

 private:
  struct Asked {
    ClockInputs::Request request;
    golden::FatTreeGrant expected;
    Cycle cycle = 0;
  };

  void catch_up() {
    while (block_->advance(now_)) {
    }
  }
  /// Before a clock whose inputs change golden: what the edge before it leaves in the registers.
  void remember() {
    applied_ = golden_;
    applied_base_ = golden_base_;
  }
  /// A clear revives the up ports that the tree does not have: they are declared dead again.
  void restore_spare_ports() {
    const unsigned h = embedding_.tree().h();
    for (unsigned j = h; j < h + embedding_.spare_up_ports(); ++j) {
      catch_up();
      block_->up_dead(now_++, j);
      remember();
    }
    if (embedding_.spare_up_ports() > 0) idle(2);
  }
  void drive(const ClockInputs& in) {
    if (in.clear) block_->clear(now_);
    if (in.insert) block_->lft_insert(now_, embedding_.key(in.insert->c), in.insert->j);
    if (in.up_dead) block_->up_dead(now_, *in.up_dead);
    if (in.dlfm) block_->dlfm(now_, in.dlfm->j, in.dlfm->level);
    if (in.down_dead) block_->down_dead(now_, *in.down_dead);
    if (in.request) {
      block_->request(now_, embedding_.address(in.request->source),
                      embedding_.address(in.request->destination), in.request->from_up);
    }
  }
  void update(const ClockInputs& in) {
    if (in.clear) {
      golden_base_ += golden_.lft.overflows();
      golden_ = golden::SwitchState(embedding_.tree().h(), embedding_.lft_entries());
    }
    if (in.insert) golden_.lft.insert(in.insert->c, in.insert->j);
    if (in.up_dead) golden_.up[*in.up_dead] = {true, true, static_cast<std::uint8_t>(level_)};
    if (in.dlfm && !golden_.up[in.dlfm->j].own) {
      golden_.up[in.dlfm->j] = {true, false, static_cast<std::uint8_t>(in.dlfm->level)};
    }
    if (in.down_dead) golden_.down_failed |= PortMask{1} << *in.down_dead;
  }

  const cosim::FatTreeEmbedding& embedding_;
  unsigned level_;
  std::unique_ptr<cosim::FatTreeBlock> block_;
  golden::SwitchState golden_;   ///< with every input so far
  golden::SwitchState applied_;  ///< as the RTL's registers should show it now
  std::deque<Asked> asked_;
  std::uint64_t golden_base_ = 0;   ///< overflows before the last clear; the RTL only pulses
  std::uint64_t applied_base_ = 0;
  Cycle now_ = 0;
};

}  // namespace selvage::tb
