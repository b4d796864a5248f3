// SPDX-License-Identifier: Apache-2.0
/// \file
/// A table whose rows have check bits beside its golden model, while stored bits flip.
///
/// The golden model knows no flips. It is not given the operations that a lost row refuses
/// (FLOW-ECC-3); what these have to answer is put into what it expects.
#pragma once

#include <map>
#include <optional>
#include <vector>

#include "golden/flow/tables/row_turns.hpp"
#include "settings.hpp"

namespace selvage::test {

struct FlipPlan {
  unsigned percent = 0;  ///< of cycles in which a bit flips
  bool second = false;   ///< also in a row in which one has flipped
  unsigned lost = 0;     ///< rows that may be lost
  bool corrects = true;  ///< SECDED; else a parity
};

/// What has flipped in which row, and until when it shows.
class Flips {
 public:
  /// `flight`: clocks for which a step knows the row it has named, and may yet write it.
  Flips(const FlipPlan& plan, unsigned rows, unsigned flight)
      : plan_(plan), random_(77), named_(rows, 0), flight_(flight) {}
  [[nodiscard]] bool hurt(unsigned row) const { return rows_.count(row) != 0; }
  [[nodiscard]] bool lost(unsigned row) const { return hurt(row) && rows_.at(row).lost; }
  /// Flips a bit of a row that no step under way knows.
  template <class Table>
  void draw(Table& table, std::uint64_t cycle) {
    clean(cycle);
    if (!random_.percent(plan_.percent)) return;
    const unsigned row = random_.below(static_cast<unsigned>(named_.size()));
    if (named_[row] + flight_ > cycle || !table.written(row) || lost(row)) return;
    const unsigned bit = random_.below(table.word_bits());
    const bool again = hurt(row);
    if (again && (!plan_.second || rows_.at(row).bit == bit)) return;
    const bool loses = again || !plan_.corrects;
    if (loses && lost_ == plan_.lost) return;
    table.flip(row, bit);
    rows_[row] = {bit, loses, std::nullopt};
    lost_ += loses;
  }
  /// An operation of step `cycle` reads the row, a late one in the clock of the step: does it
  /// correct it? Its step has written the row back for those that read it two clocks later.
  [[nodiscard]] bool corrects(unsigned row, std::uint64_t cycle, bool late) {
    named_[row] = cycle;
    if (!hurt(row) || lost(row)) return false;
    std::optional<std::uint64_t>& first = rows_.at(row).first;
    if (!first) first = cycle;
    return cycle == *first || (cycle == *first + 1 && !late);
  }

 private:
  struct Hurt {
    unsigned bit = 0;
    bool lost = false;
    std::optional<std::uint64_t> first;  ///< step that has read it
  };
  void clean(std::uint64_t cycle) {
    for (auto row = rows_.begin(); row != rows_.end();) {
      const bool over = row->second.first && *row->second.first + 2 <= cycle;
      row = over ? rows_.erase(row) : std::next(row);
    }
  }

  FlipPlan plan_;
  tb::Random random_;
  std::vector<std::uint64_t> named_;  ///< cycle of the last step that did
  unsigned flight_;
  std::map<unsigned, Hurt> rows_;
  unsigned lost_ = 0;
};

/// Rows that the operations of a step read.
using NamedRows = std::vector<std::optional<unsigned>>;

/// What a step has to show.
template <class Out>
struct Expected {
  Out out;
  unsigned fixed = 0;
  unsigned lost = 0;
  std::uint64_t stray = 0;  ///< of the ofct: ACKs
};

// Of a table: which rows a step names, the first operation being late or not, and what the golden
// model is given and the pins show if the operations `lost` are refused.
struct EfctRefusals {
  static constexpr bool kLate = true;
  unsigned stalls = 0;
  static NamedRows named(const golden::Efct& golden, const golden::EfctInput& in);
  golden::EfctOutput step(golden::Efct& golden, const golden::EfctInput& in, unsigned lost,
                          cosim::EfctOut& shows);
};
struct IfctRefusals {
  static constexpr bool kLate = false;
  static NamedRows named(const golden::Ifct& golden, const golden::IfctInput& in);
  golden::IfctOutput step(golden::Ifct& golden, const golden::IfctInput& in, unsigned lost,
                          cosim::IfctOut& shows);
};
struct OfctRefusals {
  static constexpr bool kLate = true;
  unsigned stalls = 0;
  static NamedRows named(const golden::Ofct& golden, const golden::OfctInput& in);
  golden::OfctOutput step(golden::Ofct& golden, const golden::OfctInput& in, unsigned lost,
                          cosim::OfctOut& shows);
};

template <class Golden, class In, class Table, class Refusals>
class WordPair {
 public:
  using Input = In;

  /// `rows`: those that are compared, every so many cycles. `late`: inputs wait a clock (MACRO of
  /// efct and ofct).
  WordPair(Golden golden, std::unique_ptr<cosim::WordTable<Table>> rtl, unsigned rows,
           const FlipPlan& plan, unsigned compared, bool late = false)
      : golden_(std::move(golden)),
        rtl_(std::move(rtl)),
        flips_(plan, rows, late ? 5 : 4),
        compared_(compared),
        late_(late) {
    In idle;
    refusals_.step(golden_, idle, 0, expected_.out);
    earlier_ = expected_;
    verdict_.add(0, cosim::difference(expected_.out, rtl_->out()));  // what reset leaves
  }

  /// Steps take two rows (FLOW-A-25).
  void share_rows() { turns_.emplace(); }

