// SPDX-License-Identifier: Apache-2.0
/// traffic.pattern application: its keys, what they generate, messages from a file.
#include <unistd.h>

#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>

#include "config/application/generate.hpp"
#include "load.hpp"

using namespace selvage;
using test::load;

namespace {

const std::string kTree = "topology: {kind: fattree, m: 4, n: 3}\n";

std::string with(const std::string& keys) {
  return kTree + "traffic: {pattern: application, application: {" + keys + "}}\n";
}

std::string error_of(const std::string& keys) {
  const auto result = load(with(keys));
  return result.errors().empty() ? "" : result.errors()[0];
}

config::ApplicationKeys keys_of(const char* kind, std::vector<HostIdx> hosts) {
  config::ApplicationKeys keys;
  keys.kind = kind;
  keys.bytes = 100;
  keys.hosts = std::move(hosts);
  keys.grid = config::squarest(keys.hosts.size());
  return keys;
}

/// A file of messages beside a scenario, gone at the end.
class MessageFile {
 public:
  explicit MessageFile(const std::string& text)
      : path_((std::filesystem::temp_directory_path() /
               ("selvage_test_messages" + std::to_string(getpid())))
                  .string()) {
    std::ofstream(path_) << text;
  }
  ~MessageFile() { std::filesystem::remove(path_); }
  [[nodiscard]] test::Load loaded(const std::string& more = "") const {
    return load(kTree + "traffic: {pattern: application, trace_file: " + path_ +
                ", application: {kind: file" + more + "}}\n");
  }
  [[nodiscard]] const std::string& path() const { return path_; }

 private:
  std::string path_;
};

}  // namespace

TEST_CASE("APP-DONE: the number of messages is what is generated, and nobody waits for later ones",
          "[config]") {
  for (const char* kind : {"ring_allreduce", "tree_allreduce", "all_to_all", "halo_exchange"}) {
    for (const std::size_t n : {2U, 3U, 7U, 12U, 16U}) {
      std::vector<HostIdx> hosts;
      for (std::size_t i = 0; i < n; ++i) hosts.push_back(static_cast<HostIdx>(100 - 3 * i));
      auto keys = keys_of(kind, hosts);
      keys.rounds = 3;
      const Application app = config::generate(keys);
      INFO(kind << " " << n);
      CHECK(app.messages.size() == config::messages_of(keys));
      for (std::uint32_t i = 0; i < app.messages.size(); ++i) {
        const AppMessage& m = app.messages[i];
        REQUIRE(m.source != m.destination);
        for (std::uint32_t w = 0; w < m.waits; ++w) {
          const std::uint32_t other = app.waits[m.waits_from + w];
          REQUIRE(other < i);
          const AppMessage& o = app.messages[other];
          REQUIRE((o.destination == m.source || o.source == m.source));
        }
      }
    }
  }
}

TEST_CASE("APP-DONE: a halo exchange goes to the neighbours of a grid that does not wrap",
          "[config]") {
  auto keys = keys_of("halo_exchange", {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11});
  keys.grid = {3, 2, 2};
  const Application app = config::generate(keys);
  std::vector<HostIdx> of_4;
  for (const AppMessage& m : app.messages) {
    if (m.source == 4) of_4.push_back(m.destination);
  }
  CHECK(of_4 == std::vector<HostIdx>{3, 5, 1, 10});
  CHECK(app.messages.size() == 2 * (2 * 4 + 1 * 6 + 1 * 6));
}

TEST_CASE("an application is read from its keys, whose errors have their places",
          "[config][FAB-IDLE]") {
  const auto good = load(with("kind: halo_exchange, hosts: [211, 000, 001, 010], grid: [4, 1]"));
  REQUIRE(good.loaded);
  const Application& app = good.loaded->scenario.traffic.application;
  CHECK(app.messages.size() == 6);
  CHECK(app.messages[0].source == 11);
  CHECK(app.messages[0].bytes == 65536);

  CHECK_THAT(error_of("kind: gather"), Catch::Contains("traffic.application.kind"));
  CHECK_THAT(error_of("hosts: [000]"), Catch::Contains("two hosts or more"));
  CHECK_THAT(error_of("hosts: [000, 211, 000]"),
             Catch::Contains("hosts[2]: host 000 stands twice"));
  CHECK_THAT(error_of("hosts: [000, 999]"), Catch::Contains("'999' is no host"));
  CHECK_THAT(error_of("kind: halo_exchange, grid: [5, 3]"), Catch::Contains("15 places for 16"));
  CHECK_THAT(error_of("kind: halo_exchange, grid: [x]"), Catch::Contains("grid[0]"));
  CHECK_THAT(error_of("rounds: 1000000"), Catch::Contains("more than the 4000000 messages"));
  CHECK_THAT(error_of("grid: [4, 4]"), Catch::Contains("needs kind halo_exchange"));
  CHECK_THAT(error_of("names: numbers"), Catch::Contains("needs kind file"));
  CHECK_THAT(error_of("kind: file"), Catch::Contains("needs traffic.trace_file"));
  const auto other = load(kTree + "traffic: {application: {bytes: 5}}\n");
  REQUIRE(other.errors().size() == 1);
  CHECK_THAT(other.errors()[0], Catch::Contains("it needs pattern application"));
  const auto loaded = load(kTree + "traffic: {pattern: application, load: 0.5}\n");
  REQUIRE(loaded.errors().size() == 1);
  CHECK_THAT(loaded.errors()[0], Catch::Contains("traffic.load: pattern application"));
  const auto empty = load(with("bytes: 5"), {"traffic.packet_beats=1", "link.overhead_bytes=25"});
  REQUIRE_FALSE(empty.errors().empty());
  CHECK_THAT(empty.errors()[0], Catch::Contains("holds no byte"));
}

