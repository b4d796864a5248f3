// SPDX-License-Identifier: Apache-2.0
/// \file
/// Frames as the contract draws them (docs/reference/flow-blocks.md, ack_aggregator), byte by byte.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "cosim/flow/ack_block.hpp"

namespace selvage::test {

using cosim::AckWord;

/// The ACK with its parity bit.
[[nodiscard]] std::uint32_t with_parity(std::uint32_t ack);
/// A different ACK for every i.
[[nodiscard]] std::uint32_t some_ack(unsigned i);

/// IEEE CRC-32, bit by bit.
[[nodiscard]] std::uint32_t crc32(const std::uint8_t* bytes, std::size_t count);

/// Bytes of a frame up to 0xFD, then filled up with 0x07 to whole words.
[[nodiscard]] std::vector<std::uint8_t> frame_bytes(unsigned seq,
                                                    const std::vector<std::uint32_t>& acks);
/// As words, the first with sof, the last with eof.
[[nodiscard]] std::vector<AckWord> frame_words(const std::vector<std::uint8_t>& bytes);

/// It is given the time: 0 in the first cycle after a reset.
[[nodiscard]] std::unique_ptr<cosim::AckAggregatorBlock> aggregator(
    unsigned max, unsigned depth, const cosim::AckAggregatorOptions& options = {});
[[nodiscard]] std::unique_ptr<cosim::AckUnpackerBlock> unpacker(unsigned max, unsigned bufs,
                                                                std::uint32_t bugs = 0);

}  // namespace selvage::test
