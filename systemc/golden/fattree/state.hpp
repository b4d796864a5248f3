// SPDX-License-Identifier: Apache-2.0
/// \file
/// Fault state of one switch (Hu et al. 2010, sections 5.1 and 5.2): PS of the up ports, flags of
/// the down ports, and the Link Fault Table.
#pragma once

#include <cstdint>
#include <vector>

#include "golden/fattree/digits.hpp"
#include "golden/types.hpp"

namespace selvage::golden {

/// PS_k = <L, 1>: through up port k nothing above level L can be reached. `own` marks the switch's
/// own dead link, which fixes L at the switch's level and overrides any DLFM (FT-PS-1, FT-PS-2).
struct UpPortState {
  bool failed = false;
  bool own = false;
  std::uint8_t level = 0;
  friend bool operator==(const UpPortState& a, const UpPortState& b) {
    return a.failed == b.failed && a.own == b.own && a.level == b.level;
  }
};

/// LFE<c, f>: bit j of `bits` says that up port m/2+j of the same-level switch c is unusable.
struct LinkFaultEntry {
  Digits c;
  std::uint32_t bits = 0;
  friend bool operator==(const LinkFaultEntry& a, const LinkFaultEntry& b) {
    return a.c == b.c && a.bits == b.bits;
  }
};

/// The Link Fault Table: at most `capacity` entries, in order of allocation (line 0 first). A full
/// table drops the newest entry and counts it (FT-LFT-2).
class LinkFaultTable {
 public:
  explicit LinkFaultTable(unsigned capacity);

  enum class Insert : std::uint8_t { kUnchanged, kMerged, kAllocated, kOverflow };
  /// Sets bit j of entry c: merge on match, allocate on miss (FT-LFT-1).
  Insert insert(Digits c, unsigned j);
  /// Back to power-on: no entry, no overflow counted.
  void clear();
  /// OR of the bits of all entries c with c_i = p_{i+1} for every i >= level: those whose switch is
  /// an ancestor of destination p (FT-LFT-3).
  [[nodiscard]] std::uint32_t lookup(unsigned level, Digits p) const;

  [[nodiscard]] unsigned capacity() const { return capacity_; }
  [[nodiscard]] std::uint64_t overflows() const { return overflows_; }
  [[nodiscard]] const std::vector<LinkFaultEntry>& entries() const { return entries_; }

 private:
  unsigned capacity_;
  std::uint64_t overflows_ = 0;
  std::vector<LinkFaultEntry> entries_;
};

/// Everything one switch knows about faults. `up` has m/2 elements, bit k of `down_failed` is f_k.
struct SwitchState {
  SwitchState(unsigned up_ports, unsigned lft_capacity) : up(up_ports), lft(lft_capacity) {}
  std::vector<UpPortState> up;
  PortMask down_failed = 0;
  LinkFaultTable lft;
};

/// One write into the fault state, as the tables in hardware see it.
struct TableWrite {
  enum class Kind : std::uint8_t { kNone, kUpPortDead, kUpPortDlfm, kDownPortDead, kLftInsert };
  Kind kind = Kind::kNone;
  std::uint8_t port = 0;   ///< up port index j (0..m/2-1) or down port k; for kLftInsert the bit j
  std::uint8_t level = 0;  ///< kUpPortDlfm: L
  Digits c;                ///< kLftInsert: the entry's coordinates
};

}  // namespace selvage::golden
