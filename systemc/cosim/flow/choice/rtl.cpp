// SPDX-License-Identifier: Apache-2.0
#include "cosim/flow/choice/rtl.hpp"

#include <algorithm>
#include <deque>
#include <utility>

#include "cosim/flow/choice/block.hpp"
#include "cosim/flow/report.hpp"

namespace selvage::cosim {

std::string describe(const LeastLoadedIn& in) {
  std::string text = "choice among ports ";
  const char* comma = "";
  for (unsigned p = 0; p < in.load.size(); ++p) {
    if ((in.candidates >> p & 1) == 0) continue;
    text += comma + std::to_string(p);
    if ((in.open >> p & 1) == 0) text += " (not open)";
    else
      text += " (" + std::to_string(in.load[p]) + " units" +
              ((in.left >> p & 1) != 0 ? ", left)" : ")");
    comma = ", ";
  }
  return text;
}

namespace {

/// The smallest build for so many ports.
const LeastLoadedBuild& build_of(unsigned ports) {
  const auto& all = least_loaded_builds();
  return *std::find_if(all.begin(), all.end() - 1, [ports](const LeastLoadedBuild& b) {
    return b.ports >= ports && b.load_w == golden::LeastLoaded::kLoadBits;
  });
}

class RtlChoice final : public flow::ChoiceBeside {
 public:
  RtlChoice(const golden::LeastLoadedConfig& config, bool compared, unsigned bugs,
            FlowReport report)
      : rtl_(build_of(config.ports).make({config.floor, config.shift, bugs})),
        latency_(build_of(config.ports).latency()),
        compared_(compared),
        report_(std::move(report)) {}

  int asked(Cycle now, const flow::ChoiceQuestion& q, int golden) override {
    in_ = {true, q.candidates, q.open, q.left, {}};
    std::copy(q.load.begin(), q.load.end(), in_.load.begin());
    report_.step(now) = in_;
    waiting_.push_back({now, clocks_ + latency_, golden});
    clock(now);
    if (!compared_) finish(now);
    return compared_ || report_.failed() ? golden : answer_;
  }
  void finish(Cycle now) override {
    in_ = {};
    while (!waiting_.empty()) clock(now);
  }

 private:
  struct Waiting {
    Cycle asked = 0;
    std::uint64_t due = 0;  ///< clocks by then
    int port = 0;
  };

  void clock(Cycle now) {
    rtl_->edge(in_);
    report_.check_assertions(now);
    ++clocks_;
    const LeastLoadedOut out = rtl_->outputs();
    const bool answers = !waiting_.empty() && waiting_.front().due == clocks_;
    report_.check(now, {"valid", "FLOW-C-2", answers, out.rsp});
    if (!answers) return;
    answer_ = out.any ? static_cast<int>(out.port) : golden::LeastLoaded::kNone;
    const Waiting due = waiting_.front();
    waiting_.pop_front();
    if (!compared_) return;
    report_.compared();
    const bool any = due.port != golden::LeastLoaded::kNone;
    report_.check(due.asked, {"any", "FLOW-C-2", any, out.any});
    if (any) report_.check(due.asked, {"port", "FLOW-C-2", std::uint64_t(due.port), out.port});
  }

  std::unique_ptr<LeastLoadedBlock> rtl_;
  unsigned latency_;  ///< clocks from a question to its answer
  std::uint64_t clocks_ = 0;
  bool compared_;
  SteppedReport<LeastLoadedIn> report_;
  std::deque<Waiting> waiting_;
  LeastLoadedIn in_;
  int answer_ = golden::LeastLoaded::kNone;
};

}  // namespace

std::unique_ptr<flow::ChoiceBeside> rtl_flow_choice(const Engines& engines,
                                                    const golden::LeastLoadedConfig& config,
                                                    const FlowPlace& place, Scoreboard& scoreboard,
                                                    unsigned bugs) {
  if (!engines.rtl(kFlowChoice)) return nullptr;
  return std::make_unique<RtlChoice>(config, engines.of(kFlowChoice) == Engine::kLockstep, bugs,
                                     FlowReport{place, scoreboard, kFlowChoice});
}

}  // namespace selvage::cosim
