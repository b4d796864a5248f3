// SPDX-License-Identifier: Apache-2.0
/// flow::Blocks: golden, RTL and lockstep engines give the same answers and show the same rows,
/// through idle times that the RTL is not clocked for; lockstep tells a fault with its place.
#include <catch2/catch.hpp>

#include <algorithm>
#include <deque>

#include "cosim/flow/blocks.hpp"
#include "settings.hpp"

using namespace selvage;
using namespace selvage::test;
using cosim::FlowSize;

namespace {

flow::BlocksConfig config(bool edge) {
  flow::BlocksConfig c;
  c.edge = edge;
  c.wire_frames = !edge;
  c.ifct = short_ifct(FlowSize::kSmall, edge, true);
  c.ofct.sizes = c.ifct.sizes;
  c.ofct.stale_t = 180;
  c.ofct.expire_t = 60;
  c.redirect.seed = 77;
  c.aggregator = aggregator_config(48, 512);
  return c;
}

/// Drives the blocks of one port in several engines alike, with random idle times.
class Driver {
 public:
  explicit Driver(const flow::BlocksConfig& c)
      : config_(c), ifct_(c.ifct), efct_(c.ifct.sizes), ofct_(c.ofct) {}
  void add(std::unique_ptr<flow::Blocks> blocks) { engines_.push_back(std::move(blocks)); }

  /// One cycle and the idle time after it.
  void cycle() {
    answers();
    frames();
    if (!config_.edge) walk();
    if (random_.percent(80)) give_tables();
    if (!config_.edge && random_.percent(30)) give_redirect();
    if (config_.edge && random_.percent(30)) give_packet();
    if (!config_.edge && random_.percent(40)) give_ack();
    views();
    now_ += random_.percent(70) ? 1 : 1 + random_.below(random_.percent(5) ? 3000 : 40);
    now_ = std::min(now_, walk_next_);
  }
  void finish() {
    for (const auto& e : engines_) e->finish(now_);
  }
  [[nodiscard]] const std::string& difference() const { return verdict_.text(); }
  std::uint64_t compared = 0;

 private:
  template <class T>
  struct Due {
    Cycle at;
    T in;
  };
  template <class Get>
  void same(Get&& get) {
    const auto first = get(*engines_[0]);
    for (std::size_t e = 1; e < engines_.size(); ++e)
      verdict_.add(now_, cosim::difference(first, get(*engines_[e])));
    ++compared;
  }
  void same_number(const char* what, std::uint64_t golden, std::uint64_t rtl) {
    if (golden != rtl) verdict_.add(now_, {what, "", golden, rtl});
  }

  void answers() {
    while (!ifct_due_.empty() && ifct_due_.front().at + 2 <= now_) {
      const golden::IfctInput in = ifct_due_.front().in;
      ifct_due_.pop_front();
      same([&](flow::Blocks& b) { return cosim::visible(in, b.ifct_answer(now_)); });
    }
    while (!efct_due_.empty() && efct_due_.front().at + 2 <= now_) {
      const golden::EfctInput in = efct_due_.front().in;
      efct_due_.pop_front();
      same([&](flow::Blocks& b) { return cosim::visible(in, b.efct_answer(now_), efct_); });
    }
    while (!ofct_due_.empty() && ofct_due_.front().at + 2 <= now_) {
      const golden::OfctInput in = ofct_due_.front().in;
      ofct_due_.pop_front();
      same([&](flow::Blocks& b) { return cosim::visible(in, b.ofct_answer(now_), ofct_); });
    }
    while (!redirect_due_.empty() &&
           redirect_due_.front() + golden::RedirectGen::kLatency <= now_) {
      redirect_due_.pop_front();
      same([&](flow::Blocks& b) {
        const flow::RedirectOutput o = b.redirect_answer(now_);
        return cosim::RedirectOut{o.redirect, o.port, o.id, o.delta, 0, 0};
      });
    }
  }

