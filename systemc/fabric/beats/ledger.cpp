// SPDX-License-Identifier: Apache-2.0
#include "fabric/beats/ledger.hpp"

#include <algorithm>
#include <stdexcept>
#include <tuple>
#include <utility>

#include "cosim/message_numbers.hpp"
#include "golden/mix.hpp"

namespace selvage::fabric {

bool operator<(const LedgerEntry& a, const LedgerEntry& b) {
  return std::tuple(a.where.sw, a.where.port, a.kind, a.value) <
         std::tuple(b.where.sw, b.where.port, b.kind, b.value);
}

std::uint64_t mixed(const ControlMessage& m, std::uint32_t number) {
  const std::uint64_t mix =
      mix64(m.body ^ mix64(std::uint64_t{m.kind} << 24 | m.level << 16U | m.port << 8U | m.seq));
  return mix - mix % cosim::kMessageNumbers + number % cosim::kMessageNumbers;
}

std::string_view rule_of(LedgerEntry::Kind kind) {
  switch (kind) {
    case LedgerEntry::Kind::kDecided: return "FS-DEC";
    case LedgerEntry::Kind::kHeader: return "FS-ARB";
    case LedgerEntry::Kind::kTail:
    case LedgerEntry::Kind::kDelivered: return "FS-RD";
    case LedgerEntry::Kind::kXon: return "FS-XON";
    case LedgerEntry::Kind::kMessage: return "FS-MSG";
    case LedgerEntry::Kind::kStop: return "FT-CYC-2";
    case LedgerEntry::Kind::kResend: return "FS-AGAIN";
    case LedgerEntry::Kind::kDeclared: break;
  }
  return "?";
}

std::string_view text_of(LedgerEntry::Kind kind) {
  switch (kind) {
    case LedgerEntry::Kind::kDecided: return "route decision";
    case LedgerEntry::Kind::kHeader: return "packet that begins to leave";
    case LedgerEntry::Kind::kTail: return "packet that has left";
    case LedgerEntry::Kind::kDelivered: return "packet whose last beat is at its host";
    case LedgerEntry::Kind::kXon: return "XON (1) or XOFF (0)";
    case LedgerEntry::Kind::kMessage: return "fault message";
    case LedgerEntry::Kind::kStop: return "stop for fault messages";
    case LedgerEntry::Kind::kResend: return "RESEND of fault messages";
    case LedgerEntry::Kind::kDeclared: break;
  }
  return "?";
}

std::string_view block_of(LedgerEntry::Kind kind) {
  switch (kind) {
    case LedgerEntry::Kind::kDecided: return "switch_decision";
    case LedgerEntry::Kind::kHeader: return "switch_departure";
    case LedgerEntry::Kind::kTail: return "switch_tail";
    case LedgerEntry::Kind::kDelivered: return "switch_delivery";
    case LedgerEntry::Kind::kXon: return "switch_xon";
    case LedgerEntry::Kind::kMessage: return "switch_message";
    case LedgerEntry::Kind::kStop: return "switch_stop";
    case LedgerEntry::Kind::kResend: return "switch_resend";
    case LedgerEntry::Kind::kDeclared: break;
  }
  return "?";
}

std::vector<LedgerEntry>& Ledger::page(Pages& pages, Cycle at) {
  if (at < next_) throw std::logic_error("a cycle that has been compared is written again");
  while (pages.size() <= at - next_) {
    pages.emplace_back();
    if (spare_.empty()) continue;
    pages.back().swap(spare_.back());
    spare_.pop_back();
  }
  return pages[at - next_];
}

/// The first page.
std::vector<LedgerEntry>& Ledger::sorted(Pages& pages) {
  std::vector<LedgerEntry>& first = page(pages, next_);
  if (first.size() > 1) std::sort(first.begin(), first.end());
  return first;
}

void Ledger::turn(Pages& pages) {
  pages.front().clear();
  spare_.push_back(std::move(pages.front()));
  pages.pop_front();
}

std::optional<Ledger::Difference> Ledger::compare(Cycle end) {
  for (; next_ < end; ++next_) {
    if (expected_.empty() && shown_.empty()) {
      next_ = end;
      break;
    }
    const std::vector<LedgerEntry>& model = sorted(expected_);
    const std::vector<LedgerEntry>& rtl = sorted(shown_);
    const auto [m, r] = std::mismatch(model.begin(), model.end(), rtl.begin(), rtl.end());
    if (m != model.end() || r != rtl.end()) {
      Difference d;
      d.cycle = next_;
      const bool both = m != model.end() && r != rtl.end();
      const bool same_place = both && m->same_place(*r);
      const bool model_first = both && *m < *r;
      if (m != model.end() && (!both || same_place || model_first)) d.expected = *m;
      if (r != rtl.end() && (!both || same_place || !model_first)) d.shown = *r;
      return d;
    }
    for (const LedgerEntry& e : model) {
      ++by_kind_[static_cast<std::size_t>(e.kind)];
      note(next_, e);
    }
    turn(expected_);
    turn(shown_);
  }
  return std::nullopt;
}

}  // namespace selvage::fabric
