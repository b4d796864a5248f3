// SPDX-License-Identifier: Apache-2.0
#include "cosim/fattree_control.hpp"

#include <cassert>

#include "cosim/rtl/runtime.hpp"

namespace selvage::cosim {

using golden::FatTreeGrant;
using golden::SwitchState;
using golden::TableWrite;

namespace {

std::string fmt_edge(Cycle edge) { return "answer at clock edge " + std::to_string(edge); }

}  // namespace

FatTreeGolden::FatTreeGolden(const FatTreeConfig& config, SwitchIdx self)
    : machine_(*config.tree, self, config.lft_entries, config.rule, config.message_bugs),
      before_(machine_.state()),
      down_ports_(config.tree->down_ports(machine_.self().level)) {}

RouteDecision FatTreeGolden::to_decision(const FatTreeGrant& grant) const {
  if (grant.drop || grant.port >= tree().m()) return {};
  RouteDecision decision;
  decision.outcome = RouteDecision::Outcome::kForward;
  decision.port = grant.port;
  decision.candidates = grant.up ? PortMask{grant.v} << tree().h() : PortMask{1} << grant.port;
  return decision;
}

RtlFatTreeControl::RtlFatTreeControl(const FatTreeConfig& config, SwitchIdx self,
                                     Scoreboard& scoreboard)
    : config_(&config),
      self_(self),
      scoreboard_(&scoreboard),
      golden_(config, self),
      route_select_(&scoreboard.block("route_select")),
      lft_cam_(&scoreboard.block("lft_cam")),
      port_state_(&scoreboard.block("port_state")) {}

bool RtlFatTreeControl::link_down(Cycle now, PortIdx port, std::vector<OutMessage>& out) {
  if (block_) advance(now);
  history_.link_down(now, port);
  const golden::StepResult step = golden_.link_down(now, port, out);
  if (step.write.kind != TableWrite::Kind::kNone) {
    if (block_) {
      write(now, step.write);
    } else {
      log_.push_back({now, true, port, {}});
    }
  }
  return step.changed;
}

bool RtlFatTreeControl::receive(Cycle now, PortIdx port, const ControlMessage& message,
                                std::vector<OutMessage>& out) {
  if (block_) advance(now);
  history_.message(now, port, message);
  const golden::StepResult step = golden_.receive(now, port, message, out);
  if (step.write.kind != TableWrite::Kind::kNone) {
    if (block_) {
      write(now, step.write);
    } else {
      log_.push_back({now, false, port, message});
    }
  }
  return step.changed;
}

void RtlFatTreeControl::request(Cycle now, const RouteRequest& request) {
  if (!block_) make_block(now);
  advance(now);
  history_.request(now, request);
  Pending pending{request, now, {}};
  if (config_->engine == Engine::kLockstep) pending.expected = golden_.decide(now, request);
  pending_.push(pending);
  block_->request(now, config_->embedding->address(request.source),
                  config_->embedding->address(request.destination), golden_.from_up(request));
}

RouteDecision RtlFatTreeControl::collect(Cycle now) {
  advance(now);
  return golden_.to_decision(take(now));
}

void RtlFatTreeControl::finish(Cycle now) {
  golden_.settle();
  if (!block_ && log_.empty()) return;
  if (!block_) make_block(kNever);  // every logged update is an earlier one
  drain();
  while (!pending_.empty()) take(now);
  if (const auto left = block_->collect()) {
    fail(now, *route_select_, {},
         {"FT-RS-6", "time of the answer", "no answer without a request", fmt_edge(left->edge),
          std::nullopt});
  }
  compare_state(now, golden_.state());
}

/// Pops the oldest decision of the block: it has to be there, from the edge after the request's
/// (FT-RS-6), and in lockstep it has to be the golden one.
FatTreeGrant RtlFatTreeControl::take(Cycle now) {
  const Pending pending = pending_.pop();
  const PacketId packet = pending.request.packet;
  const std::optional<FatTreeAnswer> answer = block_->collect();
  if (!answer || answer->edge != pending.cycle + 1) {
    fail(now, *route_select_, packet,
         {"FT-RS-6", "time of the answer", fmt_edge(pending.cycle + 1),
          answer ? fmt_edge(answer->edge) : "no answer", std::nullopt});
    return answer ? answer->grant : FatTreeGrant{false, true, 0, 0};
  }
  const FatTreeGrant actual = answer->grant;
  history_.decision(now, packet, actual);
  if (config_->engine != Engine::kLockstep) return actual;
  ++route_select_->compared;
  if (actual == pending.expected) return actual;
  if (scoreboard_->failed()) {
    ++route_select_->mismatches;
  } else {
    const DecisionContext context{&golden_.state(), golden_.level(),
                                  config_->tree->address_of(pending.request.source),
                                  config_->tree->address_of(pending.request.destination)};
    fail(now, *route_select_, packet,
         explain_grant(*config_->tree, context, pending.expected, actual));
  }
  return actual;
}

void RtlFatTreeControl::make_block(Cycle now) {
  FatTreeBlockOptions options;
  options.level = golden_.level();
  options.bugs = config_->rtl_bugs;
  options.name = "switch " + config_->tree->switch_name(self_);
  block_ = make_fattree_block(*config_->embedding, options);
  golden::MessageMachine shadow(*config_->tree, self_, config_->lft_entries, config_->rule,
                                config_->message_bugs);
  assert(log_.size() < 2 || log_[log_.size() - 2].cycle < now);
  for (const Logged& update : log_) {
    if (update.cycle < now) replay(update, shadow);
  }
  // An update of this very cycle, made before the request: it goes in beside the request.
  if (!log_.empty() && log_.back().cycle >= now) {
    std::vector<OutMessage> ignored;
    const Logged& last = log_.back();
    write(now, last.link_down
                   ? shadow.link_down(last.port, ignored).write
                   : shadow.receive(last.port, golden::decode(last.message), ignored).write);
  }
  log_.clear();
  log_.shrink_to_fit();
}

/// One logged update into the block, compared with a message machine that saw the same.
void RtlFatTreeControl::replay(const Logged& update, golden::MessageMachine& shadow) {
  std::vector<OutMessage> ignored;
  const golden::StepResult step =
      update.link_down ? shadow.link_down(update.port, ignored)
                       : shadow.receive(update.port, golden::decode(update.message), ignored);
  write(update.cycle, step.write);
  while (block_->drain()) {
    ++writes_applied_;
    compare_state(update.cycle, shadow.state());
  }
}

void RtlFatTreeControl::write(Cycle now, const TableWrite& write) {
  write_cycle_[writes_issued_++ % 2] = now;
  switch (write.kind) {
    case TableWrite::Kind::kUpPortDead: block_->up_dead(now, write.port); break;
    case TableWrite::Kind::kUpPortDlfm: block_->dlfm(now, write.port, write.level); break;
    case TableWrite::Kind::kDownPortDead: block_->down_dead(now, write.port); break;
    case TableWrite::Kind::kLftInsert:
      block_->lft_insert(now, config_->embedding->key(write.c), write.port);
      break;
    case TableWrite::Kind::kNone:
    case TableWrite::Kind::kUpPortAlive:  // this block knows no repair
    case TableWrite::Kind::kUpPortDlrm:
    case TableWrite::Kind::kDownPortAlive:
    case TableWrite::Kind::kLftClear:
    case TableWrite::Kind::kLftDropDerived:
      assert(false);
      break;
  }
}

void RtlFatTreeControl::advance(Cycle now) {
  while (block_->advance(now)) write_applied();
  if (rtl_failure_pending()) report_assertions(now);
}

void RtlFatTreeControl::drain() {
  while (block_->drain()) write_applied();
  if (rtl_failure_pending()) report_assertions(write_cycle_[(writes_issued_ + 1) % 2]);
}

/// The block has just applied its oldest write. At most one younger write can be under way, and it
/// was then the latest update of the golden state: the expected state is the present one or the one
/// before the latest update.
void RtlFatTreeControl::write_applied() {
  assert(writes_issued_ - writes_applied_ <= 2);
  const Cycle cycle = write_cycle_[writes_applied_++ % 2];
  compare_state(cycle, writes_applied_ == writes_issued_ ? golden_.state() : golden_.before());
}

void RtlFatTreeControl::compare_state(Cycle cycle, const SwitchState& expected) {
  if (config_->engine != Engine::kLockstep) return;
  const FatTreeVisibleState actual = block_->state();
  ++lft_cam_->compared;
  ++port_state_->compared;
  const auto lft = compare_lft(*config_->embedding, expected.lft, actual, block_->overflows());
  if (lft) fail(cycle, *lft_cam_, {}, *lft);
  const auto ports = compare_ports(*config_->embedding, golden_.level(), expected, actual);
  if (ports) fail(cycle, *port_state_, {}, *ports);
}

void RtlFatTreeControl::fail(Cycle cycle, BlockCount& block, std::optional<PacketId> packet,
                             const Difference& difference) {
  Mismatch m;
  m.cycle = cycle;
  m.switch_name = config_->tree->switch_name(self_);
  if (difference.port) m.port = config_->tree->port_name(self_, *difference.port);
  m.packet = packet;
  m.block = block.kind;
  m.requirement = difference.requirement;
  m.what = difference.what;
  m.expected = difference.expected;
  m.actual = difference.actual;
  m.recent = history_.tell(*config_->tree, self_);
  scoreboard_->fail(block, std::move(m));
}

void RtlFatTreeControl::report_assertions(Cycle now) {
  const std::string text = take_rtl_failure();
  Difference difference;
  difference.requirement = "COS-ASSERT";
  difference.what = "RTL assertion";
  difference.expected = "holds";
  difference.actual = text;
  fail(now, scoreboard_->block("rtl_assertion"), {}, difference);
}

std::unique_ptr<SwitchControl> make_fattree_control(const FatTreeConfig& config, SwitchIdx self,
                                                    Scoreboard& scoreboard) {
  if (config.engine == Engine::kGolden) {
    return std::make_unique<GoldenFatTreeControl>(config, self);
  }
  return std::make_unique<RtlFatTreeControl>(config, self, scoreboard);
}

}  // namespace selvage::cosim
