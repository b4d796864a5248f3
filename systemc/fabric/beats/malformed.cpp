// SPDX-License-Identifier: Apache-2.0
#include "fabric/beats/malformed.hpp"

#include <algorithm>

namespace selvage::fabric {

namespace {

enum class Kind : std::uint8_t {
  kHeadless,    ///< beats without a head
  kNoLength,    ///< a length of 0
  kTooLong,     ///< one that no buffer holds
  kNowhere,     ///< a packet to an address that there is not
  kGiant,       ///< no tail where the length ends
  kRunt,        ///< a tail before that
  kSecondHead,  ///< a head within a packet
};
constexpr std::uint64_t kKinds = 7;
constexpr std::uint64_t kShortKinds = 5;         ///< the first ones, which a beat is enough for
constexpr std::uint64_t kLongestLength = 16383;  ///< that a head can say
/// Cycles of silence behind it: what a switch makes up of a runt takes some edges more.
constexpr Cycle kSilence = 8;

}  // namespace

MalformedHosts::MalformedHosts(const Scenario& scenario, const Topology& topology,
                               std::uint64_t buffer)
    : traffic_(scenario.traffic),
      longest_(scenario.traffic.packet_beats),
      buffer_(buffer),
      hosts_(topology.host_count()),
      draws_(hosts_) {
  if (!traffic_.malformed.in_use()) return;
  for (const HostIdx host : named_hosts(scenario.traffic.malformed.hosts, hosts_))
    draws_[host].emplace(scenario.seed, "malformed", host);
}

bool MalformedHosts::follows(HostIdx host) {
  return draws_[host] && draws_[host]->chance(traffic_.malformed.share);
}

Malformed MalformedHosts::draw(HostIdx host, const cosim::SwitchBlock& block) {
  kernel::Stream& draws = *draws_[host];
  const Kind kind = static_cast<Kind>(draws.below(longest_ > 1 ? kKinds : kShortKinds));
  const auto other = static_cast<HostIdx>((host + 1 + draws.below(hosts_ - 1)) % hosts_);
  cosim::HeadBeat head{tag_++, longest_, host, other};
  auto count = static_cast<std::uint32_t>(1 + draws.below(longest_));  // beats that are sent
  Malformed out;
  // What a switch may keep is as long as packets are, since buffers reckon with these (FAB-LEN-2).
  const bool any = kind == Kind::kGiant || kind == Kind::kNowhere;
  if (any) count = head.beats = traffic_.beats(draws.below(traffic_.lengths()));
  if (kind == Kind::kGiant) count += static_cast<std::uint32_t>(draws.below(kMostBeyond + 1));
  if (kind == Kind::kRunt) count = static_cast<std::uint32_t>(1 + draws.below(longest_ - 1));
  if (kind == Kind::kSecondHead) count = longest_;
  for (std::uint32_t i = 0; i < count; ++i)
    out.beats.push_back({false, i + 1 == count, false, {std::uint64_t{head.tag} << 32 | i}});
  out.cycles = longest_ + kSilence;
  if (kind == Kind::kHeadless) return out;
  out.beats[0].head = true;
  if (kind == Kind::kGiant && head.beats == count) out.beats.back().tail = false;
  cosim::HeadBeat said = head;
  if (kind == Kind::kNoLength) said.beats = 0;
  if (kind == Kind::kTooLong) {  // 0 where every length fits
    const std::uint64_t more = buffer_ + 1 + draws.below(64);
    said.beats =
        buffer_ >= kLongestLength ? 0 : static_cast<std::uint32_t>(std::min(more, kLongestLength));
  }
  out.beats[0].data = block.head(said);
  if (kind == Kind::kNoLength || kind == Kind::kTooLong) return out;
  out.head = head;
  if (kind == Kind::kNowhere) {
    const auto nowhere = block.head_to_nowhere(head);
    if (nowhere) out.beats[0].data = *nowhere;
    else out.beats.back().tail = false;  // every address is somebody's: no tail, then
    out.nowhere = nowhere.has_value();
  }
  if (kind != Kind::kSecondHead) return out;
  cosim::Beat& second = out.beats[1 + draws.below(count - 1)];
  second.head = true;
  second.data = block.head({tag_++, longest_, host, head.destination});
  return out;
}

}  // namespace selvage::fabric
