// SPDX-License-Identifier: Apache-2.0
#include "config/application/netrace.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <unordered_map>

#include "config/application/generate.hpp"
#include "config/application/packed_file.hpp"

namespace selvage::config {
namespace {

constexpr std::uint32_t kMagic = 0x484A5455;
constexpr std::uint32_t kVersion = 0x3F800000;  ///< 1.0, as an IEEE single
constexpr std::size_t kHeaderBytes = 72;
constexpr std::size_t kRegionBytes = 24;
constexpr std::size_t kPacketBytes = 21;
constexpr std::uint32_t kMostNotes = 8191;
constexpr std::uint32_t kMostRegions = 100;
/// Entries of who waits for whom that are kept or copied, which bounds time and memory.
constexpr std::uint64_t kMostWaits = 4 * kMostMessages;

/// Little-endian, at `from`.
template <class Integer>
Integer number_at(const unsigned char* from) {
  Integer value = 0;
  for (std::size_t i = sizeof(Integer); i > 0; --i) {
    value = static_cast<Integer>((static_cast<std::uint64_t>(value) << 8U) | from[i - 1]);
  }
  return value;
}

/// The bytes of a packet of this type: a header of 8, and with data a line of 64; 0: no such type.
unsigned bytes_of_type(unsigned type) {
  switch (type) {
    case 1:   // read request
    case 5:   // write response
    case 13:  // upgrade request and response
    case 14:
    case 15:  // exclusive read request
    case 25:  // bad address
    case 27:  // invalidate request and response
    case 28:
    case 29:  // downgrade request
      return 8;
    case 2:  // read response, also with invalidation
    case 3:
    case 4:   // write request
    case 6:   // write back
    case 16:  // exclusive read response
    case 30:  // downgrade response
      return 72;
    default: return 0;
  }
}

struct Region {
  std::uint64_t offset = 0;  ///< behind the header
  std::uint64_t cycles = 0;
  std::uint64_t packets = 0;
};

struct Packet {
  std::uint64_t cycle = 0;
  std::uint32_t id = 0;
  unsigned type = 0;
  unsigned source = 0;
  unsigned destination = 0;
  std::uint64_t byte = 0;  ///< where it begins
};

class NetraceReader {
 public:
  NetraceReader(const std::string& path, const NetraceKeys& keys, std::size_t source,
                Diagnostics& diagnostics)
      : file_(path), keys_(keys), source_(source), diagnostics_(diagnostics) {}

  Application read() {
    application_.kind = "netrace";
    if (!read_header() || !choose_part()) return {};
    while (read_packet()) {
    }
    if (!failed_) check_count();
    if (!failed_ && application_.messages.empty()) {
      fail("no packet from one node to another in what is played of it");
    }
    return failed_ ? Application{} : std::move(application_);
  }

 private:
  bool fail(std::string what) {
    failed_ = true;
    diagnostics_.error({{source_, 0, 0}, "", std::move(what), ""});
    return false;
  }
  bool fail(const Packet& packet, const std::string& what) {
    return fail(fmt::format("packet {} at byte {}: {}", packet.id, packet.byte, what));
  }
  /// It ends where more was expected.
  bool fail_short(const std::string& where) {
    const std::string& error = file_.error();
    return fail(error.empty() ? fmt::format("it ends at byte {}, {}", file_.offset(), where)
                              : fmt::format("after {} unpacked bytes: {}", file_.offset(), error));
  }