  auto step(In in) {
    auto asked = cosim::to_rtl(in);
    const bool asks = peek(in, asked);
    if (turns_) take(in, rtl_->taken(asked));
    flips_.draw(*rtl_, cycle_);
    rtl_->edge(asked);
    verdict_.add_assertion(cycle_);
    const Expected<typename Table::Out> due =
        late_ ? std::exchange(earlier_, expected_) : expected_;
    verdict_.add(cycle_, cosim::difference(due.out, rtl_->out()));
    if (rtl_->fixed() != due.fixed)
      verdict_.add(cycle_, {"ecc_fixed", "FLOW-ECC-2", due.fixed, rtl_->fixed()});
    if (rtl_->lost() != due.lost)
      verdict_.add(cycle_, {"ecc_lost", "FLOW-ECC-3", due.lost, rtl_->lost()});
    if (cycle_ % 16 == 0) compare_rows(due.stray);
    compare_peeked();

    expected_ = {};
    const NamedRows named = Refusals::named(golden_, in);
    for (unsigned k = 0; k < named.size(); ++k) {
      if (!named[k]) continue;
      const bool fixed = flips_.corrects(*named[k], cycle_, Refusals::kLate && !late_ && k == 0);
      const bool lost = flips_.lost(*named[k]);
      expected_.fixed |= static_cast<unsigned>(fixed) << k;
      expected_.lost |= static_cast<unsigned>(lost) << k;
      corrected[k] += fixed;
      refused[k] += lost;
    }
    ++cycle_;
    return peeks(in, asks, expected_.lost);
  }
  [[nodiscard]] const Golden& golden() const { return golden_; }
  [[nodiscard]] const std::string& difference() const { return verdict_.text(); }

  std::array<unsigned, 4> corrected{}, refused{};  ///< by operation
  std::array<unsigned, 4> waited{};                ///< by operation: cycles
  unsigned peeked = 0;                             ///< rows that were shown

 private:
  /// Now and then CHK only shows a row; the golden model is not told.
  bool peek(In& in, typename Table::In& asked) {
    if constexpr (std::is_same_v<Golden, golden::Ifct>) {
      if (in.chk_valid || !peeks_.percent(20)) return false;
      in.chk_valid = true;
      in.chk = static_cast<golden::FlowId>(peeks_.below(kPeeked));
      asked.chk = {true, in.chk, true};
      return true;
    } else {
      return false;
    }
  }
  /// A step of the golden model, and what a peek of it has to show.
  auto peeks(In& in, bool asks, unsigned lost) {
    bool shows = false;
    if constexpr (std::is_same_v<Golden, golden::Ifct>) {
      shows = asks && in.chk_valid;
      if (shows) shown_.reset();
      if (shows && !flips_.lost(in.chk)) shown_ = cosim::row_of(golden_, in.chk);
      if (asks) in.chk_valid = false;
      peeked += shows;
    }
    auto out = refusals_.step(golden_, in, lost, expected_.out);
    if constexpr (std::is_same_v<Golden, golden::Ifct>) expected_.out.row_valid = shows;
    if constexpr (std::is_same_v<Golden, golden::Ofct>) expected_.stray = golden_.stray();
    return out;
  }
  void compare_peeked() {
    if (shown_) verdict_.add(cycle_, cosim::difference(*shown_, rtl_->peeked()));
  }
  /// Leaves of a step what is taken.
  void take(In& in, unsigned shown) {
    if constexpr (std::is_same_v<Golden, golden::Ifct>) {
      const NamedRows asks = Refusals::named(golden_, in);
      const std::array<bool, 4> taken = turns_->step({asks[0], asks[1], asks[2], asks[3]});
      const std::array<bool*, 4> valid{&in.deq_valid, &in.enq_valid, &in.ack_valid, &in.chk_valid};
      for (unsigned k = 0; k < 4; ++k) {
        if (taken[k] != ((shown >> k & 1U) != 0))
          verdict_.add(cycle_, {"taken_o", "FLOW-A-25", taken[k], !taken[k]});
        waited[k] += asks[k] && !taken[k];
        *valid[k] = taken[k];
      }
    }
  }
  void compare_rows(std::uint64_t stray) {
    for (unsigned r = 0; r < compared_; ++r) {
      if (flips_.hurt(r)) continue;
      verdict_.add(cycle_, cosim::difference(cosim::row_of(golden_, r), rtl_->row(r)),
                   static_cast<int>(r));
    }
    if constexpr (std::is_same_v<Golden, golden::Ifct>) {
      verdict_.add(cycle_, cosim::difference(cosim::counters_of(golden_), rtl_->counters()));
    } else if constexpr (std::is_same_v<Golden, golden::Ofct>) {
      if (stray != rtl_->stray())
        verdict_.add(cycle_, {"stray_q", "FLOW-A-21", stray, rtl_->stray()});
    }
  }

  Golden golden_;
  std::unique_ptr<cosim::WordTable<Table>> rtl_;
  Refusals refusals_;
  std::optional<golden::RowTurns> turns_;
  Flips flips_;
  static constexpr unsigned kPeeked = 64;
  tb::Random peeks_{78};
  std::optional<typename Table::Row> shown_;  ///< of the last peek, from the next edge on
  unsigned compared_;
  bool late_;
  std::uint64_t cycle_ = 0;
  Expected<typename Table::Out> expected_;
  Expected<typename Table::Out> earlier_;  ///< late_: of the step before
  Verdict verdict_;
};

using EfctWordPair = WordPair<golden::Efct, golden::EfctInput, cosim::EfctBlock, EfctRefusals>;
using IfctWordPair = WordPair<golden::Ifct, golden::IfctInput, cosim::IfctBlock, IfctRefusals>;
using OfctWordPair = WordPair<golden::Ofct, golden::OfctInput, cosim::OfctBlock, OfctRefusals>;

}  // namespace selvage::test
