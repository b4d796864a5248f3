// SPDX-License-Identifier: Apache-2.0
/// \file
/// The RTL of `redirect_gen`, clocked edge by edge. Ports and registers are those of
/// docs/flow-blocks.md. No verilated header.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

namespace selvage::cosim {

struct RedirectOptions {
  std::uint32_t bugs = 0;  ///< strap bug_i
};

/// Inputs of one cycle, that is of one step.
struct RedirectIn {
  unsigned depth = 0;
  bool load = false;
  bool exempt = false;
  unsigned port = 0;
  unsigned id = 0;
  unsigned delta = 0;
};

/// Outputs in the present cycle: those of the step two cycles before.
struct RedirectOut {
  bool redirect = false;
  unsigned port = 0;
  unsigned id = 0;
  unsigned delta = 0;
  std::uint32_t loads = 0;
  std::uint32_t redirects = 0;
};

struct RedirectState {
  std::array<unsigned, 8> hist{};  ///< RD_HIST samples, youngest first
  unsigned lfsr = 0;
};

class RedirectBlock {
 public:
  virtual ~RedirectBlock() = default;
  /// Back to cycle 0, also after any history.
  virtual void reset() = 0;
  /// The clock edge that ends the present cycle.
  virtual void edge(const RedirectIn& in) = 0;
  [[nodiscard]] virtual RedirectOut outputs() const = 0;
  [[nodiscard]] virtual RedirectState state() const = 0;
  /// Whether outputs() and state() are these.
  [[nodiscard]] virtual bool shows(const RedirectOut& out, const RedirectState& state) const = 0;
};

/// One verilated parameter set; the other parameters have their defaults.
struct RedirectBuild {
  unsigned n_ports = 0;
  unsigned flow_id_w = 0;
  unsigned pos_w = 0;
  std::unique_ptr<RedirectBlock> (*make)(const RedirectOptions&) = nullptr;
};

/// All builds, smallest first. The list stands in systemc/cosim/CMakeLists.txt.
[[nodiscard]] const std::vector<RedirectBuild>& redirect_builds();

}  // namespace selvage::cosim
