// SPDX-License-Identifier: Apache-2.0
/// \file
/// The fabric as waves show it: rows per switch, above the insides of its RTL.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "fabric/context.hpp"
#include "fabric/record/record.hpp"
#include "fabric/record/wave_scope.hpp"
#include "fabric/run.hpp"
#include "golden/switch_control.hpp"
#include "waves/recorder.hpp"

namespace selvage::fabric {

class DataPath;
class PathRows;
class Switch;

/// Present only while a run records waves. Momentary things are recorded as they happen;
/// everything else is read off the switches when a cycle is written.
class WaveRows final : public waves::Picture, public Sink {
 public:
  using Switches = std::vector<std::unique_ptr<Switch>>;

  /// Declares rows of every switch, or, in a large fabric, of the chosen ones, and the RTL of the
  /// chosen ones.
  WaveRows(const Context& context, const Switches& switches, DataPath& path,
           const WaveRequest& request);
  ~WaveRows() override;

  /// A model that is not a control's.
  void add(cosim::TracedModel& model) { recorder_.add(model); }
  void before(Cycle cycle) { recorder_.before(cycle, *this); }
  /// `stuck`: the run ends because nothing moves any more. Models show what happens up to `shown`.
  void finish(Cycle cycle, bool stuck, Cycle shown) {
    if (stuck && !stuck_) stuck_ = cycle;
    recorder_.finish(shown, *this);
  }
  [[nodiscard]] const waves::Recorder& recorder() const { return recorder_; }

  void on(const MessageSent& e) override;
  void on(const MessageArrived& e) override;
  void on(const MessageLost& e) override;
  void on(const LinkDeclared& e) override;
  void on(const StateChanged& e) override;
  void on(const Decided& e) override { decided(e.sw, e.packet, e.decision); }
  /// What a data path says of decisions that it records itself.
  void decided(SwitchIdx at, const Packet& packet, const RouteDecision& decision);

  void draw(Cycle cycle) override;
  void count(Cycle cycle) override;
  void forget() override;

  /// Most switches of which rows are made without being asked for.
  static constexpr std::uint32_t kMostSwitches = 128;

 private:
  struct Rows;
  struct FabricRows;
  /// A text row that shows a packet; the text is made anew only for another packet.
  struct PacketRow {
    waves::FstFile::Row row = 0;
    std::optional<PacketId> shown;
  };

  void declare_fabric();
  void declare(SwitchIdx sw, bool chosen);
  void draw_links(Rows& r, const Switch& s, Cycle cycle);
  void draw_packets(Rows& r, const Switch& s);
  void draw_fabric(Cycle cycle);
  void draw_verdict(Cycle cycle);
  void show(PacketRow& row, const Packet* packet);
  [[nodiscard]] Rows* rows(SwitchIdx sw) { return of_[sw].get(); }
  /// The rows of a switch to which something momentary happens.
  [[nodiscard]] Rows* busy(SwitchIdx sw);

  const Context& context_;
  const Switches& switches_;
  waves::Recorder recorder_;
  std::unique_ptr<PathRows> path_rows_;  ///< of the data path, null: the packets at both ends
  unsigned packet_characters_ = 0;
  std::unique_ptr<FabricRows> fabric_;
  std::vector<std::unique_ptr<Rows>> of_;  ///< by switch, null where nothing is shown
  std::vector<SwitchIdx> busy_;            ///< with something to forget
  std::vector<bool> changed_;              ///< switches whose routing state has changed in this run
  std::uint32_t changed_count_ = 0;
  std::vector<std::uint64_t> values_;
  std::optional<Cycle> stuck_;  ///< from this cycle on the verdict is a deadlock
};

}  // namespace selvage::fabric
