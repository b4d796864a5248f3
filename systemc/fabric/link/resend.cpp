// SPDX-License-Identifier: Apache-2.0
#include "fabric/link/resend.hpp"

namespace selvage::fabric {

std::uint32_t MessagePort::send(const ControlMessage& content, Cause cause, Cycle now,
                                Cycle round_trip, bool sure) {
  while (sure && next_ > 0 && copies_.front().sent + round_trip < now) {
    copies_.pop_front();
    --next_;
  }
  // One that leaves although it should not yet is out of turn, and leaves once more behind the
  // rest.
  const bool out_of_turn = behind();
  copies_.push_back({content, cause, number_, now});
  if (!out_of_turn) next_ = copies_.size();
  return number_++;
}

void MessagePort::resend(std::uint32_t number) {
  while (!copies_.empty() && copies_.front().number < number) copies_.pop_front();
  next_ = 0;
  held_ = false;
}

const MessagePort::Copy& MessagePort::again(Cycle now) {
  Copy& copy = copies_[next_++];
  copy.sent = now;
  return copy;
}

MessagePort::Arrival MessagePort::arrives(std::uint32_t number, bool bad) {
  if (!bad && number == expected_) {
    ++expected_;
    requested_ = waits_ = false;
    return Arrival::kTaken;
  }
  const bool missing = number > expected_ && !requested_;
  if (!bad && !missing) return Arrival::kDiscarded;
  requested_ = true;
  waits_ = waits_ || number >= expected_;  // else a copy of one that has been taken
  return Arrival::kRequest;
}

void MessagePort::give_up() {
  copies_.clear();
  next_ = 0;
  held_ = false;
  requested_ = waits_ = false;
}

}  // namespace selvage::fabric
