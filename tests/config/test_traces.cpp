// SPDX-License-Identifier: Apache-2.0
/// Traces of netrace and BookSim2 (docs/reference/traces.md).
#include <algorithm>
#include <catch2/catch.hpp>

#include "load.hpp"
#include "netrace_file.hpp"

using namespace selvage;
using test::load;
using test::NetraceWriter;
using test::packed;
using test::TraceFile;

namespace {

test::Load loaded(const TraceFile& file, const std::string& keys) {
  return load(
      "topology: {kind: fattree, m: 4, n: 3}\ntraffic: {pattern: application, trace_file: " +
      file.path() + ", application: {" + keys + "}}\n");
}

test::Load loaded(const std::string& bytes, const std::string& keys = "kind: netrace") {
  return loaded(TraceFile(bytes), keys);
}

/// The first error, without the name of the file.
std::string error_of(const std::string& bytes, const std::string& keys = "kind: netrace") {
  const TraceFile file(bytes);
  const auto result = loaded(file, keys);
  if (result.errors().empty()) return "";
  const std::string first = result.errors()[0];
  return first.compare(0, file.path().size(), file.path()) == 0 ? first.substr(file.path().size())
                                                                : first;
}

const Application& app_of(const test::Load& result) {
  INFO(result.diagnostics.text());
  REQUIRE(result.loaded);
  return result.loaded->scenario.traffic.application;
}

/// The messages that number `i` waits for.
std::vector<std::uint32_t> waits_of(const Application& app, std::size_t i) {
  const AppMessage& m = app.messages.at(i);
  const auto from = app.waits.begin() + m.waits_from;
  return {from, from + m.waits};
}

/// A read: request 0 -> 5, response back, then node 0 asks node 3 and writes to node 5.
NetraceWriter small() {
  NetraceWriter w;
  w.header(16, 5);
  w.packet(10, 100, 1, 0, 5, {101}).packet(20, 101, 2, 5, 0, {103, 104});
  w.packet(20, 102, 27, 7, 8).packet(50, 103, 15, 0, 3).packet(60, 104, 6, 0, 5);
  return w;
}

constexpr std::size_t kFirst = 73;  ///< byte of the first packet: header and one byte of notes

}  // namespace

TEST_CASE("APP-NETRACE: a trace is read, packed or not, and gives messages by its types",
          "[config]") {
  const std::string plain = small().bytes();
  // A packed file may be of several streams, one behind the other.
  const std::string two = packed(plain.substr(0, 100)) + packed(plain.substr(100));
  for (const std::string& bytes : {plain, packed(plain), two}) {
    const auto result = loaded(bytes);
    const Application& app = app_of(result);
    CHECK(app.kind == "netrace");
    REQUIRE(app.messages.size() == 5);
    CHECK(app.messages[0].source == 0);
    CHECK(app.messages[0].destination == 5);
    CHECK(app.messages[0].at == 10);
    CHECK(app.messages[0].bytes == 8);
    CHECK(app.messages[0].name == "100");
    CHECK(app.messages[1].bytes == 72);
  }
  const std::vector<unsigned> small_types{1, 5, 13, 14, 15, 25, 27, 28, 29};
  const std::vector<unsigned> large_types{2, 3, 4, 6, 16, 30};
  for (unsigned type = 0; type < 256; ++type) {
    const std::string bytes = NetraceWriter().header(2, 1).packet(0, 0, type, 0, 1).bytes();
    const bool small_one =
        std::find(small_types.begin(), small_types.end(), type) != small_types.end();
    const bool large = std::find(large_types.begin(), large_types.end(), type) != large_types.end();
    if (small_one || large) {
      const auto result = loaded(bytes);
      CHECK(app_of(result).messages[0].bytes == (large ? 72 : 8));
    } else {
      CHECK(error_of(bytes) ==
            ": error: packet 0 at byte 73: its type " + std::to_string(type) + " has no size");
    }
  }
}

