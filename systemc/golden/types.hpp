// SPDX-License-Identifier: Apache-2.0
/// \file
/// Small value types every layer shares.
#pragma once

#include <cstdint>
#include <limits>

namespace selvage {

/// Simulated time in clock cycles. `clock_ns` of a scenario converts it to time for people.
using Cycle = std::uint64_t;
inline constexpr Cycle kNever = std::numeric_limits<Cycle>::max();

/// Dense switch number of a topology, 0 .. switch_count()-1.
using SwitchIdx = std::uint32_t;
/// Dense host number of a topology, 0 .. host_count()-1.
using HostIdx = std::uint32_t;
/// Port number on one switch, 0 .. port_count()-1 (at most 64).
using PortIdx = std::uint8_t;
/// A set of ports of one switch; bit p is port p.
using PortMask = std::uint64_t;
/// Packet number in a run, from 0 in order of generation.
using PacketId = std::uint64_t;

inline constexpr unsigned kMaxPorts = 64;

}  // namespace selvage
