// SPDX-License-Identifier: Apache-2.0
#include "golden/flow/tables/flow_cam.hpp"

#include "cosim/foreign/pins.hpp"
#include "dut/blocks/blocks.hpp"

namespace selvage::dut {

namespace {

using namespace cosim::pins::flow_cam_alloc;

std::string derive(Parameters& p) {
  p["ID_W"] = bits_for(static_cast<std::uint64_t>(p["ROWS"]));
  p["CW"] = bits_for(static_cast<std::uint64_t>(p["ROWS"]) + 1);
  return {};
}

std::vector<Pin> pins(const Parameters& p) {
  const Width id(p, "ID_W");
  return {{"valid_i", true, 1, "look up, allocate on a miss", ""},
          {"key_i", true, Width(p, "MATCH_W"), "what to match", ""},
          {"free_valid_i", true, 1, "give the row back", ""},
          {"free_id_i", true, id, "that row", ""},
          {"valid_o", false, 1, "answer; exactly one of hit, alloc, stall with it", "FLOW-A-10"},
          {"hit_o", false, 1, "a row holds the key", "FLOW-A-10"},
          {"alloc_o", false, 1, "the lowest free row was taken", "FLOW-A-11"},
          {"stall_o", false, 1, "no row is free; nothing changes", "FLOW-A-14"},
          {"id_o", false, id, "row, on hit and alloc; else 0", "FLOW-A-11"},
          {"freed_o", false, 1, "the free took place", "FLOW-A-12"},
          {"kept_o", false, 1, "a hit of the same clock cancelled it", "FLOW-A-12"},
          {"full_o", false, 1, "no row is free", "FLOW-A-14", true},
          {"pause_o", false, 1, "a requester stalls, until a row is free again", "FLOW-A-14", true},
          {"count_o", false, Width(p, "CW"), "rows in use", "FLOW-A-13", true},
          {"stalls_o", false, 32, "stalls counted", "FLOW-A-14", true}};
}

class Cam final : public Golden {
 public:
  explicit Cam(const Parameters& p) : cam_(static_cast<unsigned>(p.at("ROWS"))) {}

  void ask(const Values& q, Answer& answer) override {
    golden::CamInput in;
    in.req = q.get(kReq) != 0;
    in.key = {q.slice(kKey, 0, 64), q.slice(kKey, 64, 64)};
    in.free = q.get(kFree) != 0;
    in.free_id = static_cast<FlowId>(q.get(kFreeId));
    const golden::CamOutput out = cam_.step(in);
    const std::pair<unsigned, std::uint64_t> values[] = {
        {kRsp, in.req},          {kHit, out.hit},
        {kAlloc, out.alloc},     {kStall, out.stall},
        {kId, out.id},           {kFreed, out.freed},
        {kKept, out.kept},       {kFull, cam_.rows().full()},
        {kPause, cam_.pause()},  {kCount, cam_.rows().count()},
        {kStalls, cam_.stalls()}};
    for (const auto& [pin, value] : values) answer.values.set(pin, value);
  }

 private:
  using FlowId = golden::FlowId;
  golden::FlowCam cam_;
};

/// Few more keys than rows, and times in which rows are asked for or given back more often.
class Questions final : public Stimulus {
 public:
  explicit Questions(const Parameters& p) : rows_(static_cast<std::uint64_t>(p.at("ROWS"))) {}

  void next(kernel::Stream& stream, Values& q) override {
    if (stream.chance(0.02)) {
      request_rate_ = stream.unit();
      frees_ = stream.unit();
    }
    q.set(kReq, stream.chance(request_rate_) ? 1 : 0);
    const std::uint64_t key = stream.below(rows_ + rows_ / 4 + 2);
    for (unsigned low = 0; low < 128; low += 32) q.set_slice(kKey, low, 32, key * 0x9e3779b9U);
    q.set(kFree, stream.chance(frees_) ? 1 : 0);
    q.set(kFreeId, stream.below(rows_));
  }

 private:
  std::uint64_t rows_;
  double request_rate_ = 0.7;
  double frees_ = 0.4;
};

bool legal(const Parameters& p, const Values& q) {
  return q.get(kFreeId) < static_cast<std::uint64_t>(p.at("ROWS"));
}

}  // namespace

Contract flow_cam_alloc() {
  Contract c;
  c.block = "flow_cam_alloc";
  c.summary = "flow table: match to row, the lowest free row on a miss";
  c.timing = "FLOW-A-10";
  c.source =
      "FLOW-A-10..14 of docs/reference/requirements.md; docs/reference/flow-blocks.md, flow_cam_alloc";
  c.latency = 2;
  c.stateful = true;
  c.parameters = {{"ROWS", 2, 4096, 1, 64, "rows"}, {"MATCH_W", 16, 128, 1, 32, "bits of the key"}};
  c.derive = &derive;
  c.follows = {{"ID_W", "$clog2(ROWS)"}, {"CW", "$clog2(ROWS + 1)"}};
  c.pins = &pins;
  c.golden = &made<Golden, Cam>;
  c.stimulus = &made<Stimulus, Questions>;
  c.legal = &legal;
  return c;
}

}  // namespace selvage::dut