TEST_CASE("APP-NETRACE: the trace of the tree holds what the script that wrote it lists",
          "[config]") {
  config::Diagnostics diagnostics;
  const auto scenario =
      config::load_scenario({SELVAGE_SOURCE_DIR "/scenarios/netrace.yaml", {}, {}}, diagnostics);
  INFO(diagnostics.text());
  REQUIRE(scenario);
  const Application& app = scenario->scenario.traffic.application;
  REQUIRE(app.messages.size() == 11);
  const std::vector<std::vector<std::uint64_t>> expected{
      // cycle, source, destination, bytes, then what it waits for; packet 8 stays at its node
      {0, 0, 5, 8},      {4, 3, 6, 8},        {24, 5, 15, 8, 0},  {30, 6, 9, 8, 1},
      {50, 9, 6, 8, 3},  {180, 15, 5, 72, 2}, {190, 6, 3, 72, 4}, {200, 5, 0, 72, 5},
      {230, 0, 5, 8, 7}, {240, 3, 12, 72, 6}, {250, 5, 0, 8, 8}};
  for (std::size_t i = 0; i < expected.size(); ++i) {
    const AppMessage& m = app.messages[i];
    std::vector<std::uint64_t> found{m.at, m.source, m.destination, m.bytes};
    for (const std::uint32_t w : waits_of(app, i)) found.push_back(w);
    CHECK(found == expected[i]);
  }
}

TEST_CASE("APP-NETRACE: the nodes of a trace are the hosts of the list", "[config]") {
  const std::string bytes = NetraceWriter().header(2, 1).packet(0, 0, 1, 1, 0).bytes();
  const auto result = loaded(bytes, "kind: netrace, hosts: ['211', '010']");
  CHECK(app_of(result).messages[0].source == 2);
  CHECK(app_of(result).messages[0].destination == 11);
  CHECK(error_of(bytes, "kind: netrace, hosts: ['211']") ==
        ": error: byte 38: 2 nodes, for 1 hosts (traffic.application.hosts)");
  CHECK_THAT(error_of(bytes, "kind: netrace, hosts: ['211', '999']"),
             Catch::Contains("'999' is no host"));
  CHECK_THAT(error_of(NetraceWriter().header(17, 1).packet(0, 0, 1, 1, 0).bytes()),
             Catch::Contains("17 nodes, for 16 hosts"));
}

TEST_CASE("APP-NEEDS: packets wait for those that name them, and have work when they waited",
          "[config]") {
  const auto result = loaded(small().bytes(), "kind: netrace, compute: 9");
  const Application& app = app_of(result);
  CHECK(waits_of(app, 0).empty());
  CHECK(waits_of(app, 1) == std::vector<std::uint32_t>{0});
  CHECK(waits_of(app, 2).empty());
  CHECK(waits_of(app, 3) == std::vector<std::uint32_t>{1});
  CHECK(waits_of(app, 4) == std::vector<std::uint32_t>{1});
  CHECK(app.messages[0].work == 0);
  CHECK(app.messages[1].work == 9);
  CHECK(app.messages[1].at == 20);
  const auto free = loaded(small().bytes(), "kind: netrace, dependencies: false");
  CHECK(app_of(free).waits.empty());

  // Named twice by one packet is named once; named by two waits for both.
  NetraceWriter both;
  both.header(4, 3)
      .packet(0, 1, 1, 0, 2, {3, 3})
      .packet(0, 2, 1, 1, 2, {3, 9})
      .packet(5, 3, 2, 2, 0);
  const auto waits = loaded(both.bytes());
  CHECK(waits_of(app_of(waits), 2) == std::vector<std::uint32_t>{0, 1});
}

TEST_CASE("APP-NEEDS: what a node cannot know of is refused, unless dependencies are off",
          "[config]") {
  NetraceWriter w;
  w.header(4, 2).packet(0, 1, 1, 0, 2, {2}).packet(5, 2, 2, 1, 0);
  CHECK(error_of(w.bytes()) ==
        ": error: packet 2 at byte 98: it leaves node 1 and waits for packet 1, which does not "
        "arrive there (traffic.application.dependencies: false plays the trace by its cycles "
        "alone)");
  const auto free = loaded(w.bytes(), "kind: netrace, dependencies: false");
  CHECK(app_of(free).messages.size() == 2);
  NetraceWriter back;
  back.header(4, 2).packet(0, 1, 1, 0, 2).packet(5, 2, 2, 2, 0, {1});
  CHECK(error_of(back.bytes()) ==
        ": error: packet 2 at byte 94: packet 1 is to wait for it, and stands before it");
}

