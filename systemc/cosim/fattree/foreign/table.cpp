// SPDX-License-Identifier: Apache-2.0
#include "cosim/fattree/foreign/controls.hpp"
#include "cosim/foreign/pins.hpp"

namespace selvage::cosim {

namespace {

using golden::Digits;
using golden::FatTreeGrant;
using golden::LinkFaultTable;
using golden::TableWrite;
using golden::UpPortState;
using Kind = golden::FaultMessage::Kind;
using namespace pins::fault_table;

/// The chosen line.
struct Found {
  Digits key;
  bool cond = false;
};

/// What the block has to show in a clock in which it is not written.
struct Shown {
  bool overflow = false;
  std::optional<bool> more;    ///< some line is marked; empty: does not matter
  std::optional<Found> found;  ///< empty: likewise
};

/// Golden's answer to a clock, and what a decision of it needs beside the bits.
struct TableExpected {
  std::uint32_t bits = 0;
  Shown shown;
  std::vector<UpPortState> up;
};

/// A clock after a write.
struct Scan {
  Cycle at = 0;
  bool check = false;
  bool next = false;
  bool advertised = false;
  Shown shown;
};

std::uint64_t advertised_lines(const LinkFaultTable& table) {
  std::uint64_t advertised = 0;
  for (unsigned w = 0; w < table.causes().size(); ++w) {
    advertised |= std::uint64_t{table.causes()[w].advertised} << w;
  }
  return advertised;
}

/// The table is given a statement so that it is written in the cycle in which golden writes its
/// own, and scanned from then on, a clock a line; a route decision is made of its lookup.
class ForeignTableControl final : public ForeignFatTreeControl<TableExpected> {
 public:
  explicit ForeignTableControl(ForeignFatTree foreign) : ForeignFatTreeControl(std::move(foreign)) {
    const golden::SwitchRules& rules = golden().rules();
    block().put(kLevel, 0, 64, golden().level());
    put_name(kCoord, rules.self().c, 0);
    block().put(kRulePaper, 0, 1, rules.rule() == golden::Rule::kPaper ? 1 : 0);
  }

  void step(Cycle now, const StepInput& in, StepOutput& out) override {
    catch_up(now);
    receive_due(now);
    const golden::ControlState& s = golden().state();
    const bool picked = s.unit == golden::ControlState::Unit::kPicked;
    const bool early = picked && s.age == 0 && golden().is_statement();
    const std::uint64_t advertised = advertised_lines(table());
    const std::uint64_t lost = table().overflows();
    if (early) put_statement(s.message);
    ForeignFatTreeControl::step(now, in, out);
    if (early) block().drive(now);
    if (!picked || s.unit == golden::ControlState::Unit::kPicked) return;
    operation(now, advertised, table().overflows() != lost);
  }

 protected:
  TableExpected put(Cycle now, const RouteRequest& request, ForeignBlock&) override {
    history().request(now, request);
    const Digits dst = tree().address_of(request.destination);
    TableExpected expected;
    if (!scans_.empty() && scans_.front().at == now) expected.shown = put_scan();
    block().put(kLookup, 0, 1, 1);
    put_name(kLookupDst, dst, 1);
    expected.bits = table().lookup(golden().level(), dst);
    expected.up = golden().state().faults.up;
    return expected;
  }

  void catch_up(Cycle now) override {
    while (!scans_.empty() && scans_.front().at < now) {
      const Cycle at = scans_.front().at;
      ask(at, TableExpected{0, put_scan(), {}});
    }
  }

  void compare(Cycle now, const TableExpected& expected, const ForeignBlock& block) override {
    (void)agrees(now, expected, block, std::nullopt);
  }

  RouteDecision take(Cycle now, const RouteRequest& request, const TableExpected& expected,
                     const ForeignBlock& block) override {
    if (agrees(now, expected, block, request.packet)) {
      differ(now, request.packet, block, kLookupBits, expected.bits, "FT-LFT-3", "lookup_bits_o");
    }
    const auto bits = static_cast<std::uint32_t>(block.get(kLookupBits).value_or(0));
    const FatTreeGrant grant = golden::route_select(golden().level(), expected.up, bits,
                                                    question(golden().rules(), request));
    history().decision(now, request.packet, grant);
    return to_decision(tree(), grant);
  }

 private:
  [[nodiscard]] const LinkFaultTable& table() const { return golden().state().faults.lft; }

  /// The name's digits from `first` on.
  void put_name(unsigned pin, Digits name, unsigned first) {
    const unsigned bits = pins::bits_for(tree().m());
    for (unsigned i = 0; i + 1 < tree().n(); ++i) {
      block().put(pin, i * bits, bits, name[i + first]);
    }
  }

