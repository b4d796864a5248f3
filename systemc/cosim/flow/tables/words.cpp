// SPDX-License-Identifier: Apache-2.0
#include <stdexcept>

#include "Vefct_macro.h"
#include "Vefct_macro___024root.h"
#include "Vefct_parity.h"
#include "Vefct_parity___024root.h"
#include "Vefct_secded.h"
#include "Vefct_secded___024root.h"
#include "Vifct_edge_secded.h"
#include "Vifct_edge_secded___024root.h"
#include "Vifct_macro.h"
#include "Vifct_macro___024root.h"
#include "Vifct_parity.h"
#include "Vifct_parity___024root.h"
#include "Vifct_secded.h"
#include "Vifct_secded___024root.h"
#include "Vifct_two_rows.h"
#include "Vifct_two_rows___024root.h"
#include "Vofct_macro.h"
#include "Vofct_macro___024root.h"
#include "Vofct_parity.h"
#include "Vofct_parity___024root.h"
#include "Vofct_secded.h"
#include "Vofct_secded___024root.h"
#include "cosim/flow/tables/words_verilated.hpp"

namespace selvage::cosim {

namespace {

constexpr FlowGeometry kSmallWords = flow_geometry(FlowSize::kSmall);
// Check bits of a SECDED word of 16, of 69, and of 127 or 131 bits.
constexpr unsigned kEfctCheck = 6;
constexpr unsigned kOfctCheck = 8;
constexpr unsigned kIfctCheck = 9;

template <class Model, class Words, unsigned kCheck>
using EfctOf = StoredWords<VerilatedEfct<Model, WordTable<EfctBlock>, Words>, Words, kCheck>;
template <class Model, class Words, unsigned kCheck>
using IfctOf = StoredWords<VerilatedIfct<Model, WordTable<IfctBlock>, Words>, Words, kCheck>;
template <class Model, class Words, unsigned kCheck>
using OfctOf = StoredWords<VerilatedOfct<Model, WordTable<OfctBlock>, Words>, Words, kCheck>;

[[noreturn]] void no_such_build() { throw std::out_of_range("no such build of a table"); }

}  // namespace

std::unique_ptr<WordTable<EfctBlock>> make_efct_words(WordKind kind, unsigned bugs) {
  const unsigned rows = kSmallWords.rows;
  const unsigned pos_w = kSmallWords.pos_w;
  if (kind == WordKind::kParity)
    return std::make_unique<EfctOf<Vefct_parity, EfctWords, 1>>(rows, pos_w, bugs);
  if (kind == WordKind::kSecded)
    return std::make_unique<EfctOf<Vefct_secded, EfctWords, kEfctCheck>>(rows, pos_w, bugs);
  if (kind == WordKind::kMacro)
    return std::make_unique<EfctOf<Vefct_macro, EfctMacros, kEfctCheck>>(rows, pos_w, bugs);
  no_such_build();
}
std::unique_ptr<WordTable<IfctBlock>> make_ifct_words(WordKind kind, bool edge,
                                                      const IfctStatic& st, unsigned bugs) {
  const unsigned rows = kSmallWords.rows;
  const unsigned pos_w = kSmallWords.pos_w;
  if (edge) {
    if (kind != WordKind::kSecded) no_such_build();
    return std::make_unique<IfctOf<Vifct_edge_secded, IfctWords<true>, kIfctCheck>>(rows, pos_w, st,
                                                                                    bugs);
  }
  if (kind == WordKind::kParity)
    return std::make_unique<IfctOf<Vifct_parity, IfctWords<false>, 1>>(rows, pos_w, st, bugs);
  if (kind == WordKind::kSecded)
    return std::make_unique<IfctOf<Vifct_secded, IfctWords<false>, kIfctCheck>>(rows, pos_w, st,
                                                                                bugs);
  if (kind == WordKind::kTwoRows)
    return std::make_unique<IfctOf<Vifct_two_rows, IfctTwoRows, kIfctCheck>>(rows, pos_w, st, bugs);
  return std::make_unique<IfctOf<Vifct_macro, IfctMacros, kIfctCheck>>(rows, pos_w, st, bugs);
}
std::unique_ptr<WordTable<OfctBlock>> make_ofct_words(WordKind kind, const OfctStatic& st,
                                                      unsigned bugs) {
  const unsigned rows = kSmallWords.rows;
  const unsigned pos_w = kSmallWords.pos_w;
  if (kind == WordKind::kParity)
    return std::make_unique<OfctOf<Vofct_parity, OfctWords, 1>>(rows, pos_w, st, bugs);
  if (kind == WordKind::kSecded)
    return std::make_unique<OfctOf<Vofct_secded, OfctWords, kOfctCheck>>(rows, pos_w, st, bugs);
  if (kind == WordKind::kMacro)
    return std::make_unique<OfctOf<Vofct_macro, OfctMacros, kOfctCheck>>(rows, pos_w, st, bugs);
  no_such_build();
}

}  // namespace selvage::cosim
