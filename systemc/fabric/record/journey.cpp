// SPDX-License-Identifier: Apache-2.0
#include "fabric/record/journey.hpp"

#include <fmt/format.h>
#include <algorithm>
#include <cerrno>
#include <cstring>
#include <stdexcept>

namespace selvage::fabric {

JourneyLog::JourneyLog(const std::string& path, const Topology& topology)
    : path_(path), topology_(topology), file_(std::fopen(path.c_str(), "w")) {
  if (file_ == nullptr) {
    throw std::runtime_error(fmt::format("cannot write {}: {}", path, std::strerror(errno)));
  }
}

JourneyLog::~JourneyLog() {
  if (file_ != nullptr) std::fclose(file_);
}

void JourneyLog::on(const PacketStarted& e) {
  const Packet& p = e.packet;
  under_way_[p.id] = {p.id, p.source, p.destination, p.created, {}};
}

void JourneyLog::on(const HeaderArrived& e) {
  under_way_.at(e.packet.id).hops.push_back({e.where.sw, e.where.port, 0, e.at, kNever});
}

void JourneyLog::on(const HeaderCutOff& e) { under_way_.at(e.packet.id).hops.pop_back(); }

void JourneyLog::on(const PacketLeft& e) {
  Hop& hop = under_way_.at(e.packet.id).hops.back();
  hop.out = e.from.port;
  hop.departed = e.at;
}

void JourneyLog::on(const PacketEnded& e) {
  const auto it = under_way_.find(e.packet.id);
  write(it->second, e.end, e.met, e.at);
  under_way_.erase(it);
}

void JourneyLog::write_rest(Cycle now) {
  std::vector<const Life*> rest;
  rest.reserve(under_way_.size());
  for (const auto& entry : under_way_) rest.push_back(&entry.second);
  std::sort(rest.begin(), rest.end(), [](const Life* a, const Life* b) { return a->id < b->id; });
  for (const Life* life : rest) write(*life, "in_flight", "", now);
  under_way_.clear();
}

std::string JourneyLog::close(Cycle now) {
  write_rest(now);
  const bool failed = std::ferror(file_) != 0;
  const bool cut = std::fclose(file_) != 0;
  file_ = nullptr;
  if (!failed && !cut) return "";
  const std::string why = fmt::format("{} is incomplete: {}", path_, std::strerror(errno));
  std::remove(path_.c_str());
  return why;
}

JourneyLog::Life JourneyLog::take_out(PacketId packet) {
  const auto it = under_way_.find(packet);
  Life life = std::move(it->second);
  under_way_.erase(it);
  return life;
}

std::vector<JourneyLog::Line> JourneyLog::lines(Cycle now) {
  write_rest(now);
  return std::move(lines_);
}

std::string JourneyLog::write_merged(const std::string& path, std::vector<Line> lines) {
  std::stable_sort(lines.begin(), lines.end(), [](const Line& a, const Line& b) {
    return a.at != b.at ? a.at < b.at : a.moment < b.moment;
  });
  path_ = path;
  file_ = std::fopen(path.c_str(), "w");
  if (file_ == nullptr) return fmt::format("cannot write {}: {}", path, std::strerror(errno));
  for (const Line& line : lines) {
    static_cast<void>(std::fwrite(line.text.data(), 1, line.text.size(), file_));
  }
  return close(0);
}

void JourneyLog::write(const Life& life, std::string_view end, std::string_view fault, Cycle now) {
  line_.clear();
  const auto line = fmt::appender(line_);
  fmt::format_to(line, R"({{"id":{},"src":"{}","dst":"{}","created":{},"hops":[)", life.id,
                 topology_.host_name(life.source), topology_.host_name(life.destination),
                 life.created);
  for (std::size_t i = 0; i < life.hops.size(); ++i) {
    const Hop& hop = life.hops[i];
    fmt::format_to(line, R"({}{{"switch":"{}","in":{},"arrive":{})", i == 0 ? "" : ",",
                   topology_.switch_name(hop.sw), hop.in, hop.arrived);
    if (hop.departed != kNever) {
      fmt::format_to(line, R"(,"out":{},"depart":{})", hop.out, hop.departed);
    }
    line_.push_back('}');
  }
  fmt::format_to(line, R"(],"end":"{}","at":{})", end, now);
  if (!fault.empty()) fmt::format_to(line, R"(,"fault":"{}")", fault);
  fmt::format_to(line, "}}\n");
  if (moment_ != nullptr) {
    const bool flies = end == "in_flight";
    lines_.push_back({flies ? kNever : now, flies ? life.id : *moment_,
                      std::string(line_.data(), line_.size())});
    return;
  }
  // Inside a SystemC process nothing may be thrown: close() looks.
  static_cast<void>(std::fwrite(line_.data(), 1, line_.size(), file_));
}

}  // namespace selvage::fabric
