// SPDX-License-Identifier: Apache-2.0
#include "fabric/link/sockets.hpp"

#include <algorithm>

namespace selvage::fabric {

void open_port() { SC_REPORT_ERROR("selvage/link", "a call on a port that is bound to nobody"); }

void LinkInitiatorSocket::bind(PortIdx port, LinkTargetSocket& to, PortIdx far) {
  if (port >= ports() || far >= to.ports() || ends_[port].interface != nullptr ||
      to.end(far).interface != nullptr) {
    SC_REPORT_ERROR("selvage/link", "a port that is not there, or bound twice");
    return;
  }
  ends_[port] = {&to.get_base_interface(), far};
  to.end(far) = {&get_base_interface(), port};
  if (std::find(bound_.begin(), bound_.end(), &to) != bound_.end()) return;
  bound_.push_back(&to);
  tlm_base_initiator_socket::bind(to);
}

}  // namespace selvage::fabric
