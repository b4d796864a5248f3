// SPDX-License-Identifier: Apache-2.0
// What routers in RTL show is held against the model, and what is said of the first difference.
#include <fmt/format.h>

#include "fabric/flits/twin.hpp"

namespace selvage::fabric {

namespace {

constexpr std::array<std::string_view, 5> kAnswers{"nothing", "takes", "waits", "asks again",
                                                   "is dropped"};

/// "head and tail, data 0x1f".
std::string flit_text(const cosim::Flit& f) {
  return fmt::format("{}{}{}vc{}, data {:#x}", f.head ? "head, " : "", f.tail ? "tail, " : "",
                     f.abort ? "abort, " : "", f.vc, f.data);
}

bool same_flit(const cosim::Flit& a, const cosim::Flit& b) {
  return a.vc == b.vc && a.head == b.head && a.tail == b.tail && a.abort == b.abort &&
         (a.abort || a.data == b.data);
}

unsigned lowest_of(std::uint64_t mask) { return static_cast<unsigned>(__builtin_ctzll(mask)); }

}  // namespace

void FlitTwin::compare(SwitchIdx sw, Cycle c, const cosim::RouterShown& shown) {
  if (context_.scoreboard.failed()) return;
  const Model& m = nodes_[sw].model.at == c ? nodes_[sw].model : nothing_;
  if (m.answered != shown.answered || m.answered != 0) compare_answer(sw, c, m, shown);
  if (m.flits != shown.flits || m.flits != 0) compare_flits(sw, c, m, shown);
  if (m.credits != shown.credits || m.credits != 0) compare_credits(sw, c, m, shown);
  if (m.messages != shown.messages || m.messages != 0) compare_messages(sw, c, m, shown);
  if (m.resends != shown.resend || m.resends != 0) compare_resends(sw, c, m, shown);
  if (shown.malformed != 0) {
    fail(Count::kFlit, sw, c, static_cast<PortIdx>(lowest_of(shown.malformed)), std::nullopt,
         {"WR-RX", "malformed_o", "0", "1"});
  }
}

void FlitTwin::compare_answer(SwitchIdx sw, Cycle c, const Model& m,
                              const cosim::RouterShown& shown) {
  const bool same =
      m.answered == shown.answered && m.answer == shown.answer && m.taken == shown.taken;
  if (same) {
    ++count(Count::kAnswer).compared;
    nodes_[sw].past.add(c) = {Event::Kind::kAnswer, lowest_of(m.answered), m.asker, m.answer};
    return;
  }
  const auto text = [&](std::uint64_t who, unsigned what, std::uint64_t taken) {
    if (who == 0) return std::string("no answer");
    return fmt::format("{} {}", channel_text(sw, lowest_of(who)), answer_text(sw, what, taken));
  };
  const std::uint64_t who = m.answered != 0 ? m.answered : shown.answered;
  fail(Count::kAnswer, sw, c, static_cast<PortIdx>(lowest_of(who) / vcs_),
       m.answered != 0 ? std::optional<PacketId>(m.asker) : std::nullopt,
       {"WR-ANS", "what a header does with its answer", text(m.answered, m.answer, m.taken),
        text(shown.answered, shown.answer, shown.taken)});
}

void FlitTwin::compare_flits(SwitchIdx sw, Cycle c, const Model& m,
                             const cosim::RouterShown& shown) {
  for (PortMask rest = m.flits | shown.flits; rest != 0; rest &= rest - 1) {
    const auto port = static_cast<PortIdx>(lowest_of(rest));
    const bool model = (m.flits >> port & 1U) != 0;
    const bool rtl = (shown.flits >> port & 1U) != 0;
    const cosim::Flit actual = rtl ? nodes_[sw].block->sent(port) : cosim::Flit{};
    if (model && rtl && same_flit(m.flit[port].flit, actual)) {
      ++count(Count::kFlit).compared;
      nodes_[sw].past.add(c) = {Event::Kind::kFlit, port * vcs_ + actual.vc, m.flit[port].packet,
                                (actual.head ? 1U : 0U) | (actual.tail ? 2U : 0U)};
      continue;
    }
    const bool cut = model && rtl && m.flit[port].flit.abort != actual.abort;
    return fail(Count::kFlit, sw, c, port,
                model ? std::optional<PacketId>(m.flit[port].packet) : std::nullopt,
                {model != rtl ? "WR-SA"
                 : cut        ? "WR-CUT"
                              : "WR-TX",
                 "flit that leaves", model ? flit_text(m.flit[port].flit) : "none",
                 rtl ? flit_text(actual) : "none"});
  }
}

void FlitTwin::compare_credits(SwitchIdx sw, Cycle c, const Model& m,
                               const cosim::RouterShown& shown) {
  const std::uint64_t differ = m.credits ^ shown.credits;
  count(Count::kCredit).compared +=
      static_cast<unsigned>(__builtin_popcountll(m.credits & shown.credits));
  if (differ == 0) return;
  const unsigned channel = lowest_of(differ);
  const bool model = (m.credits >> channel & 1U) != 0;
  fail(Count::kCredit, sw, c, static_cast<PortIdx>(channel / vcs_), std::nullopt,
       {"WR-CRED", "credit for vc" + std::to_string(channel % vcs_), model ? "1" : "0",
        model ? "0" : "1"});
}

void FlitTwin::compare_resends(SwitchIdx sw, Cycle c, const Model& m,
                               const cosim::RouterShown& shown) {
  for (PortMask rest = m.resends | shown.resend; rest != 0; rest &= rest - 1) {
    const auto port = static_cast<PortIdx>(lowest_of(rest));
    const auto text = [port](PortMask says, std::uint32_t number) {
      return (says >> port & 1U) != 0 ? fmt::format("of message {}", number) : std::string("none");
    };
    const std::string model = text(m.resends, m.resend[port]);
    const std::string rtl = text(shown.resend, nodes_[sw].block->resend_number(port));
    if (model != rtl)
      return fail(Count::kResend, sw, c, port, std::nullopt, {"FS-AGAIN", "RESEND", model, rtl});
    ++count(Count::kResend).compared;
  }
}

void FlitTwin::compare_messages(SwitchIdx sw, Cycle c, const Model& m,
                                const cosim::RouterShown& shown) {
  for (PortMask rest = m.messages | shown.messages; rest != 0; rest &= rest - 1) {
    const auto port = static_cast<PortIdx>(lowest_of(rest));
    const bool model = (m.messages >> port & 1U) != 0;
    const bool rtl = (shown.messages >> port & 1U) != 0;
    const auto text = [&](bool is, std::uint64_t body, std::uint32_t number) {
      if (!is) return std::string("none");
      return options_.numbered ? fmt::format("{:#x}, number {}", body, number)
                               : fmt::format("{:#x}", body);
    };
    const cosim::RouterBlock& block = *nodes_[sw].block;
    const std::uint64_t body = rtl ? block.sent_message(port).body : 0;
    const std::uint32_t number = rtl ? block.sent_number(port) : 0;
    if (model && rtl && body == m.message[port].body && number == m.number[port]) {
      ++count(Count::kMessage).compared;
      nodes_[sw].past.add(c) = {Event::Kind::kMessage, port, 0, 0};
      continue;
    }
    return fail(Count::kMessage, sw, c, port, std::nullopt,
                {"WR-CTL", "fault message", text(model, m.message[port].body, m.number[port]),
                 text(rtl, body, number)});
  }
}

void FlitTwin::look_at_assertions(SwitchIdx sw, Cycle c) {
  if (const auto failed = cosim::failed_assertion()) {
    fail(cosim::assertions(context_.scoreboard), sw, c, {}, *failed);
  }
}

// ---- the first difference -----------------------------------------------------------------------

std::string FlitTwin::channel_text(SwitchIdx sw, unsigned channel) const {
  return fmt::format("{} vc{}",
                     context_.topology.port_name(sw, static_cast<PortIdx>(channel / vcs_)),
                     channel % vcs_);
}

std::string FlitTwin::answer_text(SwitchIdx sw, unsigned what, std::uint64_t taken) const {
  const std::string_view text = what < kAnswers.size() ? kAnswers[what] : "?";
  if (taken == 0) return std::string(text);
  return fmt::format("{} {}", text, channel_text(sw, lowest_of(taken)));
}

std::string FlitTwin::text_of(SwitchIdx sw, const Event& e) const {
  const auto port = [&] {
    return context_.topology.port_name(sw, static_cast<PortIdx>(e.channel));
  };
  switch (e.kind) {
    case Event::Kind::kFlit:
      return fmt::format("{} of packet {} leaves by {}",
                         e.value == 3   ? "the flit"
                         : e.value == 1 ? "the head"
                         : e.value == 2 ? "the tail"
                                        : "a flit",
                         e.packet, channel_text(sw, e.channel));
    case Event::Kind::kAnswer:
      return fmt::format("packet {} at {} {}", e.packet, channel_text(sw, e.channel),
                         answer_text(sw, e.value, 0));
    case Event::Kind::kMessage: return fmt::format("a fault message leaves by {}", port());
    case Event::Kind::kDeclared:
      return fmt::format("link at {} found {}", port(), e.value != 0 ? "back" : "dead");
    case Event::Kind::kDies: return "the node dies";
  }
  return "?";
}

std::vector<std::string> FlitTwin::buffers(SwitchIdx sw) const {
  const auto all = [&](const auto& held) {
    std::string text;
    for (unsigned c = 0; c < routers_.channels(); ++c) {
      const unsigned flits = held(c);
      if (flits == 0) continue;
      text += fmt::format("{}{} {}", text.empty() ? "" : ", ", channel_text(sw, c), flits);
    }
    return text.empty() ? std::string("empty") : text;
  };
  return {fmt::format("golden, cycle {}: {}", context_.now(), all([&](unsigned c) {
                        return routers_[sw].held(static_cast<wormhole::Channel>(c));
                      })),
          fmt::format("RTL, cycle {}: {} (flits)", next_ == 0 ? 0 : next_ - 1,
                      all([&](unsigned c) { return nodes_[sw].block->held(c); }))};
}

void FlitTwin::fail(Count counted, SwitchIdx sw, Cycle c, std::optional<PortIdx> port,
                    std::optional<PacketId> packet, const cosim::Difference& difference) {
  Mismatch place;
  if (port) place.port = context_.topology.port_name(sw, *port);
  place.packet = packet;
  fail(count(counted), sw, c, std::move(place), difference);
}

void FlitTwin::fail(BlockCount& block, SwitchIdx sw, Cycle c, Mismatch place,
                    const cosim::Difference& difference) {
  place.cycle = c;
  place.switch_name = context_.topology.switch_name(sw);
  place.recent = nodes_[sw].past.lines([&](const Event& e) { return text_of(sw, e); });
  place.buffers = buffers(sw);
  cosim::fail(context_.scoreboard, block, std::move(place), difference);
}

}  // namespace selvage::fabric