TEST_CASE("APP-TEXT: messages are read from a file", "[config]") {
  const MessageFile file(
      "# time source destination bytes\n"
      "7 000 211 4096\n"
      "0 001 211 1 b\n"
      "\n"
      "+30 211 000 99 c after b\n"
      "5 211 001 8 after b,c # both\n");
  const auto good = file.loaded();
  INFO(good.diagnostics.text());
  REQUIRE(good.loaded);
  const Application& app = good.loaded->scenario.traffic.application;
  CHECK(app.kind == "file");
  REQUIRE(app.messages.size() == 4);
  CHECK(app.messages[0].at == 7);
  CHECK(app.messages[0].bytes == 4096);
  CHECK(app.messages[1].name == "b");
  CHECK(app.messages[2].work == 30);
  CHECK(app.messages[2].at == 0);
  CHECK(app.messages[3].waits == 2);
  CHECK(app.waits == std::vector<std::uint32_t>{1, 1, 2});
}

TEST_CASE("APP-TEXT: hosts may be numbers, as other simulators write them", "[config]") {
  const MessageFile file("0 0 15 64\n10 15 0 64\n");
  const auto good = file.loaded(", names: numbers");
  REQUIRE(good.loaded);
  CHECK(good.loaded->scenario.traffic.application.messages[0].destination == 15);
  const MessageFile bad("0 0 16 64\n");
  const auto errors = bad.loaded(", names: numbers").errors();
  REQUIRE(errors.size() == 1);
  CHECK(errors[0] == bad.path() + ":1:5: error: '16' is no number of a host: 0 to 15");
}

TEST_CASE("APP-TEXT: what is wrong with a file of messages has its line and column", "[config]") {
  const MessageFile file(
      "0 000 211 10 a\n"
      "0 000 211\n"
      "x 000 211 10\n"
      "+5 000 211 10\n"
      "0 000 999 10\n"
      "0 000 000 10\n"
      "0 000 211 0\n"
      "0 211 000 10 b after z\n"
      "0 001 000 10 b after a\n"
      "0 211 000 10 a\n"
      "0 211 000 10 after a,a\n"
      "0 211 000 10 d,e\n");
  const auto errors = file.loaded().errors();
  const std::string& at = file.path();
  REQUIRE(errors.size() == 11);
  CHECK_THAT(errors[0], Catch::StartsWith(at + ":2:7: error: 3 words; expected: time source"));
  CHECK(errors[1] == at + ":3:1: error: 'x' is no cycle");
  CHECK_THAT(errors[2], Catch::StartsWith(at + ":4:1: error: so many cycles behind what?"));
  CHECK_THAT(errors[3], Catch::StartsWith(at + ":5:7: error: '999' is no host: "));
  CHECK(errors[4] == at + ":6:7: error: a host does not send to itself");
  CHECK(errors[5] == at + ":7:11: error: '0' is no number of bytes from 1 to 2^40");
  CHECK(errors[6] == at + ":8:22: error: no line above has the id 'z'");
  CHECK(errors[7] == at + ":9:22: error: message 'a' neither arrives at nor leaves from 001, "
                          "which cannot know of it");
  CHECK(errors[8] == at + ":10:14: error: a line above has the id 'a' already");
  CHECK(errors[9] == at + ":11:20: error: an id stands twice");
  CHECK(errors[10] == at + ":12:14: error: an id has no comma");
  const MessageFile nothing("# nothing\n");
  CHECK(nothing.loaded().errors() ==
        std::vector<std::string>{nothing.path() + ": error: no message in this file"});
}
