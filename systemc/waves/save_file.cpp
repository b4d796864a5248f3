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

}  // namespace

SaveFile::SaveFile(const std::string& dump_name, const std::string& own_name)
    : dump_name_(dump_name), own_name_(own_name) {}

void SaveFile::zoom(std::uint64_t from_ps, std::uint64_t until_ps) {
  from_ = from_ps;
  until_ = std::max(until_ps, from_ps + 1);
}

void SaveFile::marker(std::uint64_t ps, const std::string& name) {
  if (markers_.size() == kMostMarkers) return;
  const char letter = static_cast<char>('A' + markers_.size());
  markers_.push_back(ps);
  fmt::format_to(std::back_inserter(marker_names_), "[markername] {}{}\n", letter, name);
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
    out += i < markers_.size() ? fmt::format(" {}", markers_[i]) : std::string(" -1");
  }
  out += "\n" + marker_names_;
  out += fmt::format("[signals_width] {}\n[sst_expanded] 0\n", kNamesWidth);
  return out + body_ + "[pattern_trace] 1\n[pattern_trace] 0\n";
}

}  // namespace selvage::waves
