// SPDX-License-Identifier: Apache-2.0
/// The corrected rules give the same routing whatever the order of failures and messages.
#include <catch2/catch.hpp>

#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <deque>
#include <map>
#include <memory>
#include <set>
#include <tuple>

#include "support.hpp"

using namespace selvage;
using namespace selvage::golden;
using namespace selvage::golden::test;

namespace {

/// The flood once more, from the words of FT-MSG-1 to 4: messages oldest first, and, if wanted, no
/// switch passes a ULFM on that it has passed on already from the same side.
class Flood {
 public:
  Flood(const FatTree& tree, bool skip) : tree_(tree), skip_(skip) {}

  /// All links die, and then each end notices, the lower one first; how many messages there were.
  std::uint64_t kill_all(const Links& links) {
    for (const SwitchPort& link : links) {
      const PortEnd far = tree_.peer(link.sw, link.port);
      dead_.insert({link.sw, link.port});
      dead_.insert({far.index, far.port});
    }
    for (const SwitchPort& link : links) {
      const PortEnd far = tree_.peer(link.sw, link.port);
      for (const SwitchPort& end : {link, SwitchPort{far.index, far.port}}) {
        machine(end.sw).link_down(end.port, out_);
        send(end.sw);
      }
    }
    std::uint64_t delivered = 0;
    for (; !under_way_.empty(); ++delivered) {
      const Sent sent = under_way_.front();
      under_way_.pop_front();
      const FaultMessage m = decode(sent.message);
      const unsigned level = tree_.level(sent.to);
      const auto& coded = sent.message;
      const std::tuple key{sent.to, sent.from_above, coded.body, coded.level, coded.port};
      const bool passes = m.kind == FaultMessage::Kind::kUlfm && m.level != level;
      if (skip_ && passes && !passed_.insert(key).second) continue;
      machine(sent.to).receive(sent.by, m, out_);
      send(sent.to);
    }
    return delivered;
  }
  MessageMachine& machine(SwitchIdx sw) {
    auto& slot = machines_[sw];
    if (!slot) slot = std::make_unique<MessageMachine>(tree_, sw, 512, Rule::kCorrected);
    return *slot;
  }
  [[nodiscard]] std::vector<Knowledge> knowledge() {
    return test::knowledge(
        tree_, [this](SwitchIdx sw) -> const SwitchState& { return machine(sw).state(); });
  }

 private:
  struct Sent {
    SwitchIdx to;
    PortIdx by;
    bool from_above;
    ControlMessage message;
  };
  void send(SwitchIdx from) {
    for (const OutMessage& m : out_) {
      if (dead_.count({from, m.port}) != 0) continue;
      const PortEnd far = tree_.peer(from, m.port);
      under_way_.push_back(
          {far.index, far.port, tree_.level(from) < tree_.level(far.index), m.message});
    }
    out_.clear();
  }

  const FatTree& tree_;
  bool skip_;
  std::map<SwitchIdx, std::unique_ptr<MessageMachine>> machines_;
  std::set<std::pair<SwitchIdx, PortIdx>> dead_;
  std::deque<Sent> under_way_;
  std::vector<OutMessage> out_;
  std::set<std::tuple<SwitchIdx, bool, std::uint64_t, unsigned, unsigned>> passed_;
};

}  // namespace

TEST_CASE("Order: any interleaving of message delivery ends in the same state",
          "[golden][FT-MSG-6][FT-AUD-1]") {
  const auto [m, n, most] = GENERATE(std::tuple{4U, 3U, 8U}, std::tuple{4U, 4U, 16U},
                                     std::tuple{4U, 5U, 16U}, std::tuple{8U, 3U, 16U});
  const FatTree tree(m, n);
  INFO(tree.label());
  std::mt19937 random(9);
  SettledTree settled(tree, 512, Rule::kCorrected);
  for (unsigned round = 0; round < 25; ++round) {
    const Links faults = random_links(tree, 2 + below(random, most), random);
    INFO(text(tree, faults));
    settled.reset();
    settled.kill_all(faults);
    settled.settle();
    const auto expected = knowledge(settled);
    for (unsigned order = 0; order < 4; ++order) {
      settled.reset();
      settled.kill_all(faults);
      settled.settle_in_order([&](std::size_t waiting) { return random() % waiting; });
      REQUIRE(knowledge(settled) == expected);
    }
    // Newest first starves the older messages as long as it can.
    settled.reset();
    settled.kill_all(faults);
    settled.settle_in_order([](std::size_t waiting) { return waiting - 1; });
    REQUIRE(knowledge(settled) == expected);
  }
}

