// SPDX-License-Identifier: Apache-2.0
#include "aggregator_tour.hpp"

#include <algorithm>
#include <deque>

namespace selvage::test {

using namespace golden;

namespace {

constexpr unsigned kInputs = AggregatorGraph::kInputs;
constexpr std::uint32_t kUnknown = ~std::uint32_t{0};

/// Numbers keys in the order in which they come.
class Numbers {
 public:
  std::uint32_t of(std::uint64_t key, bool& fresh) {
    const auto [at, inserted] =
        number_.try_emplace(key, static_cast<std::uint32_t>(number_.size()));
    fresh = inserted;
    return at->second;
  }

 private:
  std::unordered_map<std::uint64_t, std::uint32_t> number_;
};

class Tour {
 public:
  Tour(const AggregatorConfig& config, unsigned bugs)
      : config_(config), pair_(aggregator_pair(config, bugs)) {}

  AggregatorGraph run() {
    at_ = place();
    while (pair_.difference().empty()) {
      const unsigned input = open_input(at_);
      if (input < kInputs) {
        take(input);
      } else if (const std::vector<std::uint8_t> way = nearest_open(); !way.empty()) {
        for (const unsigned step : way) take(step);
      } else {
        break;
      }
    }
    graph_.difference = pair_.difference();
    return std::move(graph_);
  }

 private:
  /// State of the machine and of the wire, which an ACK frame holds for `busy_` more cycles.
  struct Place {
    std::uint32_t state = 0;
    std::array<std::uint32_t, kInputs> next{};
    std::uint8_t open = 0;  ///< inputs not taken yet
    std::uint32_t stamp = 0;
    std::uint32_t from = 0;  ///< of the present search
    std::uint8_t by = 0;
  };

  std::uint32_t place() {
    const AggregatorState s = aged(config_, pair_.golden().state(), pair_.cycle());
    bool fresh = false;
    const std::uint32_t state = state_numbers_.of(packed(s), fresh);
    if (fresh) {
      graph_.states.push_back(s);
      graph_.edges.emplace_back();
    }
    const std::uint32_t p = place_numbers_.of(std::uint64_t{state} * 64 + busy_, fresh);
    if (fresh) {
      Place fresh_place;
      fresh_place.state = state;
      fresh_place.next.fill(kUnknown);
      for (unsigned i = 0; i < kInputs; ++i) {
        const bool early = (i & 4) != 0 && s.req && busy_ > 0;  // no arbiter grants this
        if (!early) fresh_place.open |= static_cast<std::uint8_t>(1U << i);
      }
      graph_.pairs += static_cast<unsigned>(__builtin_popcount(fresh_place.open));
      places_.push_back(fresh_place);
    }
    return p;
  }

  [[nodiscard]] unsigned open_input(std::uint32_t p) const {
    return places_[p].open == 0 ? kInputs : static_cast<unsigned>(__builtin_ctz(places_[p].open));
  }

  void take(unsigned input) {
    AggregatorInput in;
    in.push = (input & 1) != 0;
    in.idle = (input & 2) != 0;
    in.grant = (input & 4) != 0;
    in.ack = with_parity(static_cast<std::uint32_t>(random_.next()));
    const AggregatorState before = pair_.golden().state();
    pair_.step(in);
    ++graph_.cycles;
    const bool fire = in.grant && before.req;
    const unsigned len = fire ? before.cur : 0;
    if (busy_ > 0) --busy_;
    if (fire) busy_ = ack_frame_words(len) - 1;
    const std::uint32_t from = at_;
    at_ = place();
    places_[from].open &= static_cast<std::uint8_t>(~(1U << input));
    places_[from].next[input] = at_;
    graph_.edges[places_[from].state][input] = {true, places_[at_].state, fire, len};
  }

  /// The shortest known way to a place with an input still open.
  std::vector<std::uint8_t> nearest_open() {
    ++stamp_;
    std::deque<std::uint32_t> todo{at_};
    places_[at_].stamp = stamp_;
    while (!todo.empty()) {
      const std::uint32_t p = todo.front();
      todo.pop_front();
      if (places_[p].open != 0) return way_to(p);
      for (unsigned i = 0; i < kInputs; ++i) {
        const std::uint32_t n = places_[p].next[i];
        if (n == kUnknown || places_[n].stamp == stamp_) continue;
        places_[n].stamp = stamp_;
        places_[n].from = p;
        places_[n].by = static_cast<std::uint8_t>(i);
        todo.push_back(n);
      }
    }
    return {};
  }
  [[nodiscard]] std::vector<std::uint8_t> way_to(std::uint32_t p) const {
    std::vector<std::uint8_t> way;
    for (; p != at_; p = places_[p].from) way.push_back(places_[p].by);
    std::reverse(way.begin(), way.end());
    return way;
  }

  AggregatorConfig config_;
  AggregatorPair pair_;
  tb::Random random_{1};
  AggregatorGraph graph_;
  Numbers state_numbers_;
  Numbers place_numbers_;
  std::vector<Place> places_;
  unsigned busy_ = 0;
  std::uint32_t at_ = 0;
  std::uint32_t stamp_ = 0;
};

}  // namespace

AggregatorGraph tour(const AggregatorConfig& config, unsigned bugs) {
  return Tour(config, bugs).run();
}

}  // namespace selvage::test
