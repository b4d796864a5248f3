// SPDX-License-Identifier: Apache-2.0
/// \file
/// A row of switches with hosts, two links between neighbours and several virtual channels. Its
/// controls answer anything that leads to the destination, that there is no way, or to wait, and
/// send messages at random.
#pragma once

#include <fmt/format.h>
#include <deque>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "cosim/system.hpp"
#include "golden/mix.hpp"

namespace selvage::test {

/// Ports 0 and 1: hosts. 2 and 3: the next switch. 4 and 5: the one before. A closed row is a ring,
/// in which packets go one way round and wait for each other.
class Row final : public Topology {
 public:
  Row(std::uint32_t size, unsigned vcs, bool closed) : size_(size), vcs_(vcs), closed_(closed) {}
  bool closed() const { return closed_; }
  std::string_view kind() const override { return "row"; }
  std::string label() const override { return fmt::format("row of {}", size_); }
  std::uint32_t switch_count() const override { return size_; }
  std::uint32_t host_count() const override { return 2 * size_; }
  unsigned port_count(SwitchIdx) const override { return 6; }
  unsigned data_vc_count() const override { return vcs_; }
  PortEnd peer(SwitchIdx s, PortIdx p) const override {
    if (p < 2) return {PortEnd::Kind::kHost, 2 * s + p, 0};
    if (p < 4 && (closed_ || s + 1 < size_)) {
      return {PortEnd::Kind::kSwitch, (s + 1) % size_, static_cast<PortIdx>(p + 2)};
    }
    if (p < 4 || (!closed_ && s == 0)) return {};
    return {PortEnd::Kind::kSwitch, (s + size_ - 1) % size_, static_cast<PortIdx>(p - 2)};
  }
  SwitchPort attachment(HostIdx h) const override { return {h / 2, static_cast<PortIdx>(h % 2)}; }
  std::uint32_t fallible_link_count() const override { return 2 * (size_ - (closed_ ? 0 : 1)); }
  SwitchPort fallible_link(std::uint32_t i) const override {
    return {i / 2, static_cast<PortIdx>(2 + i % 2)};
  }
  unsigned level(SwitchIdx) const override { return 0; }
  std::string switch_name(SwitchIdx s) const override { return fmt::format("s{}", s); }
  std::string host_name(HostIdx h) const override { return fmt::format("h{}", h); }
  std::string port_name(SwitchIdx s, PortIdx p) const override {
    return fmt::format("s{}.{}", s, p);
  }
  std::string link_name(SwitchPort e) const override { return port_name(e.sw, e.port); }
  std::optional<HostIdx> parse_host(std::string_view, std::string& why) const override {
    why = "hosts have no names to be read";
    return std::nullopt;
  }
  std::optional<SwitchPort> parse_link(std::string_view, std::string& why) const override {
    why = "links have no names to be read";
    return std::nullopt;
  }

 private:
  std::uint32_t size_;
  unsigned vcs_;
  bool closed_;
};

/// What a control says is a matter of who asks, and when.
inline RouteDecision any_answer(const Row& row, std::uint64_t seed, SwitchIdx self,
                                const RouteRequest& r, Cycle asked) {
  const std::uint64_t any = mix64(seed ^ mix64(r.packet * 1000003 + asked * 31 + self));
  RouteDecision d;
  if (any % 23 == 0) return d;
  d.outcome = any % 11 == 1 ? RouteDecision::Outcome::kWait : RouteDecision::Outcome::kForward;
  const SwitchPort end = row.attachment(r.destination);
  const unsigned side = static_cast<unsigned>(any >> 20) % 2;
  if (end.sw == self) d.port = end.port;
  else d.port = static_cast<PortIdx>((end.sw > self || row.closed() ? 2 : 4) + side);
  d.vc = static_cast<std::uint8_t>((any >> 30) % row.data_vc_count());
  d.candidates = PortMask{1} << d.port;
  return d;
}

/// What the controls of a network have done since someone looked.
struct ControlLog {
  bool quiet = true;  ///< before the first cycle the controls learn what is dead, and say nothing
  struct Asked {
    SwitchIdx sw;
    RouteRequest request;
  };
  std::vector<Asked> asked;
  std::vector<SwitchIdx> stepped;
  std::vector<std::pair<SwitchPort, bool>> declared;
  std::vector<std::pair<SwitchPort, std::uint64_t>> sent, arrived;
  std::vector<std::pair<SwitchIdx, PortMask>> stops, stopped;
};

class AnyControl final : public SwitchControl {
 public:
  AnyControl(const Row& row, SwitchIdx self, std::uint64_t seed, ControlLog& log)
      : row_(row), self_(self), seed_(seed), log_(log) {}
  void step(Cycle now, const StepInput& in, StepOutput& out) override {
    if (log_.quiet) return void(out = {});
    log_.stepped.push_back(self_);
    for (const LinkEvent& e : in.links) log_.declared.push_back({{self_, e.port}, e.up});
    for (const PortedMessage& m : in.arrivals) {
      log_.arrived.push_back({{self_, m.port}, m.message.body});
    }
    log_.stopped.emplace_back(self_, in.stop);
    out = {};
    const std::uint64_t any = mix64(seed_ ^ mix64(now * 131 + self_));
    out.active = any % 16 != 0;
    const bool burst = mix64(seed_ + now / 8 * 131 + self_) % 3 == 0;
    for (PortIdx p = 2; p < 6; ++p) {
      const bool stops = ((in.stop >> p) & 1U) != 0;
      const bool sends = (any >> (4 + 4 * p)) % 16 < (burst ? 11 : 1);
      if (row_.peer(self_, p).kind != PortEnd::Kind::kSwitch || !sends || stops) continue;
      out.sent.push_back({p, {}, {}});
      out.sent.back().message.body = mix64(any + p);
      log_.sent.push_back({{self_, p}, out.sent.back().message.body});
    }
    if (any % 8 == 1) stop_ = mix64(any) & mix64(any + 1) & 0x3c;
    out.stop = stop_;
    log_.stops.emplace_back(self_, stop_);
  }
  void request(Cycle now, const RouteRequest& r) override {
    log_.asked.push_back({self_, r});
    answers_.push_back(any_answer(row_, seed_, self_, r, now));
  }
  RouteDecision collect(Cycle) override {
    const RouteDecision d = answers_.front();
    answers_.pop_front();
    return d;
  }
  void finish(Cycle) override {}
  RouteDecision preview(const RouteRequest& r) const override {
    return any_answer(row_, seed_, self_, r, 0);
  }
  std::uint64_t overflows() const override { return 0; }

 private:
  const Row& row_;
  SwitchIdx self_;
  std::uint64_t seed_;
  ControlLog& log_;
  PortMask stop_ = 0;
  std::deque<RouteDecision> answers_;
};

class RowSystem final : public System {
 public:
  RowSystem(std::uint32_t size, unsigned vcs, std::uint64_t seed, bool closed = false)
      : row_(size, vcs, closed), seed_(seed) {}
  const Topology& topology() const override { return row_; }
  const Row& row() const { return row_; }
  std::unique_ptr<SwitchControl> make_control(SwitchIdx sw, Scoreboard&) override {
    return std::make_unique<AnyControl>(row_, sw, seed_, log);
  }
  AuditReport audit(const std::vector<SwitchPort>&, const ControlOf&) const override { return {}; }
  bool tolerable(const std::vector<SwitchPort>&) const override { return true; }
  bool audit_must_hold() const override { return true; }
  std::string rtl_build() const override { return ""; }

  ControlLog log;

 private:
  Row row_;
  std::uint64_t seed_;
};

}  // namespace selvage::test
