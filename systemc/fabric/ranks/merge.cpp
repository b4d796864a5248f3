// SPDX-License-Identifier: Apache-2.0
#include "fabric/ranks/merge.hpp"

#include <algorithm>
#include <optional>
#include <stdexcept>

namespace selvage::fabric {
namespace {

void put_tally(mpi::Bytes& bytes, const kernel::Tally& tally) {
  std::vector<std::array<std::uint64_t, 2>> pairs;
  tally.each([&pairs](std::uint64_t value, std::uint64_t times) {
    pairs.push_back({value, times});
  });
  put_all(bytes, pairs);
}

void add_tally(kernel::Tally& tally, ByteReader& reader) {
  for (const auto& [value, times] : reader.all<std::array<std::uint64_t, 2>>()) {
    tally.add(value, times);
  }
}

/// Visits every number of which the sum of all ranks is one rank's.
template <class Visit>
void each_sum(const Account& account, Visit&& visit) {
  Context& c = account.context;
  Tally& t = c.tally;
  for (std::uint64_t* n : account.path_sums) visit(*n);
  for (std::uint64_t* n :
       {&t.counts.offered, &t.counts.accepted, &t.counts.refused, &t.counts.delivered,
        &t.measured_offered_beats, &t.measured_delivered_beats, &t.early_delivered_beats,
        &t.packet_hops, &t.decisions, &t.receivers.xoff, &t.receivers.xon, &t.receivers.stalled}) {
    visit(*n);
  }
  for (std::uint64_t& n : t.counts.dropped) visit(n);
  for (std::uint64_t& n : t.drop_classes) visit(n);
  for (std::uint64_t& n : t.link_use.all()) visit(n);
  for (FlowTally& flow : t.flows) {
    visit(flow.offered);
    visit(flow.delivered);
  }
  for (FaultEvent& e : c.book.faults) visit(e.packets_lost);
  for (NodeEvent& e : c.book.deaths) visit(e.packets_lost);
  for (FlapEvent& e : c.book.flaps) visit(e.packets_lost);
}

void put_losses(mpi::Bytes& bytes, const LossList& list) {
  put_all(bytes, list.losses);
  put(bytes, list.cut);
}

void add_losses(LossList& list, ByteReader& reader) {
  for (const PacketLoss& loss : reader.all<PacketLoss>()) list.losses.push_back(loss);
  list.cut += reader.get<std::uint64_t>();
}

void put_stories(mpi::Bytes& bytes, EventLog& events) {
  for (const FaultStory& story : events.stories()) {
    put_all(bytes, story.losses);
    put_all(bytes, story.reroutes);
    put(bytes, story.losses_cut);
  }
  for (const auto* lists : {&events.others().of_nodes, &events.others().of_flaps}) {
    put(bytes, std::uint64_t{lists->size()});
    for (const LossList& list : *lists) put_losses(bytes, list);
  }
  put_losses(bytes, events.others().of_nothing);
}

void add_stories(EventLog& events, ByteReader& reader) {
  for (FaultStory& story : events.stories()) {
    for (const PacketLoss& loss : reader.all<PacketLoss>()) story.losses.push_back(loss);
    for (const Reroute& reroute : reader.all<Reroute>()) story.reroutes.push_back(reroute);
    story.losses_cut += reader.get<std::uint64_t>();
  }
  for (auto* lists : {&events.others().of_nodes, &events.others().of_flaps}) {
    const auto size = reader.get<std::uint64_t>();
    if (size > lists->size()) lists->resize(size);
    for (std::uint64_t i = 0; i < size; ++i) add_losses((*lists)[i], reader);
  }
  add_losses(events.others().of_nothing, reader);
}

/// False if there was one, and losses of the list have been left out.
bool remove(const std::vector<Loss>& mistaken, std::vector<PacketLoss>& losses, std::uint64_t cut) {
  const auto is_mistaken = [&mistaken](const PacketLoss& l) {
    return std::any_of(mistaken.begin(), mistaken.end(), [&l](const Loss& m) {
      return m.packet == l.packet && m.at == l.at && m.moment == l.moment;
    });
  };
  const auto end = std::remove_if(losses.begin(), losses.end(), is_mistaken);
  const bool any = end != losses.end();
  losses.erase(end, losses.end());
  return !any || cut == 0;
}

/// Those of one rank: in order of time, cut at the limit. `lower`: of two losses at one moment that
/// sent by this end is the later; none: they stay as they are.
bool put_in_order(const std::vector<Loss>& mistaken, std::vector<PacketLoss>& losses,
                  std::uint64_t& cut, std::optional<SwitchPort> lower = std::nullopt) {
  if (!remove(mistaken, losses, cut)) return false;
  const auto by_lower = [&lower](const PacketLoss& l) {
    return lower && l.where.sw == lower->sw && l.where.port == lower->port;
  };
  std::stable_sort(losses.begin(), losses.end(), [&](const PacketLoss& a, const PacketLoss& b) {
    if (a.at != b.at) return a.at < b.at;
    if (a.moment != b.moment) return a.moment < b.moment;
    return !by_lower(a) && by_lower(b);
  });
  if (losses.size() > EventLog::kLosses) {
    cut += losses.size() - EventLog::kLosses;
    losses.resize(EventLog::kLosses);
  }
  return true;
}

/// Those of a model; every switch samples it, here or at another rank.
cover::Counts& counts_of(Context& c, const std::string& model) {
  for (cover::Coverage* coverage : {&c.scoreboard.coverage(), &c.doubles.coverage()}) {
    for (const cover::Counts& counts : coverage->counts()) {
      if (counts.model()->name() == model) return c.scoreboard.coverage().of(counts.model());
    }
  }
  throw std::logic_error("a rank has sampled " + model + ", which this one does not know");
}

}  // namespace

mpi::Bytes pack(const Account& account) {
  Context& c = account.context;
  mpi::Bytes bytes;
  put(bytes, c.scoreboard.failed() || !c.broken_check.empty());
  put(bytes, std::uint64_t{c.packets.live()});
  put(bytes, c.last_progress);
  put(bytes, c.last_delivery);
  put(bytes, c.tally.receivers.fullest);
  each_sum(account, [&bytes](std::uint64_t n) { put(bytes, n); });
  for (const FaultEvent& e : c.book.faults) {
    if (e.repair) put(bytes, e.repair->first_packet);
  }
  put_tally(bytes, c.tally.latency);
  for (const FlowTally& flow : c.tally.flows) put_tally(bytes, flow.latency);
  put(bytes, std::uint64_t{c.scoreboard.blocks().size()});
  for (const BlockCount& block : c.scoreboard.blocks()) {
    put_text(bytes, block.kind);
    put(bytes, block.compared);
    put(bytes, block.mismatches);
  }
  put(bytes, std::uint64_t{c.scoreboard.coverage().counts().size()});
  for (const cover::Counts& counts : c.scoreboard.coverage().counts()) {
    put_text(bytes, counts.model()->name());
    for (std::size_t i = 0; i < counts.model()->situations().size(); ++i) {
      put(bytes, counts.count(i));
    }
  }
  put_all(bytes, account.mistaken);
  if (account.events != nullptr) put_stories(bytes, *account.events);
  if (account.journeys == nullptr) return bytes;
  for (const JourneyLog::Line& line : account.journeys->lines(c.now())) {
    put(bytes, line.at);
    put(bytes, line.moment);
    put_text(bytes, line.text);
  }
  return bytes;
}

bool add(Account& account, const mpi::Bytes& packed, std::vector<JourneyLog::Line>& lines) {
  Context& c = account.context;
  ByteReader reader(packed);
  const bool failed = reader.get<bool>();
  c.share.in_flight += reader.get<std::uint64_t>();
  c.last_progress = std::max(c.last_progress, reader.get<Cycle>());
  c.last_delivery = std::max(c.last_delivery, reader.get<Cycle>());
  c.tally.receivers.fullest = std::max(c.tally.receivers.fullest, reader.get<std::uint64_t>());
  each_sum(account, [&reader](std::uint64_t& n) { n += reader.get<std::uint64_t>(); });
  for (FaultEvent& e : c.book.faults) {
    if (e.repair) e.repair->first_packet = std::min(e.repair->first_packet, reader.get<Cycle>());
  }
  add_tally(c.tally.latency, reader);
  for (FlowTally& flow : c.tally.flows) add_tally(flow.latency, reader);
  for (auto left = reader.get<std::uint64_t>(); left > 0; --left) {
    BlockCount& block = c.scoreboard.block(reader.text());
    block.compared += reader.get<std::uint64_t>();
    block.mismatches += reader.get<std::uint64_t>();
  }
  for (auto left = reader.get<std::uint64_t>(); left > 0; --left) {
    cover::Counts& counts = counts_of(c, reader.text());
    for (std::size_t i = 0; i < counts.model()->situations().size(); ++i) {
      counts.add(i, reader.get<std::uint64_t>());
    }
  }
  for (const Loss& loss : reader.all<Loss>()) account.mistaken.push_back(loss);
  if (account.events != nullptr) add_stories(*account.events, reader);
  while (!reader.done()) {
    const auto at = reader.get<Cycle>();
    const auto moment = reader.get<std::uint64_t>();
    lines.push_back({at, moment, reader.text()});
  }
  return failed;
}

bool put_in_order(const Account& account) {
  if (account.events == nullptr) return true;
  std::vector<FaultStory>& stories = account.events->stories();
  for (std::size_t f = 0; f < stories.size(); ++f) {
    FaultStory& story = stories[f];
    // A link that dies cuts what its lower end receives first: that was sent by the other.
    const SwitchPort lower = account.context.book.faults[f].link;
    if (!put_in_order(account.mistaken, story.losses, story.losses_cut, lower)) return false;
    std::stable_sort(story.reroutes.begin(), story.reroutes.end(),
                     [](const Reroute& a, const Reroute& b) {
                       return a.at != b.at ? a.at < b.at : a.sw < b.sw;
                     });
  }
  OtherLosses& others = account.events->others();
  for (auto* lists : {&others.of_nodes, &others.of_flaps}) {
    for (LossList& list : *lists) {
      if (!put_in_order(account.mistaken, list.losses, list.cut)) return false;
    }
  }
  return put_in_order(account.mistaken, others.of_nothing.losses, others.of_nothing.cut);
}

}  // namespace selvage::fabric
