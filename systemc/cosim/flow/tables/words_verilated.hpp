// SPDX-License-Identifier: Apache-2.0
/// \file
/// Verilated tables whose rows are words with check bits (row_store). Included only by words.cpp.
#pragma once

#include "cosim/flow/tables/verilated.hpp"

namespace selvage::cosim {

/// The row_store of a model: `words` and what it keeps beside them; `mem_q` is the memory.
#define SELVAGE_STORE(Name, path)                                             \
  struct Name {                                                               \
    template <class Io>                                                       \
    static auto& words(Io& io) {                                              \
      return io.path##__DOT__i_memory__DOT__gen_registers__DOT__mem_q;        \
    }                                                                         \
    template <class Io>                                                       \
    static const auto& seen(const Io& io) {                                   \
      return io.path##__DOT__seen_q;                                          \
    }                                                                         \
    template <class Io>                                                       \
    static std::uint64_t held(const Io& io) {                                 \
      return io.path##__DOT__held_q;                                          \
    }                                                                         \
    template <class Io>                                                       \
    static const auto& held_at(const Io& io) {                                \
      return io.path##__DOT__held_at_q;                                       \
    }                                                                         \
    template <class Io>                                                       \
    static const auto& held_row(const Io& io) {                               \
      return io.path##__DOT__held_row_q;                                      \
    }                                                                         \
    template <class Io>                                                       \
    static void flip(Io& io, unsigned row, unsigned bit) {                    \
      set_bits(words(io)[row], bit, 1, 1 - get_bits(words(io)[row], bit, 1)); \
    }                                                                         \
  }
SELVAGE_STORE(EfctStore, efct__DOT__gen_words__DOT__i_store);
SELVAGE_STORE(IfctStore, ifct__DOT__gen_words__DOT__i_rows__DOT__i_store);
SELVAGE_STORE(OfctStore, ofct__DOT__i_rows__DOT__gen_words__DOT__i_store);
SELVAGE_STORE(EfctMemories, efct__DOT__gen_memories__DOT__i_store);
SELVAGE_STORE(OfctMemories, ofct__DOT__i_rows__DOT__gen_memories__DOT__i_store);
#undef SELVAGE_STORE

/// Fields of a row, from its lowest bit on: out of the buffer if it is there, else out of memory.
template <class Store, class Io>
class WordReader {
 public:
  WordReader(const Io& io, unsigned row, unsigned ops, unsigned id_w, unsigned width)
      : io_(io), row_(row) {
    for (unsigned k = 0; k < ops; ++k) {
      if ((Store::held(io) >> k & 1U) != 0 && get_bits(Store::held_at(io), k * id_w, id_w) == row) {
        held_ = true;
        at_ = k * width;
      }
    }
  }
  unsigned next(unsigned width) {
    const unsigned at = at_;
    at_ += width;
    return static_cast<unsigned>(held_ ? get_bits(Store::held_row(io_), at, width)
                                       : get_bits(Store::words(io_)[row_], at, width));
  }

 private:
  const Io& io_;
  unsigned row_;
  bool held_ = false;
  unsigned at_ = 0;
};

/// Fields of pins, from the lowest bit on.
template <class Pins>
class PinReader {
 public:
  explicit PinReader(const Pins& pins) : pins_(pins) {}
  unsigned next(unsigned width) {
    at_ += width;
    return static_cast<unsigned>(get_bits(pins_, at_ - width, width));
  }

