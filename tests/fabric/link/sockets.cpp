// SPDX-License-Identifier: Apache-2.0
/// \file
/// The sockets of the link protocol: they bind to nothing else, and what hangs on a payload goes
/// with it.
#include <memory>
#include <type_traits>
#include <utility>

#include "fabric/cargo.hpp"
#include "rig.hpp"

namespace selvage::fabric {
namespace {

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
