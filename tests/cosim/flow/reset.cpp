// SPDX-License-Identifier: Apache-2.0
/// Every block of the flow channels reset in mid-run, again and again, at random cycles: from then
/// on it is a new golden model (COS-RESET). The registers are those that the run before has left.
#include <catch2/catch.hpp>

#include "choice.hpp"
#include "resets.hpp"
#include "settings.hpp"

using namespace selvage;
using namespace selvage::test;
using cosim::FlowSize;

TEST_CASE("COS-RESET: tables of the flow channels, reset in mid-run", "[flow][lockstep]") {
  const auto& sizes = golden::kSmallFlowSizes;
  SECTION("flow_cam_alloc") {
    from_reset_to_reset([](auto) { return cam_pair(FlowSize::kSmall); },
                        [&](auto seed) { return CamStimulus(seed, sizes.rows()); });
  }
  SECTION("efct") {
    from_reset_to_reset([](auto) { return efct_pair(FlowSize::kSmall); },
                        [&](auto seed) { return EfctStimulus(seed, sizes); });
  }
  SECTION("ifct") {
    const bool edge = GENERATE(false, true);
    from_reset_to_reset(
        [&](auto seed) {
          return ifct_pair(short_ifct(FlowSize::kSmall, edge, seed % 2 == 0, seed % 3));
        },
        [](auto seed) { return IfctStimulus(seed, seed % 5); });
  }
  SECTION("ofct") {
    from_reset_to_reset(
        [](auto seed) { return ofct_pair(FlowSize::kSmall, 0, 1, seed % 3, seed % 4 != 0); },
        [&](auto seed) { return OfctStimulus(seed, seed % 5, sizes); });
  }
  SECTION("flow_walker") {
    from_reset_to_reset([](auto) { return walker_pair(FlowSize::kSmall); },
                        [](auto seed) { return WalkerStimulus(seed, seed % 3 == 0); });
  }
}

TEST_CASE("COS-RESET: blocks of the ACK path and redirect_gen, reset in mid-run",
          "[flow][lockstep]") {
  SECTION("ack_aggregator") {
    const auto [max, depth] = GENERATE(std::pair{6U, 18U}, std::pair{48U, 512U});
    const golden::AggregatorConfig config = aggregator_config(max, depth);
    from_reset_to_reset([&](auto) { return aggregator_pair(config); },
                        [](auto seed) { return AggregatorStimulus(seed); });
  }
  SECTION("ack_frame_unpacker") {
    const unsigned max = GENERATE(6U, 48U);  // frames of one word, and of many
    from_reset_to_reset([&](auto) { return unpacker_pair(max, 2); },
                        [&](auto seed) { return UnpackerStimulus(seed, max); });
  }
  SECTION("redirect_gen") {
    const auto& sizes = golden::kSmallFlowSizes;
    from_reset_to_reset([&](auto) { return redirect_pair(sizes); },
                        [&](auto seed) { return RedirectStimulus(seed, sizes, seed % 2 * 42); });
  }
  SECTION("ep_ack_type") {
    from_reset_to_reset([](auto seed) { return ep_pair(seed); },
                        [](auto seed) { return EpStimulus(seed); });
  }
  SECTION("least_loaded") {
    from_reset_to_reset([](auto) { return choice_pair(8); },
                        [](auto seed) { return ChoiceStimulus(seed, 8); });
  }
}
