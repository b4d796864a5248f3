// SPDX-License-Identifier: Apache-2.0
/// \file
/// The registers of a port as the table of docs/reference/registers.md places them, and accesses by
/// hand.
#pragma once

#include <catch2/catch.hpp>
#include <optional>

#include "golden/flow/port_registers.hpp"

namespace selvage::test {

using namespace selvage::golden;

inline constexpr std::uint32_t kPort = 0x004, kStatus = 0x008, kEvents = 0x00c, kCommit = 0x010,
                               kRevert = 0x014, kSnapshot = 0x018, kT1 = 0x020, kT2 = 0x024,
                               kT3 = 0x028, kMax = 0x02c, kOn = 0x040, kOff = 0x044, kTick = 0x050,
                               kRefresh = 0x05c, kExpire = 0x060, kUnits = 0x074, kGain = 0x084,
                               kThreshold = 0x090, kDraw = 0x094, kCounter = 0x180, kRowId = 0x1c0,
                               kRow = 0x1c4;
inline constexpr std::uint32_t kAggregator = 1, kCredit = 2, kTimes = 4, kEndpoint = 8,
                               kWalker = 16;
inline constexpr std::uint32_t kRefused = 1, kApplied = 2, kJoined = 4;

/// The registers and their inputs; an access by hand takes three cycles.
struct Port {
  explicit Port(const FlowSizes& sizes = kSmallFlowSizes, unsigned max = 48)
      : registers(sizes, max) {}

  [[nodiscard]] const PortRegistersOut& out() const { return registers.out(); }
  [[nodiscard]] const PortSettings& settings() const { return registers.settings(); }
  void step(unsigned cycles = 1) {
    for (unsigned i = 0; i < cycles; ++i) registers.step(in);
  }
  /// Into the cycle in which the access is decided.
  void ask(bool write, std::uint32_t addr, std::uint32_t data = 0, unsigned strobes = 15) {
    in.valid = true;
    in.write = write;
    in.addr = addr;
    in.data = data;
    in.strobes = strobes;
    step();
    in.valid = false;
    step();
  }
  std::optional<std::uint32_t> read(std::uint32_t addr) {
    ask(false, addr);
    step();
    REQUIRE(out().answered);
    if (out().error) CHECK(out().data == 0);
    return out().error ? std::nullopt : std::optional(out().data);
  }
  bool write(std::uint32_t addr, std::uint32_t data, unsigned strobes = 15) {
    ask(true, addr, data, strobes);
    step();
    REQUIRE(out().answered);
    CHECK(out().data == 0);
    return !out().error;
  }
  /// What has happened since the last call.
  std::uint32_t events() {
    const std::uint32_t seen = read(kEvents).value();
    CHECK(write(kEvents, seen));
    return seen;
  }

  PortRegistersIn in;
  PortRegisters registers;
};

}  // namespace selvage::test
