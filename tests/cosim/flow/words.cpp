// SPDX-License-Identifier: Apache-2.0
/// Tables whose rows have check bits: what flips is corrected, or refused and reported, and all
/// else goes on as the golden model says.
#include <catch2/catch.hpp>

#include "resets.hpp"
#include "word_pair.hpp"

namespace selvage::test {

namespace {

std::optional<unsigned> if_valid(bool valid, unsigned row) {
  return valid ? std::optional<unsigned>(row) : std::nullopt;
}
/// The row of a key, or the one that it would be given.
template <class Find>
std::optional<unsigned> row_of_key(const golden::RowMap& rows, Find&& find) {
  if (const auto row = find()) return *row;
  for (unsigned row = 0; row < rows.rows(); ++row) {
    if (!rows.valid(static_cast<golden::FlowId>(row))) return row;
  }
  return std::nullopt;
}

}  // namespace

NamedRows EfctRefusals::named(const golden::Efct& golden, const golden::EfctInput& in) {
  std::optional<unsigned> row;
  if (in.req) row = row_of_key(golden.rows(), [&] { return golden.rows().find(in.key); });
  return {row, if_valid(in.ack, in.ack_id)};
}
golden::EfctOutput EfctRefusals::step(golden::Efct& golden, const golden::EfctInput& in,
                                      unsigned lost, cosim::EfctOut& shows) {
  golden::EfctInput given = in;
  const bool refused = (lost & 1U) != 0;
  // A row that is allocated is taken away from other keys also if it is lost.
  if (refused && golden.rows().find(in.key)) given.req = false;
  if ((lost & 2U) != 0) given.ack = false;
  golden::EfctOutput out = golden.step(given);
  shows = cosim::visible(given, out, golden);
  if (refused) {
    shows.rsp = shows.stall = true;
    shows.hit = shows.alloc = shows.window = false;
    shows.id = shows.start = 0;
    ++stalls;
    out.hit = out.alloc = false;
  }
  shows.stalls += stalls;
  return out;
}

NamedRows IfctRefusals::named(const golden::Ifct&, const golden::IfctInput& in) {
  return {if_valid(in.deq_valid, in.deq.id), if_valid(in.enq_valid, in.enq.id),
          if_valid(in.ack_valid, in.ack.id), if_valid(in.chk_valid, in.chk)};
}
golden::IfctOutput IfctRefusals::step(golden::Ifct& golden, const golden::IfctInput& in,
                                      unsigned lost, cosim::IfctOut& shows) {
  golden::IfctInput given = in;
  if ((lost & 1U) != 0) given.deq_valid = false;
  if ((lost & 2U) != 0) given.enq_valid = false;
  if ((lost & 4U) != 0) given.ack_valid = false;
  if ((lost & 8U) != 0) given.chk_valid = false;
  const golden::IfctOutput out = golden.step(given);
  shows = cosim::visible(given, out);
  if ((lost & 1U) != 0) {
    shows.deq.rsp = true;
    shows.deq.why = 1;
  }
  return out;
}

NamedRows OfctRefusals::named(const golden::Ofct& golden, const golden::OfctInput& in) {
  std::optional<unsigned> row;
  if (in.map_valid)
    row = row_of_key(golden.rows(), [&] { return golden.find(in.map.port, in.map.id); });
  return {row, if_valid(in.rev_valid, in.rev.id), if_valid(in.chk_valid, in.chk_id)};
}
golden::OfctOutput OfctRefusals::step(golden::Ofct& golden, const golden::OfctInput& in,
                                      unsigned lost, cosim::OfctOut& shows) {
  golden::OfctInput given = in;
  const bool refused = (lost & 1U) != 0;
  const bool found = golden.find(in.map.port, in.map.id).has_value();
  const auto row = named(golden, in)[0];
  const bool closes =
      in.chk_kind == golden::OfctCheck::kClose &&
      (golden.rows().valid(in.chk_id) || (refused && !found && row && *row == in.chk_id));
  if (refused && found) given.map_valid = false;
  if ((lost & 2U) != 0) given.rev_valid = false;
  if ((lost & 4U) != 0 && !closes) given.chk_valid = false;
  golden::OfctOutput out = golden.step(given);
  shows = cosim::visible(given, out, golden);
  if (refused) {
    shows.map = {};
    shows.map.rsp = shows.map.stall = true;
    ++stalls;
    out.map = {};
  }
  if ((lost & 4U) != 0 && closes) {  // it is released; nobody is told
    const cosim::OfctOut::Back told = shows.chk;
    shows.chk = {};
    shows.chk.rel = told.rel;
    shows.chk.rel_id = told.rel_id;
  }
  shows.stalls += stalls;
  return out;
}

namespace {

using cosim::FlowSize;
using cosim::WordKind;
constexpr unsigned kRows = 64;
constexpr std::uint64_t kCycles = 100'000;

EfctWordPair efct_words(WordKind kind, const FlipPlan& plan, unsigned bugs = 0) {
  const bool in_memories = kind == WordKind::kMacro;
  return {golden::Efct(golden::kSmallFlowSizes),
          cosim::make_efct_words(kind, bugs),
          kRows,
          plan,
          in_memories ? 0 : kRows,
          in_memories};
}
IfctWordPair ifct_words(WordKind kind, bool edge, const FlipPlan& plan, unsigned bugs = 0) {
  const golden::IfctConfig c = short_ifct(FlowSize::kSmall, edge, true);
  const bool in_memories = kind == WordKind::kMacro || kind == WordKind::kTwoRows;
  IfctWordPair pair(golden::Ifct(c), cosim::make_ifct_words(kind, edge, cosim::to_rtl(c), bugs),
                    kRows, plan, in_memories ? 0 : kRows);
  if (kind == WordKind::kTwoRows) pair.share_rows();
  return pair;
}
OfctWordPair ofct_words(WordKind kind, const FlipPlan& plan, unsigned bugs = 0) {
  golden::OfctConfig c;
  c.sizes = golden::kSmallFlowSizes;
  c.stale_t = 180;
  c.expire_t = 60;
  const bool in_memories = kind == WordKind::kMacro;
  return {golden::Ofct(c),
          cosim::make_ofct_words(kind, cosim::to_rtl(c), bugs),
          kRows,
          plan,
          in_memories ? 0 : kRows,
          in_memories};
}

constexpr FlipPlan kNone{};
constexpr FlipPlan kSingles{60, false, 0, true};
constexpr FlipPlan kDoubles{30, true, 24, true};
constexpr FlipPlan kParity{5, false, 24, false};

}  // namespace

TEST_CASE(
    "FLOW-ECC-1, REG-7: tables with check bits are the golden models, also where a row is shown",
    "[flow][lockstep][ecc]") {
  const WordKind kind =
      GENERATE(WordKind::kParity, WordKind::kSecded, WordKind::kMacro, WordKind::kTwoRows);
  CAPTURE(static_cast<int>(kind));
  IfctWordPair ifct = ifct_words(kind, false, kNone);
  IfctStimulus for_ifct(21, 0);
  CHECK(run(ifct, for_ifct, kCycles) == "");
  CHECK(for_ifct.seen.together > 150);
  CHECK(ifct.peeked > 1000);
  if (kind == WordKind::kTwoRows) return;
  EfctWordPair efct = efct_words(kind, kNone);
  EfctStimulus for_efct(22, golden::kSmallFlowSizes);
  CHECK(run(efct, for_efct, kCycles) == "");
  OfctWordPair ofct = ofct_words(kind, kNone);
  OfctStimulus for_ofct(23, 0, golden::kSmallFlowSizes);
  CHECK(run(ofct, for_ofct, kCycles) == "");
}

TEST_CASE("COS-RESET: memories of tables, reset in mid-run", "[flow][lockstep]") {
  const auto& sizes = golden::kSmallFlowSizes;
  SECTION("efct") {
    from_reset_to_reset([](auto) { return efct_words(WordKind::kMacro, kNone); },
                        [&](auto seed) { return EfctStimulus(seed, sizes); });
  }
  SECTION("ofct") {
    from_reset_to_reset([](auto) { return ofct_words(WordKind::kMacro, kNone); },
                        [&](auto seed) { return OfctStimulus(seed, 0, sizes); });
  }
}

TEST_CASE("FLOW-ECC-2: one flipped bit of a row is corrected, told, and written back",
          "[flow][lockstep][ecc]") {
  const WordKind rows = GENERATE(WordKind::kSecded, WordKind::kMacro);
  CAPTURE(static_cast<int>(rows));
  EfctWordPair efct = efct_words(rows, kSingles);
  EfctStimulus for_efct(24, golden::kSmallFlowSizes);
  CHECK(run(efct, for_efct, kCycles) == "");
  for (unsigned k = 0; k < 2; ++k) CHECK(efct.corrected[k] > 1000);
  OfctWordPair ofct = ofct_words(rows, kSingles);
  OfctStimulus for_ofct(28, 0, golden::kSmallFlowSizes);
  CHECK(run(ofct, for_ofct, kCycles) == "");
  for (unsigned k = 0; k < 3; ++k) CHECK(ofct.corrected[k] > 1000);
  if (rows == WordKind::kMacro) return;
  for (unsigned set = 0; set < 4; ++set) {
    CAPTURE(set);
    IfctWordPair ifct = ifct_words(set == 2   ? WordKind::kMacro
                                   : set == 3 ? WordKind::kTwoRows
                                              : WordKind::kSecded,
                                   set == 1, kSingles);
    IfctStimulus for_ifct(25 + set, 0);
    CHECK(run(ifct, for_ifct, kCycles) == "");
    for (unsigned k = 0; k < 4; ++k) CHECK(ifct.corrected[k] > 1000);
  }
}

TEST_CASE("FLOW-ECC-3: a lost row refuses every operation, and the others go on",
          "[flow][lockstep][ecc]") {
  const WordKind kind = GENERATE(WordKind::kSecded, WordKind::kParity, WordKind::kMacro);
  const bool parity = kind == WordKind::kParity;
  CAPTURE(static_cast<int>(kind));
  const FlipPlan& plan = parity ? kParity : kDoubles;
  EfctWordPair efct = efct_words(kind, plan);
  EfctStimulus for_efct(31, golden::kSmallFlowSizes);
  CHECK(run(efct, for_efct, kCycles) == "");
  for (unsigned k = 0; k < 2; ++k) CHECK(efct.refused[k] > 500);
  for (unsigned set = 0; set < (kind == WordKind::kSecded ? 4 : parity ? 1 : 0); ++set) {
    CAPTURE(set);
    IfctWordPair ifct = ifct_words(set == 2   ? WordKind::kMacro
                                   : set == 3 ? WordKind::kTwoRows
                                              : kind,
                                   set == 1, plan);
    IfctStimulus for_ifct(32 + set, 0);
    CHECK(run(ifct, for_ifct, kCycles) == "");
    for (unsigned k = 0; k < 4; ++k) CHECK(ifct.refused[k] > 500);
  }
  OfctWordPair ofct = ofct_words(kind, plan);
  OfctStimulus for_ofct(35, 0, golden::kSmallFlowSizes);
  CHECK(run(ofct, for_ofct, kCycles) == "");
  for (unsigned k = 0; k < 3; ++k) CHECK(ofct.refused[k] > 500);
}

TEST_CASE("FLOW-ECC-2, FLOW-ECC-3: check bits that are not looked at, or not repaired, are found",
          "[flow][bug][ecc]") {
  struct Bug {
    unsigned of_store;
    const FlipPlan& plan;
    const char* shows;
  };
  for (const Bug& bug : {Bug{1, kSingles, "ecc_fixed (FLOW-ECC-2)"},
                         Bug{2, kSingles, "ecc_fixed (FLOW-ECC-2)"}, Bug{1, kDoubles, "cycle "}}) {
    CAPTURE(bug.of_store, bug.shows);
    EfctWordPair efct = efct_words(WordKind::kSecded, bug.plan, bug.of_store << 6);
    EfctStimulus for_efct(24, golden::kSmallFlowSizes);
    CHECK_THAT(run(efct, for_efct, kCycles), Catch::Matchers::Contains(bug.shows));
    IfctWordPair ifct = ifct_words(WordKind::kSecded, false, bug.plan, bug.of_store << 7);
    IfctStimulus for_ifct(25, 0);
    CHECK_THAT(run(ifct, for_ifct, kCycles),
               Catch::Matchers::Contains(bug.shows) || Catch::Matchers::Contains(" of row "));
    OfctWordPair ofct = ofct_words(WordKind::kSecded, bug.plan, bug.of_store << 6);
    OfctStimulus for_ofct(28, 0, golden::kSmallFlowSizes);
    CHECK_THAT(run(ofct, for_ofct, kCycles), Catch::Matchers::Contains(bug.shows));
  }
}

TEST_CASE("FLOW-ECC-1: of tables in memories, too, every deliberate fault is found",
          "[flow][bug][ecc]") {
  const unsigned bug = GENERATE(range(0U, 8U));
  CAPTURE(bug);
  EfctWordPair efct = efct_words(WordKind::kMacro, bug < 6 ? kNone : kSingles, 1U << bug);
  EfctStimulus for_efct(24, golden::kSmallFlowSizes);
  CHECK(run(efct, for_efct, kCycles) != "");
  OfctWordPair ofct = ofct_words(WordKind::kMacro, bug < 6 ? kNone : kSingles, 1U << bug);
  OfctStimulus for_ofct(28, 0, golden::kSmallFlowSizes);
  CHECK(run(ofct, for_ofct, kCycles) != "");
}

}  // namespace selvage::test
