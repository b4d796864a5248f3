// SPDX-License-Identifier: Apache-2.0
/// \file
/// The RTL of a mesh node, clocked edge by edge: `mcc_label`, `label_epoch` and `planar_route`.
/// Ports and registers are those of docs/reference/mesh-blocks.md. No verilated header.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "golden/mesh/epoch.hpp"

class VerilatedFstC;

namespace selvage::cosim {

struct MeshBlockOptions {
  std::uint32_t bugs = 0;  ///< strap bug_i
  std::string scope = {};  ///< its place in waves, levels separated by blanks
};

// ---------------------------------------------------------------------------------- labels

struct MccLabelIn {
  bool restart = false;
  bool faulty = false;
  unsigned present = 0;      ///< bit d: there is a node in direction d
  unsigned link_dead = 0;    ///< bit d
  std::uint64_t nb_bad = 0;  ///< bits 6d..6d+5: `bad` of the neighbour in direction d
  unsigned nb_line = 0;      ///< bit d: line bit d of the neighbour in direction d
};

/// The bits of `nb_line` that the label block takes: of direction d bit d.
[[nodiscard]] constexpr unsigned lines_ahead(std::uint64_t nb_line) {
  unsigned ahead = 0;
  for (unsigned d = 0; d < golden::kDirections; ++d) {
    ahead |= static_cast<unsigned>((nb_line >> (7 * d)) & 1U) << d;
  }
  return ahead;
}

/// Outputs in the present cycle; none depends on its inputs.
struct MccLabelOut {
  unsigned bad = 0;
  unsigned unsafe = 0;
  unsigned line = 0;
  bool changed = false;
};

struct MccLabelState {
  bool faulty = false;
  unsigned unsafe = 0;
  unsigned line = 0;
  bool changed = false;
};

class MccLabelBlock {
 public:
  virtual ~MccLabelBlock() = default;
  /// Back to the state after reset, also after any history.
  virtual void reset() = 0;
  /// The clock edge that ends the present cycle.
  virtual void edge(const MccLabelIn& in) = 0;
  /// Its parts: inputs, rising clock, falling clock.
  virtual void set(const MccLabelIn& in) = 0;
  virtual void rise() = 0;
  virtual void fall() = 0;
  /// Declares all that the model traces. Before the file is opened.
  virtual void declare(VerilatedFstC& file) = 0;
  [[nodiscard]] virtual MccLabelOut outputs() const = 0;
  [[nodiscard]] virtual MccLabelState state() const = 0;
};

[[nodiscard]] std::unique_ptr<MccLabelBlock> make_mcc_label(const MeshBlockOptions& options);

// ----------------------------------------------------------------------------------- epoch

/// Outputs that belong to the clock of the inputs.
struct LabelEpochNow {
  bool restart = false;
  std::uint64_t nb_bad = 0;   ///< as MccLabelIn::nb_bad
  std::uint64_t nb_line = 0;  ///< bits 6d..6d+5
};

/// Registers.
struct LabelEpochOut {
  std::uint32_t epoch = 0;
  std::uint64_t nb_held = 0;  ///< likewise
  std::uint64_t nb_line_held = 0;
  bool fresh = false;
};

class LabelEpochBlock {
 public:
  virtual ~LabelEpochBlock() = default;
  virtual void reset() = 0;
  /// The clock edge that ends the present cycle; what the label block samples at the same edge.
  virtual LabelEpochNow edge(const golden::EpochInput& in) = 0;
  /// Its parts, and what it traces, as above.
  virtual void set(const golden::EpochInput& in) = 0;
  virtual void rise() = 0;
  virtual void fall() = 0;
  virtual void declare(VerilatedFstC& file) = 0;
  [[nodiscard]] virtual LabelEpochOut outputs() const = 0;
};

[[nodiscard]] std::unique_ptr<LabelEpochBlock> make_label_epoch(const MeshBlockOptions& options);

// ----------------------------------------------------------------------------------- route

/// Bits of a coordinate in the build of planar_route.
constexpr unsigned kPlanarCoordBits = 4;

struct PlanarRouteIn {
  bool valid = false;
  unsigned here = 0;  ///< {z, y, x}, kPlanarCoordBits each
  unsigned dst = 0;
  unsigned proxy = 0;  ///< as at the port: 0 none, p the neighbour of dst in direction p - 1
  unsigned in_port = 6;
  unsigned sub = 0;
  bool reserve = true;
  bool fallback = true;
  bool tie = false;
  unsigned nb_down = 0;       ///< bit d
  unsigned nb_unsafe = 0;     ///< bits 4d..4d+3
  unsigned unsafe = 0;        ///< bits 0..3, of this node
  unsigned line = 0;          ///< bit d
  std::uint64_t nb_line = 0;  ///< bits 6d..6d+5
  unsigned free = 0;          ///< bit c
};

struct PlanarRouteOut {
  bool valid = false;
  bool eject = false;
  bool drop = false;
  bool grant = false;
  unsigned dir = 0;
  unsigned vc = 0;
  unsigned sub = 0;
  unsigned proxy = 0;  ///< as at the port
  unsigned legal = 0;
};

class PlanarRouteBlock {
 public:
  virtual ~PlanarRouteBlock() = default;
  virtual void reset() = 0;
  /// Clock edge n samples `in`; the outputs show its answer after edge n+1.
  virtual void edge(const PlanarRouteIn& in) = 0;
  /// Its parts, and what it traces, as above.
  virtual void set(const PlanarRouteIn& in) = 0;
  virtual void rise() = 0;
  virtual void fall() = 0;
  virtual void declare(VerilatedFstC& file) = 0;
  [[nodiscard]] virtual PlanarRouteOut outputs() const = 0;
};

[[nodiscard]] std::unique_ptr<PlanarRouteBlock> make_planar_route(const MeshBlockOptions& options);

}  // namespace selvage::cosim