  bool read_header() {
    std::array<unsigned char, kHeaderBytes> h{};
    if (file_.read(h.data(), h.size()) < h.size()) return fail_short("inside its header");
    const auto magic = number_at<std::uint32_t>(h.data());
    if (magic == 0x55544A48) return fail("byte 0: written on a big-endian machine, not read here");
    if (magic != kMagic) {
      return fail(fmt::format("byte 0: no netrace file: it begins with 0x{:08x}, not 0x{:08x}",
                              magic, kMagic));
    }
    if (number_at<std::uint32_t>(&h[4]) != kVersion) {
      return fail("byte 4: not of version 1.0, the only one that is read");
    }
    nodes_ = h[38];
    if (nodes_ == 0) return fail("byte 38: a trace of no node");
    if (nodes_ > keys_.hosts.size()) {
      return fail(fmt::format("byte 38: {} nodes, for {} hosts (traffic.application.hosts)", nodes_,
                              keys_.hosts.size()));
    }
    due_ = number_at<std::uint64_t>(&h[48]);
    const auto notes = number_at<std::uint32_t>(&h[56]);
    if (notes > kMostNotes) {
      return fail(fmt::format("byte 56: {} bytes of notes, more than {}", notes, kMostNotes));
    }
    const auto regions = number_at<std::uint32_t>(&h[60]);
    if (regions > kMostRegions) {
      return fail(fmt::format("byte 60: {} regions, more than {}", regions, kMostRegions));
    }
    if (!file_.skip(notes)) return fail_short("inside its notes");
    for (std::uint32_t i = 0; i < regions; ++i) {
      std::array<unsigned char, kRegionBytes> r{};
      if (file_.read(r.data(), r.size()) < r.size()) return fail_short("inside its regions");
      regions_.push_back({number_at<std::uint64_t>(r.data()), number_at<std::uint64_t>(&r[8]),
                          number_at<std::uint64_t>(&r[16])});
    }
    return true;
  }

  /// Goes to the first packet that is played.
  bool choose_part() {
    if (!keys_.region) return true;
    if (*keys_.region >= regions_.size()) {
      return fail(
          fmt::format("no region {}: it has {}, numbered from 0 on (traffic.application."
                      "region)",
                      *keys_.region, regions_.size()));
    }
    const Region& region = regions_[*keys_.region];
    due_ = region.packets;
    for (unsigned i = 0; i < *keys_.region; ++i) {
      if (regions_[i].cycles > kLatest - begin_) {
        return fail(fmt::format("region {} begins after cycle {}", *keys_.region, kLatest));
      }
      begin_ += regions_[i].cycles;
    }
    if (!file_.skip(region.offset)) return fail_short("before its region begins");
    return true;
  }

  /// The next packet; false at the end of what is played, or at an error.
  bool read_packet() {
    if (keys_.part.ends_before(0, count_) || (keys_.region && count_ == due_)) return false;
    Packet packet;
    packet.byte = file_.offset();
    std::array<unsigned char, kPacketBytes> p{};
    const std::size_t got = file_.read(p.data(), p.size());
    if (got == 0 && file_.error().empty()) return false;
    if (got < p.size()) return fail_short(fmt::format("inside the packet of byte {}", packet.byte));
    packet.cycle = number_at<std::uint64_t>(p.data());
    packet.id = number_at<std::uint32_t>(&p[8]);
    packet.type = p[16];
    packet.source = p[17];
    packet.destination = p[18];
    std::array<unsigned char, 255 * 4> needed{};
    const std::size_t bytes = std::size_t{p[20]} * 4;
    if (file_.read(needed.data(), bytes) < bytes) {
      return fail_short(fmt::format("inside the packet of byte {}", packet.byte));
    }
    if (!check(packet)) return false;
    if (keys_.part.ends_before(packet.cycle - begin_, count_)) return false;
    last_ = packet;
    ++count_;
    return add(packet, needed.data(), p[20]);
  }

  bool check(const Packet& packet) {
    if (count_ > 0 && packet.id <= last_.id) {
      return fail(packet, fmt::format("it stands behind packet {}: ids have to ascend", last_.id));
    }
    if (packet.cycle < begin_ || packet.cycle - begin_ > kLatest) {
      return fail(packet, fmt::format("its cycle {} is not between {} and {}", packet.cycle, begin_,
                                      begin_ + kLatest));
    }
    if (count_ > 0 && packet.cycle < last_.cycle) {
      return fail(packet, fmt::format("cycle {} after cycle {}: the packets have to ascend",
                                      packet.cycle, last_.cycle));
    }
    for (const unsigned node : {packet.source, packet.destination}) {
      if (node >= nodes_) return fail(packet, fmt::format("no node {} of {}", node, nodes_));
    }
    if (bytes_of_type(packet.type) == 0) {
      return fail(packet, fmt::format("its type {} has no size", packet.type));
    }
    return true;
  }

