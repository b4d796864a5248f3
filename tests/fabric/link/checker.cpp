// SPDX-License-Identifier: Apache-2.0
/// \file
/// The protocol of a link (LINK-1..12): a legal story passes the checker, each broken rule is
/// named, and sockets bind to nothing else.
#include <catch2/catch.hpp>
#include <functional>
#include <memory>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "fabric/cargo.hpp"
#include "fabric/link/checker.hpp"
#include "forked.hpp"

namespace selvage::fabric {
namespace {

/// Two ends of one link with a checker between them; the test is both modules.
struct Rig final : sc_core::sc_module, LinkForwardIf, LinkBackwardIf {
  explicit Rig(sc_core::sc_module_name, bool beat_taken = true, bool numbered = false)
      : out("out", *this, 2),
        in("in", *this, 2),
        checker(
            "a to b", LinkRules{4, 8, 2, beat_taken, numbered}, &link, [this] { return now; },
            [this](const std::string& what) { said.push_back(what); }) {
    out.bind(1, in, 0);
    checker.sit(out, 1, in, 0);
    packet.kind = LinkPayload::Kind::kPacket;
    fault.kind = LinkPayload::Kind::kMessage;
  }
  void transport_fw(PortIdx port, LinkPayload&, LinkPhase, Cycle) override { forward += port == 0; }
  void transport_bw(PortIdx port, LinkPhase, unsigned, Cycle) override { backward += port == 1; }

  void header(Cycle at, unsigned vc = 0) {
    now = packet.sent = at;
    packet.vc = static_cast<std::uint8_t>(vc);
    out.header(1, packet, 4);
  }
  void message(Cycle at) {
    now = fault.sent = at;
    out.message(1, fault, 4);
  }
  void stall(Cycle at) {
    now = at;
    out.stall(1, packet, 5);
  }
  void back(Cycle at, LinkPhase phase, unsigned vc = 0) {
    now = at;
    const bool late = phase == LinkPhase::kStop || phase == LinkPhase::kGo;
    in.flow_control(0, phase, vc, late ? 5 : 4);
  }

