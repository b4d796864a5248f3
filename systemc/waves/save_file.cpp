// SPDX-License-Identifier: Apache-2.0
#include "waves/save_file.hpp"

#include <fmt/format.h>
#include <algorithm>
#include <cmath>
#include <iterator>

namespace selvage::waves {
namespace {

// Bits of a trace's flags in GTKWave 3.3.
constexpr std::uint64_t kHex = 0x2, kDec = 0x4, kBin = 0x8, kRight = 0x20, kBlank = 0x200,
                        kAscii = 0x800, kCollapsed = 0x1000, kStep = 0x8000, kStretch = 0x20000,
                        kClosed = 0x400000, kGroupBegin = 0x800000, kGroupEnd = 0x1000000,
                        kEnum = 0x100000000;
constexpr unsigned kMostMarkers = 26;
constexpr unsigned kStaircaseRows = 1;
constexpr double kCharacter = 5.0;         ///< points, of a marker's name
constexpr double kGap = 2.0 * kCharacter;  ///< between two names

std::uint64_t flags_of(Format format) {
  switch (format) {
    case Format::kBinary: return kBin | kRight;
    case Format::kHex: return kHex | kRight;
    case Format::kDecimal: return kDec | kRight;
    case Format::kText: return kAscii | kRight;
    case Format::kWord: return kEnum | kBin | kRight;
    case Format::kStaircase: return kDec | kRight | kStep;
  }
  return kHex;
}

/// GTKWave takes a '.' in an alias for a level of the hierarchy, and braces end it.
std::string alias_text(std::string text) {
  for (char& c : text) {
    if (c == '.') c = ',';
    if (c == '{' || c == '}') c = '|';
  }
  return text;
}

/// A name above a marker at `at`, in points from the left of the pane.
struct Label {
  double at;
  double width;
};

/// Middles of the labels, in the order of the markers: as close to these as they can be side by
/// side inside of the pane. Labels that push each other stand around the mean of their markers.
std::vector<double> side_by_side(const std::vector<Label>& labels, double pane) {
  struct Group {
    double sum;  ///< of what would be its place
    std::size_t count;
    [[nodiscard]] double mean() const { return sum / static_cast<double>(count); }
  };
  std::vector<double> offset;  ///< from the first label, all as close as they can be
  std::vector<Group> groups;
  for (std::size_t i = 0; i < labels.size(); ++i) {
    offset.push_back(i == 0 ? 0.0
                            : offset.back() + (labels[i - 1].width + labels[i].width) / 2 + kGap);
    groups.push_back({labels[i].at - offset[i], 1});
    while (groups.size() > 1 && groups[groups.size() - 2].mean() > groups.back().mean()) {
      const Group last = groups.back();
      groups.pop_back();
      groups.back().sum += last.sum;
      groups.back().count += last.count;
    }
  }
  std::vector<double> middles;
  for (const Group& g : groups) {
    for (std::size_t left = g.count; left > 0; --left) {
      const std::size_t i = middles.size();
      const double most = pane - labels.back().width / 2 - offset.back();
      const double least = std::min(labels.front().width / 2, most);
      middles.push_back(std::clamp(g.mean(), least, most) + offset[i]);
    }
  }
  return middles;
}

}  // namespace

SaveFile::SaveFile(const std::string& dump_name, const std::string& own_name)
    : dump_name_(dump_name), own_name_(own_name) {}

void SaveFile::zoom(std::uint64_t from_ps, std::uint64_t until_ps) {
  from_ = from_ps;
  until_ = std::max(until_ps, from_ps + 1);
}

void SaveFile::marker(std::uint64_t ps, const std::string& name) {
  if (markers_.size() == kMostMarkers) return;
  markers_.push_back({ps, name});
}

/// GTKWave puts the middle of a name above its marker: blanks before or behind it move it aside.
std::vector<std::string> SaveFile::placed_names(double pane) const {
  std::vector<std::string> names;
  std::vector<std::size_t> shown;
  std::vector<Label> labels;
  for (const Marker& m : markers_) {
    if (m.ps >= from_ && m.ps <= until_) {
      const double part = static_cast<double>(m.ps - from_) / static_cast<double>(until_ - from_);
      shown.push_back(names.size());
      labels.push_back({part * pane, kCharacter * static_cast<double>(m.name.size())});
    }
    names.push_back(m.name);
  }
  const std::vector<double> middles = side_by_side(labels, pane);
  for (std::size_t i = 0; i < shown.size(); ++i) {
    const double aside = 2 * (middles[i] - labels[i].at) / kCharacter;
    const std::string blanks(static_cast<std::size_t>(std::lround(std::abs(aside))), ' ');
    std::string& name = names[shown[i]];
    name = aside > 0 ? blanks + name : name + blanks;
  }
  return names;
}

void SaveFile::begin_group(const std::string& name, bool open) {
  const std::string title = alias_text(name);
  groups_.push_back({title, open});
  fmt::format_to(std::back_inserter(body_), "@{:x}\n-{}\n",
                 kGroupBegin | kBlank | (open ? 0 : kClosed), title);
}

void SaveFile::end_group() {
  const Group g = groups_.back();
  groups_.pop_back();
  fmt::format_to(std::back_inserter(body_), "@{:x}\n-{}\n",
                 kGroupEnd | kBlank | (g.open ? 0 : kClosed | kCollapsed), g.name);
}

void SaveFile::blank(const std::string& comment) {
  fmt::format_to(std::back_inserter(body_), "@{:x}\n-{}\n", kBlank, alias_text(comment));
}

void SaveFile::signal(const Signal& signal, const std::string& alias, Format format, Color color) {
  paths_.push_back(signal.path());
  body_ += fmt::format("@{:x}\n", flags_of(format));
  if (color != Color::kNormal) body_ += fmt::format("[color] {}\n", static_cast<int>(color));
  if (alias.empty()) {
    body_ += signal.path() + "\n";
  } else {
    body_ += fmt::format("+{{{}}} {}\n", alias_text(alias), signal.path());
  }
  if (format != Format::kStaircase) return;
  for (unsigned i = 0; i < kStaircaseRows; ++i) body_ += fmt::format("@{:x}\n-\n", kStretch);
}

std::string SaveFile::text() const {
  constexpr double kPane = kWidth - kNamesWidth - 40.0;
  const double zoom = -std::log2(200.0 * static_cast<double>(until_ - from_) / kPane);
  std::string out = fmt::format("[dumpfile] \"{}\"\n[savefile] \"{}\"\n[timestart] {}\n",
                                dump_name_, own_name_, from_);
  out += fmt::format("[size] {} {}\n[pos] -1 -1\n", kWidth, kHeight);
  out += fmt::format("*{:.6f} {}", zoom, primary_);
  for (unsigned i = 0; i < kMostMarkers; ++i) {
    out += i < markers_.size() ? fmt::format(" {}", markers_[i].ps) : std::string(" -1");
  }
  out += "\n";
  const std::vector<std::string> names = placed_names(kPane);
  for (std::size_t i = 0; i < names.size(); ++i) {
    out += fmt::format("[markername] {}{}\n", static_cast<char>('A' + i), names[i]);
  }
  out += fmt::format("[signals_width] {}\n[sst_expanded] 0\n", kNamesWidth);
  return out + body_ + "[pattern_trace] 1\n[pattern_trace] 0\n";
}

}  // namespace selvage::waves
