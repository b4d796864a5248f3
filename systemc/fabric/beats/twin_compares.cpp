// SPDX-License-Identifier: Apache-2.0
// How what the switches in RTL have shown is held against the model, and what is said of the first
// difference.
#include <fmt/format.h>

#include <algorithm>

#include "cosim/lockstep/runtime.hpp"
#include "fabric/beats/twin.hpp"

namespace selvage::fabric {

namespace {

constexpr std::size_t kMessagesKept = 256;

}  // namespace

void SwitchTwin::compare(Cycle end) {
  if (context_.scoreboard.failed()) return;
  const auto difference = ledger_.compare(end);
  for (std::size_t kind = 0; kind < counts_.size(); ++kind) {
    counts_[kind]->compared = ledger_.compared(static_cast<LedgerEntry::Kind>(kind));
  }
  if (difference) return fail(*difference);
  compare_cut(end);
  compare_at_slow_hosts(end);
  counts_[static_cast<std::size_t>(LedgerEntry::Kind::kDelivered)]->compared += slow_compared_;
}

/// A packet that is marked as cut at its host ended there in the model.
void SwitchTwin::compare_cut(Cycle end) {
  while (!cut_arrivals_.empty() && cut_arrivals_.front().at < end) {
    const CutArrival arrival = cut_arrivals_.front();
    cut_arrivals_.pop_front();
    const auto found = cut_.find(arrival.tag);
    if (found != cut_.end() && found->second == arrival.at) continue;
    Mismatch m;
    m.cycle = arrival.at;
    m.packet = arrival.tag;
    m.requirement = "FS-RX-2";
    m.what = "packet marked as cut that is at its host";
    m.expected =
        found == cut_.end() ? "it does not end cut" : fmt::format("in cycle {}", found->second);
    m.actual = fmt::format("in cycle {}", arrival.at);
    return fail(LedgerEntry::Kind::kDelivered, arrival.by, m);
  }
}

/// A host that takes packets slowly has them later than their last beats come.
void SwitchTwin::compare_at_slow_hosts(Cycle end) {
  for (; !slow_ends_.empty() && slow_ends_.front().at < end; slow_ends_.pop_front()) {
    const SlowEnd& model = slow_ends_.front();
    const auto found = slow_tails_.find(model.tag);
    const bool came = found != slow_tails_.end();
    if (!came && model.tail.bad) continue;  // lost on its way
    const Tail rtl = came ? found->second : Tail{};
    if (came) slow_tails_.erase(found);
    if (came && rtl.bad == model.tail.bad && rtl.at == model.tail.at) {
      ++slow_compared_;
      continue;
    }
    const auto text = [](const Tail& t) {
      return fmt::format("in cycle {}{}", t.at, t.bad ? ", cut" : "");
    };
    Mismatch m;
    m.cycle = model.at;
    m.packet = model.tag;
    m.requirement = "FS-RD";
    m.what = "packet whose last beat is at its slow host";
    m.expected = text(model.tail);
    m.actual = came ? text(rtl) : "none";
    return fail(LedgerEntry::Kind::kDelivered, model.by, m);
  }
}

void SwitchTwin::look_at_assertions(SwitchIdx sw, Cycle c) {
  Mismatch m;
  m.cycle = c;
  m.requirement = "COS-ASSERT";
  m.what = "assertion";
  m.expected = "it holds";
  m.actual = cosim::take_rtl_failure();
  m.switch_name = context_.topology.switch_name(sw);
  m.block = "fattree_switch";
  for (const Ledger::Past& p : ledger_.past(sw)) {
    m.recent.push_back(fmt::format("cycle {}: {}", p.at, text_of(p.entry)));
  }
  m.buffers = buffers(sw);
  context_.scoreboard.fail(*counts_[static_cast<std::size_t>(LedgerEntry::Kind::kHeader)], m);
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
    case Kind::kDeclared: return e.value != 0 ? "back" : "dead";
    case Kind::kMessage: {
      const auto found = std::find_if(messages_.begin(), messages_.end(),
                                      [&](const auto& m) { return mixed(m) == e.value; });
      return found == messages_.end() ? "a message" : system_.describe(*found).text;
    }
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
    case Kind::kDelivered: return fmt::format("{} has come by {} to its host", value, port);
    case Kind::kXon: return fmt::format("{} says {}", port, value);
    case Kind::kMessage: return fmt::format("{} leaves by {}", value, port);
    case Kind::kStop: return fmt::format("{} says {} to fault messages", port, value);
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

void SwitchTwin::fail(LedgerEntry::Kind kind, SwitchPort where, Mismatch& m) {
  m.switch_name = context_.topology.switch_name(where.sw);
  m.port = context_.topology.port_name(where.sw, where.port);
  m.block = block_of(kind);
  for (const Ledger::Past& p : ledger_.past(where.sw)) {
    m.recent.push_back(fmt::format("cycle {}: {}", p.at, text_of(p.entry)));
  }
  m.buffers = buffers(where.sw);
  context_.scoreboard.fail(*counts_[static_cast<std::size_t>(kind)], m);
}

void SwitchTwin::fail(const Ledger::Difference& d) {
  const LedgerEntry& entry = d.expected ? *d.expected : *d.shown;
  Mismatch m;
  m.cycle = d.cycle;
  if (entry.kind == LedgerEntry::Kind::kHeader || entry.kind == LedgerEntry::Kind::kDelivered) {
    m.packet = entry.value;
  }
  m.requirement = std::string(rule_of(entry.kind));
  m.what = std::string(fabric::text_of(entry.kind));
  m.expected = d.expected ? value_of(*d.expected) : "none";
  m.actual = d.shown ? value_of(*d.shown) : "none";
  fail(entry.kind, entry.where, m);
}

}  // namespace selvage::fabric
