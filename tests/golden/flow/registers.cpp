// SPDX-License-Identifier: Apache-2.0
/// Accesses to the registers of a port, by docs/reference/registers.md: timing, what is refused,
/// counters, rows, a port out of use and in use again (REG-1, REG-2, REG-6 to REG-8).
#include <vector>

#include "registers.hpp"

using namespace selvage;
using namespace selvage::test;

TEST_CASE("REG-1: after the reset nothing is answered, and no row has been asked for",
          "[golden][registers]") {
  Port port;
  CHECK(port.out().ready);
  CHECK_FALSE(port.out().answered);
  CHECK(port.out().data == 0);
  CHECK(port.read(kRowId) == 0U);
}

TEST_CASE("REG-2: no register, no multiple of 4, a read-only register: an error",
          "[golden][registers]") {
  Port port;
  std::vector<bool> readable(0x200, false), writable(0x200, false);
  for (const auto& [first, last] :
       std::vector<std::pair<std::uint32_t, std::uint32_t>>{{kT1, 0x034},
                                                            {kOn, 0x048},
                                                            {kTick, kExpire},
                                                            {0x070, kGain},
                                                            {kThreshold, kDraw},
                                                            {0x0a0, 0x0a4},
                                                            {0x100, 0x13c}})
    for (std::uint32_t a = first; a <= last; a += 4) readable[a] = true;
  writable = readable;
  for (const std::uint32_t a :
       {0x000U, kPort, kStatus, kEvents, kCommit, kRevert, kSnapshot, kRowId})
    readable[a] = true;
  for (const std::uint32_t a : {kPort, kEvents, kCommit, kRevert, kSnapshot, kRowId})
    writable[a] = true;
  for (unsigned i = 0; i < 12; ++i) readable[kCounter + 4 * i] = true;
  for (std::uint32_t a = 0; a < 0x200; ++a) {
    CAPTURE(a);
    CHECK(port.read(a).has_value() == readable[a]);
    const std::uint32_t word = port.read(a).value_or(0);
    CHECK(port.write(a, a == kRowId ? 0 : word) == writable[a]);
  }
  CHECK(port.read(kCommit) == 0U);
  CHECK(port.read(kRevert) == 0U);
  CHECK(port.read(kSnapshot) == 0U);
}

TEST_CASE("REG-2: build, commands and events refuse what they have no field for",
          "[golden][registers]") {
  Port port(kSmallFlowSizes, 48);
  CHECK(port.read(0) == (6 | 8 << 4 | 48 << 8));
  CHECK(Port(kLargeFlowSizes, 20).read(0) == (11 | 11 << 4 | 20 << 8));
  for (unsigned bit = 0; bit < 32; ++bit) {
    CAPTURE(bit);
    CHECK(port.write(kPort, 1 | 1U << bit) == (bit == 0));
    CHECK(port.write(kEvents, 1U << bit) == (bit < 3));
    CHECK(port.write(kCommit, 1U << bit) == (bit < 5));
    CHECK(port.write(kRevert, 1U << bit) == (bit < 5));
    CHECK(port.write(kSnapshot, 1U << bit) == (bit == 0));
  }
  CHECK_FALSE(port.write(kPort, 2));
  CHECK(port.write(kEvents, 7));
  // An event stays until a 1 is written to its bit; what is refused in that very access stays.
  port.events();
  CHECK_FALSE(port.write(kStatus, 0));
  CHECK(port.write(kEvents, kApplied | kJoined));
  CHECK(port.read(kEvents) == kRefused);
  CHECK(port.write(kEvents, kRefused));
  CHECK(port.read(kEvents) == 0U);
  CHECK_FALSE(port.write(kEvents, 8));
  CHECK(port.read(kEvents) == kRefused);
}

TEST_CASE("REG-1: an access takes three clocks, strobes keep bytes", "[golden][registers]") {
  Port port;
  port.in.valid = port.in.write = true;
  port.in.addr = kUnits;
  port.in.data = 7;
  port.in.strobes = 15;
  for (unsigned t = 0; t < 9; ++t) {  // one access after the other
    CHECK(port.out().ready == (t % 3 == 0));
    CHECK(port.out().answered == (t > 0 && t % 3 == 0));
    CHECK(port.settings().ifct.unit_cyc == (t < 3 ? 10U : t < 6 ? 7U : 8U));
    if (t % 3 == 0) port.in.data = 7 + t / 3;
    port.step();
  }
  port.in.valid = false;
  port.step(2);
  CHECK_FALSE(port.out().answered);
  CHECK(port.out().ready);

  // It reads the word of the cycle after the one in which it was taken.
  REQUIRE(port.write(kRowId, 5));
  port.in.row_taken = true;
  port.step();
  port.in.row_taken = false;
  port.in.row_there = true;
  port.step();
  port.in.row_there = false;
  port.in.valid = true;
  port.in.write = false;
  port.in.addr = kRow + 8;
  for (std::uint32_t t = 0; t < 3; ++t) {
    port.in.row = {0, 0, 70 + t, 1, 2};
    port.step();
    port.in.valid = false;
    if (t < 2) CHECK(port.out().data == 0);
  }
  CHECK(port.out().answered);
  CHECK(port.out().data == 71);
  port.step();
  CHECK(port.out().data == 0);

  REQUIRE(port.write(0x030, 0x11223344));
  for (unsigned strobes = 0; strobes < 16; ++strobes) {
    REQUIRE(port.write(0x030, 0x11223344));
    REQUIRE(port.write(0x030, 0xaabbccdd, strobes));
    std::uint32_t word = 0;
    for (unsigned b = 0; b < 4; ++b)
      word |= ((strobes >> b & 1) != 0 ? 0xaabbccdd : 0x11223344) & 0xffU << 8 * b;
    CHECK(port.read(0x030) == word);
  }
  // Without a strobe a byte is 0 in commands and events.
  CHECK(port.write(kCommit, 0xffffff00, 1));
  CHECK_FALSE(port.write(kStatus, 0));
  CHECK(port.write(kEvents, 1, 14));
  CHECK((port.read(kEvents).value() & kRefused) != 0);
  CHECK(port.write(kGain, 0x900, 2));
  CHECK(port.settings().redirect.kd == 1);
  CHECK(port.settings().redirect.kg == 9);
}

