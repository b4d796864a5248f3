// SPDX-License-Identifier: Apache-2.0
/// \file
/// A ring of switches with one host each, as a system of its own: it shows that a topology plugs in
/// without a word in the fabric, and, routed one way round on a single VC, it deadlocks under load.
#pragma once

#include <fmt/format.h>
#include <deque>
#include <memory>
#include <string>
#include <vector>

#include "cosim/system.hpp"

namespace selvage::tb {

/// Port 0: the host. Port 1: the next switch. Port 2: the previous one.
class Ring final : public Topology {
 public:
  explicit Ring(std::uint32_t size) : size_(size) {}
  std::string_view kind() const override { return "ring"; }
  std::string label() const override { return fmt::format("ring of {}", size_); }
  std::uint32_t switch_count() const override { return size_; }
  std::uint32_t host_count() const override { return size_; }
  unsigned port_count(SwitchIdx) const override { return 3; }
  unsigned data_vc_count() const override { return 1; }
  PortEnd peer(SwitchIdx s, PortIdx p) const override {
    if (p == 0) return {PortEnd::Kind::kHost, s, 0};
    if (p == 1) return {PortEnd::Kind::kSwitch, (s + 1) % size_, 2};
    return {PortEnd::Kind::kSwitch, (s + size_ - 1) % size_, 1};
  }
  SwitchPort attachment(HostIdx h) const override { return {h, 0}; }
  std::uint32_t fallible_link_count() const override { return size_; }
  SwitchPort fallible_link(std::uint32_t index) const override { return {index, 1}; }
  unsigned level(SwitchIdx) const override { return 0; }
  std::string switch_name(SwitchIdx s) const override { return fmt::format("r{}", s); }
  std::string host_name(HostIdx h) const override { return fmt::format("{}", h); }
  std::string port_name(SwitchIdx, PortIdx p) const override {
    return p == 0 ? "host" : p == 1 ? "next" : "previous";
  }
  std::string link_name(SwitchPort e) const override { return fmt::format("r{}.{}", e.sw, e.port); }
  std::optional<HostIdx> parse_host(std::string_view text, std::string& why) const override {
    const auto h = static_cast<HostIdx>(std::stoul(std::string(text)));
    if (h < size_) return h;
    why = "no such host";
    return std::nullopt;
  }
  std::optional<SwitchPort> parse_link(std::string_view, std::string& why) const override {
    why = "ring links have no names";
    return std::nullopt;
  }

 private:
  std::uint32_t size_;
};

/// How a ring may misroute, to show that the fabric's checks see it.
enum class RingError : std::uint8_t { kNone, kCircles, kWrongHost };

/// Sends everything one way round; ignores faults.
class RingControl final : public SwitchControl {
 public:
  RingControl(SwitchIdx self, RingError error) : self_(self), error_(error) {}
  void request(Cycle, const RouteRequest& r) override { answers_.push_back(preview(r)); }
  RouteDecision collect(Cycle) override {
    const RouteDecision d = answers_.front();
    answers_.pop_front();
    return d;
  }
  void finish(Cycle) override {}
  RouteDecision preview(const RouteRequest& r) const override {
    bool here = r.destination == self_;
    if (error_ == RingError::kCircles) here = false;
    if (error_ == RingError::kWrongHost) here = r.in_port == 2;
    const PortIdx port = here ? 0 : 1;
    return {RouteDecision::Outcome::kForward, port, 0, PortMask{1} << port};
  }
  std::uint64_t overflows() const override { return 0; }

 private:
  SwitchIdx self_;
  RingError error_;
  std::deque<RouteDecision> answers_;
};

class RingSystem final : public System {
 public:
  explicit RingSystem(std::uint32_t size, RingError error = RingError::kNone)
      : ring_(size), error_(error) {}
  const Topology& topology() const override { return ring_; }
  std::unique_ptr<SwitchControl> make_control(SwitchIdx sw, Scoreboard&) override {
    return std::make_unique<RingControl>(sw, error_);
  }
  AuditReport audit(const std::vector<SwitchPort>&, const ControlOf&) const override { return {}; }
  bool tolerable(const std::vector<SwitchPort>& dead) const override { return dead.empty(); }
  bool audit_must_hold() const override { return true; }
  std::string rtl_build() const override { return ""; }

 private:
  Ring ring_;
  RingError error_;
};

}  // namespace selvage::tb
