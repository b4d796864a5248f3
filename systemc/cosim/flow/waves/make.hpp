// SPDX-License-Identifier: Apache-2.0
/// \file
/// The builds that are made for waves alone: small tables, MAX 48, DEPTH 512. No verilated header.
#pragma once

#include <memory>

#include "cosim/flow/ack_block.hpp"
#include "cosim/flow/ep_block.hpp"
#include "cosim/flow/redirect_block.hpp"
#include "cosim/flow/tables/make.hpp"

namespace selvage::cosim {

std::unique_ptr<RedirectBlock> make_redirect_gen_shown(const RedirectOptions& options);
std::unique_ptr<AckAggregatorBlock> make_ack_aggregator_shown(const AckAggregatorOptions& options);
std::unique_ptr<AckUnpackerBlock> make_ack_frame_unpacker_shown(const AckUnpackerOptions& options);
std::unique_ptr<EpAckTypeBlock> make_ep_ack_type_shown(const EpAckTypeOptions& options);

}  // namespace selvage::cosim
