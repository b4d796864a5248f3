// SPDX-License-Identifier: Apache-2.0
/// \file
/// Which pairs of hosts the fat tree's fault-tolerant routing serves once a set of link faults has
/// settled, computed from the rules of Hu et al. 2010, section 5, without passing messages.
#pragma once

#include <cstdint>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "golden/fattree/rules.hpp"

namespace selvage::tolerance {

/// Numbers of fallible links (FT-TOP-4), different ones. All die at once; they are noticed in
/// this order.
using FaultSet = std::vector<std::uint32_t>;

struct Config {
  golden::Rule rule = golden::Rule::kCorrected;
  unsigned lft_entries = 0;  ///< lines of each Link Fault Table; 0: as many as anybody needs
};

/// What became of one fault set. Pairs are ordered pairs of different hosts.
struct Outcome {
  std::uint64_t disconnected = 0;  ///< pairs without a healthy shortest up/down path
  std::uint64_t undelivered = 0;   ///< pairs whose packet does not arrive; never fewer
  std::uint64_t entries = 0;       ///< most lines any switch would need, corrected rule
  bool played = false;             ///< messages had to be played one by one: see Engine
  [[nodiscard]] bool tolerable() const { return disconnected == 0; }
  [[nodiscard]] bool tolerated() const { return undelivered == 0; }
};

/// The candidates V by the rules differ from the paths that exist, which the corrected rule
/// excludes (FT-AUD-1), or a pair arrives although no path exists. The text names tree and fault set.
class Unsound : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Fault state of one switch, in the terms of the golden model; entries ascending by key.
struct SwitchView {
  std::vector<golden::UpPortState> up;
  std::vector<golden::LinkFaultEntry> entries;
};

/// Links that the symmetry of a topology maps on each other: first .. first+count-1.
struct LinkClass {
  std::uint32_t first = 0;
  std::uint32_t count = 0;
};

/// One topology under one routing rule. All state is reused from set to set.
class Engine {
 public:
  virtual ~Engine() = default;
  /// Throws Unsound, or std::invalid_argument for a link that does not exist or stands twice.
  [[nodiscard]] virtual Outcome evaluate(const FaultSet& faults) = 0;
  /// As evaluate, but every pair's packet is followed decision by decision, also where the settled
  /// state alone tells what becomes of it.
  [[nodiscard]] virtual Outcome follow(const FaultSet& faults) = 0;
  [[nodiscard]] virtual const Topology& topology() const = 0;
  /// All links, by class. What becomes of a set that is not `played` is the same for each of its
  /// images.
  [[nodiscard]] virtual std::vector<LinkClass> link_classes() const = 0;
  /// Bytes of state.
  [[nodiscard]] virtual std::uint64_t bytes() const = 0;
};

/// The fat tree.
///
/// The corrected rule with enough lines has one settled state whatever the order of messages; it
/// is computed level by level, top down, a word of 64 destination leaves at a time. In every set
/// and at every switch the candidates that follow from the rules are compared with the paths that exist.
/// The printed rule and a full table make the state depend on the order of messages. Where that can
/// matter (a table overflows, or the printed case 3 holds back a statement), golden::SettledTree
/// plays the messages, oldest first. (Links that die one after the other leave the same candidates
/// but may fill more lines: a switch keeps what it heard by a port whose link dies later.)
class FatTreeEngine : public Engine {
 public:
  /// Settled state of a switch after the last evaluate() or follow().
  [[nodiscard]] virtual SwitchView view(SwitchIdx sw) = 0;
};

/// `tree` must outlive the engine. Throws std::invalid_argument for trees of more than 8,192 leaf
/// switches.
[[nodiscard]] std::unique_ptr<FatTreeEngine> make_engine(const golden::FatTree& tree,
                                                         const Config& config);

/// "4P3T, faults 0/21/3 1/00/2".
[[nodiscard]] std::string describe(const golden::FatTree& tree, const FaultSet& faults);

}  // namespace selvage::tolerance
