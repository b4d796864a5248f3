// SPDX-License-Identifier: Apache-2.0
/// \file
/// Engine `switch` on wormhole switches: every router in RTL, flit by flit, on the traffic, links
/// and declarations of the model, and all that it shows held against the model in its cycle
/// (docs/reference/mesh-router.md).
#pragma once

#include <array>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cosim/lockstep/difference.hpp"
#include "cosim/lockstep/history.hpp"
#include "cosim/router_block.hpp"
#include "cosim/system.hpp"
#include "cosim/traced_switch.hpp"
#include "fabric/beats/whole.hpp"
#include "fabric/beats/wires.hpp"
#include "fabric/context.hpp"
#include "fabric/record/record.hpp"
#include "kernel/index_set.hpp"
#include "wormhole/routers.hpp"

namespace selvage::fabric {

/// The model says what leaves each of its routers in a cycle; at the end of the cycle the RTL
/// executes its edge. Flits, credits and messages between routers are those of the RTL; hosts are
/// those of the model.
class FlitTwin final : public Sink, public WholeSwitches {
 public:
  /// Throws std::invalid_argument, text fit for people, if the system has no such RTL.
  FlitTwin(Context& context, const System& system, const wormhole::Routers& model,
           cosim::RouterBlockOptions options);

  // What the model does in the present cycle.
  void flit_leaves(const wormhole::FlitMove& flit);
  void flit_leaves_host(const wormhole::FlitMove& flit);
  void credit_leaves(SwitchIdx sw, unsigned in);
  void credit_leaves_host(SwitchIdx sw, unsigned out);
  void answered(SwitchIdx sw, unsigned in, wormhole::Answered what, unsigned out);
  /// This end of a link, before flits move.
  void link_dies(SwitchPort end);
  void link_heals(SwitchPort end);
  /// Behind all its links, before flits move.
  void node_dies(SwitchIdx sw);
  void on(const MessageSent& event) override;
  void on(const ResendAsked& event) override;
  void on(const LinkDeclared& event) override;

  // WholeSwitches
  void starts_dead(const std::vector<SwitchPort>& links) override;
  void settled() override;
  [[nodiscard]] cosim::TracedModel* trace(SwitchIdx sw, const std::string& scope) override;
  void before(Cycle cycle) override;
  void after(Cycle cycle) override;
  /// All has been compared.
  void finish(Cycle cycle) override;
  void share(Carrier& carrier) override { carrier_ = &carrier; }
  [[nodiscard]] bool carried(ByteReader& reader) override;
  [[nodiscard]] bool at_rest() const override;

 private:
  /// Something that happened at a router, for the report of a mismatch.
  struct Event {
    enum class Kind : std::uint8_t { kFlit, kAnswer, kMessage, kDeclared, kDies };
    Kind kind = Kind::kFlit;
    unsigned channel = 0;  ///< output, input of the header, port, port
    PacketId packet = 0;
    unsigned value = 0;  ///< 1 head, 2 tail; what; none; up
  };
  struct ModelFlit {
    cosim::Flit flit;
    PacketId packet = 0;
  };
  /// What a router of the model does in cycle `at`.
  struct Model {
    Cycle at = kNever;
    PortMask flits = 0;
    PortMask messages = 0;
    PortMask damaged = 0;  ///< of them
    PortMask resends = 0;
    std::uint64_t credits = 0;
    std::uint64_t answered = 0;
    unsigned answer = 0;
    std::uint64_t taken = 0;
    PacketId asker = 0;
    std::vector<ModelFlit> flit;          ///< by port
    std::vector<ControlMessage> message;  ///< by port
    std::vector<std::uint32_t> number;    ///< by port: of it
    std::vector<std::uint32_t> resend;    ///< by port: from this number on
  };
  struct Node {
    std::unique_ptr<cosim::RouterBlock> block;  ///< null: it is another rank's
    Model model;
    std::vector<std::uint32_t> sent;     ///< by output channel: flits of the worm that leaves there
    std::vector<bool> alive;             ///< by port
    std::vector<std::uint32_t> settled;  ///< by port: messages that came while links settled
    Cycle edged = kNever;
    Cycle settling = 0;  ///< its next edge while it settles
    cosim::History<Event, 12> past;
  };
  struct WireFlit {
    static constexpr char kTag = 'f';  ///< of it between ranks
    SwitchPort to;
    cosim::Flit flit;
  };
  struct WireCredit {
    static constexpr char kTag = 'c';
    SwitchPort to;
    unsigned channel = 0;
  };
  struct WireMessage {
    static constexpr char kTag = 'm';
    SwitchPort to;
    ControlMessage message;
    std::uint32_t number = 0;
    bool bad = false;
  };
  struct WireResend {
    static constexpr char kTag = 'r';
    SwitchPort to;
    std::uint32_t number = 0;
  };
  enum class Count : std::uint8_t { kFlit, kAnswer, kCredit, kMessage, kResend, kCount };

