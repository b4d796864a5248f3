// SPDX-License-Identifier: Apache-2.0
/// \file
/// What scripts/mutate_golden puts into a source: `a < lt_le(7) < b` is a < b, and a <= b when
/// mutant 7 is on (environment SELVAGE_MUTANT). What the compiler works out is never changed.
#pragma once

#include <cstdlib>
#include <type_traits>
#include <utility>

namespace mutants {

inline int which() {
  static const int number = [] {
    const char* const text = std::getenv("SELVAGE_MUTANT");
    return text == nullptr ? 0 : std::atoi(text);
  }();
  return number;
}
constexpr bool on(int number) { return !__builtin_is_constant_evaluated() && which() == number; }
constexpr bool kept(int number) { return !on(number); }
constexpr bool negated(int number, bool condition) { return condition != on(number); }
template <class T>
constexpr T more(int number, T value) {
  return on(number) ? static_cast<T>(value + 1) : value;
}

// Between two conditions: `a && all_off(7) && b`, `a || any_on(7) || b`.
constexpr bool all_off(int number) { return !on(number); }
constexpr bool any_on(int number) { return on(number); }

// A left side is kept by value when it is small, else by reference: it lives as long as the
// expression.
template <class A>
using Side = std::conditional_t<std::is_arithmetic_v<A> || std::is_enum_v<A>, A, const A&>;

#define SELVAGE_MUTANT_OPERATOR(name, op, other)                               \
  struct name {                                                                \
    int number;                                                                \
    constexpr explicit name(int n) : number(n) {}                              \
  };                                                                           \
  template <class A>                                                           \
  struct name##_left {                                                         \
    Side<A> a;                                                                 \
    int number;                                                                \
  };                                                                           \
  template <class A>                                                           \
  constexpr name##_left<A> operator op(const A& a, name mutant) {              \
    return {a, mutant.number};                                                 \
  }                                                                            \
  template <class A, class B>                                                  \
  constexpr auto operator op(const name##_left<A>& left, const B& b) {         \
    using Value = decltype(left.a op b);                                       \
    return on(left.number) ? static_cast<Value>(left.a other b) : left.a op b; \
  }

SELVAGE_MUTANT_OPERATOR(lt_le, <, <=)
SELVAGE_MUTANT_OPERATOR(le_lt, <=, <)
SELVAGE_MUTANT_OPERATOR(gt_ge, >, >=)
SELVAGE_MUTANT_OPERATOR(ge_gt, >=, >)
SELVAGE_MUTANT_OPERATOR(eq_ne, ==, !=)
SELVAGE_MUTANT_OPERATOR(ne_eq, !=, ==)
SELVAGE_MUTANT_OPERATOR(add_sub, +, -)
SELVAGE_MUTANT_OPERATOR(sub_add, -, +)
SELVAGE_MUTANT_OPERATOR(and_or, &, |)
SELVAGE_MUTANT_OPERATOR(or_and, |, &)
SELVAGE_MUTANT_OPERATOR(shl_shr, <<, >>)
SELVAGE_MUTANT_OPERATOR(shr_shl, >>, <<)

}  // namespace mutants
