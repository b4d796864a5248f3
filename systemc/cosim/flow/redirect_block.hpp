// SPDX-License-Identifier: Apache-2.0
/// \file
/// The RTL of `redirect_gen`, clocked edge by edge. Ports and registers are those of
/// docs/reference/flow-blocks.md. No verilated header.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "cosim/lockstep/shown_block.hpp"

namespace selvage::cosim {

/// Static inputs.
struct RedirectOptions {
  unsigned d0 = 32;
  unsigned kd = 1;
  unsigned kg = 4;
  std::uint32_t seed = 1;
  std::uint32_t bugs = 0;  ///< strap bug_i
  std::string scope = {};  ///< its place in waves, levels separated by blanks
};

inline constexpr unsigned kRedirectPlaces = 8;   ///< RD_HIST
inline constexpr unsigned kRedirectBits = 12;    ///< RD_RW
inline constexpr unsigned kRedirectGains = 256;  ///< 2^GAIN_W

/// Inputs of one cycle.
struct RedirectIn {
  bool sample = false;
  unsigned slot = 0;
  unsigned depth = 0;
  bool load = false;
  bool exempt = false;
  unsigned port = 0;
  unsigned id = 0;
  unsigned delta = 0;
};

/// Outputs in the present cycle: those of the load two cycles before.
struct RedirectOut {
  bool redirect = false;
  unsigned port = 0;
  unsigned id = 0;
  unsigned delta = 0;
  std::uint32_t loads = 0;
  std::uint32_t redirects = 0;
  bool busy = false;
};

struct RedirectState {
  std::array<unsigned, kRedirectPlaces> hist{};  ///< [place]
  unsigned lfsr = 0;
};

class RedirectBlock : public ShownBlock {
 public:
  /// Back to cycle 0, also after any history.
  virtual void reset() = 0;
  /// The clock edge that ends the present cycle.
  virtual void edge(const RedirectIn& in) = 0;
  [[nodiscard]] virtual RedirectOut outputs() const = 0;
  [[nodiscard]] virtual RedirectState state() const = 0;
  /// One place of the history.
  [[nodiscard]] virtual unsigned sample(unsigned slot) const = 0;
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
