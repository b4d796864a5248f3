// SPDX-License-Identifier: Apache-2.0
/// \file
/// The fault messages of a fat tree in words.
#pragma once

#include <string>
#include <string_view>

#include "golden/fattree/fault_message.hpp"
#include "golden/fattree/tree.hpp"

namespace selvage::cosim {

/// "ULFM<0,21,3>", "DLFM<1>", "SYNCREQ".
[[nodiscard]] std::string describe(const golden::FatTree& tree,
                                   const golden::FaultMessage& message);
/// As describe, with the link as scenario files write it, "ULFM 0/21/3": for waves.
[[nodiscard]] std::string short_text(const golden::FatTree& tree,
                                     const golden::FaultMessage& message);
/// What a message of this kind says, in a few words.
[[nodiscard]] std::string_view meaning(golden::FaultMessage::Kind kind);

}  // namespace selvage::cosim
