// SPDX-License-Identifier: Apache-2.0
/// \file
/// The RTL tables of the flow channels (docs/reference/flow-blocks.md) as blocks that are clocked
/// edge by edge. Members are named after the ports and registers of the page. No verilated header.
///
/// edge(in) is the clock edge that ends cycle t, in is what cycle t has on the inputs. out() is
/// what cycle t+1 shows: the answer to step t-1, and the state after it. All-zero inputs are an
/// idle cycle. After construction and after reset() the next edge ends cycle 0.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "cosim/lockstep/shown_block.hpp"

namespace selvage::cosim {

/// The verilated parameter sets, see docs/reference/flow-blocks.md, Builds.
enum class FlowSize : std::uint8_t { kSmall, kLarge };

/// Rows of a build, and width of a position.
struct FlowGeometry {
  unsigned rows = 0;
  unsigned pos_w = 0;
  unsigned ports = 0;
};
[[nodiscard]] constexpr FlowGeometry flow_geometry(FlowSize size) {
  return size == FlowSize::kSmall ? FlowGeometry{64, 8, 8} : FlowGeometry{2048, 11, 64};
}

/// What every block can do. I: inputs of a cycle, O: outputs, S: public registers.
template <class I, class O, class S>
class FlowBlock : public ShownBlock {
 public:
  using In = I;
  using Out = O;
  using State = S;
  virtual void edge(const In& in) = 0;
  [[nodiscard]] virtual const Out& out() const = 0;
  virtual void state(State& s) const = 0;
  virtual void reset() = 0;
};

/// A table. R: the public registers of one row, as state() would show them.
template <class I, class O, class S, class R>
class FlowTable : public FlowBlock<I, O, S> {
 public:
  using Row = R;
  [[nodiscard]] virtual Row row(unsigned id) const = 0;
};

/// A table whose rows are stored as words with check bits (FLOW-ECC-1).
template <class Table>
class WordTable : public Table {
 public:
  /// Bits of a stored row, check bits included.
  [[nodiscard]] virtual unsigned word_bits() const = 0;
  /// Was the row written since reset?
  [[nodiscard]] virtual bool written(unsigned row) const = 0;
  virtual void flip(unsigned row, unsigned bit) = 0;
  // Of what out() shows, a bit an operation.
  [[nodiscard]] virtual unsigned fixed() const = 0;
  [[nodiscard]] virtual unsigned lost() const = 0;
  /// Which of the operations that ask in this cycle are taken (FLOW-A-25), a bit each; before
  /// edge().
  [[nodiscard]] virtual unsigned taken(const typename Table::In& in) = 0;
  /// The row that CHK has peeked at last (REG-7); of a table without peeks one of 0.
  [[nodiscard]] virtual typename Table::Row peeked() const = 0;
};

// ---- flow_cam_alloc
struct CamAllocIn {
  bool req = false;
  std::uint64_t key = 0;
  bool free = false;
  unsigned free_id = 0;
};
struct CamAllocOut {
  bool rsp = false, hit = false, alloc = false, stall = false;
  unsigned id = 0;
  bool freed = false, kept = false;
  bool full = false, pause = false;
  unsigned count = 0;
  std::uint32_t stalls = 0;
};
struct CamAllocRow {
  bool valid = false;
  std::uint64_t key = 0;
};
struct CamAllocState {
  std::vector<std::uint8_t> valid;
  std::vector<std::uint64_t> key;
  bool pause = false;
  std::uint32_t stalls = 0;
};
using CamAllocBlock = FlowTable<CamAllocIn, CamAllocOut, CamAllocState, CamAllocRow>;

// ---- efct
struct EfctIn {
  bool req = false;
  std::uint64_t key = 0;
  unsigned len = 0;
  bool ack = false;
  unsigned ack_id = 0, ack_pos = 0;
};
struct EfctOut {
  bool rsp = false, hit = false, alloc = false, stall = false, window = false;
  unsigned id = 0, start = 0;
  bool rel = false;
  unsigned rel_id = 0;
  bool kept = false;
  bool full = false, pause = false;
  unsigned count = 0;
  std::uint32_t stalls = 0;
};
struct EfctRow {
  CamAllocRow cam;
  std::uint16_t data = 0, ack = 0;
};
struct EfctState {
  CamAllocState cam;
  std::vector<std::uint16_t> data, ack;
};
using EfctBlock = FlowTable<EfctIn, EfctOut, EfctState, EfctRow>;

// ---- ifct
struct IfctStatic {
  std::array<std::uint16_t, 8> mfe{}, mqe{};
  bool rd_enable = false;
  unsigned tick = 0;  ///< the times are in ticks of 2^tick cycles
  std::uint64_t cool_t = 0, hold_t = 2'000, refresh_t = 10'000, expire_t = 30'000;
  unsigned fc_hi = 64, fc_lo = 16, headroom = 40, ep_rec = 16, unit_cyc = 10, inj_limit = 512;
  bool ep_weigh = true;
};
struct IfctIn {
  std::uint64_t now = 0;
  struct Deq {
    bool valid = false, peek = false;
    unsigned id = 0, len = 0, hole = 0;
    bool any = false;
    unsigned port = 0, vc = 0;
    std::uint64_t mask = 0;
  } deq;
  struct Enq {
    bool valid = false;
    unsigned id = 0, start = 0, len = 0;
    bool gap = false, ordered = false;
  } enq;
  struct Ack {
    bool valid = false;
    unsigned id = 0, type = 0, delta = 0, port = 0, vc = 0;
  } ack;
  struct Chk {
    bool valid = false;
    unsigned id = 0;
    bool peek = false;
  } chk;
};
/// A message upstream.
struct FlowMessage {
  bool valid = false;
  unsigned id = 0, type = 0, pos = 0;
  bool operator==(const FlowMessage& o) const {
    return valid == o.valid && id == o.id && type == o.type && pos == o.pos;
  }
};
struct IfctOut {
  struct Deq {
    bool rsp = false, go = false;
    unsigned why = 0, port = 0, vc = 0;
    FlowMessage up;
  } deq;
  struct Enq {
    bool rsp = false, open = false;
    unsigned hole = 0;
    bool gap = false, over = false;
    FlowMessage loss, up;  ///< type of loss as the page says: LOSS
  } enq;
  struct Timed {
    FlowMessage up;
    bool rel = false, block = false;
  } ack;
  FlowMessage chk;         ///< type as the page says: CREDIT
  bool row_valid = false;  ///< a row is read out
};
struct IfctRow {
  std::uint8_t state = 0, level = 0, rec = 0, fport = 0, fvc = 0;
  bool ordered = false, forced = false, um = false, dm = false;
  std::uint16_t next = 0, data = 0, ack = 0, umlim = 0, dmlim = 0;
  std::uint32_t mark = 0, hold = 0, dmt = 0;
  std::uint32_t pace = 0;  ///< edge: ready; else umt
  bool edge = false;       ///< of golden: what pace is
};
struct IfctCounters {
  std::uint32_t inj = 0, holes = 0, losses = 0, stray = 0, moves = 0;
};
struct IfctState : IfctCounters {
  std::vector<IfctRow> row;  ///< a row that was never opened since reset is all 0
};
class IfctBlock : public FlowTable<IfctIn, IfctOut, IfctState, IfctRow> {
 public:
  [[nodiscard]] virtual IfctCounters counters() const = 0;
};

// ---- ofct
struct OfctStatic {
  std::uint64_t stale_t = 20'000, expire_t = 30'000;
  unsigned tick = 0;  ///< the times are in ticks of 2^tick cycles
};
struct OfctIn {
  std::uint64_t now = 0;
  struct Map {
    bool valid = false;
    unsigned port = 0, id = 0, len = 0, hole = 0;
    bool ordered = false;
  } map;
  struct Rev {
    bool valid = false;
    unsigned id = 0, type = 0, pos = 0;
  } rev;
  struct Chk {
    bool valid = false;
    unsigned id = 0, kind = 0;
  } chk;
};
struct OfctOut {
  struct Map {
    bool rsp = false, hit = false, alloc = false, stall = false, over = false;
    unsigned oid = 0, start = 0, delta = 0;
  } map;
  struct Back {
    bool valid = false;
    unsigned port = 0, iid = 0, type = 0, delta = 0;
    bool rel = false;
    unsigned rel_id = 0;
  } rev, chk;
  struct Mark {
    bool valid = false;
    unsigned id = 0, pos = 0;
  } mark;
  bool full = false;
  unsigned count = 0;
  std::uint32_t stalls = 0;
};
struct OfctRow {
  bool valid = false, dm = false;
  std::uint8_t port = 0;
  std::uint16_t id = 0, data = 0, ack = 0, dmlim = 0;
  std::uint32_t dmt = 0, last = 0;
};
struct OfctState {
  std::vector<OfctRow> row;  ///< positions of a row that was never used since reset are 0
  std::uint32_t stray = 0, stalls = 0;
};
class OfctBlock : public FlowTable<OfctIn, OfctOut, OfctState, OfctRow> {
 public:
  [[nodiscard]] virtual std::uint32_t stray() const = 0;
};

// ---- flow_walker: out() shows the registers, in cycle t+1 after the edge that ends cycle t
struct WalkerIn {
  std::uint64_t now = 0;
  bool down = false, up = false;
  std::uint64_t drain_t = 0;
};
struct WalkerOut {
  bool chk = false;
  unsigned chk_id = 0, chk_kind = 0;
  bool done = false;
};
struct WalkerState {
  unsigned state = 0, id = 0;
  std::uint64_t wait = 0;
};
class WalkerBlock : public FlowBlock<WalkerIn, WalkerOut, WalkerState> {
 public:
  /// Its outputs are those of cycle `now`, before the edge: SCAN shows the row that `now` names.
  virtual void show(std::uint64_t now) = 0;
};

/// bugs: the strap bug_i of the block, see its header.
[[nodiscard]] std::unique_ptr<CamAllocBlock> make_cam_alloc(FlowSize size, unsigned bugs = 0);
[[nodiscard]] std::unique_ptr<EfctBlock> make_efct(FlowSize size, unsigned bugs = 0);
[[nodiscard]] std::unique_ptr<IfctBlock> make_ifct(FlowSize size, bool edge, const IfctStatic& st,
                                                   unsigned bugs = 0);
[[nodiscard]] std::unique_ptr<OfctBlock> make_ofct(FlowSize size, const OfctStatic& st,
                                                   unsigned bugs = 0);
[[nodiscard]] std::unique_ptr<WalkerBlock> make_walker(FlowSize size, unsigned bugs = 0);

/// Small tables with check bits. kMacro: SECDED, rows in memories ram_1r1w; row() shows nothing.
enum class WordKind : std::uint8_t { kParity, kSecded, kMacro, kTwoRows };
[[nodiscard]] std::unique_ptr<WordTable<EfctBlock>> make_efct_words(WordKind kind,
                                                                    unsigned bugs = 0);
[[nodiscard]] std::unique_ptr<WordTable<IfctBlock>> make_ifct_words(WordKind kind, bool edge,
                                                                    const IfctStatic& st,
                                                                    unsigned bugs = 0);
[[nodiscard]] std::unique_ptr<WordTable<OfctBlock>> make_ofct_words(WordKind kind,
                                                                    const OfctStatic& st,
                                                                    unsigned bugs = 0);

}  // namespace selvage::cosim