TEST_CASE("Order: links that fail while messages are under way end in the same masks",
          "[golden][FT-AUD-1]") {
  const auto [m, n, most] = GENERATE(std::tuple{4U, 3U, 8U}, std::tuple{4U, 4U, 16U},
                                     std::tuple{4U, 5U, 16U}, std::tuple{8U, 3U, 20U});
  const FatTree tree(m, n);
  INFO(tree.label());
  std::mt19937 random(10);
  SettledTree settled(tree, 512, Rule::kCorrected);
  for (unsigned round = 0; round < 60; ++round) {
    const Links faults = random_links(tree, 2 + below(random, most), random);
    INFO(text(tree, faults));
    settled.reset();
    for (const SwitchPort& link : faults) {
      settled.kill(link);
      for (unsigned hops = below(random, 4); hops > 0; --hops) settled.deliver_round();
    }
    settled.settle();
    REQUIRE(audit(settled).exact());
    REQUIRE(no_dead_ends(settled));
  }
}

TEST_CASE("Settled tree: messages on a dying link are lost and killing twice is once",
          "[golden][FT-MSG-1][FT-MSG-4]") {
  const FatTree tree(4, 3);
  SettledTree settled(tree, 8, Rule::kCorrected);
  settled.kill(links(tree, {"1/21/2"})[0]);  // <2,01> tells three children, <1,21> nobody
  settled.kill(links(tree, {"1/11/2"})[0]);  // one of the three, and then two more are sent twice
  settled.kill({switch_at(tree, 2, "01"), 1});  // the same link by its upper end
  CHECK(settled.dead().size() == 2);
  CHECK(settled.settle() == 4);
  CHECK(settled.machine(switch_at(tree, 1, "11")).state().lft.entries().empty());
  CHECK(settled.machine(switch_at(tree, 1, "01")).state().lft.entries().size() == 2);
}

TEST_CASE("Settled tree: skipping repeated ULFMs changes no state", "[golden][COS-SETTLE]") {
  const auto [m, n, most] =
      GENERATE(std::tuple{4U, 4U, 16U}, std::tuple{4U, 5U, 16U}, std::tuple{8U, 3U, 20U});
  const FatTree tree(m, n);
  INFO(tree.label());
  std::mt19937 random(12);
  SettledTree full(tree, 512, Rule::kCorrected);
  SettledTree lean(tree, 512, Rule::kCorrected);
  lean.skip_repeats();
  for (unsigned round = 0; round < 40; ++round) {
    const Links faults = random_links(tree, 2 + below(random, most), random);
    INFO(text(tree, faults));
    full.reset();
    lean.reset();
    std::uint64_t sent = 0;
    std::uint64_t sent_lean = 0;
    for (const SwitchPort& link : faults) {
      full.kill(link);
      lean.kill(link);
      sent += full.settle();
      sent_lean += lean.settle();
    }
    REQUIRE(sent_lean <= sent);
    REQUIRE(knowledge(lean) == knowledge(full));
  }
}

TEST_CASE("Settled tree: a fault in a tree of 40000 switches",
          "[golden][FT-MSG-2][FT-MSG-3][FT-MSG-4]") {
  const FatTree tree(16, 5);
  SettledTree settled(tree, 8, Rule::kCorrected);
  settled.skip_repeats();
  settled.kill(tree.fallible_link(0));
  CHECK(settled.settle() > 0);
  for (SwitchIdx leaf = 1; leaf < tree.host_count() / tree.h(); ++leaf) {
    REQUIRE(settled.machine(leaf).state().lft.entries().size() == 1);
  }
}

TEST_CASE(
    "FT-MSG-1 to FT-MSG-4, FT-AUD-1: a settled tree delivers what the flood sends, message by message",
    "[golden]") {
  const auto [m, n, count] =
      GENERATE(std::tuple{4U, 3U, 5U}, std::tuple{4U, 4U, 6U}, std::tuple{8U, 3U, 6U});
  const bool skip = GENERATE(false, true);
  const FatTree tree(m, n);
  std::mt19937 random(3);
  for (unsigned round = 0; round < 6; ++round) {
    const Links faults = random_links(tree, count, random);
    INFO(text(tree, faults));
    Flood flood(tree, skip);
    SettledTree settled(tree, 512, Rule::kCorrected);
    if (skip) settled.skip_repeats();
    settled.kill_all(faults);
    const std::uint64_t sent = settled.settle();
    CHECK(sent == flood.kill_all(faults));
    CHECK(knowledge(settled) == flood.knowledge());
  }
}

