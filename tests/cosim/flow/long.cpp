// SPDX-License-Identifier: Apache-2.0
/// The full-size blocks, ten million random cycles each; run by scripts/flow_long.
/// SELVAGE_FLOW_CYCLES sets another number.
#include <catch2/catch.hpp>

#include <chrono>
#include <cstdlib>
#include <iostream>

#include "settings.hpp"

using namespace selvage;
using namespace selvage::test;
using cosim::FlowSize;

namespace {

std::uint64_t cycles() {
  const char* text = std::getenv("SELVAGE_FLOW_CYCLES");
  return text != nullptr ? std::strtoull(text, nullptr, 10) : 10'000'000;
}

/// A full table is the corner that is hard to reach with 2,048 rows.
template <class Stimulus>
void check_full(const Stimulus&) {}
void check_full(const CamStimulus& s) { CHECK(s.seen.stalls > cycles() / 10'000); }
void check_full(const EfctStimulus& s) { CHECK(s.seen.stalls > cycles() / 10'000); }
void check_full(const OfctStimulus& s) { CHECK(s.seen.stalls > cycles() / 10'000); }

template <class Pair, class Stimulus>
void run_long(const char* what, Pair pair, Stimulus stimulus) {
  const auto began = std::chrono::steady_clock::now();
  REQUIRE(run(pair, stimulus, cycles()) == "");
  const double seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
  check_full(stimulus);
  std::cout << what << ": " << cycles() << " cycles, 0 differences, " << seconds << " s"
            << std::endl;
}

constexpr unsigned kStride = 10'000;  ///< cycles from one comparison of all rows to the next

}  // namespace

TEST_CASE("flow_cam_alloc, 2,048 rows, long", "[.long][FLOW-A-10][FLOW-A-13][FLOW-A-14]") {
  run_long("flow_cam_alloc 2048", cam_pair(FlowSize::kLarge, 0, kStride), CamStimulus(1, 2048));
}
TEST_CASE("efct, 2,048 rows, long", "[.long][FLOW-A-5][FLOW-A-8][FLOW-A-19]") {
  run_long("efct 2048", efct_pair(FlowSize::kLarge, 0, kStride),
           EfctStimulus(2, golden::kLargeFlowSizes));
}
TEST_CASE("ifct, 2,048 rows, long", "[.long][FLOW-A-16][FLOW-C-1][FLOW-C-6]") {
  run_long("ifct 2048", ifct_pair(short_ifct(FlowSize::kLarge, false, true), 0, kStride),
           IfctStimulus(3, 0));
}
TEST_CASE("ifct of an edge, 2,048 rows, long", "[.long][FLOW-A-16][FLOW-C-5][FLOW-C-8]") {
  run_long("ifct 2048 edge", ifct_pair(short_ifct(FlowSize::kLarge, true, true), 0, kStride),
           IfctStimulus(4, 0));
}
TEST_CASE("ofct, 2,048 rows, long", "[.long][FLOW-A-17][FLOW-A-18][FLOW-A-19]") {
  run_long("ofct 2048", ofct_pair(FlowSize::kLarge, 0, kStride),
           OfctStimulus(5, 0, golden::kLargeFlowSizes));
}
TEST_CASE("flow_walker, 2,048 rows, long", "[.long][FLOW-A-29]") {
  run_long("flow_walker 2048", walker_pair(FlowSize::kLarge), WalkerStimulus(6));
}
TEST_CASE("redirect_gen, large, long", "[.long][FLOW-C-6]") {
  run_long("redirect_gen", redirect_pair(golden::kLargeFlowSizes),
           RedirectStimulus(7, golden::kLargeFlowSizes));
}
TEST_CASE("ep_ack_type, long", "[.long][FLOW-A-3]") {
  run_long("ep_ack_type", ep_pair(77), EpStimulus(10));
}
TEST_CASE("ack_aggregator, 48 and 512, long", "[.long][FLOW-B-5][FLOW-B-6][FLOW-B-8]") {
  run_long("ack_aggregator 48 512", aggregator_pair(aggregator_config(48, 512)),
           AggregatorStimulus(8));
}
TEST_CASE("ack_frame_unpacker, 48, long", "[.long][FLOW-B-1]") {
  run_long("ack_frame_unpacker 48", unpacker_pair(48, 2), UnpackerStimulus(9, 48));
}
