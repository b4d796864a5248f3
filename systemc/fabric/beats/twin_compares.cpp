// SPDX-License-Identifier: Apache-2.0
// How what the switches in RTL have shown is held against the model, and what is said of the first
// difference.
#include <fmt/format.h>

#include <algorithm>

#include "fabric/beats/twin.hpp"

namespace selvage::fabric {

namespace {

constexpr std::size_t kMessagesKept = 256;

}  // namespace

void SwitchTwin::compare(Cycle end) {
  if (context_.scoreboard.failed()) return;
  const auto difference = ledger_.compare(end);
  for (std::size_t kind = 0; kind < LedgerEntry::kCompared; ++kind) {
    counts_[kind]->compared = ledger_.compared(static_cast<LedgerEntry::Kind>(kind));
  }
  if (difference) return fail(*difference);
  compare_at_hosts(end);
}

/// Packets that ended in the model before `end` have come to their hosts, and nothing else has; a
/// host that takes packets slowly ends them later than their tails come.
void SwitchTwin::compare_at_hosts(Cycle end) {
  BlockCount& count = *counts_[static_cast<std::size_t>(LedgerEntry::Kind::kDelivered)];
  for (; !arrivals_.empty() && arrivals_.front().end < end; arrivals_.pop_front()) {
    const Arrival& model = arrivals_.front();
    const auto found = tails_.find(model.tag);
    const Tail* rtl = found == tails_.end() ? nullptr : &found->second;
    if (rtl == nullptr || !(*rtl == model.tail)) return differ_at_host(model, &model.tail, rtl);
    tails_.erase(found);
    ++count.compared;
    ledger_.note(model.tail.at, {model.by, LedgerEntry::Kind::kDelivered, model.tag});
  }
  for (; !shown_arrivals_.empty() && shown_arrivals_.front().tail.at < end;
       shown_arrivals_.pop_front()) {
    const Arrival& rtl = shown_arrivals_.front();
    if (!port(rtl.by).slow && tails_.count(rtl.tag) != 0)
      return differ_at_host(rtl, nullptr, &rtl.tail);
  }
}

void SwitchTwin::differ_at_host(const Arrival& at, const Tail* model, const Tail* rtl) {
  const auto text = [](const Tail* t) {
    if (t == nullptr) return std::string("none");
    return fmt::format("in cycle {}{}", t->at, t->bad ? ", cut" : "");
  };
  Mismatch place;
  place.cycle = at.tail.at;
  place.packet = at.tag;
  const bool cut = (model != nullptr && model->bad) || (rtl != nullptr && rtl->bad);
  fail(LedgerEntry::Kind::kDelivered, at.by, place,
       {cut ? "FS-RX-2" : rule_of(LedgerEntry::Kind::kDelivered),
        std::string(fabric::text_of(LedgerEntry::Kind::kDelivered)), text(model), text(rtl)});
}

void SwitchTwin::wrong_pin(SwitchPort at, Cycle c, const char* rule, const char* pin,
                           bool has_to_be) {
  Mismatch place;
  place.cycle = c;
  fail(LedgerEntry::Kind::kHeader, at, place,
       {rule, pin, has_to_be ? "1" : "0", has_to_be ? "0" : "1"});
}

// ---- the first difference -----------------------------------------------------------------------

void SwitchTwin::keep(const ControlMessage& message) {
  messages_.push_back(message);
  if (messages_.size() > kMessagesKept) messages_.pop_front();
}

std::string SwitchTwin::value_of(const LedgerEntry& e) const {
  using Kind = LedgerEntry::Kind;
  switch (e.kind) {
    case Kind::kDecided:
      if (e.value == LedgerEntry::kNowhere) return "nowhere";
      return context_.topology.port_name(e.where.sw, static_cast<PortIdx>(e.value));
    case Kind::kXon: return e.value != 0 ? "XON" : "XOFF";
    case Kind::kStop: return e.value != 0 ? "stop" : "go";
    case Kind::kResend: return fmt::format("RESEND of message {}", e.value);
    case Kind::kDeclared: return e.value != 0 ? "back" : "dead";
    case Kind::kMessage: {
      const auto number = static_cast<std::uint32_t>(e.value % cosim::kMessageNumbers);
      const auto found = std::find_if(messages_.begin(), messages_.end(),
                                      [&](const auto& m) { return mixed(m, number) == e.value; });
      const std::string text =
          found == messages_.end() ? "a message" : system_.describe(*found).text;
      return numbered_ ? fmt::format("{}, number {}", text, number) : text;
    }
    case Kind::kTail:
      return fmt::format("packet {}{}", tag_of(e.value), is_cut(e.value) ? ", cut" : "");
    default: return fmt::format("packet {}", e.value);
  }
}

std::string SwitchTwin::text_of(const LedgerEntry& e) const {
  using Kind = LedgerEntry::Kind;
  const std::string port = context_.topology.port_name(e.where.sw, e.where.port);
  const std::string value = value_of(e);
  switch (e.kind) {
    case Kind::kDecided: return fmt::format("the header at {} goes: {}", port, value);
    case Kind::kHeader: return fmt::format("{} begins to leave by {}", value, port);
    case Kind::kTail:
      return fmt::format("{}{} has left by {}", value, is_cut(e.value) ? "," : "", port);
    case Kind::kDelivered: return fmt::format("{} has come by {} to its host", value, port);
    case Kind::kXon: return fmt::format("{} says {}", port, value);
    case Kind::kMessage: return fmt::format("{} leaves by {}", value, port);
    case Kind::kStop: return fmt::format("{} says {} to fault messages", port, value);
    case Kind::kResend: return fmt::format("{} says {}", port, value);
    case Kind::kDeclared: return fmt::format("link at {} found {}", port, value);
  }
  return "?";
}

/// "golden    port 0: 64, port 5: 128".
std::vector<std::string> SwitchTwin::buffers(SwitchIdx sw) const {
  const auto all = [&](const auto& held) {
    std::string text;
    for (unsigned p = 0; p < context_.topology.port_count(sw); ++p) {
      const std::uint64_t beats = held(static_cast<PortIdx>(p));
      if (beats == cosim::SwitchBlock::kUnknown) return std::string("not shown");
      if (beats == 0) continue;
      text += fmt::format("{}{} {}", text.empty() ? "" : ", ",
                          context_.topology.port_name(sw, static_cast<PortIdx>(p)), beats);
    }
    return text.empty() ? std::string("empty") : text;
  };
  const Cycle rtl = next_ == 0 ? 0 : next_ - 1;
  return {fmt::format("golden, cycle {}: {}", context_.now(), all([&](PortIdx p) {
                        return held_({sw, p});
                      })),
          fmt::format("RTL, cycle {}: {} (beats of {})", rtl,
                      all([&](PortIdx p) { return nodes_[sw].block->held(p); }),
                      context_.timing.capacity)};
}

void SwitchTwin::fail(BlockCount& block, Mismatch place, const cosim::Difference& difference,
                      SwitchIdx sw) {
  place.switch_name = context_.topology.switch_name(sw);
  place.recent = ledger_.past(sw).lines([this](const LedgerEntry& e) { return text_of(e); });
  place.buffers = buffers(sw);
  cosim::fail(context_.scoreboard, block, std::move(place), difference);
}

void SwitchTwin::fail(LedgerEntry::Kind kind, SwitchPort where, Mismatch place,
                      const cosim::Difference& difference) {
  place.port = context_.topology.port_name(where.sw, where.port);
  fail(*counts_[static_cast<std::size_t>(kind)], std::move(place), difference, where.sw);
}

void SwitchTwin::fail(const Ledger::Difference& d) {
  const LedgerEntry& entry = d.expected ? *d.expected : *d.shown;
  Mismatch place;
  place.cycle = d.cycle;
  using Kind = LedgerEntry::Kind;
  if (entry.kind == Kind::kHeader || entry.kind == Kind::kTail) place.packet = tag_of(entry.value);
  const auto cut = [](const std::optional<LedgerEntry>& e) {
    return e && e->kind == Kind::kTail && is_cut(e->value);
  };
  const bool marked = cut(d.expected) || cut(d.shown);
  const auto way = [](const std::optional<LedgerEntry>& e) {
    const bool known = e && e->kind == LedgerEntry::Kind::kDecided;
    if (!known || e->value >= kMaxPorts) return std::optional<PortIdx>();
    return std::optional(static_cast<PortIdx>(e->value));
  };
  place.model.out = way(d.expected);
  place.rtl.out = way(d.shown);
  fail(entry.kind, entry.where, place,
       {marked ? "FS-RX-2" : rule_of(entry.kind), std::string(fabric::text_of(entry.kind)),
        d.expected ? value_of(*d.expected) : "none", d.shown ? value_of(*d.shown) : "none"});
}

}  // namespace selvage::fabric
