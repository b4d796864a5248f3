// SPDX-License-Identifier: Apache-2.0
/// The aggregate frame: sizes and good counts of all 48 counts, layout, FCS (FLOW-A-2,
/// FLOW-B-1..3).
#include <catch2/catch.hpp>

#include <cmath>

#include "golden/flow/ack_frame.hpp"
#include "kernel/stream.hpp"

using namespace selvage;
using namespace selvage::golden;

namespace {

struct Row {
  unsigned payload, total, blocks, pad;
  double bits_per_ack, efficiency, floor_bits;
  unsigned ethernet;
};
/// Count n is row n-1: payload bytes, bytes, blocks, padding, bits an ACK, efficiency in per cent,
/// bits an ACK with frames of at least 32 bytes, wire bytes in an ordinary Ethernet frame.
constexpr Row kTable[] = {
#include "framing_table.inc"
};

std::vector<std::uint32_t> random_acks(unsigned n, std::uint64_t seed) {
  kernel::Stream random(seed, "acks", n);
  std::vector<std::uint32_t> acks(n);
  for (std::uint32_t& a : acks) a = static_cast<std::uint32_t>(random.below(1U << kAckBits));
  return acks;
}

}  // namespace

TEST_CASE("FLOW-B-1: the cost of each count of ACKs", "[flow]") {
  REQUIRE(std::size(kTable) == kAckMax);
  for (unsigned n = 1; n <= kAckMax; ++n) {
    const Row& row = kTable[n - 1];
    INFO("count " << n);
    REQUIRE(ack_payload_bytes(n) == row.payload);
    REQUIRE(ack_payload_bytes(n) + kAckFrameOverhead == row.total);
    REQUIRE(ack_frame_blocks(n) == row.blocks);
    REQUIRE(8 * ack_frame_blocks(n) - row.total == row.pad);
    const double bits = 64.0 * ack_frame_blocks(n) / n;
    REQUIRE(bits == Approx(row.bits_per_ack).margin(0.051));
    REQUIRE(100.0 * kAckBits / bits == Approx(row.efficiency).margin(0.051));
    const unsigned floored = std::max(4U, ack_frame_blocks(n));  // frames of 32 bytes and more
    REQUIRE(64.0 * floored / n == Approx(row.floor_bits).margin(0.051));
    REQUIRE(std::max(64U, 18 + ack_payload_bytes(n)) + 20 == row.ethernet);
    REQUIRE(pack_ack_frame(random_acks(n, 3), 0).size() == (row.blocks + 3) / 4);
  }
  REQUIRE(ack_frame_blocks(48) == 20);
  REQUIRE((9 + (25 * 49 + 7) / 8 + 7) / 8 == 21);  // 48 is the most that 20 blocks hold
}

TEST_CASE("FLOW-B-2: what the overhead is 6 per cent of", "[flow]") {
  const double overhead = kAckFrameOverhead;
  const double payload = ack_payload_bytes(48);
  REQUIRE(overhead / payload == Approx(0.06));
  REQUIRE(overhead / (overhead + payload) == Approx(0.0566).margin(5e-5));
  REQUIRE(1 - kAckBits * 48.0 / (64 * ack_frame_blocks(48)) == Approx(0.0625));
}

TEST_CASE("FLOW-B-3: good counts are the largest of their number of blocks", "[flow]") {
  std::uint64_t mask = 0;
  unsigned good = 0;
  unsigned good_without_floor = 0;
  for (unsigned n = 1; n <= kAckMax; ++n) {
    if (fills_blocks(n)) mask |= std::uint64_t{1} << (n - 1);
    good += fills_blocks(n);
    good_without_floor += fills_blocks(n, 1);
  }
  REQUIRE(mask == kGoodMask);
  REQUIRE(good == 17);
  REQUIRE(good_without_floor == 19);
}

TEST_CASE("FLOW-B-1: check value of the FCS", "[flow]") {
  const std::uint8_t digits[] = {'1', '2', '3', '4', '5', '6', '7', '8', '9'};
  REQUIRE(crc32(digits, 9) == 0xCBF43926);
}