  void give_tables() {
    golden::IfctInput in = ifct_stimulus_.next(ifct_);
    in.now = now_;
    const auto due = ifct_.next_activity();
    if (due.first <= now_) {  // stamps are looked at in time (FLOW-A-32)
      in.chk_valid = true;
      in.chk = due.second;
    }
    static_cast<void>(ifct_.step(in));
    for (const auto& e : engines_) e->ifct(in);
    ifct_due_.push_back({now_, in});
    if (config_.edge) {
      const golden::EfctInput at_edge = efct_stimulus_.next(efct_);
      static_cast<void>(efct_.step(at_edge));
      for (const auto& e : engines_) e->efct(now_, at_edge);
      efct_due_.push_back({now_, at_edge});
    } else {
      golden::OfctInput out = ofct_stimulus_.next(ofct_);
      out.now = now_;
      static_cast<void>(ofct_.step(out));
      for (const auto& e : engines_) e->ofct(out);
      ofct_due_.push_back({now_, out});
    }
  }
  /// Frames that have come to the other end: here the port's own, some with a bit flipped.
  void frames() {
    for (; !frames_due_.empty() && frames_due_.front() <= now_; frames_due_.pop_front()) {
      const bool flip = random_.percent(10);
      const unsigned bit = random_.below(1280);
      std::vector<std::uint32_t> first;
      for (const auto& e : engines_) {
        std::vector<golden::FrameWord> words;
        e->frame(now_, words);
        for (std::size_t w = 0; w < words.size(); ++w) {
          same_number("sof", w == 0, words[w].sof);
          same_number("eof", w + 1 == words.size(), words[w].eof);
        }
        if (flip)
          words[bit / 256 % words.size()].word[bit % 256 / 64] ^= std::uint64_t{1} << bit % 64;
        std::vector<std::uint32_t> acks;
        const bool ok = e->unpack(now_, words, acks);
        same_number("taken apart", ok, !acks.empty());
        if (e == engines_.front()) first = acks;
        same_number("ACKs of a frame", first.size(), acks.size());
        for (std::size_t i = 0; i < std::min(first.size(), acks.size()); ++i)
          same_number("ACK", first[i], acks[i]);
      }
    }
  }
  /// Deaths, returns, and deaths of what is closed already.
  void walk() {
    const bool begins = walk_next_ == kNever && random_.percent(3);
    if (begins && closed_ && random_.percent(50)) {
      for (const auto& e : engines_) e->walker_up(now_);
      closed_ = false;
    } else if (begins) {
      const Cycle drain = random_.percent(20) ? 0 : random_.below(400);
      for (const auto& e : engines_) e->walker_down(now_, drain);
    }
    if (!begins && walk_next_ > now_) return;
    flow::WalkerRow row;
    for (const auto& e : engines_) {
      const flow::WalkerRow other = e->walker(now_);
      if (e == engines_.front()) row = other;
      same_number("chk", row.chk, other.chk);
      same_number("chk_id", row.id, other.id);
      same_number("chk_kind", static_cast<unsigned>(row.kind), static_cast<unsigned>(other.kind));
      same_number("next row", row.next, other.next);
    }
    closed_ = closed_ || (walk_next_ != kNever && row.next == kNever);
    walk_next_ = row.next;
  }
  void give_redirect() {
    flow::RedirectInput in;
    in.depth = random_.below(random_.percent(50) ? 100 : 2000);
    in.load = random_.percent(60);
    in.exempt = random_.percent(20);
    in.port = static_cast<std::uint8_t>(random_.below(8));
    in.id = static_cast<golden::FlowId>(random_.below(64));
    in.delta = random_.below(256);
    for (const auto& e : engines_) e->redirect(now_, in);
    if (in.load) redirect_due_.push_back(now_);
  }
  void give_packet() {
    const unsigned depth = random_.below(256);
    const unsigned level = random_.below(8);
    same([&](flow::Blocks& b) {
      return cosim::EpAckTypeOut{true, static_cast<unsigned>(b.ack_type(now_, depth, level))};
    });
  }
  void give_ack() {
    golden::AggregatorInput in;
    in.push = random_.percent(60);
    in.ack = golden::with_parity(random_.below(1U << 25));
    in.idle = random_.percent(50);
    const flow::AggregatorView view = engines_[0]->aggregator(now_);
    in.grant = random_.percent(20) && now_ >= wire_free_;
    if (in.grant && view.req) {
      wire_free_ = now_ + golden::ack_frame_words(view.len);
      const Cycle due = now_ + 3 + random_.below(30);
      frames_due_.push_back(frames_due_.empty() ? due : std::max(due, frames_due_.back()));
    }
    for (const auto& e : engines_) {
      e->aggregator_step(now_, in);
      same_number("aggregator_next", engines_[0]->aggregator_next(now_), e->aggregator_next(now_));
    }
  }
  void views() {
    const auto row = static_cast<golden::FlowId>(random_.below(64));
    for (const auto& e : engines_) {
      same_number("ifct next", engines_[0]->ifct_row(now_, row).next, e->ifct_row(now_, row).next);
      same_number("ifct flow state", static_cast<unsigned>(engines_[0]->ifct_row(now_, row).state),
                  static_cast<unsigned>(e->ifct_row(now_, row).state));
      same_number("ifct timer", engines_[0]->ifct_walk(now_, now_).first,
                  e->ifct_walk(now_, now_).first);
      if (config_.edge) {
        same_number("efct data", engines_[0]->efct_row(now_, row).data,
                    e->efct_row(now_, row).data);
      } else {
        const flow::AggregatorView view = engines_[0]->aggregator(now_ + 1);
        const flow::AggregatorView other = e->aggregator(now_ + 1);
        same_number("req", view.req, other.req);
        same_number("len", view.len, other.len);
        same_number("ready", view.ready, other.ready);
        same_number("ofct full", engines_[0]->ofct_full(now_), e->ofct_full(now_));
        same_number("ofct ack", engines_[0]->ofct_row(now_, row).row.ack,
                    e->ofct_row(now_, row).row.ack);
        const std::pair want = engines_[0]->ofct_walk(now_, now_), is = e->ofct_walk(now_, now_);
        same_number("cycle of the walk", want.first, is.first);
        same_number("row of the walk", want.second, is.second);
      }
    }
  }

