// SPDX-License-Identifier: Apache-2.0
#include "golden/fattree/fault_message.hpp"

#include <cstdio>
#include <cstdlib>

namespace selvage::golden {

void require(bool holds, const char* what) {
  if (holds) return;
  std::fprintf(stderr, "fat-tree control plane: %s\n", what);
  std::abort();
}

std::string_view to_string(FaultMessage::Kind kind) {
  switch (kind) {
    case FaultMessage::Kind::kSyncReq: return "SYNCREQ";
    case FaultMessage::Kind::kUlfm: return "ULFM";
    case FaultMessage::Kind::kUlrm: return "ULRM";
    case FaultMessage::Kind::kDerf: return "DERF";
    case FaultMessage::Kind::kDerr: return "DERR";
    case FaultMessage::Kind::kDlfm: return "DLFM";
    case FaultMessage::Kind::kDlrm: return "DLRM";
    case FaultMessage::Kind::kResync: return "RESYNC";
  }
  return "?";
}

bool names_link(FaultMessage::Kind kind) {
  return kind != FaultMessage::Kind::kDlfm && kind != FaultMessage::Kind::kDlrm &&
         kind != FaultMessage::Kind::kSyncReq;
}

ControlMessage encode(const FaultMessage& message) {
  ControlMessage coded;
  coded.kind = static_cast<std::uint8_t>(message.kind);
  coded.level = static_cast<std::uint8_t>(message.level);
  coded.port = static_cast<std::uint8_t>(message.k);
  coded.seq = message.seq;
  coded.body = message.c.packed;
  return coded;
}

FaultMessage decode(const ControlMessage& message) {
  require(message.kind <= static_cast<std::uint8_t>(FaultMessage::Kind::kResync),
          "decode of a message of no known kind");
  return {static_cast<FaultMessage::Kind>(message.kind), message.level, Digits{message.body},
          message.port, message.seq};
}

}  // namespace selvage::golden
