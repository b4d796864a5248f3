// SPDX-License-Identifier: Apache-2.0
/// \file
/// Some switches of a fabric of flow channels with the parts of docs/reference/flow-switch.md in
/// RTL beside them: each is given what the blocks of the model have given, and has to show what the
/// model does, in every cycle.
#pragma once

#include <deque>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "../../../flow/lab.hpp"
#include "cosim/flow/parts/beats_block.hpp"
#include "cosim/flow/parts/turns_block.hpp"
#include "flow/observer.hpp"
#include "flow/shared.hpp"
#include "heads.hpp"
#include "story.hpp"

namespace selvage::test {

inline constexpr unsigned kPorts = cosim::kPartPorts;

/// A step of the edge table, and the answer that comes in the same cycle.
struct LookMoment {
  golden::EfctInput step;
  bool answer = false;  ///< to a look-up
  golden::EfctOutput answered;
};
/// A step of the input table, and what waited for one.
struct StepMoment {
  bool given = false;
  golden::IfctInput step;
  flow::IfctStep made_of;
  cosim::FlowStepsIn in;  ///< but for put, free and grant
};
/// What a cycle of the model has shown of one port.
struct PortMoment {
  // input
  bool head = false;
  std::uint32_t head_slot = 0;
  bool put = false;
  unsigned put_id = 0;
  std::uint32_t put_slot = 0;
  LookMoment look;
  StepMoment step;
  bool marker = false;
  unsigned marker_id = 0;
  unsigned head_id = 0;  ///< of a header behind a switch
  bool leave = false;
  unsigned leave_id = 0;
  std::uint32_t leave_slot = 0;
  cosim::FlowAsk ask;
  cosim::FlowGrantsOut::Grant grant;
  bool abort = false, soon = false, soon_host = false;
  std::array<unsigned, cosim::kPartClasses> pool{};
  unsigned off_said = 0;  ///< classes
  HeadMoment heads;
  // output
  std::vector<std::uint32_t> fifo;
  std::vector<std::uint32_t> pushed;
  unsigned off_seen = 0, ahead = 0, load = 0, depth = 0;
  bool host_full = false, sent_away = false, message = false;
  cosim::FlowSymbol symbol = cosim::FlowSymbol::kIdle;  ///< on the wire
  bool begins = false, ends = false;
  std::uint32_t tag = 0;
};
struct Moment {
  Cycle at = 0;
  unsigned hosts = 0;  ///< ports
  bool woken = false;  ///< an output has become open, or routes are others
  bool changed = false;
  std::array<PortMoment, kPorts> ports;
};

/// Deliberate faults of the parts.
struct PartBugs {
  std::uint32_t tx = 0, grants = 0, queues = 0, lookup = 0, steps = 0, cross = 0, fronts = 0,
                leads = 0, acks = 0, turns = 0, choice = 0;
};

/// One switch.
class SwitchTwin {
 public:
  /// buffers: with those of its inputs.
  SwitchTwin(Lab& lab, SwitchIdx sw, bool buffers, const PartBugs& bugs);
  void before();
  void after(Cycle now);
  /// Clocks the RTL through the oldest cycle of which enough is known.
  void clock();
  [[nodiscard]] const std::string& difference() const { return difference_; }
  [[nodiscard]] SwitchIdx self() const { return self_; }
  Moment now;  ///< what the observer writes into
  /// What is on the wire of a port: kind, and the first cycle without it.
  struct Load {
    cosim::FlowSymbol what = cosim::FlowSymbol::kIdle;
    Cycle until = 0;
  };
  std::array<Load, kPorts> wires{};
  struct Seen {
    std::uint64_t grants = 0, at_once = 0, aborts = 0, packets = 0, frames = 0, markers = 0,
                  messages = 0, words = 0, xoffs = 0, lookups = 0, stalls = 0, steps = 0, held = 0,
                  beats = 0, maps = 0, again = 0, excluded = 0, acks = 0, together = 0, drops = 0,
                  blocked = 0, old = 0, choices = 0, waited = 0;
    std::array<std::uint64_t, 8> why{};  ///< answers to DEQs
  } seen;

