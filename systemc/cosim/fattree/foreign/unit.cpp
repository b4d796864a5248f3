// SPDX-License-Identifier: Apache-2.0
#include <utility>

#include "cosim/fattree/compare.hpp"
#include "cosim/fattree/foreign/controls.hpp"
#include "cosim/foreign/pins.hpp"
#include "golden/fattree/unit/message_unit.hpp"
#include "golden/fattree/unit/tables.hpp"

namespace selvage::cosim {

namespace {

using golden::FaultMessage;
using golden::MessageUnit;
using golden::UnitIn;
using golden::UnitMessage;
using golden::UnitOut;
using golden::UnitSizes;
using namespace pins::fault_message_unit;

/// Clocks without work that are looked at.
constexpr unsigned kIdleClocks = 8;

UnitSizes sizes_of(const golden::FatTree& tree, const golden::ControlTiming& timing) {
  const unsigned digit = pins::bits_for(tree.m());
  return {tree.m(),
          tree.n(),
          timing.input_depth,
          timing.output_depth,
          digit,
          tree.h(),
          pins::bits_for(tree.h()),
          pins::bits_for(tree.n()),
          (tree.n() - 1) * digit};
}

/// Messages and link events go to the block, in every clock in which there is something to do; the
/// tables beside it are golden's, and what it sends goes out.
class ForeignUnitControl final : public WrappedControl {
 public:
  explicit ForeignUnitControl(ForeignFatTree foreign)
      : WrappedControl(std::move(foreign.own)),
        agent_(std::move(foreign.agent)),
        self_(foreign.self),
        golden_(foreign.golden),
        s_(sizes_of(golden_->tree(), golden_->timing())),
        unit_(s_),
        tables_(s_, golden_->state().faults.lft.capacity(), golden_->rules().rule()) {
    const golden::SwitchRules& rules = golden_->rules();
    in_.level = golden_->level();
    for (unsigned i = s_.n - 1; i-- > 0;) in_.coord = in_.coord << s_.dw | rules.self().c[i];
    in_.up = rules.up_mask();
    in_.down = rules.down_mask();
    in_.xoff = golden_->timing().xoff();
    in_.data.resize(s_.m);
    agent_.put({{kLevel, in_.level},
                {kCoord, in_.coord},
                {kUp, in_.up},
                {kDown, in_.down},
                {kXoff, in_.xoff}});
  }

  void step(Cycle now, const StepInput& in, StepOutput& out) override {
    end_clock(now, in.stop);
    rest_until(now);
    WrappedControl::step(now, in, out);
    const golden::ControlInput& given = golden_->input();
    history_.update(now, given);
    in_.link_down = given.link_down;
    in_.link_up = given.link_up;
    for (const golden::PortMessage& arrival : given.arrivals) {
      in_.valid |= PortMask{1} << arrival.port;
      in_.data[arrival.port] = to_unit(arrival.message).bits(s_);
    }
    begin_clock(now);
    send(now, out);
  }
  void finish(Cycle now) override {
    if (clock_) end_clock(*clock_ + 1, 0);
    rest_until(now);
    WrappedControl::finish(now);
    agent_.finish(now);
  }

 private:
  [[nodiscard]] Mismatch place(Cycle now) const {
    Mismatch m = agent_.place(now);
    m.recent = history_.lines(golden_->tree(), self_);
    return m;
  }

  /// What the unit sees in cycle `now` is on its pins, but the stop flags, which are those that
  /// the next cycle's step brings.
  void begin_clock(Cycle now) {
    tables_.answer(unit_.requests(), in_);
    agent_.put({{kLinkDown, in_.link_down},
                {kLinkUp, in_.link_up},
                {kValid, in_.valid},
                {kOwn, in_.own},
                {kDead, in_.dead},
                {kSeq, in_.seq},
                {kAnnounce, in_.announce},
                {kWant, in_.want},
                {kWantLevel, in_.want_level},
                {kScanMore, in_.scan_more},
                {kScanKey, in_.scan_key},
                {kScanCond, in_.scan_cond}});
    const unsigned width = s_.message_bits();
    for (unsigned p = 0; p < s_.m; ++p) agent_.block().put(kData, p * width, width, in_.data[p]);
    agent_.block().ask(now, now, {});
    clock_ = now;
  }

