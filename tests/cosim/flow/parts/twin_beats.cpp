// SPDX-License-Identifier: Apache-2.0
/// \file
/// Words of the buffers on their way to the wires of a switch, in RTL (FL-XBAR, FL-BEAT): there in
/// time, and byte by byte what came in.
#include <algorithm>

#include "twin.hpp"

namespace selvage::test {

using cosim::FlowSymbol;

namespace {
unsigned words_of(unsigned bytes) { return (bytes + 31) / 32; }
}  // namespace

void SwitchTwin::words_to_wire(const Moment& m, unsigned p,
                               const std::array<Before, kPorts>& before) {
  Port& port = ports_[p];
  beat(m, p, port.gear->outputs());
  cosim::FlowCrossIn in;
  for (unsigned i = 0; i < kPorts; ++i)
    if (before[i].word.valid && before[i].out == p) in.word[i] = before[i].word;
  for (const bool markers : {true, false})
    for (const std::uint32_t slot : m.ports[p].fifo) {
      if (flow::is_marker(slot) != markers) continue;
      port.headers.push_back({slot * std::uint64_t{977}, slot & 0xffU, 0, 0});
      if (markers) continue;
      in.put = true;
      in.put_in = from_[slot];
      from_.erase(slot);
      port.sends.push_back(slot);
    }
  const cosim::FlowWord next = port.cross->next();
  cosim::FlowGearIn gear;
  gear.tx = before[p].tx;
  gear.frame = before[p].frame;
  if (!port.headers.empty()) gear.header = port.headers.front();
  gear.word = next.valid;
  gear.last = next.last;
  gear.data = next.data;
  const cosim::FlowGearOut pulls = port.gear->give(gear);
  port.gear->edge();
  port.cross->edge(in, pulls.word_pull);
  if (pulls.header_pull) port.headers.pop_front();
  check(m.at, p, "FL-XBAR", "", 0, 0);
}

/// The first packet of a row leaves, to be read for output `to`, kPorts: for none.
std::uint32_t SwitchTwin::leaves(unsigned p, unsigned id, unsigned to,
                                 const cosim::FlowQueuesOut& out) {
  Port& port = ports_[p];
  const Cycle at = known_.front().at;
  std::deque<std::uint32_t>& row = port.rows[id];
  check(at, p, "FL-QUEUE", "a row without a packet", 0, row.empty());
  if (row.empty()) return flow::kNoSlot;
  const std::uint32_t slot = row.front();
  const flow::Packet& packet = lab_.packets[slot];
  row.pop_front();
  check(at, p, "FL-QUEUE", "page of the packet that leaves", port.page[slot], out.first_slot);
  check(at, p, "FL-QUEUE", "its class", packet.tc, out.first_tc);
  check(at, p, "FL-QUEUE", "its bytes", packet.bytes, out.first_bytes);
  check(at, p, "FL-QUEUE", "its units", std::max(1U, (packet.bytes + 255) / 256), out.first_len);
  check(at, p, "FL-QUEUE", "another one behind it", !row.empty(), out.more);
  port.page.erase(slot);
  const unsigned words = words_of(packet.bytes);
  for (unsigned w = 0; w < words; ++w) port.read.push_back({word(slot, w), w + 1 == words, to});
  return slot;
}

/// A beat of a packet is its bytes.
void SwitchTwin::beat(const Moment& m, unsigned p, const cosim::FlowBeat& shown) {
  Port& port = ports_[p];
  if (shown.symbol != FlowSymbol::kPacket) return;
  ++seen.beats;
  if (shown.head) {
    check(m.at, p, "FL-BEAT", "a packet that nobody sends", 0, port.sends.empty());
    if (port.sends.empty()) return;
    port.beaten = port.sends.front();
    port.sends.pop_front();
    port.bytes = 0;
  }
  const auto byte = [&](unsigned b) { return word(port.beaten, b / 32) >> b % 4 * 8 & 0xff; };
  for (unsigned k = shown.head ? 9 : 0; k < 25 && port.bytes < lab_.packets[port.beaten].bytes; ++k)
    check(m.at, p, "FL-XBAR", "byte on the wire", byte(port.bytes++),
          shown.data[k / 8] >> k % 8 * 8 & 0xff);
  if (shown.tail)
    check(m.at, p, "FL-BEAT", "bytes of a packet", lab_.packets[port.beaten].bytes, port.bytes);
}

}  // namespace selvage::test
