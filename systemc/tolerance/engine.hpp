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

/// Numbers of fallible links (FT-TOP-4), different ones.
using FaultSet = std::vector<std::uint32_t>;

/// In which order links die for good, their ends notice, and messages are handled (TOL-ORDER). A
/// link hands its messages on in the order in which they were sent.
enum class Order : std::uint8_t {
  kAny,    ///< all orders end the same
  kWorst,  ///< it loses every pair that any order loses: the lower ends of all dead links notice,
           ///< and the DLFMs are through, before an upper end notices
  kListed  ///< all links die at once, their ends notice in the order of the set, the lower one
           ///< first, and messages are handled oldest first
};

struct Config {
  golden::Rule rule = golden::Rule::kCorrected;
  unsigned lft_entries = 0;  ///< lines of each Link Fault Table; 0: as many as anybody needs
};

/// What became of one fault set. Pairs are ordered pairs of different hosts.
struct Outcome {
  std::uint64_t disconnected = 0;  ///< pairs without a healthy shortest up/down path
  std::uint64_t undelivered = 0;   ///< pairs whose packet does not arrive; never fewer
  std::uint64_t entries = 0;       ///< most lines any switch would need, corrected rule
  Order order = Order::kAny;       ///< that `undelivered` is a fact for
  [[nodiscard]] bool tolerable() const { return disconnected == 0; }
  [[nodiscard]] bool tolerated() const { return undelivered == 0; }
};

/// The candidates V by the rules differ from the paths that exist, which the corrected rule
/// excludes (FT-AUD-1), or a pair arrives although no path exists. The text names tree and fault
/// set.
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
  /// From now on `order`, kWorst or kListed, is taken where it matters; kWorst at first. What
  /// depends on the order otherwise than by losing more or less is always played as listed.
  virtual void take(Order order) = 0;
  /// Throws Unsound, or std::invalid_argument for a link that does not exist or stands twice.
  [[nodiscard]] virtual Outcome evaluate(const FaultSet& faults) = 0;
  /// As evaluate, but every pair's packet is followed decision by decision, also where the settled
  /// state alone tells what becomes of it.
  [[nodiscard]] virtual Outcome follow(const FaultSet& faults) = 0;
  [[nodiscard]] virtual const Topology& topology() const = 0;
  /// All links, by class. What becomes of a set that is not played as listed is the same for each
  /// of its images.
  [[nodiscard]] virtual std::vector<LinkClass> link_classes() const = 0;
  /// Bytes of state.
  [[nodiscard]] virtual std::uint64_t bytes() const = 0;
};

/// The fat tree.
///
/// The corrected rule with enough lines has one settled state whatever the order of messages; it
/// is computed level by level, top down, a word of 64 destination leaves at a time. In every set
/// and at every switch the candidates that follow from the rules are compared with the paths that
/// exist. Under the printed rule a statement to children that port states hold back later is not
/// withdrawn, so the state depends on the order. Whatever the order, port states end the same, at
/// least what cases 2 and 3 yield at the end is advertised, no good port is excluded, and a packet
/// that arrives although fewer bad ports are excluded takes the same way if more are. So the order
/// in which exactly that is advertised loses every pair that another loses; it is computed as
/// above. A full table makes both rules depend on the order in a way that has no such bound: there,
/// and where the listed order is asked for, golden::SettledTree plays the messages. (Links that die
/// one after the other may fill more lines: a switch keeps what it received by a port whose link
/// dies later.)
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
