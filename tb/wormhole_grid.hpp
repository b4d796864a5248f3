// SPDX-License-Identifier: Apache-2.0
/// \file
/// A k1 x k2 x ... mesh for the wormhole data path, and a dimension-order control that takes the
/// lowest free VC. Port 2i: dimension i upwards, 2i+1: downwards, the last port: the host.
#pragma once

#include <vector>

#include "wormhole/parts.hpp"

namespace selvage::tb {

struct Grid {
  std::vector<unsigned> size;

  [[nodiscard]] std::uint32_t nodes() const {
    std::uint32_t n = 1;
    for (const unsigned k : size) n *= k;
    return n;
  }
  [[nodiscard]] unsigned host_port() const { return static_cast<unsigned>(2 * size.size()); }
  [[nodiscard]] wormhole::Wiring wiring() const {
    wormhole::Wiring w;
    w.nodes = w.hosts = nodes();
    w.ports = host_port() + 1;
    for (std::uint32_t n = 0; n < w.nodes; ++n) {
      std::uint32_t stride = 1;
      for (unsigned i = 0; i < size.size(); ++i) {
        const std::uint32_t x = n / stride % size[i];
        const auto up = static_cast<PortIdx>(2 * i);
        const auto down = static_cast<PortIdx>(2 * i + 1);
        w.ends.resize(w.ends.size() + 2);
        PortEnd* ends = &w.ends[w.ends.size() - 2];
        if (x + 1 < size[i]) ends[0] = {PortEnd::Kind::kSwitch, n + stride, down};
        if (x > 0) ends[1] = {PortEnd::Kind::kSwitch, n - stride, up};
        stride *= size[i];
      }
      w.ends.push_back({PortEnd::Kind::kHost, n, 0});
    }
    return w;
  }
  [[nodiscard]] PortIdx port_to(std::uint32_t from, std::uint32_t to) const {
    for (unsigned i = 0; i < size.size(); ++i) {
      const std::uint32_t a = from % size[i];
      const std::uint32_t b = to % size[i];
      if (a != b) return static_cast<PortIdx>(2 * i + (a > b ? 1 : 0));
      from /= size[i];
      to /= size[i];
    }
    return static_cast<PortIdx>(host_port());
  }
  [[nodiscard]] unsigned distance(std::uint32_t from, std::uint32_t to) const {
    unsigned d = 0;
    for (const unsigned k : size) {
      const std::uint32_t a = from % k;
      const std::uint32_t b = to % k;
      d += a > b ? a - b : b - a;
      from /= k;
      to /= k;
    }
    return d;
  }
};

/// A control whose port is a function of the destination.
class OnePortControl : public SwitchControl {
 public:
  explicit OnePortControl(unsigned vcs) : vcs_(vcs) {}
  void request(Cycle, const RouteRequest& r) override { answers_[asked_++ % kMost] = preview(r); }
  RouteDecision collect(Cycle) override { return answers_[collected_++ % kMost]; }
  void finish(Cycle) override {}
  RouteDecision preview(const RouteRequest& r) const override {
    RouteDecision d;
    d.port = port_to(r);
    d.candidates = PortMask{1} << d.port;
    d.header = r.header;
    const auto free = (r.free_channels >> (d.port * vcs_)) & ((1U << vcs_) - 1);
    d.outcome = free != 0 ? RouteDecision::Outcome::kForward : RouteDecision::Outcome::kWait;
    if (free != 0) d.vc = static_cast<std::uint8_t>(__builtin_ctzll(free));
    return d;
  }
  std::uint64_t overflows() const override { return 0; }

 protected:
  [[nodiscard]] virtual PortIdx port_to(const RouteRequest& r) const = 0;

 private:
  static constexpr unsigned kMost = 16;  ///< requests under way
  RouteDecision answers_[kMost];
  unsigned asked_ = 0;
  unsigned collected_ = 0;
  unsigned vcs_;
};

class GridControl final : public OnePortControl {
 public:
  GridControl(const Grid& grid, std::uint32_t self, unsigned vcs)
      : OnePortControl(vcs), grid_(grid), self_(self) {}

 protected:
  PortIdx port_to(const RouteRequest& r) const override {
    return grid_.port_to(self_, r.destination);
  }

 private:
  const Grid& grid_;
  std::uint32_t self_;
};

}  // namespace selvage::tb
