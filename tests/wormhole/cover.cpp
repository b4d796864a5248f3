// SPDX-License-Identifier: Apache-2.0
// Functional coverage of wormhole routers (COV-1, COV-3): every place of the crosses, what is
// forbidden, and the sentences.
#include <catch2/catch.hpp>

#include <map>
#include <set>

#include "wormhole/cover.hpp"

namespace selvage::wormhole {

using cover::Situation;

namespace {

/// What one sampler meets by what `does`.
template <class Does>
std::map<std::string, std::uint64_t> met_by(cover::Phase phase, const Does& does) {
  cover::Coverage coverage;
  coverage.enter(phase);
  FlitSampler sampler;
  sampler.into(coverage.of(flit_cover().model()));
  does(sampler);
  const cover::Counts& counts = coverage.of(flit_cover().model());
  std::map<std::string, std::uint64_t> met;
  for (std::size_t i = 0; i < flit_cover().model()->situations().size(); ++i) {
    if (counts.count(i) > 0) met[flit_cover().model()->situations()[i].name] = counts.count(i);
  }
  return met;
}

}  // namespace

TEST_CASE("COV-1: each answer to a header, and each way that it goes, has one place",
          "[wormhole][WH-RC-4]") {
  using Counted = std::map<std::string, std::uint64_t>;
  const std::pair<Answered, std::string> answers[] = {{Answered::kTakes, "takes"},
                                                      {Answered::kWaits, "waits"},
                                                      {Answered::kAgain, "again"},
                                                      {Answered::kDropped, "dropped"}};
  for (unsigned p = 0; p < cover::kPhases; ++p) {
    const auto phase = static_cast<cover::Phase>(p);
    for (const auto& [what, name] : answers) {
      for (const bool link : {false, true}) {
        const Answered answer = what;
        CHECK(met_by(phase, [&](FlitSampler& s) { s.answered(answer, link, 3); }) ==
              Counted{{"flit_answer." + name + (link ? ".from_link" : ".from_host"), 1},
                      {std::string("flit_while.") + cover::to_string(phase) + "." + name, 1}});
      }
    }
  }
  for (const bool from : {false, true}) {
    for (const bool to : {false, true}) {
      for (const bool other : {false, true}) {
        const std::string name = std::string("flit_way.") + (from ? "link" : "host") + "_to_" +
                                 (to ? "link" : "host") + (other ? ".other_vc" : ".same_vc");
        CHECK(met_by(cover::Phase::kQuiet, [&](FlitSampler& s) { s.takes(from, to, other, 3); }) ==
              Counted{{name, 1}});
      }
    }
  }
  FlitSampler nobody;  // without counts it samples nothing
  nobody.meet(FlitCase::kOverfull, 0);
  nobody.answered(Answered::kTakes, true, 0);
  nobody.takes(true, true, true, 0);
}

TEST_CASE("COV-3: what routers must not meet, and the sentences of their ways", "[wormhole]") {
  const cover::ModelPtr& model = flit_cover().model();
  CHECK(model->name() == "switch.wormhole");
  CHECK(model->situations().size() == kFlitCases + 4 * 2 + 4 * 4 + 2 * 2 * 2);
  const std::set<std::string> forbidden{"flit.buffer.overfull",     "flit.credit.too_many",
                                        "flit.channel.two_packets", "flit.repair.over_worm",
                                        "flit.repair.over_front",   "flit.repair.credits_missing"};
  std::set<std::string> names;
  for (const Situation& s : model->situations()) {
    INFO(s.name);
    CHECK(names.insert(s.name).second);
    CHECK((s.kind == Situation::Kind::kIllegal) == (forbidden.count(s.name) == 1));
    if (s.name.rfind("flit_way.", 0) != 0) continue;
    const bool same = s.name.find(".same_vc") != std::string::npos;
    CHECK((s.text.find("by the virtual channel that it came by.") != std::string::npos) == same);
    CHECK((s.text.find("by another virtual channel.") != std::string::npos) != same);
  }
}

TEST_CASE("COV-3: what routers cannot meet in a network, with its reason", "[wormhole]") {
  const auto left_out = [](const FlitShape& shape) {
    std::map<std::string, std::string> left;
    const cover::ModelPtr model = FlitCover(shape).model();
    for (const Situation& s : model->situations()) {
      if (s.kind == Situation::Kind::kUnreachable) left[s.name] = s.reason;
    }
    return left;
  };
  using Left = std::map<std::string, std::string>;
  CHECK(left_out({}).empty());
  const std::string serial = "switch.allocator is not separable";
  const std::string one_vc = "a link has one data virtual channel";
  const std::string one_host = "a switch has one host, and a host does not send to itself";
  const std::string no_turn = "with switch.allocator separable no output looks at all inputs";
  CHECK(left_out({true, false, true, true, true}) ==
        Left{{"flit.separable.several_channels", serial}, {"flit.separable.choice_lost", serial}});
  CHECK(left_out({false, true, true, true, true}) == Left{{"flit.crossbar.several_inputs", no_turn},
                                                          {"flit.crossbar.turn_wraps", no_turn},
                                                          {"flit.crossbar.input_read", no_turn}});
  CHECK(left_out({true, true, false, true, true}) ==
        Left{{"flit.credit.last_of_host", "traffic.receivers makes no host slow"}});
  CHECK(left_out({true, true, true, false, true}) ==
        Left{{"flit_way.host_to_host.same_vc", one_host},
             {"flit_way.host_to_host.other_vc", one_host}});
  CHECK(left_out({true, true, true, true, false}) ==
        Left{{"flit.answer.host_channel", one_vc},
             {"flit.separable.several_channels", one_vc},
             {"flit_way.host_to_host.other_vc", one_vc},
             {"flit_way.host_to_link.other_vc", one_vc},
             {"flit_way.link_to_host.other_vc", one_vc},
             {"flit_way.link_to_link.other_vc", one_vc}});
}

}  // namespace selvage::wormhole
