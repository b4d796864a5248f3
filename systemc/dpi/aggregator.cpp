// SPDX-License-Identifier: Apache-2.0
/// \file
/// The ACK aggregator of a port behind the DPI, clock by clock.
#include <algorithm>

#include "dpi/flow.hpp"
#include "dpi/selvage_dpi.h"
#include "golden/flow/ack_aggregator.hpp"

namespace selvage::dpi {

namespace {

using namespace selvage::golden;

struct AggregatorModel final : Object {
  static constexpr const char* kKind = "ACK aggregator";
  explicit AggregatorModel(const AggregatorConfig& of) : config(of), aggregator(of) {}
  /// The first cycle in which the batch may ask, whatever `idle` is; kNever without one or when it
  /// asks already.
  [[nodiscard]] Cycle may_ask() const {
    const AggregatorState& s = aggregator.state();
    if (s.req) return kNever;
    return std::min(request_from(config, s, false), request_from(config, s, true));
  }
  AggregatorConfig config;
  AckAggregator aggregator;
  Clock clock;
  Cycle frame_until = 0;  ///< first cycle in which the next frame may be granted
};

}  // namespace

}  // namespace selvage::dpi

using namespace selvage::dpi;
using namespace selvage::golden;

extern "C" {

int selvage_ack_word(int id, int kind, int pos) {
  return guarded(__func__, [&] {
    in_range("id", id, 0, 2047);
    in_range("pos", pos, 0, 2047);
    const Ack ack{static_cast<FlowId>(id), ack_type("kind", kind), static_cast<Position>(pos)};
    return static_cast<int>(with_parity(encode(ack)));
  });
}

int selvage_acks_open(const char* options) {
  return guarded(__func__, [&] {
    Options given(options);
    AggregatorConfig config;
    given.take("max", config.max, 1, kAckMax);
    given.take("depth", config.depth, 1, 65536);
    given.take("t1", config.t1, 0, 65535);
    given.take("t2", config.t2, 0, 65535);
    given.take("t3", config.t3, 0, 65535);
    given.take("good", config.good, 0, (1LL << kAckMax) - 1);
    given.finish();
    need(config.legal(), "t1 < t2 < t3 and max <= depth have to hold (FLOW-B-5)");
    return keep(std::make_unique<AggregatorModel>(config));
  });
}

int selvage_acks_step(int handle, long long now, int push, int ack, int idle, int grant, int* ready,
                      int* req, int* len, int* fire, int* fire_len, int* valid, int* sof, int* eof,
                      unsigned long long* word_0, unsigned long long* word_1,
                      unsigned long long* word_2, unsigned long long* word_3, int* busy) {
  return guarded(__func__, [&] {
    auto& m = open_object<AggregatorModel>(handle);
    AggregatorInput in{push != 0, 0, idle != 0, grant != 0, m.clock.check(now)};
    if (in.push) {
      in_range("ack", ack, 0, (1LL << 26) - 1);
      in.ack = static_cast<std::uint32_t>(ack);
    }
    if (in.now != m.clock.first()) {
      need(!m.aggregator.busy(), "a frame is under way: no cycle may be left out");
      need(in.now <= m.may_ask(), "ACKs that wait may have asked: no cycle may be left out");
    }
    const AggregatorState& state = m.aggregator.state();
    const bool fires = in.grant && state.req;
    need(!fires || in.now >= m.frame_until,
         "granted while the frame before is still in the packer");
    if (fires) m.frame_until = in.now + ack_frame_words(state.cur);
    const AggregatorOutput out = m.aggregator.step(in);
    m.clock.set(in.now + 1);
    put(ready, out.ready), put(req, out.req), put(len, out.len), put(fire, out.fire);
    put(fire_len, out.fire_len), put(valid, out.word.valid), put(sof, out.word.sof);
    put(eof, out.word.eof), put(busy, out.busy);
    put(word_0, out.word.word[0]), put(word_1, out.word.word[1]);
    put(word_2, out.word.word[2]), put(word_3, out.word.word[3]);
    return 0;
  });
}

}  // extern "C"
