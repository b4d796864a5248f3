// SPDX-License-Identifier: Apache-2.0
/// \file
/// The RTL of `twolevel_route`, clocked edge by edge. Ports are those of
/// docs/reference/twolevel-blocks.md. No verilated header.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <type_traits>
#include <vector>

#include "golden/twolevel/table.hpp"

class VerilatedFstC;

namespace selvage::cosim {

struct TwoLevelOptions {
  std::uint32_t bugs = 0;  ///< strap bug_i
  std::string scope = {};  ///< its place in waves, levels separated by blanks
};

/// Inputs of one cycle.
struct TwoLevelIn {
  bool load = false;
  unsigned load_row = 0;
  bool load_valid = false;
  std::uint32_t load_key = 0;
  std::uint32_t load_mask = 0;
  bool load_drop = false;
  unsigned load_port = 0;
  std::uint32_t load_next = 0;
  bool valid = false;
  std::uint32_t dst = 0;
};

/// Inputs that load row number `r`.
[[nodiscard]] inline TwoLevelIn load_of(unsigned r, const golden::TernaryRow& row) {
  TwoLevelIn in;
  in.load = true;
  in.load_row = r;
  in.load_valid = row.valid;
  in.load_key = row.key;
  in.load_mask = row.mask;
  in.load_drop = row.result.drop;
  in.load_port = row.result.port;
  in.load_next = row.result.next.value;
  return in;
}

/// The load at the pins of a model that has them.
template <class Pins>
void put_load(Pins& io, const TwoLevelIn& in) {
  io.load_valid_i = in.load;
  io.load_row_i = static_cast<std::decay_t<decltype(io.load_row_i)>>(in.load_row);
  io.load_used_i = in.load_valid;
  io.load_key_i = in.load_key;
  io.load_mask_i = in.load_mask;
  io.load_drop_i = in.load_drop;
  io.load_port_i = static_cast<std::decay_t<decltype(io.load_port_i)>>(in.load_port);
  io.load_next_i = in.load_next;
}

/// Outputs: the answer to what was sampled two edges before the last one.
struct TwoLevelOut {
  bool valid = false;
  bool hit = false;
  bool drop = false;
  unsigned row = 0;
  unsigned port = 0;
  std::uint32_t next = 0;
  friend bool operator==(const TwoLevelOut& a, const TwoLevelOut& b) {
    return a.valid == b.valid && a.hit == b.hit && a.drop == b.drop && a.row == b.row &&
           a.port == b.port && a.next == b.next;
  }
};

/// The keys as they stand; loads are in them one edge after the one that sampled them.
struct TwoLevelState {
  struct Row {
    bool valid = false;
    std::uint32_t key = 0;
    std::uint32_t mask = 0;
  };
  std::vector<Row> rows;
};

class TwoLevelBlock {
 public:
  virtual ~TwoLevelBlock() = default;
  /// All rows invalid, nothing under way.
  virtual void reset() = 0;
  virtual void edge(const TwoLevelIn& in) = 0;
  /// Its parts: inputs, rising clock, falling clock.
  virtual void set(const TwoLevelIn& in) = 0;
  virtual void rise() = 0;
  virtual void fall() = 0;
  /// Declares all that the model traces. Before the file is opened.
  virtual void declare(VerilatedFstC& file) = 0;
  [[nodiscard]] virtual TwoLevelOut outputs() const = 0;
  /// What the output registers will take at the next edge: the answer to what was sampled at the
  /// edge before the last one.
  [[nodiscard]] virtual TwoLevelOut incoming() const = 0;
  [[nodiscard]] virtual TwoLevelState state() const = 0;
};

/// One verilated parameter set.
struct TwoLevelBuild {
  unsigned k = 0;
  std::unique_ptr<TwoLevelBlock> (*make)(const TwoLevelOptions&) = nullptr;
};

/// All builds, smallest first. The list stands in systemc/cosim/CMakeLists.txt.
[[nodiscard]] const std::vector<TwoLevelBuild>& twolevel_builds();

}  // namespace selvage::cosim
