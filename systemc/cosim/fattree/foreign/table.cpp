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
using namespace pins::fault_table;

/// A line that a scan finds, or that there is none.
struct Found {
  bool any = false;
  Digits key;
  bool cond = false;
};

/// Golden's answer to a clock, and what a decision of it needs beside the bits.
struct TableExpected {
  std::uint32_t bits = 0;
  bool overflow = false;
  std::optional<Found> found;
  std::vector<UpPortState> up;
};

/// The clock that comes after a write, and those in which lines are scanned.
struct Scan {
  Cycle at = 0;
  bool visit = false;
  bool overflow = false;
  std::optional<Found> found;  ///< empty: nothing is looked for
};

std::uint64_t advertised_lines(const LinkFaultTable& table) {
  std::uint64_t advertised = 0;
  for (unsigned w = 0; w < table.causes().size(); ++w) {
    advertised |= std::uint64_t{table.causes()[w].advertised} << w;
  }
  return advertised;
}

/// The table is written in the cycle in which golden writes its own, and scanned in those in which
/// golden sends what it has found; a route decision is made of its lookup.
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
    const bool executes = golden().state().unit == golden::ControlState::Unit::kPicked;
    const std::uint64_t advertised = advertised_lines(table());
    const std::uint64_t lost = table().overflows();
    ForeignFatTreeControl::step(now, in, out);
    if (executes) operation(now, advertised, table().overflows() != lost);
  }

 protected:
  TableExpected put(Cycle now, const RouteRequest& request, ForeignBlock&) override {
    history().request(now, request);
    const Digits dst = tree().address_of(request.destination);
    TableExpected expected;
    if (!scans_.empty() && scans_.front().at == now) expected = put_scan();
    block().put(kLookup, 0, 1, 1);
    put_name(kLookupDst, dst, 1);
    expected.bits = table().lookup(golden().level(), dst);
    expected.up = golden().state().faults.up;
    return expected;
  }

  void catch_up(Cycle now) override {
    while (!scans_.empty() && scans_.front().at < now) {
      const Cycle at = scans_.front().at;
      ask(at, put_scan());
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

  /// What golden has just executed, as the table is given it: its writes now, then a clock a line.
  void operation(Cycle now, std::uint64_t advertised, bool overflow) {
    const golden::ControlState& s = golden().state();
    for (const TableWrite& write : s.effects.writes) put_write(write);
    const bool sync = s.operation == golden::ControlState::Operation::kReceive &&
                      s.message.kind == golden::FaultMessage::Kind::kSyncReq;
    if (sync) block().put(kVisitStart, 0, 1, 1);
    block().drive(now);
    Cycle at = now;
    const auto scan = [&](std::optional<Found> found) {
      scans_.push_back({++at, sync, overflow && at == now + 1, found});
    };
    const std::uint64_t after = advertised_lines(table());
    for (std::uint64_t left = sync ? after : advertised ^ after; left != 0; left &= left - 1) {
      const auto w = static_cast<unsigned>(__builtin_ctzll(left));
      scan(Found{true, table().entries()[w].c, (after >> w & 1U) != 0});
    }
    // A leaf has no children to notify.
    scan(golden().level() == 0 ? std::nullopt : std::optional(Found{}));
  }

  void put_write(const TableWrite& write) {
    const bool set = write.kind == TableWrite::Kind::kLftInsert;
    if (write.kind == TableWrite::Kind::kLftDropDerived) {
      block().put(kForget, 0, 1, 1);
    } else if (set || write.kind == TableWrite::Kind::kLftClear) {
      block().put(write.derived ? (set ? kDerf : kDerr) : kStatement, 0, 1, 1);
      block().put(kDead, 0, 1, set && !write.derived ? 1 : 0);
      put_name(kKey, write.c, 0);
      block().put(kSeq, 0, 8, write.seq);
    } else {
      return;
    }
    block().put(kBit, 0, 8, write.port);
  }

  /// The first of the scans.
  TableExpected put_scan() {
    const Scan scan = scans_.front();
    scans_.pop_front();
    if (scan.found) {
      block().put(scan.visit ? kVisit : kCheck, 0, 1, 1);
      block().put(scan.visit ? kVisited : kAdvertised, 0, 1, scan.found->any ? 1 : 0);
    }
    const golden::UpFailures up = golden::up_failures(golden().state().faults.up);
    const unsigned h = tree().h();
    for (unsigned a = 0; a < tree().n(); ++a) block().put(kBelow, a * h, h, up.below[a]);
    block().put(kFailed, 0, h, up.failed);
    block().put(kExceeds, 0, tree().n(), up.exceeds);
    return {0, scan.overflow, scan.found, {}};
  }

  /// What is not of a lookup; false after the first difference.
  bool agrees(Cycle now, const TableExpected& e, const ForeignBlock& block,
              std::optional<PacketId> packet) {
    if (!differ(now, packet, block, kOverflow, e.overflow, "FT-LFT-2", "overflow_o")) return false;
    if (!e.found) return true;
    std::uint64_t key = 0;
    const unsigned bits = pins::bits_for(tree().m());
    for (unsigned i = 0; e.found->any && i + 1 < tree().n(); ++i) {
      key |= std::uint64_t{e.found->key[i]} << (i * bits);
    }
    return differ(now, packet, block, kScanAny, e.found->any, "FT-REP-2", "scan_any_o") &&
           differ(now, packet, block, kScanKey, key, "FT-REP-2", "scan_key_o") &&
           differ(now, packet, block, kScanCond, e.found->cond, "FT-MSG-6", "scan_cond_o");
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
