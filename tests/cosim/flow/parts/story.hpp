// SPDX-License-Identifier: Apache-2.0
/// \file
/// What happens in a fabric of twelve switches, a leaf and a root of which have RTL beside them.
#pragma once

#include "../../../flow/lab.hpp"
#include "kernel/stream.hpp"

namespace selvage::test {

/// What a run is like.
struct Story {
  const char* name = "";
  double load = 0.5;      ///< packets offered a cycle, of all hosts together
  unsigned most = 2'000;  ///< bytes
  unsigned few = 32;      ///< destinations
  double message = 0;     ///< a fault message at a port of a switch with RTL, in a cycle
  double loss = 0;
  bool rates = false;
  bool stalls = false;   ///< hosts that hold, now and then
  double deaths = 0;     ///< a link between leaf and root dies or comes back, in a cycle
  bool drops = false;    ///< the leaf has no way up, now and then
  unsigned id_bits = 6;  ///< few: tables are full, and grants come to nothing
  enum class Limit : std::uint8_t { kNone, kPort, kFlow, kPace, kCredit };
  Limit limit = Limit::kNone;  ///< that heads meet
  std::uint64_t seed = 1;
};

/// All that the parts have to do.
inline constexpr Story kStories[] = {
    {"light", 0.1},
    {"full", 0.6},
    {"short", 1.0, 64},
    {"long", 0.15, 16'128},
    {"incast", 0.4, 1'500, 2},
    {"messages", 0.5, 1'500, 32, 0.05},
    {"rates", 0.6, 1'500, 6, 0, 0, true},
    {"losses", 0.4, 1'500, 32, 0.01, 0.02},
    {"stalls", 0.5, 1'500, 4, 0, 0, true, true},
    {"tables", 1.0, 600, 32, 0, 0, false, false, 0, false, 2},
    {"drops", 1.0, 200, 8, 0, 0, false, false, 0, true},
    {"storm", 1.0, 1'500, 6, 0, 0, false, false, 0.02, false, 3},
    {"deaths", 1.0, 1'500, 4, 0.01, 0, false, false, 0.01},
    {"port limit", 0.6, 1'500, 12, 0, 0, false, false, 0, false, 6, Story::Limit::kPort},
    {"flow limit", 0.4, 600, 1, 0, 0, false, false, 0, false, 6, Story::Limit::kFlow},
    {"pace", 0.4, 1'500, 3, 0, 0, false, false, 0, false, 6, Story::Limit::kPace},
    {"credits", 0.7, 1'500, 3, 0, 0.01, false, false, 0, false, 6, Story::Limit::kCredit},
};

/// The leaf and the root.
inline constexpr SwitchIdx kLeaf = 0, kRoot = 8;

/// Of the fabric that it happens in.
[[nodiscard]] flow::Params params_of(const Story& s, unsigned pos_bits = 10);

/// Who has to hear of what is not seen in the fabric.
class Told {
 public:
  /// A fault message leaves behind the cycle that was just handled.
  virtual void message(SwitchPort port) = 0;
  /// The state of routing of a switch is another one from the next cycle on.
  virtual void routes_changed(SwitchIdx sw) = 0;

 protected:
  ~Told() = default;
};

/// Makes it happen.
class Script {
 public:
  Script(const Story& s, Lab& lab, Told& told)
      : story_(s), lab_(lab), told_(told), draw_(s.seed, "parts") {}
  /// Before and behind each cycle of the fabric.
  void before();
  void behind();

 private:
  static constexpr SwitchPort kLink{kLeaf, 4};  ///< from that leaf to that root
  void offer();
  void stall();
  void link();
  void ways();

  Story story_;
  Lab& lab_;
  Told& told_;
  kernel::Stream draw_;
  int dead_ = 0;  ///< how far it has come: cut, known, whole, up
};

}  // namespace selvage::test