  flow::BlocksConfig config_;
  std::vector<std::unique_ptr<flow::Blocks>> engines_;
  tb::Random random_{3};
  golden::Ifct ifct_;  ///< what the stimuli look at: all steps given are done
  golden::Efct efct_;
  golden::Ofct ofct_;
  IfctStimulus ifct_stimulus_{1, 0};
  EfctStimulus efct_stimulus_{2, golden::kSmallFlowSizes};
  OfctStimulus ofct_stimulus_{3, 0, golden::kSmallFlowSizes};
  std::deque<Due<golden::IfctInput>> ifct_due_;
  std::deque<Due<golden::EfctInput>> efct_due_;
  std::deque<Due<golden::OfctInput>> ofct_due_;
  std::deque<Cycle> redirect_due_;
  Cycle now_ = 0;
  Cycle wire_free_ = 0;
  std::deque<Cycle> frames_due_;
  Cycle walk_next_ = kNever;
  bool closed_ = false;
  Verdict verdict_;
};

}  // namespace

TEST_CASE("flow::Blocks: golden, rtl and lockstep are one, FLOW-A-16", "[flow][lockstep]") {
  const bool edge = GENERATE(false, true);
  const bool unusual = GENERATE(false, true);
  CAPTURE(edge, unusual);
  flow::BlocksConfig c = config(edge);
  if (unusual) {  // all that is no parameter of the RTL
    c.redirect = {7, 3, 11, 17, 5, 12, 99};
    c.aggregator.max = 7;
    c.ifct.fc_hi = 20;
    c.ifct.fc_lo = 3;
    c.ifct.headroom = 11;
    c.ifct.ep_rec = 2;
    c.ifct.unit_cyc = 3;
    c.ifct.inj_limit = 90;
    c.ep.congested = 20;
    c.ep.draw_w = 3;
  }
  REQUIRE(cosim::flow_build_problem(c) == "");
  Scoreboard board;
  Driver driver(c);
  driver.add(flow::golden_blocks(c));
  driver.add(cosim::rtl_flow_blocks(Engine::kRtl, c, {"<0,0>", "1"}, board));
  driver.add(cosim::rtl_flow_blocks(Engine::kLockstep, c, {"<0,0>", "2"}, board));
  for (unsigned i = 0; i < 20'000 && driver.difference().empty() && !board.failed(); ++i)
    driver.cycle();
  driver.finish();
  CHECK(driver.difference() == "");
  if (board.failed()) {
    CAPTURE(board.first()->cycle, board.first()->block, board.first()->what,
            board.first()->expected, board.first()->actual);
    FAIL("lockstep differs");
  }
  CHECK(driver.compared > 15'000);
  CHECK(board.compared() > 30'000);
  for (const BlockCount& b : board.blocks()) {
    CAPTURE(b.kind);
    CHECK(b.compared > 5'000);
  }
}

TEST_CASE("flow::Blocks in lockstep tells a faulty block with cycle, place and requirement",
          "[flow][bug][COS-PLACE]") {
  struct Fault {
    bool edge;
    cosim::FlowBugs bugs;
    const char* block;
  };
  const Fault fault =
      GENERATE(Fault{true, {1, 0, 0, 0, 0}, "efct"}, Fault{false, {0, 1, 0, 0, 0}, "ifct"},
               Fault{false, {0, 0, 1, 0, 0}, "ofct"}, Fault{false, {0, 0, 0, 1, 0}, "redirect_gen"},
               Fault{false, {0, 0, 0, 0, 1}, "ack_aggregator"},
               Fault{true, {0, 0, 0, 0, 0, 1}, "ep_ack_type"},
               Fault{false, {0, 0, 0, 0, 0, 0, 1}, "ack_frame_unpacker"},
               Fault{false, {0, 0, 0, 0, 0, 0, 0, 4}, "flow_walker"});
  const flow::BlocksConfig c = config(fault.edge);
  Scoreboard board;
  Driver driver(c);
  driver.add(cosim::rtl_flow_blocks(Engine::kLockstep, c, {"<1,20>", "3"}, board, fault.bugs));
  for (unsigned i = 0; i < 20'000 && !board.failed(); ++i) driver.cycle();
  REQUIRE(board.failed());
  CHECK(board.first()->block == fault.block);
  CHECK(board.first()->switch_name == "<1,20>");
  CHECK(board.first()->port == "3");
  CHECK(board.first()->requirement.substr(0, 5) == "FLOW-");
  CHECK(board.first()->expected != board.first()->actual);
}

TEST_CASE("flow::Blocks: parameters without a verilated build are reported", "[flow][COS-BUILD]") {
  flow::BlocksConfig c = config(false);
  c.ifct.sizes.pos_w = 9;
  CHECK(cosim::flow_build_problem(c) != "");
  c = config(false);
  c.ifct.fc_hi = 256;
  CHECK(cosim::flow_build_problem(c) != "");
  c = config(false);
  c.redirect.rw = 10;
  CHECK(cosim::flow_build_problem(c) != "");
  c = config(false);
  c.redirect.hist = 9;
  CHECK(cosim::flow_build_problem(c) != "");
  c = config(false);
  c.aggregator.depth = 500;
  CHECK(cosim::flow_build_problem(c) != "");
}