  /// The clock under way ends, if it lies before `now`: the block is held against golden in it.
  void end_clock(Cycle now, PortMask stop) {
    if (!clock_ || *clock_ >= now) return;
    in_.stop = *clock_ + 1 == now ? stop : 0;
    agent_.put({{kStop, in_.stop}});
    agent_.block().drive(*clock_);
    const UnitOut out = unit_.step(in_);
    tables_.take(in_, out);
    auto difference = agent_.take(*clock_ + 1).difference;
    if (sent_) difference = std::exchange(sent_, std::nullopt);
    if (difference) agent_.fail(place(*clock_), *difference);
    const bool idle = out.idle && (in_.valid | in_.link_down | in_.link_up) == 0;
    idle_ = idle ? idle_ + 1 : 0;
    in_.link_down = in_.link_up = in_.valid = in_.stop = 0;
    std::fill(in_.data.begin(), in_.data.end(), 0);
    last_ = *clock_;
    clock_.reset();
  }

  /// Golden is quiet a little earlier than the unit, which is not to stir afterwards either.
  void rest_until(Cycle now) {
    while (idle_ < kIdleClocks && last_ + 1 < now) {
      begin_clock(last_ + 1);
      end_clock(now, 0);
    }
  }

  /// What is on the block's pins goes out in place of what golden sends.
  void send(Cycle now, StepOutput& out) {
    const ForeignBlock& block = agent_.block();
    agent_.block().sample(now);
    std::vector<golden::PortMessage> sent;
    const unsigned width = s_.message_bits();
    for (PortMask left = agent_.get(kValidOut); left != 0; left &= left - 1) {
      const auto port = static_cast<PortIdx>(__builtin_ctzll(left));
      sent.push_back(
          {port, to_message(UnitMessage::of(s_, block.get(kDataOut, port * width, width)))});
    }
    const auto& expected = golden_->output().sent;
    if (same_messages(expected, sent)) return;
    sent_ = compare_sent(golden_->tree(), expected, sent);
    replace_sent(sent, out);
  }

  [[nodiscard]] bool names_port(unsigned kind) const {
    return kind != UnitMessage::kSyncReq && kind != UnitMessage::kDlfm &&
           kind != UnitMessage::kDlrm;
  }
  [[nodiscard]] UnitMessage to_unit(const FaultMessage& m) const {
    UnitMessage u;
    u.kind = static_cast<unsigned>(m.kind);
    u.level = m.level;
    for (unsigned i = s_.n - 1; i-- > 0;) u.key = u.key << s_.dw | m.c[i];
    u.port = names_port(u.kind) ? m.k - s_.h : m.k;
    u.seq = m.seq;
    return u;
  }
  [[nodiscard]] FaultMessage to_message(const UnitMessage& u) const {
    FaultMessage m;
    m.kind = static_cast<FaultMessage::Kind>(u.kind);
    m.level = u.level;
    for (unsigned i = 0; i + 1 < s_.n; ++i) {
      m.c.set(i, static_cast<unsigned>(u.key >> (i * s_.dw) & ((1U << s_.dw) - 1)));
    }
    m.k = u.port + (names_port(u.kind) ? s_.h : 0);
    m.seq = static_cast<std::uint8_t>(u.seq);
    return m;
  }

  ForeignAgent agent_;
  SwitchIdx self_;
  const FatTreeGolden* golden_;
  FatTreeHistory history_;
  UnitSizes s_;
  MessageUnit unit_;  ///< what a right unit requests of the tables
  golden::UnitTables tables_;
  UnitIn in_;
  std::optional<Cycle> clock_;      ///< under way
  Cycle last_ = 0;                  ///< the last that ended
  unsigned idle_ = kIdleClocks;     ///< clocks without work up to its end
  std::optional<Difference> sent_;  ///< in the clock under way; reported at its end
};

}  // namespace

std::unique_ptr<SwitchControl> with_foreign_unit(ForeignFatTree foreign) {
  return std::make_unique<ForeignUnitControl>(std::move(foreign));
}

}  // namespace selvage::cosim
