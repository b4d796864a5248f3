// SPDX-License-Identifier: Apache-2.0
/// \file
/// A step of a flow table, and the values of its fields, in the words of
/// docs/reference/flow-blocks.md.
#pragma once

#include <cstdint>
#include <string>

#include "golden/flow/tables/efct.hpp"
#include "golden/flow/tables/ifct.hpp"
#include "golden/flow/tables/ofct.hpp"

namespace selvage::cosim {

/// How a field's values are written.
using ValueWords = std::string (*)(std::uint64_t);
[[nodiscard]] std::string ack_type_words(std::uint64_t value);
[[nodiscard]] std::string ifct_state_words(std::uint64_t value);
[[nodiscard]] std::string deq_why_words(std::uint64_t value);
[[nodiscard]] std::string walker_state_words(std::uint64_t value);
[[nodiscard]] std::string check_kind_words(std::uint64_t value);

/// The operations of a step, in the order in which they act.
[[nodiscard]] std::string describe(const golden::EfctInput& in);
[[nodiscard]] std::string describe(const golden::IfctInput& in);
[[nodiscard]] std::string describe(const golden::OfctInput& in);

}  // namespace selvage::cosim