  Cycle now = 0;
  LinkState link;
  LinkInitiatorSocket out;
  LinkTargetSocket in;
  std::vector<std::string> said;
  LinkChecker checker;
  LinkPayload packet, fault;
  unsigned forward = 0;
  unsigned backward = 0;
};

using Story = std::function<void(Rig&)>;

/// What a story breaks first, by its id; "" if nothing. In a child: a process has one SystemC.
std::string broken(const Story& story, bool beat_taken = true, bool numbered = false) {
  const tb::ChildReport report = tb::forked(
      [&] {
        Rig rig("rig", beat_taken, numbered);
        story(rig);
        return rig.said.empty() ? "" : rig.said.front().substr(0, rig.said.front().find(':'));
      },
      20);
  INFO(report.text);
  REQUIRE(report.finished);
  return report.text;
}

template <class A, class B, class = void>
struct Binds : std::false_type {};
template <class A, class B>
struct Binds<
    A, B,
    std::void_t<decltype(std::declval<A&>().bind(PortIdx{0}, std::declval<B&>(), PortIdx{0}))>>
    : std::true_type {};
static_assert(Binds<LinkInitiatorSocket, LinkTargetSocket>::value);
static_assert(!Binds<LinkInitiatorSocket, LinkInitiatorSocket>::value);
static_assert(!Binds<LinkInitiatorSocket, tlm::tlm_target_socket<>>::value);
static_assert(!Binds<LinkTargetSocket, LinkInitiatorSocket>::value);

template <class A, class B, class = void>
struct Calls : std::false_type {};
template <class A, class B>
struct Calls<A, B, std::void_t<decltype(std::declval<A&>()(std::declval<B&>()))>> : std::true_type {
};
// Nor by TLM's short form, without ports.
static_assert(Calls<tlm::tlm_initiator_socket<>, tlm::tlm_target_socket<>>::value);
static_assert(!Calls<LinkInitiatorSocket, LinkTargetSocket>::value);

/// Two packets, a message between and beside them, XOFF and XON of both channels, STOP and GO.
void legal(Rig& r) {
  r.header(10);
  r.stall(12);
  r.message(12);  // takes a beat: the next header at 19
  r.header(19);
  r.back(20, LinkPhase::kXoff, 0);
  r.back(21, LinkPhase::kStop);
  r.stall(25);
  r.message(25);  // STOP acts from 26 on
  r.header(28, 1);
  r.back(30, LinkPhase::kXon, 0);
  r.back(31, LinkPhase::kGo);
  r.header(36);
  r.message(36 + 7);  // behind the last beat: takes none of the packet's
  r.header(36 + 9);
  r.message(60);
  r.header(60);  // its second beat is the message's
  r.stall(60);
  r.header(69);
  r.stall(70);  // a beat that has not come in time
  r.message(70);
  r.stall(75);
  r.header(79);
}

TEST_CASE("LINK-1 to 11: a legal story passes the checker, and every call", "[link]") {
  CHECK(broken(legal).empty());
  const tb::ChildReport report = tb::forked([] {
    Rig rig("rig");
    legal(rig);
    return std::to_string(rig.forward) + " " + std::to_string(rig.backward);
  });
  CHECK(report.text == "18 4");
}

TEST_CASE("LINK-1 to 11: each broken rule is named", "[link]") {
  struct Case {
    const char* id;
    Story story;
  };
  const std::vector<Case> cases = {
      {"LINK-1", [](Rig& r) { r.out.header(1, r.packet, 3); }},
      {"LINK-2", [](Rig& r) { r.out.header(1, r.fault, 4); }},
      {"LINK-2", [](Rig& r) { r.back(0, LinkPhase::kHeader); }},
      {"LINK-3",
       [](Rig& r) {
         r.now = 7;
         r.out.header(1, r.packet, 4);
       }},
      {"LINK-4", [](Rig& r) { r.header(0, 2); }},
      {"LINK-4", [](Rig& r) { r.back(0, LinkPhase::kXoff, 2); }},
      {"LINK-5",
       [](Rig& r) {
         r.header(10);
         r.header(17, 1);
       }},
      {"LINK-5",
       [](Rig& r) {
         r.header(10);
         r.stall(12);
         r.message(12);
         r.header(18);
       }},
      {"LINK-5",
       [](Rig& r) {
         r.header(10);
         r.stall(12);
         r.header(18);
       }},
      {"LINK-11",
       [](Rig& r) {
         r.header(10);
         r.stall(12);
         r.stall(12);
       }},
      {"LINK-11",
       [](Rig& r) {
         r.header(10);
         r.stall(17);
       }},
      {"LINK-11",
       [](Rig& r) {
         r.header(10);
         r.message(12);
       }},
      {"LINK-11",
       [](Rig& r) {
         r.message(10);
         r.header(10);
         r.header(20);
       }},
      {"LINK-1",
       [](Rig& r) {
         r.header(10);
         r.now = 12;
         r.out.stall(1, r.packet, 4);
       }},
      {"LINK-6",
       [](Rig& r) {
         r.back(10, LinkPhase::kXoff, 1);
         r.header(14, 1);
       }},
      {"LINK-7", [](Rig& r) { r.back(10, LinkPhase::kXon); }},
      {"LINK-7", [](Rig& r) { r.in.flow_control(0, LinkPhase::kXoff, 0, 5); }},
      {"LINK-8",
       [](Rig& r) {
         r.back(10, LinkPhase::kStop);
         r.back(12, LinkPhase::kStop);
       }},
      {"LINK-8", [](Rig& r) { r.back(10, LinkPhase::kStopAgain); }},
      {"LINK-1",
       [](Rig& r) {
         r.now = r.fault.sent = 9;
         r.out.message(1, r.fault, 5);
       }},
      {"LINK-7",
       [](Rig& r) {
         r.back(10, LinkPhase::kXoff);
         r.back(12, LinkPhase::kXon);
         r.back(13, LinkPhase::kXon);
       }},
      {"LINK-8", [](Rig& r) { r.in.flow_control(0, LinkPhase::kStop, 0, 4); }},
      {"LINK-9",
       [](Rig& r) {
         r.back(10, LinkPhase::kStop);
         r.message(15);
       }},
      {"LINK-10",
       [](Rig& r) {
         r.message(10);
         r.message(10);
       }},
      {"LINK-10",
       [](Rig& r) {
         r.message(10);
         r.header(11);
       }},
      {"LINK-10",
       [](Rig& r) {
         r.message(10);
         r.message(11);
         r.header(11);
       }},
      {"LINK-5",
       [](Rig& r) {
         r.message(10);
         r.header(10);
         r.stall(10);
         r.header(18);
       }},
  };
  for (const Case& c : cases) {
    CAPTURE(c.id, &c - cases.data());
    CHECK(broken(c.story) == c.id);
  }
}

TEST_CASE("LINK-6, LINK-8, LINK-9: what a link that dies had told is void, a repair tells it again",
          "[link]") {
  const Story dies = [](Rig& r) {
    r.back(10, LinkPhase::kXoff);
    r.back(10, LinkPhase::kStop);
    r.link.die(12, 0);
    r.now = 20;
    r.link.heal(20);
  };
  CHECK(broken([&](Rig& r) {
          dies(r);
          r.header(21);
          r.stall(22);
          r.message(22);
        }).empty());
  CHECK(broken([&](Rig& r) {
          dies(r);
          r.back(20, LinkPhase::kXoff);
          r.back(20, LinkPhase::kStopAgain);
          r.header(23);
        }).empty());
  CHECK(broken([&](Rig& r) {
          dies(r);
          r.back(20, LinkPhase::kXoff);
          r.header(24);
        }) == "LINK-6");
  CHECK(broken([&](Rig& r) {
          dies(r);
          r.back(20, LinkPhase::kStopAgain);
          r.message(24);
        }) == "LINK-9");
}

TEST_CASE("LINK-5, LINK-10: beside the packets a message takes no beat of theirs", "[link]") {
  CHECK(broken(
            [](Rig& r) {
              r.message(10);
              r.header(10);
              r.message(12);
              r.header(18);
            },
            false)
            .empty());
}

TEST_CASE("LINK-12: numbers of fault messages come in turn, RESEND sets them back", "[link]") {
  const auto say = [](Rig& r, Cycle at, std::uint32_t number) {
    r.fault.number = number;
    r.message(at);
  };
  const auto numbered = [](const Story& story) { return broken(story, true, true); };
  const Story legal = [&](Rig& r) {
    say(r, 10, 0);
    say(r, 11, 1);
    r.back(14, LinkPhase::kResend, 1);  // what left in cycle 11 was damaged
    say(r, 14, 2);
    say(r, 18, 1);
    say(r, 19, 2);
    r.link.flap(30, kFlaps);
    say(r, 31, 3);
    r.link.flap_ends(35);
    r.back(35, LinkPhase::kResend, 3);
    say(r, 39, 3);
    r.link.die(40, 0);
    say(r, 41, 4);
    say(r, 42, 7);  // into a dead link: nobody counts
    r.link.heal(50);
    say(r, 50, 0);
    say(r, 51, 1);
  };
  CHECK(numbered(legal).empty());
  CHECK(numbered([&](Rig& r) { say(r, 10, 1); }) == "LINK-12");
  CHECK(numbered([&](Rig& r) {
          say(r, 10, 0);
          say(r, 11, 0);
        }) == "LINK-12");
  CHECK(numbered([&](Rig& r) {
          say(r, 10, 0);
          r.back(14, LinkPhase::kResend, 0);
          say(r, 18, 1);
        }) == "LINK-12");
  CHECK(numbered([&](Rig& r) {
          legal(r);
          say(r, 52, 3);
        }) == "LINK-12");
  CHECK(numbered([](Rig& r) { r.in.flow_control(0, LinkPhase::kResend, 0, 5); }) == "LINK-12");
}

TEST_CASE("LINK-BIND: a port that is not there, or twice, is refused", "[link]") {
  const auto bind = [](PortIdx port, PortIdx far) {
    return tb::forked([=] {
      Rig rig("rig");  // its port 1 is bound to port 0
      rig.out.bind(port, rig.in, far);
      return std::string("bound");
    });
  };
  CHECK(bind(0, 1).finished);
  CHECK_FALSE(bind(1, 1).finished);
  CHECK_FALSE(bind(0, 0).finished);
  CHECK_FALSE(bind(2, 1).finished);
  CHECK_FALSE(bind(0, 2).finished);
  const tb::ChildReport open = tb::forked([] {
    Rig rig("rig");
    rig.out.header(0, rig.packet, 4);  // its port 0 is bound to nobody
    return std::string("called");
  });
  CHECK_FALSE(open.finished);
}

TEST_CASE("LINK-BIND: a stub takes what comes, or sends nothing", "[link]") {
  const tb::ChildReport report = tb::forked([] {
    struct Ends final : sc_core::sc_module {
      explicit Ends(sc_core::sc_module_name) { sends.out.bind(0, takes.in, 0); }
      LinkInitiatorStub sends{"sends"};
      LinkTargetStub takes{"takes"};
    } ends("ends");
    LinkPayload payload;
    ends.sends.out.header(0, payload, 4);
    ends.takes.in.flow_control(0, LinkPhase::kXoff, 0, 4);
    return std::to_string(ends.takes.received);
  });
  INFO(report.text);
  CHECK(report.text == "1");
}

TEST_CASE("LINK-EXT: extensions of a payload are found by type and go with it", "[link]") {
  struct Stamp final : LinkExtension {
    int value = 7;
  };
  struct Other final : LinkExtension {};
  LinkPayload payload;
  CHECK(payload.extension<Stamp>() == nullptr);
  payload.extend(std::make_unique<Other>());
  payload.extend(std::make_unique<Stamp>());
  payload.extend(std::make_unique<Other>());
  REQUIRE(payload.extension<Stamp>() != nullptr);
  CHECK(payload.extension<Stamp>()->value == 7);
  payload.clear_extensions();
  CHECK(payload.extension<Other>() == nullptr);

  struct Counted final : LinkExtension {
    explicit Counted(unsigned& count) : destroyed(count) {}
    ~Counted() override { ++destroyed; }
    unsigned& destroyed;
  };
  unsigned destroyed = 0;
  Pool<Packet> pool(LinkPayload::Kind::kPacket);
  Packet& packet = pool.take();
  packet.extend(std::make_unique<Counted>(destroyed));
  CHECK(pool.live() == 1);
  CHECK(destroyed == 0);
  pool.give_back(packet);
  CHECK(destroyed == 1);
  CHECK(pool.live() == 0);
  CHECK(pool.take().extension<Counted>() == nullptr);
}

}  // namespace
}  // namespace selvage::fabric