  /// `packet` as a message, which those with the `count` ids at `waiting` wait for.
  bool add(const Packet& packet, const unsigned char* waiting, unsigned count) {
    std::vector<std::uint32_t> after;
    if (!take_waits(packet, after)) return false;
    if (packet.source != packet.destination) {
      const auto number = static_cast<std::uint32_t>(application_.messages.size());
      if (number == kMostMessages) {
        return fail(packet, fmt::format("more than {} messages: play less of it "
                                        "(traffic.application.region, packets, cycles)",
                                        kMostMessages));
      }
      AppMessage message;
      message.source = keys_.hosts[packet.source];
      message.destination = keys_.hosts[packet.destination];
      message.bytes = bytes_of_type(packet.type);
      message.at = packet.cycle - begin_;
      if (!after.empty()) message.work = keys_.compute;
      message.name = std::to_string(packet.id);
      application_.add(std::move(message), after);
      after = {number};
    }
    for (unsigned i = 0; keys_.dependencies && i < count; ++i) {
      const auto id = number_at<std::uint32_t>(waiting + std::size_t{4} * i);
      if (id <= packet.id) {
        return fail(packet, fmt::format("packet {} is to wait for it, and stands before it", id));
      }
      if (after.empty()) continue;  // to its own node, and waits for nothing
      waits_ += after.size();
      if (waits_ > kMostWaits) {
        return fail(packet, fmt::format("packets wait for more than {} others: play less of it",
                                        kMostWaits));
      }
      std::vector<std::uint32_t>& list = pending_[id];
      list.insert(list.end(), after.begin(), after.end());
    }
    return true;
  }

  /// What `packet` waits for: messages that arrive where it leaves.
  bool take_waits(const Packet& packet, std::vector<std::uint32_t>& after) {
    const auto found = pending_.find(packet.id);
    if (found == pending_.end()) return true;
    after = std::move(found->second);
    pending_.erase(found);
    std::sort(after.begin(), after.end());
    after.erase(std::unique(after.begin(), after.end()), after.end());
    for (const std::uint32_t number : after) {
      const AppMessage& other = application_.messages[number];
      if (other.destination == keys_.hosts[packet.source]) continue;
      return fail(packet, fmt::format("it leaves node {} and waits for packet {}, which does not "
                                      "arrive there (traffic.application.dependencies: false "
                                      "plays the trace by its cycles alone)",
                                      packet.source, other.name));
    }
    return true;
  }

  /// Nothing may be missing, nor be too much, of what is played to its end.
  void check_count() {
    if (keys_.part.cut()) return;
    if (count_ < due_) {
      fail(fmt::format("it ends at byte {} after {} packets of {}", file_.offset(), count_, due_));
    } else if (count_ > due_) {
      fail(fmt::format("{} packets, though its header says {}", count_, due_));
    }
  }

  PackedFile file_;
  const NetraceKeys& keys_;
  std::size_t source_;
  Diagnostics& diagnostics_;
  bool failed_ = false;
  unsigned nodes_ = 0;
  std::vector<Region> regions_;
  std::uint64_t due_ = 0;  ///< packets of what is played
  Cycle begin_ = 0;        ///< the trace's cycle that is cycle 0 here
  std::uint64_t count_ = 0;
  Packet last_;
  Application application_;
  /// By id of a packet to come: the messages that it waits for.
  std::unordered_map<std::uint32_t, std::vector<std::uint32_t>> pending_;
  std::uint64_t waits_ = 0;
};

}  // namespace

Application read_netrace(const std::string& path, const NetraceKeys& keys, std::size_t source,
                         Diagnostics& diagnostics) {
  return NetraceReader(path, keys, source, diagnostics).read();
}

}  // namespace selvage::config
