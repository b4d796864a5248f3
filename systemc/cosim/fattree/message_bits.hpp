// SPDX-License-Identifier: Apache-2.0
/// \file
/// Names and fault messages as the pins of a fat tree's RTL have them (rtl/common/typedef.svh).
#pragma once

#include <cstdint>

#include "cosim/foreign/pins.hpp"
#include "golden/fattree/digits.hpp"
#include "golden/fattree/fault_message.hpp"
#include "golden/number.hpp"

namespace selvage::cosim {

/// Of a build with M ports and N levels.
template <unsigned M, unsigned N>
struct ControlBits {
  static constexpr unsigned H = M / 2;
  static constexpr unsigned DW = pins::bits_for(M);
  static constexpr unsigned HW = H > 1 ? pins::bits_for(H) : 1;
  static constexpr unsigned LW = pins::bits_for(N);
  static constexpr unsigned KW = (N - 1) * DW;
  static constexpr unsigned kSeqBits = 8;
  static constexpr unsigned MSGW = 3 + LW + KW + HW + kSeqBits;

  [[nodiscard]] static std::uint64_t pack(golden::Digits d, unsigned count) {
    std::uint64_t packed = 0;
    for (unsigned i = count; i-- > 0;) packed = packed << DW | d[i];
    return packed;
  }
  [[nodiscard]] static golden::Digits unpack(std::uint64_t packed) {
    golden::Digits d;
    for (unsigned i = 0; i < N - 1; ++i) {
      d.set(i, static_cast<unsigned>(packed >> (i * DW)) & ((1U << DW) - 1U));
    }
    return d;
  }
  /// k is 0 in messages that have no use for it, and an up port number in the others.
  [[nodiscard]] static bool names_a_port(golden::FaultMessage::Kind kind) {
    using Kind = golden::FaultMessage::Kind;
    return kind != Kind::kSyncReq && kind != Kind::kDlfm && kind != Kind::kDlrm;
  }
  /// `h`: down ports of the tree, which may be fewer than those of the build.
  [[nodiscard]] static std::uint64_t encode(const golden::FaultMessage& m, unsigned h) {
    const unsigned j = names_a_port(m.kind) ? m.k - h : m.k;
    std::uint64_t bits = m.seq;
    bits = bits << HW | j;
    bits = bits << KW | pack(m.c, N - 1);
    bits = bits << LW | m.level;
    return bits << 3 | static_cast<unsigned>(m.kind);
  }
  [[nodiscard]] static golden::FaultMessage decode(std::uint64_t bits, unsigned h) {
    const auto take = [&bits](unsigned width) {
      const std::uint64_t field = bits & low_bits(width);
      bits >>= width;
      return field;
    };
    golden::FaultMessage m;
    m.kind = static_cast<golden::FaultMessage::Kind>(take(3));
    m.level = static_cast<unsigned>(take(LW));
    m.c = unpack(take(KW));
    m.k = static_cast<unsigned>(take(HW)) + (names_a_port(m.kind) ? h : 0);
    m.seq = static_cast<std::uint8_t>(take(kSeqBits));
    return m;
  }
};

}  // namespace selvage::cosim
