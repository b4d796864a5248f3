// SPDX-License-Identifier: Apache-2.0
#include "cosim/foreign/pins.hpp"
#include "dut/blocks/blocks.hpp"
#include "golden/twolevel/table.hpp"

namespace selvage::dut {

namespace {

using namespace cosim::pins::twolevel_route;

std::string derive(Parameters& p) {
  p["R"] = p["K"] + 1;
  p["PW"] = bits_for(static_cast<std::uint64_t>(p["K"]));
  p["RW"] = bits_for(static_cast<std::uint64_t>(p["R"]));
  return {};
}

std::vector<Pin> pins(const Parameters& p) {
  const Width pw(p, "PW");
  const Width rw(p, "RW");
  return {
      {"load_valid_i", true, 1, "write a row; one beyond the last is ignored", ""},
      {"load_row_i", true, rw, "row, 0 to K", ""},
      {"load_used_i", true, 1, "the row is in use", ""},
      {"load_key_i", true, 32, "address to match", ""},
      {"load_mask_i", true, 32, "a 1 compares", ""},
      {"load_drop_i", true, 1, "what matches is dropped", ""},
      {"load_port_i", true, pw, "port to take", ""},
      {"load_next_i", true, 32, "next hop", ""},
      {"valid_i", true, 1, "look up", ""},
      {"dst_i", true, 32, "address; sees every row written before it, none written with it", ""},
      {"valid_o", false, 1, "answer; the other outputs are 0 without it", "F-TAB-3"},
      {"hit_o", false, 1, "some row matches", "F-TAB-3"},
      {"drop_o", false, 1, "no row matches, or one whose packets are dropped", "F-TAB-1"},
      {"row_o", false, rw, "lowest row that matches, 0 without hit", "F-TAB-3", true},
      {"port_o", false, pw, "port to take, 0 with drop", "F-TAB-1"},
      {"next_o", false, 32, "next hop", "F-TAB-1"}};
}

class Table final : public Golden {
 public:
  explicit Table(const Parameters& p) : rows_(static_cast<std::size_t>(p.at("R"))) {}

  void ask(const Values& q, Answer& answer) override {
    if (q.get(kValid) != 0) {
      const auto address = static_cast<std::uint32_t>(q.get(kDst));
      const golden::TernaryAnswer found = golden::look_up(rows_, golden::Ipv4{address});
      answer.values.set(kValidOut, 1);
      answer.values.set(kHit, found.hit);
      answer.values.set(kDropOut, found.next_hop.drop);
      answer.values.set(kRow, found.row);
      answer.values.set(kPort, found.next_hop.port);
      answer.values.set(kNext, found.next_hop.next.value);
    }
    if (q.get(kLoadValid) == 0 || q.get(kLoadRow) >= rows_.size()) return;
    golden::TernaryRow& row = rows_[q.get(kLoadRow)];
    row.valid = q.get(kLoadUsed) != 0;
    row.key = static_cast<std::uint32_t>(q.get(kLoadKey));
    row.mask = static_cast<std::uint32_t>(q.get(kLoadMask));
    row.result = {q.get(kLoadDrop) != 0,
                  static_cast<PortIdx>(q.get(kLoadPort)),
                  {static_cast<std::uint32_t>(q.get(kLoadNext))}};
  }

 private:
  std::vector<golden::TernaryRow> rows_;
};

/// Prefixes and suffixes of few different octets, so that several rows match an address.
class Questions final : public Stimulus {
 public:
  explicit Questions(const Parameters& p)
      : k_(static_cast<std::uint64_t>(p.at("K"))), span_(std::uint64_t{1} << p.at("RW")) {}

  void next(kernel::Stream& stream, Values& q) override {
    q.set(kLoadValid, stream.chance(0.3) ? 1 : 0);
    q.set(kLoadRow, stream.below(span_));
    q.set(kLoadUsed, stream.chance(0.8) ? 1 : 0);
    q.set(kLoadKey, address(stream));
    constexpr std::uint32_t kMasks[] = {0,           0xff000000U, 0xffff0000U,
                                        0xffffff00U, 0xffffffffU, 0xffU};
    q.set(kLoadMask, kMasks[stream.below(6)]);
    q.set(kLoadDrop, stream.chance(0.2) ? 1 : 0);
    q.set(kLoadPort, stream.below(k_));
    q.set(kLoadNext, address(stream));
    q.set(kValid, stream.chance(0.8) ? 1 : 0);
    q.set(kDst, address(stream));
  }

 private:
  static std::uint64_t address(kernel::Stream& stream) {
    std::uint64_t value = 10;
    for (int octet = 0; octet < 3; ++octet) value = value << 8U | stream.below(4);
    return value;
  }
  std::uint64_t k_;
  std::uint64_t span_;
};

bool legal(const Parameters& p, const Values& q) {
  return q.get(kLoadPort) < static_cast<std::uint64_t>(p.at("K"));
}

}  // namespace

Contract twolevel_route() {
  Contract c;
  c.block = "twolevel_route";
  c.summary = "two-level route lookup: a ternary memory of K + 1 rows and its results";
  c.timing = "F-SYS-2";
  c.valid = cosim::pins::twolevel_route::kValidOut;
  c.source = "Al-Fares et al. 2008, section 3; docs/reference/twolevel-blocks.md";
  c.latency = 3;
  c.stateful = true;
  c.parameters = {{"K", 4, 64, 2, 8, "ports"}};
  c.derive = &derive;
  c.follows = {{"R", "K + 1"}, {"PW", "$clog2(K)"}, {"RW", "$clog2(R)"}};
  c.pins = &pins;
  c.golden = &made<Golden, Table>;
  c.stimulus = &made<Stimulus, Questions>;
  c.legal = &legal;
  c.specification = "twolevel_route_ref";
  return c;
}

}  // namespace selvage::dut