TEST_CASE("APP-SELF: a packet to its own node is no message, and what waits for it waits on",
          "[config]") {
  NetraceWriter w;
  w.header(4, 4).packet(0, 1, 1, 0, 2, {2, 3}).packet(3, 2, 1, 2, 2, {3, 4});
  w.packet(4, 3, 1, 2, 2, {4}).packet(5, 4, 2, 2, 0);
  const auto result = loaded(w.bytes());
  const Application& app = app_of(result);
  REQUIRE(app.messages.size() == 2);
  CHECK(app.messages[1].name == "4");
  CHECK(waits_of(app, 1) == std::vector<std::uint32_t>{0});
  CHECK_THAT(error_of(NetraceWriter().header(4, 1).packet(0, 1, 1, 2, 2).bytes()),
             Catch::Contains("no packet from one node to another"));
}

TEST_CASE("APP-PART: a region, a number of packets, a number of cycles", "[config]") {
  // Two packets in region 0 (offset 0, 30 cycles), none in 1 (5 cycles), two in 2 (offset 46).
  NetraceWriter w;
  w.header(4, 4, {{0, 30, 2}, {46, 5, 0}, {46, 40, 2}});
  w.packet(1, 1, 1, 0, 2, {3}).packet(9, 2, 1, 1, 2);
  w.packet(35, 3, 2, 2, 0).packet(38, 4, 2, 2, 1);
  for (const std::string& bytes : {w.bytes(), packed(w.bytes())}) {
    const auto whole = loaded(bytes);
    CHECK(app_of(whole).messages.size() == 4);
    const auto second = loaded(bytes, "kind: netrace, region: 2");
    const Application& app = app_of(second);
    REQUIRE(app.messages.size() == 2);
    CHECK(app.messages[0].name == "3");
    CHECK(app.messages[0].at == 0);
    CHECK(app.messages[0].waits == 0);
    CHECK(app.messages[1].at == 3);
  }
  const auto first = loaded(w.bytes(), "kind: netrace, region: 0");
  CHECK(app_of(first).messages.size() == 2);
  const auto one = loaded(w.bytes(), "kind: netrace, region: 2, packets: 1");
  CHECK(app_of(one).messages.size() == 1);
  const auto early = loaded(w.bytes(), "kind: netrace, cycles: 36");
  CHECK(app_of(early).messages.size() == 3);
  const auto earlier = loaded(w.bytes(), "kind: netrace, region: 2, cycles: 3");
  CHECK(app_of(earlier).messages.size() == 1);
  // What is not played is not read: a broken end does not matter.
  const auto cut = loaded(w.bytes() + "rest", "kind: netrace, packets: 4");
  CHECK(app_of(cut).messages.size() == 4);
  CHECK_THAT(error_of(w.bytes(), "kind: netrace, region: 1"), Catch::Contains("no packet from"));
  CHECK_THAT(error_of(w.bytes(), "kind: netrace, region: 3"),
             Catch::Contains("no region 3: it has 3, numbered from 0 on"));
  CHECK_THAT(error_of(w.bytes(), "kind: netrace, packets: 4000001"), Catch::Contains("packets"));
}

TEST_CASE("APP-PART: a trace that is too long is refused before it fills the memory", "[config]") {
  // A thousand packets arrive; then packets to the node itself hand on that they wait for all of
  // those to 255 others each.
  NetraceWriter w;
  w.header(2, 1100);
  for (std::uint32_t i = 0; i < 1000; ++i) w.packet(i, i, 1, 1, 0, {1000});
  std::vector<std::uint32_t> next(255);
  for (std::uint32_t i = 1000; i < 1100; ++i) {
    for (std::uint32_t k = 0; k < 255; ++k) next[k] = i + 1 + k;
    w.packet(i, i, 1, 0, 0, next);
  }
  CHECK_THAT(error_of(packed(w.bytes())),
             Catch::Contains("packets wait for more than 16000000 others: play less of it"));
}

