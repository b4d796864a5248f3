// SPDX-License-Identifier: Apache-2.0
#include "tolerance/engine.hpp"

#include <algorithm>
#include <optional>

#include "golden/fattree/settle.hpp"
#include "tolerance/follow.hpp"
#include "tolerance/settled_state.hpp"

namespace selvage::tolerance {

namespace {

/// More lines than any table of a tree that an engine takes can fill.
constexpr unsigned kUnlimited = 1U << 16U;

template <unsigned W>
class WordEngine final : public FatTreeEngine {
 public:
  WordEngine(const golden::FatTree& tree, const Config& config)
      : tree_(tree), config_(config), g_(tree), state_(g_) {}

  void take(Order order) override { wanted_ = order; }
  Outcome evaluate(const FaultSet& faults) override { return run(faults, false); }
  Outcome follow(const FaultSet& faults) override { return run(faults, true); }
  [[nodiscard]] const Topology& topology() const override { return tree_; }
  /// Rotating digits, p_i and the up choice of level i by the same amount, maps every link of a
  /// level on every other, and keeps the order in which ports are preferred.
  [[nodiscard]] std::vector<LinkClass> link_classes() const override {
    std::vector<LinkClass> classes;
    const std::uint32_t of_level = g_.leaves * g_.h;
    for (unsigned l = 0; l + 1 < g_.n; ++l) classes.push_back({l * of_level, of_level});
    return classes;
  }

  [[nodiscard]] std::uint64_t bytes() const override {
    return state_.bytes() + (follower_ ? follower_->bytes() : 0);
  }

  SwitchView view(SwitchIdx sw) override {
    SwitchView view;
    const unsigned l = tree_.level(sw);
    if (l + 1 == g_.n) return view;
    typename SettledState<W>::Row row;
    const std::uint32_t v = sw % g_.leaves;
    row_of(l, v, row);
    for (unsigned j = 0; j < g_.h; ++j) {
      const bool own = ((state_.level(l).dead[v] >> j) & 1U) != 0;
      const bool failed = row.ps[j] >= 0;
      view.up.push_back({failed, own, static_cast<std::uint8_t>(failed ? row.ps[j] : 0)});
    }
    const std::uint32_t step = g_.leaves_below(l);
    for (std::uint32_t c = g_.low(l, v); c < g_.leaves; c += step) {
      std::uint32_t bits = 0;
      for (unsigned j = 0; j < g_.h; ++j) {
        bits |= static_cast<std::uint32_t>(row.lfe[j].has(g_.first_leaf(l, c))) << j;
      }
      if (bits != 0) view.entries.push_back({tree_.name_of(l * g_.leaves + c).c, bits});
    }
    std::sort(view.entries.begin(), view.entries.end(),
              [](const auto& a, const auto& b) { return a.c < b.c; });
    return view;
  }

 private:
  using Row = typename SettledState<W>::Row;

  Outcome run(const FaultSet& faults, bool always_follow) {
    state_.load(faults);
    bool deviates = false;
    Outcome outcome;
    outcome.entries = state_.solve(deviates, [&](unsigned l, std::uint32_t v) {
      throw Unsound("FT-AUD-1: " + describe(tree_, faults) + ": at switch " +
                    tree_.switch_name(l * g_.leaves + v) +
                    " the candidates are not the ports with a path");
    });
    std::uint64_t cut = 0;
    if (!state_.level(0).all_plain) {
      for (std::uint32_t v = 0; v < g_.leaves; ++v) {
        cut += g_.leaves - state_.level(0).paths[v].count();
      }
    }
    outcome.disconnected = cut * g_.h * g_.h;
    if (config_.rule == golden::Rule::kPaper && deviates) outcome.order = wanted_;
    if (config_.lft_entries != 0 && outcome.entries > config_.lft_entries) {
      outcome.order = Order::kListed;
    }
    played_ = outcome.order == Order::kListed;
    if (played_) play(faults);
    if (outcome.order == Order::kWorst) {
      state_.advertise_as_printed([&](unsigned l, std::uint32_t v) {
        throw Unsound("FT-MSG-6: " + describe(tree_, faults) + ": at switch " +
                      tree_.switch_name(l * g_.leaves + v) +
                      " the printed rule advertises more than the corrected one");
      });
    }
    const bool as_paths = outcome.order == Order::kAny && !always_follow;
    outcome.undelivered = as_paths ? outcome.disconnected : count_lost(faults);
    return outcome;
  }

  std::uint64_t count_lost(const FaultSet& faults) {
    if (!follower_) follower_.emplace(g_);
    return follower_->undelivered(
        state_, [&](unsigned l, std::uint32_t v, Row& row) { row_of(l, v, row); },
        [&](std::uint32_t v) {
          throw Unsound("FT-AUD-1: " + describe(tree_, faults) + ": packets from leaf switch " +
                        tree_.switch_name(v) + " arrive although no path exists");
        });
  }

  void play(const FaultSet& faults) {
    if (!messages_) {
      const unsigned lines = config_.lft_entries == 0 ? kUnlimited : config_.lft_entries;
      messages_.emplace(tree_, lines, config_.rule);
      messages_->skip_repeats();
    }
    std::vector<SwitchPort> links;
    for (const std::uint32_t link : faults) links.push_back(tree_.fallible_link(link));
    messages_->reset();
    messages_->kill_all(links);
    messages_->settle();
  }

  void row_of(unsigned l, std::uint32_t v, Row& row) {
    if (!played_) {
      state_.row(l, v, row);
      return;
    }
    const golden::SwitchState& s = messages_->machine(l * g_.leaves + v).state();
    for (unsigned j = 0; j < g_.h; ++j) {
      row.ps[j] = static_cast<std::int8_t>(s.up[j].failed ? s.up[j].level : -1);
      row.lfe[j].clear();
    }
    for (const golden::LinkFaultEntry& entry : s.lft.entries()) {
      const std::uint32_t c = tree_.index_of({l, entry.c}) % g_.leaves;
      for (std::uint32_t bits = entry.bits; bits != 0; bits &= bits - 1) {
        row.lfe[static_cast<unsigned>(__builtin_ctz(bits))] |= state_.same(l, l, c);
      }
    }
  }

  const golden::FatTree& tree_;
  Config config_;
  Geometry g_;
  SettledState<W> state_;
  std::optional<Follower<W>> follower_;
  std::optional<golden::SettledTree> messages_;
  Order wanted_ = Order::kWorst;
  bool played_ = false;
};

}  // namespace

std::unique_ptr<FatTreeEngine> make_engine(const golden::FatTree& tree, const Config& config) {
  const std::uint64_t leaves = tree.host_count() / tree.h();
  if (leaves <= 64) return std::make_unique<WordEngine<1>>(tree, config);
  if (leaves <= 256) return std::make_unique<WordEngine<4>>(tree, config);
  if (leaves <= 2048) return std::make_unique<WordEngine<32>>(tree, config);
  if (leaves <= 8192) return std::make_unique<WordEngine<128>>(tree, config);
  throw std::invalid_argument(tree.label() + " has " + std::to_string(leaves) +
                              " leaf switches, more than the 8192 that the tolerance engine takes");
}

std::string describe(const golden::FatTree& tree, const FaultSet& faults) {
  std::string text = tree.label() + ", faults";
  for (const std::uint32_t link : faults) text += " " + tree.link_path(tree.fallible_link(link));
  return text;
}

}  // namespace selvage::tolerance
