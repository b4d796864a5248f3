// SPDX-License-Identifier: Apache-2.0
#include "fabric/link/checker.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace selvage::fabric {

LinkChecker::LinkChecker(std::string name, const LinkRules& rules, const LinkState* link,
                         std::function<Cycle()> now, Report report)
    : name_(std::move(name)),
      rules_(rules),
      link_(link),
      now_(std::move(now)),
      report_(std::move(report)),
      xoff_(rules.vcs) {}

void LinkChecker::broken(const char* id, const std::string& what) {
  report_(fmt::format("{}: cycle {}, link {}: {}", id, now_(), name_, what));
}

void LinkChecker::forward(LinkPayload& payload, LinkPhase phase, Cycle delay) {
  const Cycle now = now_();
  const bool stall = phase == LinkPhase::kStall;
  const bool packet = phase == LinkPhase::kHeader || stall;
  // A link comes back when nothing is sent into it (FAB-REP).
  if (link_ != nullptr && link_->repaired > header_at_) {
    free_at_ = std::min(free_at_, link_->repaired);
  }
  const auto kind = packet ? LinkPayload::Kind::kPacket : LinkPayload::Kind::kMessage;
  if ((!packet && phase != LinkPhase::kMessage) || payload.kind != kind) {
    broken("LINK-2",
           "what goes forward is a packet's header, or a fault message, as its phase says");
  }
  if (delay != rules_.latency + (stall ? 1 : 0)) {
    broken("LINK-1",
           fmt::format("a beat takes {} cycles, a stall one more, not {}", rules_.latency, delay));
  }
  if (!stall && payload.sent != now) {
    broken("LINK-3", fmt::format("it says that it left in cycle {}", payload.sent));
  }
  if (stall) {
    check_stall(now);
  } else if (packet) {
    check_header(payload, now);
  } else {
    check_message(payload, now);
  }
}

void LinkChecker::check_header(const LinkPayload& payload, Cycle now) {
  check_stalled(now);
  if (payload.vc >= rules_.vcs) {
    broken("LINK-4", fmt::format("there is no virtual channel {}", payload.vc));
    return;
  }
  const bool dead = link_ != nullptr && link_->dead;  // the packet may have ended with its switch
  if (now < free_at_ && !dead) {
    broken("LINK-5", fmt::format("a header while a packet is under way until cycle {}", free_at_));
  }
  if (taken_at_ == now || taken_before_ == now) {
    broken("LINK-10", "a header in the beat that a fault message has taken");
  }
  if (forbids(xoff_[payload.vc], now)) {
    broken("LINK-6", fmt::format("a header on virtual channel {}, whose XOFF was sent in cycle {}",
                                 payload.vc, xoff_[payload.vc].acting_since));
  }
  if (link_ != nullptr && link_->healed > link_->repaired && now < link_->healed + rules_.latency) {
    broken("LINK-6", "a header after an outage, before the far end has set its flow control");
  }
  const Cycle beats = rules_.interleaved ? 1 : payload.beats;
  header_at_ = now;
  free_at_ = now + beats;
  if (taken_at_ == now + 1 && beats > 1) stall_due_at_ = now;
}

void LinkChecker::check_stall(Cycle now) {
  if (stalled_at_ == now + 1) broken("LINK-11", "two stalls in one cycle");
  if (now + 1 >= free_at_) broken("LINK-11", "a stall of no packet");
  stalled_at_ = now + 1;
  stall_due_at_ = kNever;
  ++free_at_;
}

void LinkChecker::check_stalled(Cycle now) {
  if (stall_due_at_ == kNever || stall_due_at_ == now) return;
  broken("LINK-11", fmt::format("no stall behind the header of cycle {}", stall_due_at_));
  stall_due_at_ = kNever;
}