 private:
  const Pins& pins_;
  unsigned at_ = 0;
};

// The small build.
constexpr unsigned kWordIdW = 6;
constexpr unsigned kWordPosW = 8;
constexpr unsigned kWordPortW = 3;
constexpr unsigned kWordStampW = 17;

struct EfctWords {
  using Store = EfctStore;
  static constexpr unsigned kWidth = 2 * kWordPosW;
  template <class Io>
  static void read(const Io& io, unsigned r, unsigned pos_w, EfctRow& row) {
    if (get_bits(Store::seen(io), r, 1) == 0) return;
    WordReader<Store, Io> word(io, r, 2, kWordIdW, kWidth);
    const unsigned extent = word.next(pos_w);
    row.data = static_cast<std::uint16_t>(word.next(pos_w));
    row.ack = wrap_position(row.data - extent, pos_w);
  }
};

template <bool kEdge>
struct IfctWords {
  using Store = IfctStore;
  static constexpr unsigned kPaceW = kEdge ? 21 : kWordStampW;
  static constexpr unsigned kWidth = 16 + kWordPortW + 5 * kWordPosW + 3 * kWordStampW + kPaceW;
  template <class Io>
  static void read(const Io& io, unsigned r, unsigned pos_w, IfctRow& row) {
    if (get_bits(Store::seen(io), r, 1) == 0) return;
    fields(WordReader<Store, Io>(io, r, 4, kWordIdW, kWidth), pos_w, row);
  }
  template <class Reader>
  static void fields(Reader word, unsigned pos_w, IfctRow& row) {
    const auto next8 = [&](unsigned width) { return static_cast<std::uint8_t>(word.next(width)); };
    row.pace = word.next(kPaceW);
    row.dmt = word.next(kWordStampW);
    row.hold = word.next(kWordStampW);
    row.mark = word.next(kWordStampW);
    const unsigned slack = word.next(pos_w + 1);
    row.umlim = static_cast<std::uint16_t>(word.next(pos_w));
    const unsigned flow = word.next(pos_w);
    const unsigned waits = word.next(pos_w);
    row.data = static_cast<std::uint16_t>(word.next(pos_w));
    row.fport = next8(kWordPortW);
    row.fvc = next8(2);
    row.dm = word.next(1) != 0;
    row.um = word.next(1) != 0;
    row.rec = next8(4);
    row.level = next8(3);
    row.forced = word.next(1) != 0;
    row.ordered = word.next(1) != 0;
    row.state = next8(2);
    row.next = wrap_position(row.data + waits, pos_w);
    row.ack = wrap_position(row.data - flow, pos_w);
    row.dmlim = wrap_position(row.data + slack, pos_w);
  }
};

struct OfctWords {
  using Store = OfctStore;
  static constexpr unsigned kWidth = kWordPortW + kWordIdW + 3 * kWordPosW + 2 * kWordStampW + 2;
  template <class Io>
  static void read(const Io& io, unsigned r, unsigned pos_w, OfctRow& row) {
    if (get_bits(Store::seen(io), r, 1) == 0) return;
    WordReader<Store, Io> word(io, r, 3, kWordIdW, kWidth);
    row.last = word.next(kWordStampW);
    row.dmt = word.next(kWordStampW);
    const unsigned slack = word.next(pos_w + 1);
    row.dm = word.next(1) != 0;
    row.ack = static_cast<std::uint16_t>(word.next(pos_w));
    row.data = static_cast<std::uint16_t>(word.next(pos_w));
    row.id = static_cast<std::uint16_t>(word.next(kWordIdW));
    row.port = static_cast<std::uint8_t>(word.next(kWordPortW));
    row.dmlim = wrap_position(row.data + slack, pos_w);
  }
};

/// Rows in ram_1r1w: a copy for each of so many readers and writers.
#define SELVAGE_JOIN(a, b) a##b
#define SELVAGE_MEMORY(store, copy) SELVAGE_JOIN(store, copy##__DOT__i_ram__DOT__mem_q)
#define SELVAGE_COPY(r, w)                                                                \
  flip_one(io.SELVAGE_MEMORY(SELVAGE_PLACE,                                               \
                             __BRA__##r##__KET____DOT__gen_copy__BRA__##w##__KET__)[row], \
           bit)
template <class Store>
struct Copies : Store {
  template <class Word>
  static void flip_one(Word& word, unsigned bit) {
    set_bits(word, bit, 1, 1 - get_bits(word, bit, 1));
  }
};
#define SELVAGE_PLACE efct__DOT__gen_memories__DOT__i_store__DOT__gen_op
struct EfctCopies : Copies<EfctMemories> {
  template <class Io>
  static void flip(Io& io, unsigned row, unsigned bit) {
    SELVAGE_COPY(0, 0);
    SELVAGE_COPY(0, 1);
    SELVAGE_COPY(1, 0);
    SELVAGE_COPY(1, 1);
  }
};
#undef SELVAGE_PLACE
#define SELVAGE_PLACE ofct__DOT__i_rows__DOT__gen_memories__DOT__i_store__DOT__gen_op
struct OfctCopies : Copies<OfctMemories> {
  template <class Io>
  static void flip(Io& io, unsigned row, unsigned bit) {
    SELVAGE_COPY(0, 0);
    SELVAGE_COPY(0, 1);
    SELVAGE_COPY(0, 2);
    SELVAGE_COPY(1, 0);
    SELVAGE_COPY(1, 1);
    SELVAGE_COPY(1, 2);
    SELVAGE_COPY(2, 0);
    SELVAGE_COPY(2, 1);
    SELVAGE_COPY(2, 2);
  }
};
#undef SELVAGE_PLACE
#define SELVAGE_PLACE \
  ifct__DOT__gen_words__DOT__i_rows__DOT__i_store__DOT__i_memory__DOT__gen_macros__DOT__gen_read
struct TwoRowStore : Copies<IfctStore> {
  template <class Io>
  static void flip(Io& io, unsigned row, unsigned bit) {
    SELVAGE_COPY(0, 0);
    SELVAGE_COPY(0, 1);
    SELVAGE_COPY(1, 0);
    SELVAGE_COPY(1, 1);
  }
};
struct FourRowStore : Copies<IfctStore> {
  template <class Io>
  static void flip(Io& io, unsigned row, unsigned bit) {
    TwoRowStore::flip(io, row, bit);
    SELVAGE_COPY(0, 2);
    SELVAGE_COPY(0, 3);
    SELVAGE_COPY(1, 2);
    SELVAGE_COPY(1, 3);
    SELVAGE_COPY(2, 0);
    SELVAGE_COPY(2, 1);
    SELVAGE_COPY(2, 2);
    SELVAGE_COPY(2, 3);
    SELVAGE_COPY(3, 0);
    SELVAGE_COPY(3, 1);
    SELVAGE_COPY(3, 2);
    SELVAGE_COPY(3, 3);
  }
};
#undef SELVAGE_PLACE
#undef SELVAGE_COPY
#undef SELVAGE_MEMORY
#undef SELVAGE_JOIN
/// Words of memories: a row cannot be looked at beside the block.
template <class Words, class Row, class Place>
struct InMemories : Words {
  using Store = Place;
  template <class Io>
  static void read(const Io&, unsigned, unsigned, Row&) {}
};
using EfctMacros = InMemories<EfctWords, EfctRow, EfctCopies>;
using IfctMacros = InMemories<IfctWords<false>, IfctRow, FourRowStore>;
using IfctTwoRows = InMemories<IfctWords<false>, IfctRow, TwoRowStore>;
using OfctMacros = InMemories<OfctWords, OfctRow, OfctCopies>;

/// Adds what a table with words can do beside. Check: its check bits.
template <class Verilated, class Words, unsigned kCheck>
class StoredWords final : public Verilated {
 public:
  using Verilated::Verilated;
  [[nodiscard]] unsigned word_bits() const override { return Words::kWidth + kCheck; }
  [[nodiscard]] bool written(unsigned row) const override {
    return get_bits(Words::Store::seen(this->io_), row, 1) != 0;
  }
  void flip(unsigned row, unsigned bit) override { Words::Store::flip(this->io_, row, bit); }
  [[nodiscard]] unsigned fixed() const override { return this->io_.ecc_fixed_o; }
  [[nodiscard]] unsigned lost() const override { return this->io_.ecc_lost_o; }
  [[nodiscard]] unsigned taken(const typename Verilated::In& in) override {
    if constexpr (std::is_same_v<typename Words::Store, TwoRowStore>) {
      this->drive(in);
      this->eval();
      return this->io_.taken_o;
    } else {
      return ~0U;
    }
  }
  [[nodiscard]] typename Verilated::Row peeked() const override {
    typename Verilated::Row row;
    if constexpr (std::is_same_v<typename Verilated::In, IfctIn>)
      Words::fields(PinReader(this->io_.chk_row_o), kWordPosW, row);
    return row;
  }
};

}  // namespace selvage::cosim