TEST_CASE("FT-REP-7: a repair while repeats are skipped ends the program", "[golden]") {
  const FatTree tree(4, 3);
  SettledTree settled(tree, 8, Rule::kCorrected);
  settled.skip_repeats();
  settled.kill(tree.fallible_link(3));
  const pid_t child = fork();
  if (child == 0) {
    std::signal(SIGABRT, SIG_DFL);
    close(STDERR_FILENO);
    settled.repair(tree.fallible_link(3));
    _exit(0);
  }
  int status = 0;
  REQUIRE(waitpid(child, &status, 0) == child);
  CHECK(WIFSIGNALED(status));
}

TEST_CASE("FT-DET-2: lower ends first: what they say has settled before an upper end notices",
          "[golden]") {
  const FatTree tree(4, 3);
  const Links faults =
      links(tree, {"1/11/2", "1/11/3"});  // all above <1,11>: it tells its children
  SettledTree together(tree, 8, Rule::kPaper);
  SettledTree lower_first(tree, 8, Rule::kPaper);
  SettledTree by_hand(tree, 8, Rule::kPaper);
  together.kill_all(faults);
  lower_first.kill_all_lower_first(faults);
  for (const SwitchPort& link : faults) CHECK(by_hand.cut(link));
  for (const SwitchPort& link : faults) by_hand.detect(link);
  const std::uint64_t first = by_hand.settle();
  for (const SwitchPort& link : faults) {
    const PortEnd far = tree.peer(link.sw, link.port);
    by_hand.detect({far.index, far.port});
  }
  const std::uint64_t rest = by_hand.deliver_round().delivered;
  CHECK(first > 0);
  CHECK(rest > 0);
  CHECK(lower_first.deliver_round().delivered == rest);
  CHECK(together.deliver_round().delivered > rest);
}

TEST_CASE("FT-AUD-1: a tree that is reset knows and carries nothing", "[golden]") {
  const FatTree tree(4, 3);
  SettledTree fresh(tree, 8, Rule::kCorrected);
  SettledTree settled(tree, 8, Rule::kCorrected);
  settled.kill(tree.fallible_link(20));
  settled.kill(tree.fallible_link(25));  // with messages under way
  settled.reset();
  CHECK(settled.dead().empty());
  CHECK(settled.settle() == 0);
  CHECK(knowledge(settled) == knowledge(fresh));
  settled.kill(tree.fallible_link(20));  // it was alive again
  CHECK(settled.dead().size() == 1);
  fresh.kill(tree.fallible_link(20));
  CHECK(settled.settle() == fresh.settle());
}

TEST_CASE("Order: messages delivered link by link are the same ones, then as before",
          "[golden][FT-AUD-1][FT-REP-7]") {
  const FatTree tree(4, 3);
  std::mt19937 random(5);
  for (unsigned round = 0; round < 20; ++round) {
    const Links faults = random_links(tree, 6, random);
    INFO(text(tree, faults));
    SettledTree plain(tree, 64, Rule::kCorrected);
    SettledTree chosen(tree, 64, Rule::kCorrected);
    std::uint64_t delivered = 0;
    for (unsigned i = 0; i < 3; ++i) {  // three times, so that nothing of before is left
      plain.kill_all({faults[2 * i], faults[2 * i + 1]});
      plain.settle();
      chosen.kill_all({faults[2 * i], faults[2 * i + 1]});
      std::size_t most = 0;
      delivered += chosen.settle_in_order([&](std::size_t waiting) {
        most = std::max(most, waiting);
        return random() % waiting;
      });
      CHECK(most <= tree.switch_count() * tree.m());
      CHECK(chosen.settle_in_order([](std::size_t) { return std::size_t{0}; }) == 0);
      CHECK(chosen.settle() == 0);
      REQUIRE(knowledge(chosen) == knowledge(plain));
    }
    CHECK(delivered > 0);
    chosen.repair(faults[0]);
    plain.repair(faults[0]);
    CHECK(chosen.settle() > 0);
    plain.settle();
    CHECK(audit(chosen).exact());
    CHECK(knowledge(chosen) == knowledge(plain));
  }
}
