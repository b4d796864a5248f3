// SPDX-License-Identifier: Apache-2.0
#include "cosim/twolevel/foreign.hpp"

#include <any>

#include "cosim/foreign/pins.hpp"

namespace selvage::cosim {

using namespace pins::twolevel_route;

void ForeignLookup::load() {
  loaded_ = true;
  for (unsigned r = 0; r < rows_.size(); ++r) {
    const golden::TernaryRow& row = rows_[r];
    agent_.put({{kLoadValid, 1},
                {kLoadRow, r},
                {kLoadUsed, row.valid},
                {kLoadKey, row.key},
                {kLoadMask, row.mask},
                {kLoadDrop, row.result.drop},
                {kLoadPort, row.result.port},
                {kLoadNext, row.result.next.value}});
    agent_.block().prepare();
  }
}

void ForeignLookup::request(Cycle now, PacketId packet, golden::Ipv4 destination) {
  if (!loaded_) load();
  agent_.put({{kValid, 1}, {kDst, destination.value}});
  agent_.block().ask(now, now, AddressLookup{packet, destination});
}

void ForeignLookup::finish(Cycle now) {
  while (agent_.pending()) static_cast<void>(collect(now));
  agent_.finish(now);
}

golden::NextHop ForeignLookup::collect(Cycle now) {
  const ForeignReply reply = agent_.take(now);
  const auto& asked = std::any_cast<const AddressLookup&>(reply.question);
  Mismatch place = agent_.place(now);
  place.packet = asked.packet;
  if (reply.difference) {
    agent_.fail(std::move(place), *reply.difference);
    return {};
  }
  const TwoLevelOut expected = expected_of(rows_, asked.destination);
  const auto number = [this](unsigned pin) { return static_cast<std::uint32_t>(agent_.get(pin)); };
  TwoLevelOut actual{true,         number(kHit) != 0, number(kDropOut) != 0,
                     expected.row, number(kPort),     number(kNext)};
  if (const auto row = agent_.block().get(kRow)) actual.row = static_cast<unsigned>(*row);
  if (!(actual == expected)) {
    agent_.fail(std::move(place), wrong_lookup(asked.destination, expected, actual));
  }
  return next_hop(actual);
}

}  // namespace selvage::cosim