  void put_statement(const golden::FaultMessage& m) {
    const bool direct = m.kind == Kind::kUlfm || m.kind == Kind::kUlrm;
    block().put(direct ? kStatement : m.kind == Kind::kDerf ? kDerf : kDerr, 0, 1, 1);
    block().put(kDead, 0, 1, m.kind == Kind::kUlfm ? 1 : 0);
    put_name(kKey, m.c, 0);
    block().put(kSeq, 0, 8, m.seq);
    block().put(kBit, 0, 8, m.k - tree().h());
  }

  /// What golden has just executed: what is derived no more and a SYNCREQ now, then what it has
  /// found, a clock a line.
  void operation(Cycle now, std::uint64_t advertised, bool overflow) {
    const golden::ControlState& s = golden().state();
    bool evaluated = false;
    for (const TableWrite& write : s.effects.writes) {
      evaluated = evaluated || (write.kind != TableWrite::Kind::kDownPortDead &&
                                write.kind != TableWrite::Kind::kDownPortAlive);
      if (write.kind != TableWrite::Kind::kLftDropDerived) continue;
      block().put(kForget, 0, 1, 1);
      block().put(kBit, 0, 8, write.port);
    }
    const bool sync = s.operation == golden::ControlState::Operation::kReceive &&
                      s.message.kind == Kind::kSyncReq;
    if (sync) block().put(kVisit, 0, 1, 1);
    block().drive(now);
    Cycle at = now;
    // A leaf has no children to notify.
    const bool scans = golden().level() != 0 && (evaluated || sync);
    if (scans ? !sync : overflow) scans_.push_back({++at, scans, false, false, {overflow, {}, {}}});
    if (!scans) return;
    const std::uint64_t after = advertised_lines(table());
    std::uint64_t left = sync ? after : advertised ^ after;
    scans_.push_back({++at, false, true, false, {false, left != 0, {}}});
    for (; left != 0; left &= left - 1) {
      const auto w = static_cast<unsigned>(__builtin_ctzll(left));
      const Found found{table().entries()[w].c, !sync && (after >> w & 1U) != 0};
      scans_.push_back({++at, false, true, !sync, {false, (left & (left - 1)) != 0, found}});
    }
  }

  /// The first of the scans.
  Shown put_scan() {
    const Scan scan = scans_.front();
    scans_.pop_front();
    block().put(kCheck, 0, 1, scan.check ? 1 : 0);
    block().put(kNext, 0, 1, scan.next ? 1 : 0);
    block().put(kAdvertised, 0, 1, scan.advertised ? 1 : 0);
    const golden::UpFailures below =
        golden::up_failures(golden().state().faults.up, golden().rules().rule());
    const unsigned h = tree().h();
    for (unsigned a = 0; a < tree().n(); ++a) block().put(kBelow, a * h, h, below[a]);
    return scan.shown;
  }

  /// What is not of a lookup; false after the first difference.
  bool agrees(Cycle now, const TableExpected& e, const ForeignBlock& block,
              std::optional<PacketId> packet) {
    const Shown& s = e.shown;
    if (!differ(now, packet, block, kOverflow, s.overflow, "FT-LFT-2", "overflow_o")) return false;
    if (s.more && !differ(now, packet, block, kScanMore, *s.more, "FT-REP-2", "scan_more_o")) {
      return false;
    }
    if (!s.found) return true;
    std::uint64_t key = 0;
    const unsigned bits = pins::bits_for(tree().m());
    for (unsigned i = 0; i + 1 < tree().n(); ++i) {
      key |= std::uint64_t{s.found->key[i]} << (i * bits);
    }
    return differ(now, packet, block, kScanKey, key, "FT-REP-2", "scan_key_o") &&
           differ(now, packet, block, kScanCond, s.found->cond, "FT-MSG-6", "scan_cond_o");
  }

  /// False, after it was reported, if the block offers this output and it differs.
  bool differ(Cycle now, std::optional<PacketId> packet, const ForeignBlock& block, unsigned pin,
              std::uint64_t expected, std::string_view requirement, const char* what) {
    const std::uint64_t actual = block.get(pin).value_or(expected);
    if (actual == expected) return true;
    agent().fail(place(now, packet),
                 {requirement, what, std::to_string(expected), std::to_string(actual)});
    return false;
  }

  std::deque<Scan> scans_;
};

}  // namespace

std::unique_ptr<SwitchControl> with_foreign_table(ForeignFatTree foreign) {
  return std::make_unique<ForeignTableControl>(std::move(foreign));
}

}  // namespace selvage::cosim
