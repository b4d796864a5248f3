// SPDX-License-Identifier: Apache-2.0
#include "cosim/fattree/text.hpp"

namespace selvage::cosim {

using Kind = golden::FaultMessage::Kind;

namespace {

/// What follows the kind of a message that names no link.
std::string level_of(const golden::FaultMessage& message) {
  return message.kind == Kind::kDlfm ? "<" + std::to_string(message.level) + ">" : "";
}

}  // namespace

std::string describe(const golden::FatTree& tree, const golden::FaultMessage& message) {
  const std::string kind(to_string(message.kind));
  if (!names_link(message.kind)) return kind + level_of(message);
  std::string name = tree.switch_name(tree.index_of({message.level, message.c}));
  name.back() = ',';
  return kind + name + std::to_string(message.k) + ">";
}

std::string short_text(const golden::FatTree& tree, const golden::FaultMessage& message) {
  const std::string kind(to_string(message.kind));
  if (!names_link(message.kind)) return kind + level_of(message);
  const SwitchIdx lower = tree.index_of({message.level, message.c});
  return kind + " " + tree.link_path({lower, static_cast<PortIdx>(message.k)});
}

std::string_view meaning(Kind kind) {
  switch (kind) {
    case Kind::kUlfm: return "that link is dead";
    case Kind::kUlrm: return "that link is repaired";
    case Kind::kDerf: return "that port is of no use";
    case Kind::kDerr: return "that port is of use again";
    case Kind::kDlfm: return "my links up are dead";
    case Kind::kDlrm: return "a link of mine up is alive again";
    case Kind::kSyncReq: return "my link is back: what have you advertised to your children?";
    case Kind::kResync: return "that link is back: resend what you know";
  }
  return "a message about a fault";
}

}  // namespace selvage::cosim
