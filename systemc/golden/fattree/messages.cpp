// SPDX-License-Identifier: Apache-2.0
#include "golden/fattree/messages.hpp"

namespace selvage::golden {

StepResult MessageMachine::link_down(PortIdx port, std::vector<OutMessage>& out) {
  effects_.clear();
  rules_.link_down(state_, port, effects_);
  return finish(out);
}

StepResult MessageMachine::link_up(PortIdx port, std::vector<OutMessage>& out) {
  effects_.clear();
  rules_.link_up(state_, port, effects_);
  return finish(out);
}

StepResult MessageMachine::receive(PortIdx port, const FaultMessage& message,
                                   std::vector<OutMessage>& out) {
  effects_.clear();
  rules_.receive(state_, port, message, effects_);
  return finish(out);
}

StepResult MessageMachine::finish(std::vector<OutMessage>& out) {
  while (state_.pending != 0) {
    rules_.announce(state_, static_cast<PortIdx>(__builtin_ctzll(state_.pending)), effects_);
  }
  for (const Broadcast& broadcast : effects_.broadcasts) {
    const ControlMessage coded = encode(broadcast.message);
    for (PortMask left = broadcast.ports; left != 0; left &= left - 1) {
      out.push_back({static_cast<PortIdx>(__builtin_ctzll(left)), coded});
    }
  }
  StepResult result;
  if (!effects_.writes.empty()) result.write = effects_.writes.front();
  result.changed = effects_.changed;
  return result;
}

}  // namespace selvage::golden