TEST_CASE("APP-BROKEN: a trace that is cut short at any byte is refused with its place",
          "[config]") {
  const std::string plain = small().bytes();
  for (std::size_t length = 0; length < plain.size(); ++length) {
    const std::string error = error_of(plain.substr(0, length));
    INFO(length << " bytes: " << error);
    CHECK_THAT(error, Catch::Contains("it ends at byte " + std::to_string(length)));
  }
  const std::string zipped = packed(plain);
  for (std::size_t length = 3; length < zipped.size(); ++length) {
    const std::string error = error_of(zipped.substr(0, length));
    INFO(length << " bytes: " << error);
    CHECK_THAT(error, Catch::Contains("packed data end early"));
  }
  CHECK_THAT(error_of("BZ"), Catch::Contains("it ends at byte 2, inside its header"));
}

TEST_CASE("APP-BROKEN: a wrong byte of a packed trace, or what stands behind it, is seen",
          "[config]") {
  const std::string zipped = packed(small().bytes());
  for (std::size_t i = 4; i + 1 < zipped.size(); ++i) {  // the last may be filled up
    std::string wrong = zipped;
    wrong[i] = static_cast<char>(wrong[i] ^ 0x10);
    INFO("byte " << i);
    CHECK_FALSE(error_of(wrong).empty());
  }
  CHECK_THAT(error_of(zipped + "rest"), Catch::Contains("packed data are damaged"));
}

TEST_CASE("APP-BROKEN: what does not hold together is refused with its place", "[config]") {
  const auto with = [](std::size_t at, std::uint8_t value) {
    std::string bytes = small().bytes();
    bytes[at] = static_cast<char>(value);
    return error_of(bytes);
  };
  CHECK(with(0, 0) ==
        ": error: byte 0: no netrace file: it begins with 0x484a5400, not 0x484a5455");
  CHECK(error_of(std::string("HJTU") + small().bytes().substr(4)) ==
        ": error: byte 0: written on a big-endian machine, not read here");
  CHECK_THAT(with(7, 0), Catch::Contains("byte 4: not of version 1.0"));
  CHECK_THAT(with(38, 0), Catch::Contains("byte 38: a trace of no node"));
  CHECK_THAT(with(38, 6), Catch::Contains("packet 102 at byte 127: no node 7 of 6"));
  CHECK_THAT(with(48, 4), Catch::Contains("5 packets, though its header says 4"));
  CHECK_THAT(with(48, 6), Catch::Contains("it ends at byte 190 after 5 packets of 6"));
  CHECK_THAT(with(57, 32), Catch::Contains("byte 56: 8193 bytes of notes, more than 8191"));
  CHECK_THAT(with(60, 101), Catch::Contains("byte 60: 101 regions, more than 100"));
  CHECK_THAT(with(60, 100), Catch::Contains("inside its regions"));
  CHECK_THAT(with(kFirst, 30), Catch::Contains("packet 101 at byte 98: cycle 20 after cycle 30"));
  CHECK_THAT(with(kFirst + 7, 1), Catch::Contains("packet 100 at byte 73: its cycle"));
  CHECK_THAT(with(135, 101),
             Catch::Contains("packet 101 at byte 127: it stands behind packet 101"));
  CHECK_THAT(error_of("garbage, and enough of it that a header could be read from what is here, "
                      "if one only wanted to"),
             Catch::Contains("no netrace file"));
  CHECK_THAT(load("topology: {kind: fattree, m: 4, n: 3}\ntraffic: {pattern: application, "
                  "trace_file: no_such.tra, application: {kind: netrace}}\n")
                 .errors()
                 .at(0),
             Catch::Contains("traffic.trace_file: no_such.tra: no such file"));
  CHECK_THAT(load("topology: {kind: fattree, m: 4, n: 3}\ntraffic: {pattern: application, "
                  "trace_file: /, application: {kind: netrace}}\n")
                 .errors()
                 .at(0),
             Catch::Contains("this is a directory"));
}

