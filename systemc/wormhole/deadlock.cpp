// SPDX-License-Identifier: Apache-2.0
#include "wormhole/deadlock.hpp"

#include <algorithm>

namespace selvage::wormhole {

namespace {

constexpr std::uint32_t kNobody = ~0U;

class Search {
 public:
  explicit Search(const Routers& routers)
      : routers_(routers), waits_(routers.nodes() * routers.channels()) {
    for (std::uint32_t x = 0; x < waits_.size(); ++x) waits_[x] = routers[node(x)].waits_for(in(x));
    shrink();
  }

  [[nodiscard]] Deadlock result() const {
    Deadlock d;
    for (std::uint32_t x = 0; x < waits_.size(); ++x) d.stuck += member(x) ? 1 : 0;
    if (d.stuck != 0) d.cycle = cycle();
    return d;
  }

 private:
  [[nodiscard]] SwitchIdx node(std::uint32_t x) const { return x / routers_.channels(); }
  [[nodiscard]] Channel in(std::uint32_t x) const {
    return static_cast<Channel>(x % routers_.channels());
  }
  [[nodiscard]] bool member(std::uint32_t x) const {
    return waits_[x].what != Waiting::For::kNothing;
  }

  /// A stuck input channel that keeps `out` from serving x, or kNobody if none does.
  [[nodiscard]] std::uint32_t blocker(std::uint32_t x, Channel out) const {
    const SwitchIdx n = node(x);
    const FarEnd far = routers_[n].far_end(out);
    const std::uint32_t downstream = far.router ? far.node * routers_.channels() + far.in : kNobody;
    const bool stuck_there = downstream != kNobody && member(downstream);
    if (waits_[x].what == Waiting::For::kCredit) return stuck_there ? downstream : kNobody;
    const Channel owner = routers_[n].owner(out);
    if (owner != kNoChannel && member(n * routers_.channels() + owner)) {
      return n * routers_.channels() + owner;
    }
    // The holder may get its tail away, but the channel stays taken until the far buffer is empty.
    return stuck_there && routers_.release() == Release::kTailLeftBuffer ? downstream : kNobody;
  }

  [[nodiscard]] bool stuck(std::uint32_t x) const {
    for (ChannelMask rest = waits_[x].channels; rest != 0; rest &= rest - 1) {
      const auto out = static_cast<Channel>(__builtin_ctzll(rest));
      if (blocker(x, out) == kNobody) return false;
    }
    return true;
  }

  void shrink() {
    for (bool changed = true; changed;) {
      changed = false;
      for (std::uint32_t x = 0; x < waits_.size(); ++x) {
        if (!member(x) || stuck(x)) continue;
        waits_[x] = {};
        changed = true;
      }
    }
  }

  [[nodiscard]] std::vector<WaitLink> cycle() const {
    std::vector<std::uint32_t> path;
    std::uint32_t x = 0;
    while (!member(x)) ++x;
    std::vector<WaitLink> links;
    for (;;) {
      const auto seen = std::find(path.begin(), path.end(), x);
      if (seen != path.end()) {
        links.erase(links.begin(), links.begin() + (seen - path.begin()));
        return links;
      }
      if (waits_[x].channels == 0) return links;  // a control that waits for nothing
      const auto out = static_cast<Channel>(__builtin_ctzll(waits_[x].channels));
      path.push_back(x);
      links.push_back({node(x), in(x), out, waits_[x].what});
      x = blocker(x, out);
    }
  }

  const Routers& routers_;
  std::vector<Waiting> waits_;  ///< [node * channels + in]; kNothing: can move
};

}  // namespace

Deadlock find_deadlock(const Routers& routers) { return Search(routers).result(); }

}  // namespace selvage::wormhole
