// SPDX-License-Identifier: Apache-2.0
/// \file
/// The registers of routers, for tests that break what an audit has to find. An explicit
/// instantiation may name what is private.
#pragma once

#include "wormhole/routers.hpp"

namespace selvage::test {

template <class Tag, auto kMember>
struct Opened {
  friend auto opened(Tag) { return kMember; }
};

#define SELVAGE_OPENED(name, member) \
  struct name {                      \
    friend auto opened(name);        \
  };                                 \
  template struct Opened<name, &member>

SELVAGE_OPENED(SharedOf, wormhole::Routers::shared_);
SELVAGE_OPENED(Need, wormhole::Router::need_);
SELVAGE_OPENED(Filled, wormhole::Router::filled_);
SELVAGE_OPENED(Credit, wormhole::Router::credit_);
SELVAGE_OPENED(Fronted, wormhole::Router::fronted_);
SELVAGE_OPENED(Drain, wormhole::Router::drain_);
SELVAGE_OPENED(Closing, wormhole::Router::closing_);
SELVAGE_OPENED(Free, wormhole::Router::free_);
SELVAGE_OPENED(Waiting, wormhole::Router::waiting_);
SELVAGE_OPENED(Held, wormhole::Router::held_);
SELVAGE_OPENED(Exists, wormhole::Router::exists_);

#undef SELVAGE_OPENED

inline wormhole::Shared& shared_of(wormhole::Routers& net) { return net.*opened(SharedOf{}); }

/// A mask of a router.
template <class Tag>
wormhole::ChannelMask& mask_of(wormhole::Router& router) {
  return router.*opened(Tag{});
}

}  // namespace selvage::test
