// SPDX-License-Identifier: Apache-2.0
// One end of a link that sends fault messages again (LINK-12, FAB-ERR-2), call by call.
#include <catch2/catch.hpp>

#include "fabric/link/resend.hpp"

using namespace selvage;
using fabric::MessagePort;
using Arrival = fabric::MessagePort::Arrival;

namespace {

constexpr Cycle kRoundTrip = 8;

std::uint32_t sent(MessagePort& port, Cycle now, bool sure = true) {
  return port.send({}, {}, now, kRoundTrip, sure);
}

/// The numbers that leave once more at a RESEND of 0.
std::vector<std::uint32_t> kept(MessagePort port) {
  port.resend(0);
  std::vector<std::uint32_t> numbers;
  while (port.behind()) numbers.push_back(port.again(100).number);
  return numbers;
}

using Numbers = std::vector<std::uint32_t>;

}  // namespace

TEST_CASE("FAB-ERR-2: copies are kept for a round trip, longer while the link gives no sign") {
  MessagePort port;
  CHECK(sent(port, 10) == 0);
  CHECK(kept(port) == Numbers{0});
  CHECK(sent(port, 18) == 1);
  CHECK(kept(port) == Numbers{0, 1});
  MessagePort unsure = port;
  CHECK(sent(port, 19) == 2);
  CHECK(kept(port) == Numbers{1, 2});
  CHECK(sent(port, 40) == 3);
  CHECK(kept(port) == Numbers{3});
  CHECK(sent(unsure, 40, false) == 2);
  CHECK(kept(unsure) == Numbers{0, 1, 2});
  CHECK(sent(unsure, 41) == 3);
  CHECK(kept(unsure) == Numbers{2, 3});
}

TEST_CASE("FAB-ERR-2: what leaves once more is as old as that, and what is behind is kept") {
  MessagePort port;
  for (Cycle now = 10; now < 13; ++now) sent(port, now);
  port.resend(1);
  CHECK(port.behind());
  CHECK(port.again(30).number == 1);
  CHECK(sent(port, 31) == 3);  // out of turn
  CHECK(port.again(32).number == 2);
  CHECK(port.again(33).number == 3);
  CHECK(!port.behind());
  CHECK(sent(port, 38) == 4);
  CHECK(kept(port) == Numbers{1, 2, 3, 4});
  CHECK(sent(port, 39) == 5);
  CHECK(kept(port) == Numbers{2, 3, 4, 5});
  port.resend(4);
  CHECK(port.pending());
  CHECK(sent(port, 90) == 6);  // nothing has left before it
  CHECK(kept(port) == Numbers{4, 5, 6});
}

TEST_CASE("FAB-ERR-2: what is damaged is requested, what is out of turn discarded") {
  MessagePort port;
  CHECK(port.arrives(0, false) == Arrival::kTaken);
  CHECK(port.arrives(0, false) == Arrival::kDiscarded);
  CHECK(!port.pending());
  CHECK(port.arrives(1, true) == Arrival::kRequest);
  CHECK(port.pending());
  CHECK(port.expected() == 1);
  CHECK(port.arrives(2, false) == Arrival::kDiscarded);
  CHECK(port.arrives(2, true) == Arrival::kRequest);
  CHECK(port.arrives(1, false) == Arrival::kTaken);
  CHECK(!port.pending());
  CHECK(port.arrives(3, false) == Arrival::kRequest);  // number 2 is missing
  CHECK(port.pending());
  CHECK(port.arrives(4, false) == Arrival::kDiscarded);
  CHECK(port.arrives(2, false) == Arrival::kTaken);
  CHECK(port.expected() == 3);
  CHECK(!port.pending());
}

TEST_CASE("FAB-ERR-2: nobody waits for what a damaged copy of a message taken before asks for") {
  MessagePort port;
  CHECK(port.arrives(0, false) == Arrival::kTaken);
  CHECK(port.arrives(0, true) == Arrival::kRequest);  // it may have been the next one
  CHECK(!port.pending());
  CHECK(port.arrives(1, true) == Arrival::kRequest);
  CHECK(port.pending());
  CHECK(port.arrives(0, true) == Arrival::kRequest);
  CHECK(port.pending());
  CHECK(port.arrives(1, false) == Arrival::kTaken);
  CHECK(!port.pending());
}

TEST_CASE("FAB-FLAP-2: an end that is held sends nothing before RESEND has come") {
  MessagePort port;
  sent(port, 10);
  sent(port, 11);
  port.hold();
  CHECK((port.held() && port.pending()));
  port.resend(2);
  CHECK(!port.held());
  CHECK(!port.behind());
  CHECK(!port.pending());
}

TEST_CASE("FAB-ERR-2: nothing of a link that was declared dead is sent or awaited") {
  MessagePort port;
  sent(port, 10);
  sent(port, 11);
  port.hold();
  CHECK(port.arrives(0, true) == Arrival::kRequest);
  port.give_up();
  CHECK(!port.held());
  CHECK(!port.behind());
  CHECK(!port.pending());
  CHECK(kept(port) == Numbers{});
  CHECK(sent(port, 12) == 2);
  CHECK(!port.behind());
  CHECK(kept(port) == Numbers{2});
}
