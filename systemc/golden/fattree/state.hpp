// SPDX-License-Identifier: Apache-2.0
/// \file
/// Fault state of one switch (Hu et al. 2010, sections 5.1 and 5.2, extended for repair; "State" of
/// docs/reference/control-plane.md): PS of the up ports, the down ports, the Link Fault Table.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
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

/// Why the bits of an entry are what they are: f = direct | derived (FT-REP-1).
struct LinkFaultCause {
  std::uint32_t direct = 0;            ///< d_j: ULFM
  std::uint32_t derived = 0;           ///< r_j: DERF
  std::uint32_t known = 0;             ///< a direct statement about j was received
  bool advertised = false;             ///< sent to the children: avoid this switch for c
  std::array<std::uint8_t, 32> seq{};  ///< of that statement (FT-REP-3)
  friend bool operator==(const LinkFaultCause& a, const LinkFaultCause& b) {
    return a.direct == b.direct && a.derived == b.derived && a.known == b.known &&
           a.advertised == b.advertised && a.seq == b.seq;
  }
};

/// Sequence number a is newer than b: (a - b) mod 256 is in 1..127 (FT-REP-3).
[[nodiscard]] constexpr bool newer(std::uint8_t a, std::uint8_t b) {
  const auto ahead = static_cast<std::uint8_t>(a - b);
  return ahead >= 1 && ahead <= 127;
}

/// The Link Fault Table: at most `capacity` lines. Lines are taken in ascending order and stay
/// valid, so the valid ones are 0 .. entries().size()-1. A line without bits that was not
/// advertised is free: it goes on remembering its sequence numbers until another key takes it. A
/// full table drops the newest entry and counts it (FT-LFT-2).
class LinkFaultTable {
 public:
  explicit LinkFaultTable(unsigned capacity);

  enum class Insert : std::uint8_t { kUnchanged, kMerged, kAllocated, kOverflow };
  /// Sets direct bit j of entry c whatever the sequence numbers are: merge on match, allocate on
  /// miss (FT-LFT-1).
  Insert insert(Digits c, unsigned j);
  /// The valid line with key c.
  [[nodiscard]] std::optional<unsigned> find(Digits c) const;
  /// The line with key c; on a miss the lowest that is not valid, else the lowest free one, started
  /// empty (FT-LFT-1, FT-REP-4). `changed` is set if one was taken.
  std::optional<unsigned> take(Digits c, bool& changed);
  /// A direct statement: d_j := dead unless a statement as new or newer is known (FT-REP-3).
  /// Returns whether anything changed.
  bool state_direct(unsigned line, unsigned j, std::uint8_t seq, bool dead);
  /// d_j or r_j alone. Returns whether it changed.
  bool set_direct(unsigned line, unsigned j, bool dead);
  bool set_derived(unsigned line, unsigned j, bool unusable);
  /// r_j := 0 in every line.
  bool drop_derived(unsigned j);
  void set_advertised(unsigned line, bool advertised) { causes_[line].advertised = advertised; }
  void count_overflow() { ++overflows_; }
  /// Back to power-on: no entry, no overflow counted.
  void clear();
  /// OR of the bits of all entries c with c_i = p_{i+1} for every i >= level: those whose switch is
  /// an ancestor of destination p (FT-LFT-3).
  [[nodiscard]] std::uint32_t lookup(unsigned level, Digits p) const;

  [[nodiscard]] unsigned capacity() const { return capacity_; }
  [[nodiscard]] std::uint64_t overflows() const { return overflows_; }
  /// Line w is entries()[w], its causes causes()[w].
  [[nodiscard]] const std::vector<LinkFaultEntry>& entries() const { return entries_; }
  [[nodiscard]] const std::vector<LinkFaultCause>& causes() const { return causes_; }
  [[nodiscard]] bool is_free(unsigned line) const {
    return entries_[line].bits == 0 && !causes_[line].advertised;
  }

 private:
  void refresh(unsigned line);

  unsigned capacity_;
  std::uint64_t overflows_ = 0;
  std::vector<LinkFaultEntry> entries_;  ///< what a lookup reads, densely
  std::vector<LinkFaultCause> causes_;
};

/// The last four different RESYNC ids (FT-REP-6), oldest replaced.
class ResyncMemory {
 public:
  struct Id {
    unsigned level = 0;
    Digits c;
    unsigned k = 0;
    std::uint8_t seq = 0;
    friend bool operator==(const Id& a, const Id& b) {
      return a.level == b.level && a.c == b.c && a.k == b.k && a.seq == b.seq;
    }
  };
  /// Remembers `id`; false if it was remembered already.
  bool remember(const Id& id);

 private:
  std::array<Id, 4> ids_{};
  std::uint8_t count_ = 0;
  std::uint8_t next_ = 0;
};

/// Everything one switch knows about faults. `up` has m/2 elements; of the masks and of `seq`, bit
/// or element k belongs to down port k.
struct SwitchState {
  SwitchState(unsigned up_ports, unsigned lft_capacity)
      : up(up_ports), dlfm(up_ports, -1), lft(lft_capacity) {}
  std::vector<UpPortState> up;    ///< PS as section 5.3 reads it
  std::vector<std::int8_t> dlfm;  ///< level of the DLFM that holds at up port j, -1 for none
  PortMask down_failed = 0;       ///< f_k: `dead`
  PortMask ever = 0;              ///< was ever dead
  PortMask pending = 0;           ///< announcement pending
  std::array<std::uint8_t, kMaxPorts> seq{};
  std::int8_t dlfm_advertised = -1;  ///< level of the DLFM advertised to the children, -1 for none
  ResyncMemory resync_seen;
  LinkFaultTable lft;
};

/// One write offered to the fault state, as the tables in hardware see it; also one that they then
/// ignore (an overflow, an old statement, a DLFM for an own dead port).
struct TableWrite {
  enum class Kind : std::uint8_t {
    kNone,
    kUpPortDead,     ///< own := 1
    kUpPortDlfm,     ///< dlfm := 1, dl := level
    kDownPortDead,   ///< dead := 1
    kLftInsert,      ///< ULFM (direct) or DERF (derived): a bit is set
    kUpPortAlive,    ///< own := 0, dlfm := 0
    kUpPortDlrm,     ///< dlfm := 0
    kDownPortAlive,  ///< dead := 0
    kLftClear,       ///< ULRM (direct) or DERR (derived): a bit is cleared
    kLftDropDerived  ///< r_j := 0 in every line
  };
  Kind kind = Kind::kNone;
  std::uint8_t port = 0;   ///< up port index j (0..m/2-1) or down port k; for kLft* the bit j
  std::uint8_t level = 0;  ///< kUpPortDlfm: L
  Digits c;                ///< kLftInsert, kLftClear: the entry's coordinates
  bool derived = false;    ///< kLftInsert, kLftClear
  std::uint8_t seq = 0;    ///< kLftInsert, kLftClear, direct
};

}  // namespace selvage::golden
