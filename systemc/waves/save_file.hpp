// SPDX-License-Identifier: Apache-2.0
/// \file
/// A GTKWave save file (.gtkw), written line by line.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "waves/hierarchy.hpp"

namespace selvage::waves {

enum class Format { kBinary, kHex, kDecimal, kText, kWord, kStaircase };
enum class Color { kNormal = 0, kRed, kOrange, kYellow, kGreen, kBlue, kIndigo, kViolet };

class SaveFile {
 public:
  /// Size of the window and of its list of names, for which the zoom is computed.
  static constexpr unsigned kWidth = 1600;
  static constexpr unsigned kHeight = 1000;
  static constexpr unsigned kNamesWidth = 440;

  /// `dump_name` stands beside the save file.
  SaveFile(const std::string& dump_name, const std::string& own_name);

  void zoom(std::uint64_t from_ps, std::uint64_t until_ps);
  void primary(std::uint64_t ps) { primary_ = ps; }
  /// The next named marker; only the first 26 are kept. Names of those in the window stand beside
  /// each other, however close the markers are.
  void marker(std::uint64_t ps, const std::string& name);
  void begin_group(const std::string& name, bool open);
  void end_group();
  void blank(const std::string& comment = "");
  void signal(const Signal& signal, const std::string& alias, Format format, Color color);

  [[nodiscard]] std::string text() const;
  /// Paths of the signals added so far.
  [[nodiscard]] const std::vector<std::string>& paths() const { return paths_; }

 private:
  struct Group {
    std::string name;
    bool open;
  };
  std::string dump_name_;
  std::string own_name_;
  std::uint64_t from_ = 0;
  std::uint64_t until_ = 1;
  std::uint64_t primary_ = 0;
  struct Marker {
    std::uint64_t ps;
    std::string name;
  };
  [[nodiscard]] std::vector<std::string> placed_names(double pane) const;

  std::vector<Marker> markers_;
  std::string body_;
  std::vector<Group> groups_;
  std::vector<std::string> paths_;
};

}  // namespace selvage::waves
