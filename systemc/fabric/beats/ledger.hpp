// SPDX-License-Identifier: Apache-2.0
/// \file
/// What the model says of a cycle and what switches in RTL have shown, entry by entry.
#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <optional>
#include <string_view>
#include <vector>

#include "cosim/lockstep/history.hpp"
#include "golden/switch_control.hpp"
#include "golden/topology.hpp"
#include "golden/types.hpp"

namespace selvage::fabric {

/// Something that is to happen in both in the same cycle.
struct LedgerEntry {
  enum class Kind : std::uint8_t {
    kDecided,    ///< port: input; value: the output, kNowhere
    kHeader,     ///< a packet begins to leave; value: its number
    kTail,       ///< to a switch: its last beat left in the cycle before; value: tail_value()
    kXon,        ///< an input says so; value: 0 XOFF, 1 XON
    kMessage,    ///< value: the message, mixed
    kStop,       ///< value: 0 go, 1 stop
    kResend,     ///< value: the number of the message that is asked for, as the RTL counts
    kDelivered,  ///< a packet's last beat is at the host, compared there; value: its number
    kDeclared    ///< noted only; value: 0 the link at the port is found dead, 1 back
  };
  /// The first so many kinds are compared in the ledger.
  static constexpr auto kCompared = static_cast<std::size_t>(Kind::kDelivered);
  static constexpr std::size_t kCounted = kCompared + 1;  ///< kDelivered, too, which is at hosts
  static constexpr std::uint64_t kNowhere = ~std::uint64_t{0};
  SwitchPort where;
  Kind kind = Kind::kHeader;
  std::uint64_t value = 0;
  [[nodiscard]] bool same_place(const LedgerEntry& other) const {
    return where.sw == other.where.sw && where.port == other.where.port && kind == other.kind;
  }
  friend bool operator==(const LedgerEntry& a, const LedgerEntry& b) {
    return a.same_place(b) && a.value == b.value;
  }
  friend bool operator<(const LedgerEntry& a, const LedgerEntry& b);
};

/// A packet's number in RTL, which has 32 bits of it.
[[nodiscard]] constexpr std::uint32_t tag_of(std::uint64_t packet) {
  return static_cast<std::uint32_t>(packet);
}
/// That number as a value of kTail, with the mark of its tail; tag_of() takes the mark off again.
[[nodiscard]] constexpr std::uint64_t tail_value(std::uint32_t tag, bool cut) {
  return std::uint64_t{cut} << 32U | tag;
}
[[nodiscard]] constexpr bool is_cut(std::uint64_t tail) { return (tail >> 32U) != 0; }

/// A fault message as a value of kMessage; the number that it has on its link is its remainder by
/// cosim::kMessageNumbers.
[[nodiscard]] std::uint64_t mixed(const ControlMessage& message, std::uint32_t number = 0);

/// The rule that an entry of this kind follows, what it is, for people, and what counts it.
[[nodiscard]] std::string_view rule_of(LedgerEntry::Kind kind);
[[nodiscard]] std::string_view text_of(LedgerEntry::Kind kind);
[[nodiscard]] std::string_view block_of(LedgerEntry::Kind kind);

/// Both sides write, in any order, cycles ahead of what was compared last.
class Ledger {
 public:
  explicit Ledger(SwitchIdx switches) : past_(switches) {}
  void expect(Cycle at, const LedgerEntry& entry) { page(expected_, at).push_back(entry); }
  void show(Cycle at, const LedgerEntry& entry) { page(shown_, at).push_back(entry); }
  /// The first difference.
  struct Difference {
    Cycle cycle = 0;
    std::optional<LedgerEntry> expected;  ///< empty: nothing like what is shown
    std::optional<LedgerEntry> shown;     ///< empty: it did not happen
  };
  /// Compares all cycles before `end`, at which both sides are complete; each once.
  [[nodiscard]] std::optional<Difference> compare(Cycle end);
  /// What happened alike at a switch of late; tails push out nothing else.
  using Past = cosim::History<LedgerEntry, 8, 2>;
  [[nodiscard]] const Past& past(SwitchIdx sw) const { return past_[sw]; }
  /// Adds something to it that is not compared.
  void note(Cycle at, const LedgerEntry& entry) {
    past_[entry.where.sw].add(at, entry.kind == LedgerEntry::Kind::kTail ? 1 : 0) = entry;
  }
  [[nodiscard]] std::uint64_t compared(LedgerEntry::Kind kind) const {
    return by_kind_[static_cast<std::size_t>(kind)];
  }

 private:
  using Pages = std::deque<std::vector<LedgerEntry>>;
  [[nodiscard]] std::vector<LedgerEntry>& page(Pages& pages, Cycle at);
  [[nodiscard]] std::vector<LedgerEntry>& sorted(Pages& pages);
  void turn(Pages& pages);

  Cycle next_ = 0;  ///< first cycle that was not compared; page 0 is its
  Pages expected_;
  Pages shown_;
  std::vector<std::vector<LedgerEntry>> spare_;  ///< pages that have been compared, empty
  std::array<std::uint64_t, LedgerEntry::kCompared> by_kind_{};
  std::vector<Past> past_;  ///< by switch
};

}  // namespace selvage::fabric