TEST_CASE("FLOW-B-1: a frame byte by byte", "[flow]") {
  const std::uint32_t ack = encode({0x555, AckType::kRedirect, 0x2AA});
  REQUIRE(ack == (0x555U | 0x2AAU << 11 | 4U << 22));
  const auto words = pack_ack_frame({ack}, 0x201);
  REQUIRE(words.size() == 1);
  const FrameData& blocks = words[0];
  REQUIRE((blocks[0] & 0xff) == 0xFB);
  REQUIRE((blocks[0] >> 8 & 0xff) == kAckFrameType);
  REQUIRE((blocks[0] >> 16 & 0xffff) == (0x201U << 6 | 1U));
  REQUIRE(blocks[0] >> 32 == ack);
  const std::uint8_t covered[] = {kAckFrameType,
                                  static_cast<std::uint8_t>(blocks[0] >> 16),
                                  static_cast<std::uint8_t>(blocks[0] >> 24),
                                  static_cast<std::uint8_t>(ack),
                                  static_cast<std::uint8_t>(ack >> 8),
                                  static_cast<std::uint8_t>(ack >> 16),
                                  static_cast<std::uint8_t>(ack >> 24)};
  REQUIRE((blocks[1] & 0xffffffff) == crc32(covered, 7));
  REQUIRE(blocks[1] >> 32 == 0x070707FD);
  REQUIRE(blocks[2] == 0x0707070707070707);
  REQUIRE(blocks[3] == 0x0707070707070707);
}

TEST_CASE("FLOW-B-1: what is packed comes out again", "[flow]") {
  for (unsigned n = 1; n <= kAckMax; ++n) {
    const auto acks = random_acks(n, 8);
    const auto frame = unpack_ack_frame(pack_ack_frame(acks, 1000 + n));
    REQUIRE(frame);
    REQUIRE(frame->acks == acks);
    REQUIRE(frame->sequence == (1000 + n) % 1024);
  }
}

TEST_CASE("FLOW-B-1: every single wrong bit of a frame is found, padding apart", "[flow]") {
  for (const unsigned n : {1U, 7U, 16U, 48U}) {
    const auto words = pack_ack_frame(random_acks(n, 4), 5);
    const unsigned bytes = kAckFrameOverhead + ack_payload_bytes(n);
    for (unsigned bit = 0; bit < 256 * words.size(); ++bit) {
      auto broken = words;
      broken[bit / 256][bit % 256 / 64] ^= std::uint64_t{1} << bit % 64;
      REQUIRE(unpack_ack_frame(broken).has_value() == (bit / 8 >= bytes));
    }
  }
}

TEST_CASE("FLOW-A-2: 25 bits and parity", "[flow]") {
  for (const Ack& ack : {Ack{2047, AckType::kCreditOff, 1234}, Ack{1, AckType::kNormal, 2047},
                         Ack{0, AckType::kEpSevere, 0}, Ack{1365, AckType::kRedirect, 682}}) {
    const std::uint32_t word = encode(ack);
    REQUIRE(word == ack.id + 0x800U * ack.pos + 0x400000U * static_cast<unsigned>(ack.type));
    const Ack again = decode_ack(word);
    REQUIRE(again.id == ack.id);
    REQUIRE(again.pos == ack.pos);
    REQUIRE(again.type == ack.type);
  }
  kernel::Stream random(9, "parity");
  for (int i = 0; i < 1000; ++i) {
    const std::uint32_t word = with_parity(static_cast<std::uint32_t>(random.below(1U << 25)));
    REQUIRE(__builtin_parity(word) == 0);
    REQUIRE(parity_ok(word));
    REQUIRE_FALSE(parity_ok(word ^ 1U << random.below(26)));
  }
}

TEST_CASE("FLOW-A-4: where no widths are given they are those of the small build", "[flow]") {
  const FlowSizes none;
  CHECK(none.ports == 8);
  CHECK(none.rows() == 64);
  CHECK(none.mask() == 255);
}