TEST_CASE("APP-BOOKSIM: lines of a delay and a type, as branch classes reads them", "[config]") {
  const auto result = loaded(
      "5 0 3 1\n"
      "0 3 0 0\n"
      "7 1 1 -1\n"
      "1 2 2 0\n"
      "2, 15,0 ,1\n",
      "kind: booksim, sizes: [1, 5], flit_bytes: 8");
  const Application& app = app_of(result);
  REQUIRE(app.messages.size() == 3);
  CHECK(app.kind == "booksim");
  CHECK(app.messages[0].at == 5);
  CHECK(app.messages[0].bytes == 40);
  CHECK(app.messages[1].at == 5);
  CHECK(app.messages[1].bytes == 8);
  CHECK(app.messages[2].at == 15);
  CHECK(app.messages[2].source == 15);
  CHECK(app.messages[2].name == "line 5");
  CHECK(app.waits.empty());
  CHECK(error_of("0 0 1 2\n", "kind: booksim, sizes: [1, 5]") ==
        ":1:7: error: '2' is no type of packet: 2 sizes are given (traffic.application.sizes)");
  CHECK_THAT(error_of("-1 0 1 0\n", "kind: booksim, sizes: [1]"),
             Catch::Contains("'-1' is no delay"));
}

TEST_CASE("APP-BOOKSIM: lines of a cycle and a size, as forks inject them", "[config]") {
  const auto result = loaded("0,1,2,64\n5,3,4,128\n10,1,3,256\n", "kind: booksim, flit_bytes: 1");
  const Application& app = app_of(result);
  REQUIRE(app.messages.size() == 3);
  CHECK(app.messages[1].at == 5);
  CHECK(app.messages[2].bytes == 256);
  const auto flits = loaded("10 0 1 5\n", "kind: booksim");
  CHECK(app_of(flits).messages[0].bytes == 80);
  CHECK(error_of("5 0 1 1\n4 0 1 1\n", "kind: booksim") ==
        ":2:1: error: cycle 4 after cycle 5: the lines have to ascend");
  CHECK(error_of("5 0 16 1\n", "kind: booksim") == ":1:5: error: '16' is no node: 0 to 15");
  CHECK_THAT(error_of("5 0 1 0\n", "kind: booksim"), Catch::Contains("is no number of flits"));
  CHECK_THAT(error_of("5 0 1\n", "kind: booksim"), Catch::Contains("expected: cycle source"));
  CHECK_THAT(error_of("5 1 1 1\n", "kind: booksim"), Catch::Contains("no packet from one node"));
  CHECK_THAT(error_of(small().bytes(), "kind: booksim"), Catch::Contains("error"));
}

TEST_CASE("APP-PART: a part of a trace of BookSim2", "[config]") {
  const std::string lines = "0 0 1 1\n3 1 1 1\n3 0 1 1\n9 0 1 1\n";
  const auto two = loaded(lines, "kind: booksim, packets: 2");
  CHECK(app_of(two).messages.size() == 1);  // the second stays at its node
  const auto early = loaded(lines, "kind: booksim, cycles: 9");
  CHECK(app_of(early).messages.size() == 2);
  const auto cut = loaded(lines + "nonsense\n", "kind: booksim, packets: 4");
  CHECK(app_of(cut).messages.size() == 3);
  const auto behind =
      loaded("5 0 1 0\n5 1 0 0\n5 0 1 0\n", "kind: booksim, sizes: [1], cycles: 11");
  CHECK(app_of(behind).messages.size() == 2);
}

TEST_CASE("APP-PART: keys that a kind does not use are named", "[config]") {
  CHECK_THAT(error_of("", "kind: booksim, region: 1"), Catch::Contains("this needs kind netrace"));
  CHECK_THAT(error_of("", "kind: netrace, sizes: [1]"), Catch::Contains("this needs kind booksim"));
  CHECK_THAT(error_of("", "kind: file, packets: 1"),
             Catch::Contains("this needs kind netrace or booksim"));
  CHECK_THAT(error_of("", "kind: netrace, bytes: 5"), Catch::Contains("kind netrace does not use"));
  CHECK_THAT(error_of("", "kind: booksim, compute: 5"), Catch::Contains("the file has its times"));
}
