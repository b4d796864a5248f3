// SPDX-License-Identifier: Apache-2.0
#include "cosim/fattree/foreign.hpp"

#include <deque>

#include "cosim/fattree/compare.hpp"
#include "cosim/fattree/history.hpp"

namespace selvage::cosim {

namespace {

using golden::Digits;
using golden::FatTreeGrant;
using golden::FatTreeRequest;

/// Pins in the order of the contract.
enum Input : unsigned { kLevel, kSrc, kDst, kFromUp, kFailed, kPsLevel, kLftBits };
enum Output : unsigned { kUp, kDrop, kPort, kMask };

constexpr unsigned bits_for(unsigned values) {
  unsigned bits = 0;
  while ((1U << bits) < values) ++bits;
  return bits;
}

class ForeignRouteControl final : public SwitchControl, public Watched {
 public:
  ForeignRouteControl(const FatTreeConfig& config, SwitchIdx self, Scoreboard& scoreboard,
                      std::unique_ptr<SwitchControl> own, const FatTreeGolden& golden,
                      std::unique_ptr<ForeignBlock> block)
      : tree_(config.tree),
        self_(self),
        scoreboard_(&scoreboard),
        count_(&scoreboard.block("foreign route_select")),
        own_(std::move(own)),
        watched_(dynamic_cast<Watched*>(own_.get())),
        golden_(&golden),
        block_(std::move(block)) {}

  void step(Cycle now, const StepInput& in, StepOutput& out) override {
    own_->step(now, in, out);
    history_.update(now, golden_->input());
  }
  void request(Cycle now, const RouteRequest& request) override {
    history_.request(now, request);
    const FatTreeRequest asked = question(golden_->rules(), request);
    put(asked);
    block_->ask(now);
    expected_.push_back({request, golden_->decide(request)});
    own_->request(now, request);
  }
  [[nodiscard]] RouteDecision collect(Cycle now) override {
    (void)own_->collect(now);
    return to_decision(*tree_, take(now));
  }
  void finish(Cycle now) override {
    own_->finish(now);
    expected_.clear();
  }
  [[nodiscard]] RouteDecision preview(const RouteRequest& request) const override {
    return own_->preview(request);
  }
  [[nodiscard]] std::unique_ptr<RouteView> snapshot() const override { return own_->snapshot(); }
  [[nodiscard]] std::uint64_t overflows() const override { return own_->overflows(); }

  // Watched
  [[nodiscard]] std::vector<WatchedRow> rows() const override { return watched_->rows(); }
  void values(std::vector<std::uint64_t>& out) const override { watched_->values(out); }
  [[nodiscard]] std::string tell(const ControlMessage& message) const override { return watched_->tell(message); }
  TracedModel* make_twin(const std::string& scope) override { return watched_->make_twin(scope); }

 private:
  struct Expected {
    RouteRequest request;
    FatTreeGrant grant;
  };

  void put(const FatTreeRequest& asked) {
    const unsigned digit = bits_for(tree_->m());
    const unsigned level_bits = bits_for(tree_->n());
    const golden::SwitchState& faults = golden_->state().faults;
    const unsigned level = golden_->level();
    block_->put(kLevel, 0, 64, level);
    for (unsigned i = 0; i < tree_->n(); ++i) {
      block_->put(kSrc, i * digit, digit, asked.source[i]);
      block_->put(kDst, i * digit, digit, asked.destination[i]);
    }
    block_->put(kFromUp, 0, 1, asked.from_up ? 1 : 0);
    for (unsigned j = 0; j < tree_->h(); ++j) {
      const bool exists = j < faults.up.size();
      block_->put(kFailed, j, 1, exists && faults.up[j].failed ? 1 : 0);
      block_->put(kPsLevel, j * level_bits, level_bits, exists ? faults.up[j].level : 0);
    }
    block_->put(kLftBits, 0, 64, faults.lft.lookup(level, asked.destination));
  }

  FatTreeGrant take(Cycle now) {
    const Expected expected = expected_.front();
    expected_.pop_front();
    ++count_->compared;
    std::string why;
    if (!block_->answer(now, why)) {
      fail(now, expected.request.packet, {"FT-RS-6", "answer", "comes in time", why});
      return {false, true, 0, 0};
    }
    FatTreeGrant actual;
    actual.up = block_->get(kUp).value_or(0) != 0;
    actual.drop = block_->get(kDrop).value_or(0) != 0;
    actual.port = static_cast<std::uint8_t>(block_->get(kPort).value_or(0));
    const auto mask = block_->get(kMask);
    actual.v = static_cast<std::uint32_t>(mask ? *mask : expected.grant.v);
    history_.decision(now, expected.request.packet, actual);
    if (actual == expected.grant) return actual;
    const DecisionContext context{&golden_->state().faults, golden_->level(),
                                  tree_->address_of(expected.request.source),
                                  tree_->address_of(expected.request.destination)};
    fail(now, expected.request.packet, explain_grant(*tree_, context, expected.grant, actual));
    return actual;
  }

  void fail(Cycle now, PacketId packet, const Difference& difference) {
    if (scoreboard_->failed()) {
      ++count_->mismatches;
      return;
    }
    Mismatch m;
    m.cycle = now;
    m.switch_name = tree_->switch_name(self_);
    if (difference.port) m.port = tree_->port_name(self_, *difference.port);
    m.packet = packet;
    m.recent = history_.tell(*tree_, self_);
    cosim::fail(*scoreboard_, *count_, std::move(m), difference);
  }

  const golden::FatTree* tree_;
  SwitchIdx self_;
  Scoreboard* scoreboard_;
  BlockCount* count_;
  std::unique_ptr<SwitchControl> own_;
  Watched* watched_;
  const FatTreeGolden* golden_;
  std::unique_ptr<ForeignBlock> block_;
  std::deque<Expected> expected_;
  FatTreeHistory history_;
};

}  // namespace

std::unique_ptr<SwitchControl> with_foreign_route(const FatTreeConfig& config, SwitchIdx self,
                                                  Scoreboard& scoreboard, std::unique_ptr<SwitchControl> own,
                                                  const FatTreeGolden& golden,
                                                  std::unique_ptr<ForeignBlock> block) {
  return std::make_unique<ForeignRouteControl>(config, self, scoreboard, std::move(own), golden,
                                               std::move(block));
}

}  // namespace selvage::cosim
