// SPDX-License-Identifier: Apache-2.0
// What is said of the first rule that a switch of others breaks.
#include <fmt/format.h>

#include <algorithm>

#include "fabric/beats/rtl_path.hpp"

namespace selvage::fabric {

void RtlPath::compare(Cycle end) {
  if (context_.scoreboard.failed()) return;
  const auto difference = ledger_.compare(end);
  sent_messages_->compared = ledger_.compared(LedgerEntry::Kind::kMessage);
  stops_->compared = ledger_.compared(LedgerEntry::Kind::kStop);
  if (!difference) return;
  const LedgerEntry& entry = difference->expected ? *difference->expected : *difference->shown;
  const auto value = [this](const std::optional<LedgerEntry>& e) {
    return e ? text_of(*e) : std::string("none");
  };
  std::string shown = value(difference->shown);
  if (shown == value(difference->expected)) shown += ", other bits";
  tell(entry.where, std::nullopt, difference->cycle,
       {"SW-MSG", std::string(fabric::text_of(entry.kind)), value(difference->expected),
        std::move(shown)});
}

void RtlPath::tell() {
  const Violation& v = *judge_.violation();
  tell(v.where, v.tag, next_ - 1, {v.rule, v.what, v.expected, v.actual});
}

void RtlPath::tell(SwitchPort at, std::optional<std::uint32_t> tag, Cycle c,
                   const cosim::Difference& difference) {
  const Topology& topology = context_.topology;
  Mismatch place;
  place.cycle = c;
  place.switch_name = topology.switch_name(at.sw);
  place.port = topology.port_name(at.sw, at.port);
  if (tag) place.packet = *tag;
  place.recent = ledger_.past(at.sw).lines([this](const LedgerEntry& e) { return text_of(e); });
  std::string held;
  for (unsigned p = 0; p < topology.port_count(at.sw); ++p) {
    const auto port = static_cast<PortIdx>(p);
    const std::uint64_t beats = judge_.held({at.sw, port});
    if (beats == 0) continue;
    held +=
        fmt::format("{}{} {}", held.empty() ? "" : ", ", topology.port_name(at.sw, port), beats);
  }
  place.buffers = {fmt::format("by the pins, cycle {}: {} (beats of {})", c,
                               held.empty() ? "empty" : held,
                               system_.whole_plugin()->facts().buffer)};
  if (own_messages()) place.buffers.push_back(news_text());
  cosim::fail(context_.scoreboard, *departures_, std::move(place), difference);
}

std::string RtlPath::news_text() const {
  const Cycle declared = context_.book.link_changes.last_declared;
  return fmt::format("news: {}; bounds.settle is {} cycles",
                     declared == kNever
                         ? std::string("no declaration")
                         : fmt::format("the last declaration was in cycle {}", declared),
                     system_.whole_plugin()->facts().settle);
}

void RtlPath::keep(const ControlMessage& message) {
  constexpr std::size_t kMost = 256;
  messages_.push_back(message);
  if (messages_.size() > kMost) messages_.pop_front();
}

std::string RtlPath::message_text(std::uint64_t value) const {
  const auto found = std::find_if(messages_.begin(), messages_.end(),
                                  [&](const auto& m) { return mixed(m) == value; });
  return found == messages_.end() ? "a message" : system_.describe(*found).text;
}

std::string RtlPath::text_of(const LedgerEntry& e) const {
  using Kind = LedgerEntry::Kind;
  const std::string port = context_.topology.port_name(e.where.sw, e.where.port);
  switch (e.kind) {
    case Kind::kHeader: return fmt::format("packet {} begins to leave by {}", e.value, port);
    case Kind::kXon: return fmt::format("{} says {}", port, e.value != 0 ? "XON" : "XOFF");
    case Kind::kMessage: return fmt::format("{} leaves by {}", message_text(e.value), port);
    case Kind::kStop:
      return fmt::format("{} says {} to fault messages", port, e.value != 0 ? "stop" : "go");
    case Kind::kDeclared:
      return fmt::format("link at {} found {}", port, e.value != 0 ? "back" : "dead");
    default: return "?";
  }
}

}  // namespace selvage::fabric