TEST_CASE("REG-6: a snapshot has all counters of one clock", "[golden][registers]") {
  Port port;
  const auto counters = [&](std::uint32_t base) {
    for (unsigned i = 0; i < 12; ++i) port.in.counters[i] = base + i;
  };
  counters(1000);
  for (unsigned i = 0; i < 12; ++i) CHECK(port.read(kCounter + 4 * i) == 0U);
  CHECK(port.write(kSnapshot, 0));
  CHECK(port.read(kCounter + 44) == 0U);
  port.ask(true, kSnapshot, 1);
  counters(2000);  // those of the cycle in which it is decided
  port.step();
  CHECK_FALSE(port.out().error);
  counters(3000);
  for (unsigned i = 0; i < 12; ++i) CHECK(port.read(kCounter + 4 * i) == 2000 + i);
}

TEST_CASE("REG-7: a row is asked for until it is taken, and read when it is there",
          "[golden][registers]") {
  Port port;
  port.in.row = {11, 12, 13, 14, 15};
  const auto busy = [&] { return (port.read(kStatus).value() >> 10 & 1) != 0; };
  CHECK_FALSE(port.read(kRow));  // before any
  CHECK_FALSE(port.write(kRowId, 64));
  CHECK_FALSE(port.out().row_asked);
  for (const std::uint32_t row : {63U, 0U}) {
    REQUIRE(port.write(kRowId, row));
    CHECK(port.out().row_asked);
    CHECK(port.out().row == row);
    port.step(5);
    CHECK(port.out().row_asked);
    CHECK(busy());
    CHECK_FALSE(port.write(kRowId, 1));
    CHECK_FALSE(port.read(kRow));
    port.in.row_taken = true;
    port.step();
    port.in.row_taken = false;
    CHECK_FALSE(port.out().row_asked);
    CHECK(busy());  // on its way
    CHECK_FALSE(port.write(kRowId, 1));
    CHECK_FALSE(port.read(kRow + 16));
    port.in.row_there = true;
    port.step();
    port.in.row_there = false;
    CHECK_FALSE(busy());
    CHECK(port.read(kRowId) == row);
    for (unsigned w = 0; w < 5; ++w) CHECK(port.read(kRow + 4 * w) == 11 + w);
    for (std::uint32_t beyond = kRow + 20; beyond < 0x200; beyond += 4)
      CHECK_FALSE(port.read(beyond));
  }
}

TEST_CASE("REG-8: a port out of use at once, in use again when nothing is left",
          "[golden][registers]") {
  Port port;
  const auto status = [&] { return port.read(kStatus).value() >> 8 & 3; };  // joining, enabled
  CHECK(port.out().enabled);
  CHECK(status() == 1);
  CHECK(port.write(kPort, 1));  // it is in use: nothing happens
  port.in.link_idle = true;
  port.step(3);
  CHECK_FALSE(port.out().link_up);
  CHECK_FALSE(port.out().link_down);
  port.ask(true, kPort, 0);
  CHECK(port.out().enabled);
  port.step();
  CHECK_FALSE(port.out().enabled);
  CHECK(port.out().link_down);
  port.step();
  CHECK_FALSE(port.out().link_down);
  CHECK(port.read(kPort) == 0U);
  CHECK(status() == 0);
  port.step(9);  // an idle link alone does not join
  CHECK_FALSE(port.out().enabled);

  port.in.link_idle = false;
  CHECK(port.write(kPort, 1));
  CHECK(port.read(kPort) == 1U);
  CHECK(status() == 2);
  CHECK_FALSE(port.out().enabled);
  CHECK(port.write(kPort, 0));  // taken back
  CHECK(status() == 0);
  port.in.link_idle = true;
  port.step(3);
  CHECK_FALSE(port.out().enabled);
  CHECK(port.events() == 0);

  // Taken back in the last cycle: it never joined.
  port.in.link_idle = false;
  CHECK(port.write(kPort, 1));
  port.ask(true, kPort, 0);
  port.in.link_idle = true;
  port.step();
  CHECK_FALSE(port.out().enabled);
  CHECK_FALSE(port.out().link_up);
  CHECK_FALSE(port.out().link_down);

  // A row that is read keeps it waiting, asked for or on its way.
  REQUIRE(port.write(kRowId, 3));
  CHECK(port.write(kPort, 1));
  port.step(3);
  CHECK_FALSE(port.out().enabled);
  port.in.row_taken = true;
  port.step();
  port.in.row_taken = false;
  port.step(3);
  CHECK_FALSE(port.out().enabled);
  port.in.row_there = true;
  port.step();
  port.in.row_there = false;
  CHECK_FALSE(port.out().enabled);
  port.step();
  CHECK(port.out().enabled);
  CHECK(port.out().link_up);
  port.step();
  CHECK_FALSE(port.out().link_up);
  CHECK(port.out().enabled);
  CHECK(status() == 1);
  CHECK(port.events() == kJoined);

  // With a drained link it joins in the cycle after its response.
  CHECK(port.write(kPort, 0));
  CHECK(port.write(kPort, 1));
  CHECK_FALSE(port.out().enabled);
  port.step();
  CHECK(port.out().link_up);
}