/// LINK-12: a link that is back after both ends had declared it dead counts anew.
void LinkChecker::check_number(const LinkPayload& payload, Cycle now) {
  if (link_ != nullptr && link_->repaired > counted_) next_number_ = 0;
  counted_ = std::max(counted_, now);
  std::size_t done = 0;
  for (const Resend& resend : resends_) {
    if (resend.acts > now) break;
    ++done;
    if (link_ == nullptr || !link_->lost(resend.set, resend.acts)) next_number_ = resend.number;
  }
  resends_.erase(resends_.begin(), resends_.begin() + static_cast<std::ptrdiff_t>(done));
  const bool dead = link_ != nullptr && link_->dead;
  if (!dead && payload.number != next_number_) {
    broken("LINK-12", fmt::format("fault message number {} where {} is in turn", payload.number,
                                  next_number_));
  }
  next_number_ = payload.number + 1;
}

void LinkChecker::check_message(const LinkPayload& payload, Cycle now) {
  check_stalled(now);
  if (rules_.numbered) check_number(payload, now);
  if (message_at_ == now) broken("LINK-10", "two fault messages in one cycle");
  if (forbids(stop_, now)) {
    broken("LINK-9", fmt::format("a fault message after the STOP of cycle {}", stop_.acting_since));
  }
  message_at_ = now;
  if (!rules_.beat_taken) return;
  taken_before_ = taken_at_;
  taken_at_ = now + 1;
  const bool dead = link_ != nullptr && link_->dead;  // likewise
  if (!dead && taken_at_ < free_at_ && stalled_at_ != taken_at_) {
    broken("LINK-11", "a fault message takes a packet's beat without a stall");
  }
}

void LinkChecker::backward(LinkPhase phase, unsigned vc, Cycle delay) {
  const Cycle now = now_();
  const bool again = phase == LinkPhase::kStopAgain;
  switch (phase) {
    case LinkPhase::kXon:
    case LinkPhase::kXoff:
      if (vc >= rules_.vcs) {
        broken("LINK-4", fmt::format("there is no virtual channel {}", vc));
        break;
      }
      if (delay != rules_.latency) {
        broken("LINK-7", fmt::format("XON and XOFF take {} cycles, not {}", rules_.latency, delay));
      }
      check_level(xoff_[vc], phase == LinkPhase::kXoff, now, now + delay, "LINK-7", "XOFF and XON");
      break;
    case LinkPhase::kStop:
    case LinkPhase::kGo:
    case LinkPhase::kStopAgain:
      if (delay != rules_.latency + (again ? 0 : 1) || (again && !repaired_now(now))) {
        broken("LINK-8", fmt::format("STOP and GO act after {} cycles, STOP again after {} from "
                                     "the cycle of a repair on, not after {}",
                                     rules_.latency + 1, rules_.latency, delay));
      }
      check_level(stop_, phase != LinkPhase::kGo, now, now + delay, "LINK-8", "STOP and GO");
      break;
    case LinkPhase::kResend:
      if (delay != rules_.latency) {
        broken("LINK-12", fmt::format("RESEND takes {} cycles, not {}", rules_.latency, delay));
      }
      resends_.push_back({vc, now, now + delay});
      break;
    default: broken("LINK-2", "headers and messages go forward, not backward");
  }
}

void LinkChecker::check_level(Level& level, bool hold, Cycle now, Cycle acts, const char* id,
                              const char* what) {
  advance(level, now);
  if (level.set == hold && !repaired_now(now)) {
    broken(id, fmt::format("{} are set in turn", what));
  }
  level.set = hold;
  level.under_way.push_back({hold, now, acts});
}

void LinkChecker::advance(Level& level, Cycle now) {
  std::size_t done = 0;
  for (const Level::Change& change : level.under_way) {
    if (change.acts > now) break;
    ++done;
    level.acting = change.held;
    level.acting_since = change.set;
  }
  level.under_way.erase(level.under_way.begin(),
                        level.under_way.begin() + static_cast<std::ptrdiff_t>(done));
}

bool LinkChecker::forbids(Level& level, Cycle now) const {
  advance(level, now);
  if (!level.acting || link_ == nullptr) return level.acting;
  return !link_->lost(level.acting_since, now);
}

}  // namespace selvage::fabric