 private:
  struct Coming {
    Cycle at;
    std::uint64_t data;
  };
  struct Port {
    std::unique_ptr<cosim::FlowTxBlock> tx;
    std::unique_ptr<cosim::FlowQueuesBlock> queues;
    std::unique_ptr<cosim::FlowStepsBlock> steps;
    std::unique_ptr<cosim::FlowCrossBlock> cross;
    std::unique_ptr<cosim::FlowGearBlock> gear;
    std::unique_ptr<cosim::FlowLookupBlock> lookup;  ///< of a port with a host
    HeadTwin heads;
    std::deque<std::uint32_t> acks;
    std::deque<std::uint32_t> put_at;  ///< cycles in which packets came before the input table
    std::deque<std::uint32_t> looked;  ///< that have their id and are not in a queue
    std::map<std::uint32_t, unsigned> page;  ///< of a slot
    std::map<unsigned, std::deque<std::uint32_t>> rows;
    std::deque<Coming> words;  ///< that come by the link
    struct Read {
      std::uint64_t data = 0;
      bool last = false;
      unsigned out = 0;
    };
    std::deque<Read> read;  ///< that have to leave
    cosim::FlowWord shown;  ///< a word of this input, for
    unsigned shown_for = 0;
    unsigned held_out = 0;            ///< of what it was granted last
    std::deque<std::uint32_t> sends;  ///< packets whose first beat is to come
    std::deque<cosim::FlowBits> headers;
    std::uint32_t beaten = 0;  ///< the packet on the wire, and bytes of it that were
    unsigned bytes = 0;
  };
  /// What the registers around the beats show before the edges of a cycle.
  struct Before {
    cosim::FlowTxOut tx;
    cosim::AckWord frame;
    cosim::FlowWord word;
    unsigned out = 0;
  };
  void words_to_wire(const Moment& m, unsigned p, const std::array<Before, kPorts>& before);
  void beat(const Moment& m, unsigned p, const cosim::FlowBeat& shown);
  void wires_of(const Moment& m, unsigned p);
  void grants_of(const Moment& m);
  void buffer_of(const Moment& m, unsigned p);
  void look_up(const Moment& m, unsigned p);
  void step_of(const Moment& m, unsigned p);
  void waiting(unsigned p, Cycle at);
  void leads_of(const Moment& m);
  void heads_of(const Moment& m, unsigned p, const std::array<Before, kPorts>& before);
  void fronts_of(const Moment& m, unsigned p);
  [[nodiscard]] cosim::FlowFrontsIn fronts_in(const Moment& m, unsigned p);
  void turns_of(const Moment& m);
  void choice_of(const Moment& m, unsigned p);
  void check_fronts(const Moment& m, unsigned p, const cosim::FlowFrontsOut& out);
  void check_deq(const Moment& m, unsigned p, const cosim::FlowFrontsOut& out);
  void look_at_heads(Cycle at);
  std::uint32_t leaves(unsigned p, unsigned id, unsigned to, const cosim::FlowQueuesOut& out);
  void check(Cycle at, unsigned p, const char* rule, const char* what, std::uint64_t model,
             std::uint64_t rtl);
  [[nodiscard]] static std::uint64_t word(std::uint32_t slot, unsigned k) {
    return (std::uint64_t{slot} * 2'654'435'761U + k * 40'503U + 12'345U) & 0xffffffffU;
  }

  Lab& lab_;
  SwitchIdx self_;
  std::array<Port, kPorts> ports_;
  std::unique_ptr<cosim::FlowGrantsBlock> grants_;
  std::unique_ptr<cosim::FlowLeadsBlock> leads_;
  std::unique_ptr<cosim::FlowTurnsBlock> deqs_, asks_;
  std::unique_ptr<cosim::FlowChoiceBlock> choice_;
  cosim::FlowLeadsOut led_;               ///< of the cycle that is clocked
  std::array<unsigned, kPorts> loads_{};  ///< likewise, of outputs
  unsigned hosts_ = 0;
  std::deque<Moment> known_;
  std::map<std::uint32_t, unsigned> from_;  ///< input of a packet that is to come into a FIFO
  std::array<bool, kPorts> message_{};      ///< takes the next beat
  bool routes_ = false;                     ///< are others from the next cycle on
  std::array<unsigned, kPorts> off_{};      ///< classes that the far end had stopped
  std::array<bool, kPorts> full_{};
  std::string difference_;

 public:
  void message(unsigned port) { message_[port] = true; }
  void routes() { routes_ = true; }
};

/// A fabric with such switches.
class Twins final : flow::Observer, public Told {
 public:
  /// Those of `buffers` with the buffers of their inputs.
  Twins(Lab& lab, const std::vector<SwitchIdx>& switches, const std::vector<bool>& buffers,
        const PartBugs& bugs = {});
  /// A cycle of the model and one of the RTL, two behind it.
  void cycle();
  /// A fault message leaves behind the cycle that was just handled.
  void message(SwitchPort port) override;
  /// The state of routing of a switch is another one from the next cycle on.
  void routes_changed(SwitchIdx sw) override;
  [[nodiscard]] std::string difference() const;
  [[nodiscard]] SwitchTwin& operator[](std::size_t i) { return *twins_[i]; }

 private:
  [[nodiscard]] SwitchTwin* of(SwitchIdx sw);
  PortMoment* at(SwitchPort p);
  void begins(SwitchPort p, cosim::FlowSymbol what, std::uint32_t tag, Cycle until);
  void arrives(SwitchPort in, const flow::Cargo& packet) override;
  void decided(SwitchIdx sw, std::uint32_t slot, const RouteDecision& decision) override;
  void stepped(SwitchPort, golden::FlowId, const golden::IfctRow&) override {}
  void acked(SwitchPort, const golden::AckRequest&) override {}
  void came_back(SwitchPort, const golden::Ack&, const golden::BackMessage&) override {}
  void redirected(SwitchPort, const flow::RedirectOutput&) override {}
  void sent(SwitchPort out, const flow::Cargo& packet, Cycle until) override;
  void sent_marker(SwitchPort out, golden::FlowId id, Cycle until) override;
  void sent_acks(SwitchPort out, unsigned count, Cycle until) override;
  void stretched(SwitchPort out, Cycle until) override;
  void lost(SwitchPort, const flow::Cargo&) override {}
  void marked(SwitchPort in, golden::FlowId id) override;
  void queued(SwitchPort in, golden::FlowId id, std::uint32_t slot) override;
  void asks(SwitchPort in, golden::FlowId id, PortIdx out, const flow::Cargo& packet) override;
  void granted(SwitchPort in, golden::FlowId id, PortIdx out) override;
  void aborted(SwitchPort in) override;
  void leaves(SwitchPort in, golden::FlowId id, std::uint32_t slot) override;
  void into_fifo(SwitchPort out, std::uint32_t slot) override;
  void pushed(SwitchPort out, const golden::Ack& ack) override;
  void sent_away(SwitchPort out) override;

  Lab& lab_;
  std::vector<std::unique_ptr<SwitchTwin>> twins_;
};

}  // namespace selvage::test
