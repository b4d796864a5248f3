// SPDX-License-Identifier: Apache-2.0
// Which lines of the cache the events and phases of a cut-through fabric touch, brought in ahead
// of them (kernel::with_look_ahead). Changes nothing but time.
#include "fabric/cut_through/ports.hpp"

namespace selvage::fabric {

void CutThroughSwitch::prefetch_module() const {
  prefetch_shared();
  kernel::prefetch(inputs_);
  kernel::prefetch(slots_);
  kernel::prefetch(dirty_);
  kernel::prefetch(request_at_);
}

void CutThroughSwitch::prefetch_input(PortIdx in) const {
  kernel::prefetch(inputs_[in]);
  kernel::prefetch(buffer(in, 0));
  kernel::prefetch(plugs_[in]);
  kernel::prefetch(requesting_[0]);
}

void CutThroughSwitch::prefetch_output(PortIdx out) const { kernel::prefetch(outputs_[out]); }

void CutThroughSwitch::prefetch_behind_input(PortIdx in) const {
  if (disturbed(in)) kernel::prefetch(*plugs_[in].link);
  const Buffer& b = buffer(in, 0);
  kernel::prefetch(*b.behind_last());
}

void CutThroughSwitch::prefetch_behind_output(PortIdx out) const {
  const Output& o = outputs_[out];
  kernel::prefetch(buffer(o.holder, o.holder_vc));
}

void CutThroughSwitch::prefetch_answer(PortIdx in) const {
  kernel::prefetch(*control_);
  kernel::prefetch(buffer(in, 0));
}

void CutThroughSwitch::prefetch_expected() const {
  if (const auto out = control_->expected()) prefetch_output(*out);
}

void CutThroughSwitch::prefetch_request(unsigned step) const {
  if (step == 0) return prefetch_module();
  if (step == 1) kernel::prefetch(*control_);
  if (step >= 2) control_->prefetch(step - 2);
  if (requesting_[0] == 0) return;
  const auto in = static_cast<PortIdx>(__builtin_ctzll(requesting_[0]));
  const Buffer& b = buffer(in, 0);
  if (step == 1) kernel::prefetch(b);
  if (step == 2) kernel::prefetch_line(b.ring);
  if (step == 3) kernel::prefetch(context_.packets.at(b.slot(b.front_index())));
}

void CutThroughSwitch::prefetch_departures(unsigned step) const {
  if (step == 0) return prefetch_module();
  if (step > 3) return;
  for (PortMask outputs = dirty_; outputs != 0; outputs &= outputs - 1) {
    const auto out = static_cast<PortIdx>(__builtin_ctzll(outputs));
    if (step == 1) {
      prefetch_output(out);
      kernel::prefetch(out_.end(out));
      continue;
    }
    const PortMask inputs = outputs_[out].waiting & ~input_busy_;
    if (inputs == 0 || outputs_[out].sending) continue;
    const auto in = static_cast<PortIdx>(__builtin_ctzll(inputs));
    const Buffer& b = buffer(in, 0);
    if (step == 2) {
      kernel::prefetch(b);
      kernel::prefetch(inputs_[in]);
      kernel::prefetch_line(&slots_[std::size_t{in} * vcs_ * (slots_.size() / buffers_.size())]);
      kernel::prefetch_line(out_.end(out).interface);
      context_.tally.link_use.prefetch({self_, out});
    } else {
      kernel::prefetch(context_.packets.at(b.slot(0)));
    }
  }
}

void CutThroughPath::prefetch(const kernel::Event& e, unsigned step) const {
  const std::uint32_t entity = entity_of(e);
  const PortIdx port = port_of(e);
  switch (kind_of(e)) {
    case EventKind::kTailGone:
    case EventKind::kFlowControl:
      if (step == 0) switches_[entity]->prefetch_module();
      if (step == 1) switches_[entity]->prefetch_output(port);
      if (step == 2) switches_[entity]->prefetch_behind_output(port);
      break;
    case EventKind::kHeaderArrives:
      if (step == 0) switches_[entity]->prefetch_module();
      if (step == 1) switches_[entity]->prefetch_input(port);
      if (step == 1) kernel::prefetch(context_.packets.at(static_cast<std::uint32_t>(e.arg)));
      if (step == 2) switches_[entity]->prefetch_behind_input(port);
      break;
    case EventKind::kRouteDone:
      if (step == 0) switches_[entity]->prefetch_module();
      if (step == 1) switches_[entity]->prefetch_answer(port);
      if (step >= 2) switches_[entity]->control().prefetch(step - 2);
      if (step == 3) switches_[entity]->prefetch_expected();
      break;
    case EventKind::kDelivered:
      if (step == 1) kernel::prefetch(context_.packets.at(static_cast<std::uint32_t>(e.arg)));
      break;
    default: break;
  }
}

}  // namespace selvage::fabric
