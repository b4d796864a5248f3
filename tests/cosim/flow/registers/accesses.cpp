// SPDX-License-Identifier: Apache-2.0
#include "accesses.hpp"

#include <iterator>

#include "golden/flow/flow_port_regs.hpp"

namespace selvage::test {
namespace at = flow_port_regs;

namespace {
constexpr std::uint32_t kSettings[] = {
    at::kAggT1At,          at::kAggT2At,        at::kAggT3At,         at::kAggMaxAt,
    at::kAggGood0At,       at::kAggGood1At,     at::kCreditOnAt,      at::kCreditOffAt,
    at::kCreditHeadroomAt, at::kTickAt,         at::kCooldownAt,      at::kHoldUpAt,
    at::kRefreshAt,        at::kExpireAt,       at::kRecoveryAt,      at::kUnitCyclesAt,
    at::kInjectionLimitAt, at::kRedirectHereAt, at::kRedirectFloorAt, at::kRedirectGainAt,
    at::kEpCongestedAt,    at::kEpDrawAt,       at::kDrain0At,        at::kDrain1At};
}

std::uint32_t Accesses::value(std::uint32_t where) {
  const unsigned r = random_.below(100);
  if (calm_ && r < 92) {
    switch (where) {
      case at::kAggT1At: return 1 + random_.below(40);
      case at::kAggT2At: return 1 + random_.below(80);
      case at::kAggT3At: return 1 + random_.below(120);
      case at::kAggMaxAt: return 1 + random_.below(48);
      case at::kCreditOnAt: return 1 + random_.below(120);
      case at::kCreditOffAt: return random_.below(60);
      case at::kCreditHeadroomAt: return random_.below(60);
      case at::kTickAt: return random_.below(6);
      case at::kCooldownAt:
      case at::kHoldUpAt: return random_.below(60);
      case at::kRefreshAt: return 1 + random_.below(60);
      case at::kExpireAt: return 1 + random_.below(120);
      case at::kRecoveryAt: return 1 + random_.below(16) + 256 * random_.below(2);
      case at::kInjectionLimitAt: return 100 + random_.below(1000);
      case at::kEpDrawAt: return ((2U << random_.below(11)) - 1) | random_.below(2) << 16;
      case at::kDrain0At: return random_.below(200);
      case at::kDrain1At: return 0;
      default: break;
    }
    if (where >= at::kFlowLimitAt) return 20 + random_.below(236);
  }
  if (r < 30)
    return pick({0,     1,     2,     15,    16,    17,    47,    48,    49,      127,     128,
                 255,   256,   259,   260,   261,   272,   273,   1023,  1024,    2047,    4095,
                 16382, 16383, 16384, 32767, 32768, 32769, 65535, 65536, 0x1007f, 0x20001, ~0U});
  if (r < 40) return (1U << random_.below(17)) - 1;
  return static_cast<std::uint32_t>(random_.next()) >> (random_.below(8) + (r < 80 ? 16 : 0));
}

void Accesses::refill() {
  const unsigned what = random_.below(100);
  if (what < 55) {
    std::uint32_t where = kSettings[random_.below(static_cast<unsigned>(std::size(kSettings)))];
    if (random_.percent(20)) where = at::kFlowLimitAt + 4 * random_.below(16);
    cosim::RegisterAccess a = write_of(where, value(where));
    if (random_.percent(15)) a.strobes = random_.below(16);
    queue_.push_back(a);
    if (random_.percent(30)) queue_.push_back(read_of(where));
  } else if (what < 75) {
    const std::uint32_t groups =
        random_.percent(60) ? 1U << random_.below(5) : random_.below(random_.percent(10) ? 64 : 32);
    queue_.push_back(write_of(random_.percent(75) ? at::kCommitAt : at::kRevertAt, groups));
    if (random_.percent(40)) queue_.push_back(read_of(at::kStatusAt));
  } else if (what < 80) {
    queue_.push_back(write_of(at::kSnapshotAt, random_.below(2)));
    for (unsigned i = 0; i < at::kCounterCount; ++i)
      queue_.push_back(read_of(at::kCounterAt + 4 * i));
  } else if (what < 88) {
    queue_.push_back(write_of(at::kRowIdAt, random_.below(random_.percent(90) ? 64 : 200)));
    if (random_.percent(80)) queue_.push_back(read_of(at::kStatusAt));
    for (unsigned i = 0; i < at::kRowCount; ++i) queue_.push_back(read_of(at::kRowAt + 4 * i));
  } else if (what < 92) {
    queue_.push_back(write_of(at::kEventsAt, random_.below(9)));
    queue_.push_back(read_of(at::kEventsAt));
  } else if (what < 95) {
    queue_.push_back(write_of(at::kPortAt, random_.below(random_.percent(90) ? 2 : 4)));
  } else {
    cosim::RegisterAccess a = write_of(random_.below(512), value(0));
    a.write = random_.percent(50);
    a.strobes = random_.below(16);
    queue_.push_back(a);
  }
}

cosim::RegisterAccess Accesses::next(bool ready) {
  if (pause_ > 0) {
    --pause_;
    return {};
  }
  if (queue_.empty()) refill();
  const cosim::RegisterAccess a = queue_.front();
  if (ready) {
    queue_.pop_front();
    if (queue_.empty() && random_.percent(30)) pause_ = random_.below(30);
  }
  return a;
}

}  // namespace selvage::test