  [[nodiscard]] bool here(SwitchIdx sw) const { return !context_.share.elsewhere(sw); }
  /// Is at the pins at edge `at`, of a router of this rank or another.
  template <class Item>
  void send(Wires<Item>& wires, Cycle at, const Item& item);
  void step_along(SwitchIdx sw, Cycle now, const StepInput& in) override;
  void has_settled(SwitchIdx sw) override;
  /// The router `sw` as a model of this name.
  [[nodiscard]] std::unique_ptr<cosim::RouterBlock> make(SwitchIdx sw, const std::string& name);
  /// All edges before that of the present cycle.
  void catch_up() { catch_up(context_.now()); }
  void catch_up(Cycle now);
  void edge(Cycle c);
  void put_wires(Cycle c);
  void send_on(SwitchIdx sw, Cycle c, const cosim::RouterShown& shown);
  [[nodiscard]] Model& model(SwitchIdx sw);
  cosim::RouterBlock& touch(SwitchIdx sw);
  [[nodiscard]] cosim::Flit flit_of(const wormhole::FlitMove& move, std::uint32_t index,
                                    const cosim::RouterBlock& block) const;

  void compare(SwitchIdx sw, Cycle c, const cosim::RouterShown& shown);
  void compare_answer(SwitchIdx sw, Cycle c, const Model& m, const cosim::RouterShown& shown);
  void compare_flits(SwitchIdx sw, Cycle c, const Model& m, const cosim::RouterShown& shown);
  void compare_credits(SwitchIdx sw, Cycle c, const Model& m, const cosim::RouterShown& shown);
  void compare_messages(SwitchIdx sw, Cycle c, const Model& m, const cosim::RouterShown& shown);
  void compare_resends(SwitchIdx sw, Cycle c, const Model& m, const cosim::RouterShown& shown);
  void look_at_assertions(SwitchIdx sw, Cycle c);
  void fail(Count count, SwitchIdx sw, Cycle c, std::optional<PortIdx> port,
            std::optional<PacketId> packet, const cosim::Difference& difference);
  void fail(BlockCount& block, SwitchIdx sw, Cycle c, Mismatch place,
            const cosim::Difference& difference);
  [[nodiscard]] std::string channel_text(SwitchIdx sw, unsigned channel) const;
  [[nodiscard]] std::string answer_text(SwitchIdx sw, unsigned what, std::uint64_t taken) const;
  [[nodiscard]] std::string text_of(SwitchIdx sw, const Event& event) const;
  [[nodiscard]] std::vector<std::string> buffers(SwitchIdx sw) const;
  BlockCount& count(Count c) { return *counts_[static_cast<std::size_t>(c)]; }

  Context& context_;
  const System& system_;
  const wormhole::Routers& routers_;
  cosim::RouterBlockOptions options_;  ///< what all routers have in common
  unsigned vcs_;
  Cycle d_;
  Cycle next_ = 0;  ///< edge that comes next
  std::vector<Node> nodes_;
  Model nothing_;                         ///< what a router of the model does that does nothing
  std::vector<std::uint32_t> host_sent_;  ///< by node and VC: flits of the worm that comes in
  std::vector<SwitchIdx> moved_;          ///< routers of the model that do something in this cycle
  kernel::IndexSet awake_;                ///< are clocked at the next edge
  Carrier* carrier_ = nullptr;            ///< not null: of several ranks
  Wires<WireFlit> flits_;
  Wires<WireCredit> credits_;
  Wires<WireMessage> messages_;
  Wires<WireResend> resends_;
  std::array<BlockCount*, static_cast<std::size_t>(Count::kCount)> counts_{};
  std::vector<std::unique_ptr<cosim::TracedRouter>> traced_;
};

}  // namespace selvage::fabric
