// SPDX-License-Identifier: Apache-2.0
#include "cosim/twolevel/foreign.hpp"

#include "cosim/foreign/pins.hpp"

namespace selvage::cosim {

namespace {

using namespace pins::twolevel_route;

std::string text(bool hit, std::uint64_t row, const golden::NextHop& hop) {
  std::string text = hit ? "row " + std::to_string(row) : "no row";
  if (hop.drop) return text + ", drop";
  return text + ", port " + std::to_string(hop.port) + ", next hop " + golden::to_string(hop.next);
}

}  // namespace

void ForeignLookup::load() {
  loaded_ = true;
  for (unsigned r = 0; r < rows_.size(); ++r) {
    const golden::TernaryRow& row = rows_[r];
    const std::pair<unsigned, std::uint64_t> values[] = {{kLoadValid, 1},
                                                         {kLoadRow, r},
                                                         {kLoadUsed, row.valid},
                                                         {kLoadKey, row.key},
                                                         {kLoadMask, row.mask},
                                                         {kLoadDrop, row.result.drop},
                                                         {kLoadPort, row.result.port},
                                                         {kLoadNext, row.result.next.value}};
    for (const auto& [pin, value] : values) block_->put(pin, 0, 64, value);
    block_->prepare();
  }
}

void ForeignLookup::request(Cycle now, PacketId packet, golden::Ipv4 destination) {
  if (!loaded_) load();
  block_->put(kValid, 0, 1, 1);
  block_->put(kDst, 0, 32, destination.value);
  block_->ask(now);
  asked_.push_back({packet, destination});
}

void ForeignLookup::finish(Cycle now) {
  asked_.clear();
  const std::string said = block_->failure();
  if (said.empty()) return;
  Mismatch place;
  place.cycle = now;
  place.switch_name = switch_name_;
  check_.fail(std::move(place), {"COS-ASSERT", "assertion", "holds", said}, *block_);
}

golden::NextHop ForeignLookup::collect(Cycle now) {
  const Asked asked = asked_.front();
  asked_.pop_front();
  check_.compared();
  Mismatch place;
  place.cycle = now;
  place.switch_name = switch_name_;
  place.packet = asked.packet;
  std::string why;
  if (!block_->answer(now, why)) {
    check_.fail(std::move(place), {"F-SYS-2", "answer", "one in time", why}, *block_);
    return {};
  }
  const golden::TernaryAnswer expected = golden::look_up(rows_, asked.destination);
  const bool hit = block_->get(kHit) == std::uint64_t{1};
  const std::uint64_t row = block_->get(kRow).value_or(expected.row);
  golden::NextHop actual;
  actual.drop = block_->get(kDropOut) != std::uint64_t{0};
  actual.port = static_cast<PortIdx>(block_->get(kPort).value_or(0));
  actual.next.value = static_cast<std::uint32_t>(block_->get(kNext).value_or(0));
  const bool valid = block_->get(kValidOut) == std::uint64_t{1};
  if (!valid || hit != expected.hit || row != expected.row || !(actual == expected.next_hop)) {
    check_.fail(std::move(place),
                {"F-TAB-3", "lookup of " + golden::to_string(asked.destination),
                 text(expected.hit, expected.row, expected.next_hop),
                 valid ? text(hit, row, actual) : "no answer"},
                *block_);
  }
  return actual.drop ? golden::NextHop{} : actual;
}

}  // namespace selvage::cosim
