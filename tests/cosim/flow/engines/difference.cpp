// SPDX-License-Identifier: Apache-2.0
// Which fields of a block of the flow channels are held against the model, and which of them is
// named (docs/reference/flow-blocks.md). Pure functions.
#include "cosim/flow/difference.hpp"

#include <fmt/format.h>

#include <catch2/catch.hpp>

using namespace selvage;
using namespace selvage::cosim;

namespace {

std::string told(const FlowDifference& d) {
  return d ? fmt::format("{} {}: {} / {}", d.requirement, d.what, d.expected, d.actual) : "equal";
}

/// With one field of the RTL's side set to 1.
template <class T, class Field>
std::string with(const T& golden, Field T::*field) {
  T rtl = golden;
  rtl.*field = static_cast<Field>(golden.*field == 0 ? 1 : 0);
  return told(difference(golden, rtl));
}

/// All fields that are compared.
template <class T>
std::string fields(const T& golden, const T& rtl) {
  FlowFields all;
  const FlowDifference first = difference(golden, rtl, &all);
  std::string names;
  for (const FlowDifference& f : all)
    names += fmt::format("{}{} ", f.what, f.expected == f.actual ? "" : "!");
  return names + told(first);
}

}  // namespace

TEST_CASE("COS-PLACE: the first field that differs is named, all are listed where they are shown",
          "[difference]") {
  WalkerOut golden, rtl;
  CHECK(told(difference(golden, rtl)) == "equal");
  CHECK(fields(golden, rtl) == "chk chk_id chk_kind done equal");
  rtl.chk_id = 5;
  rtl.done = true;
  CHECK(told(difference(golden, rtl)) == "FLOW-A-29 chk_id: 0 / 5");
  CHECK(fields(golden, rtl) == "chk chk_id! chk_kind done! FLOW-A-29 chk_id: 0 / 5");
  IfctOut shown, other;
  other.row_valid = true;
  CHECK(told(difference(shown, other)) == "REG-7 chk_row_valid: 0 / 1");
}

TEST_CASE("FLOW-A-8..13: a row of the hosts' tables, its key while it is valid", "[difference]") {
  CamAllocRow free, used;
  used.valid = true;
  CHECK(with(free, &CamAllocRow::valid) == "FLOW-A-11 valid_q: 0 / 1");
  CHECK(with(free, &CamAllocRow::key) == "equal");
  CHECK(with(used, &CamAllocRow::valid) == "FLOW-A-11 valid_q: 1 / 0");
  CHECK(with(used, &CamAllocRow::key) == "FLOW-A-13 key_q: 0 / 1");
  EfctRow golden, rtl;
  golden.cam = rtl.cam = used;
  rtl.ack = 3;
  CHECK(told(difference(golden, rtl)) == "FLOW-A-9 ack_q: 0 / 3");
  rtl.cam.key = 2;
  CHECK(told(difference(golden, rtl)) == "FLOW-A-13 key_q: 0 / 2");
  CHECK(fields(golden, rtl) == "valid_q key_q! data_q ack_q! FLOW-A-9 ack_q: 0 / 3");
}

TEST_CASE("FLOW-C-1, FLOW-C-5, FLOW-D-4: of a row of an input table what holds by its state",
          "[difference]") {
  IfctRow row;
  CHECK(fields(row, row) == "state_q next_q data_q ack_q equal");
  CHECK(with(row, &IfctRow::level) == "equal");
  for (const std::uint8_t state : {std::uint8_t{1}, std::uint8_t{2}}) {
    row.state = state;
    CHECK(fields(row, row) ==
          "state_q next_q data_q ack_q level_q rec_q forced_q ordered_q um_q dm_q mark_q hold_q "
          "equal");
  }
  const std::string always =
      "state_q next_q data_q ack_q level_q rec_q forced_q ordered_q um_q dm_q mark_q hold_q ";
  row.data = 4;  // packets are on their way by a port
  CHECK(fields(row, row) == always + "fport_q fvc_q equal");
  CHECK(with(row, &IfctRow::fport) == "FLOW-C-1 fport_q: 0 / 1");
  row.ack = 4;
  row.um = true;
  CHECK(fields(row, row) == always + "umlim_q pace_q equal");
  row.edge = true;
  CHECK(fields(row, row) == always + "pace_q equal");
  CHECK(with(row, &IfctRow::pace) == "FLOW-C-5 pace_q: 0 / 1");
  row.um = false;
  CHECK(fields(row, row) == always + "pace_q equal");
  row.edge = false;
  row.dm = true;
  CHECK(fields(row, row) == always + "dmlim_q dmt_q equal");
}

TEST_CASE("FLOW-A-19, FLOW-D-4: a row of an output table, a limit while it holds", "[difference]") {
  OfctRow row;
  CHECK(fields(row, row) == "valid_q data_q ack_q equal");
  row.valid = true;
  CHECK(fields(row, row) == "valid_q data_q ack_q port_q id_q dm_q last_q equal");
  row.dm = true;
  CHECK(fields(row, row) == "valid_q data_q ack_q port_q id_q dm_q last_q dmlim_q dmt_q equal");
}

TEST_CASE("FLOW-B-4, FLOW-B-8, FLOW-C-6: check sums of what is there, every place of a history",
          "[difference]") {
  AckAggregatorState ack;
  CHECK(fields(ack, ack) == "req_q cnt_q cur_q bad_q seq_q equal");
  ack.cnt = ack.cur = 1;
  CHECK(fields(ack, ack) == "req_q cnt_q cur_q cs_q bad_q seq_q equal");
  ack.cur = 0;
  CHECK(fields(ack, ack) == "req_q cnt_q cur_q ns_q bad_q seq_q equal");
  RedirectState golden;
  CHECK(with(golden, &RedirectState::lfsr) == "FLOW-C-6 lfsr_q: 0 / 1");
  for (std::size_t place = 0; place < golden.hist.size(); ++place) {
    RedirectState rtl = golden;
    rtl.hist[place] = 2;
    CHECK(told(difference(golden, rtl)) == "FLOW-C-6 hist_q: 0 / 2");
  }
  FlowFields all;
  CHECK(!difference(golden, golden, &all));
  CHECK(all.size() == 1 + golden.hist.size());
}
