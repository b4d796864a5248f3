// SPDX-License-Identifier: Apache-2.0
/// \file
/// Reads values out of an FST file.
#pragma once

#include <gtkwave/fstapi.h>
#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace selvage::tb {

inline constexpr std::uint64_t kPeriod = 1000;  ///< ps, of clock_ns: 1

class WaveValues {
 public:
  explicit WaveValues(const std::string& path) : file_(fstReaderOpen(path.c_str())) {
    if (file_ == nullptr) return;
    std::vector<std::string> scopes{""};
    while (const fstHier* h = fstReaderIterateHier(file_)) {
      if (h->htyp == FST_HT_SCOPE) {
        const std::string name(h->u.scope.name, h->u.scope.name_length);
        scopes.push_back(scopes.back() + name + ".");
      } else if (h->htyp == FST_HT_UPSCOPE) {
        scopes.pop_back();
      } else if (h->htyp == FST_HT_VAR) {
        std::string name(h->u.var.name, h->u.var.name_length);
        handles_[scopes.back() + name.substr(0, name.find(' '))] = h->u.var.handle;
      }
    }
  }
  ~WaveValues() {
    if (file_ != nullptr) fstReaderClose(file_);
  }
  WaveValues(const WaveValues&) = delete;
  WaveValues& operator=(const WaveValues&) = delete;

  [[nodiscard]] bool readable() const { return file_ != nullptr && !handles_.empty(); }
  [[nodiscard]] bool has(const std::string& path) const { return handles_.count(path) != 0; }
  [[nodiscard]] std::size_t count() const { return handles_.size(); }
  [[nodiscard]] std::uint64_t begin() const { return fstReaderGetStartTime(file_); }
  [[nodiscard]] std::uint64_t end() const { return fstReaderGetEndTime(file_); }

  /// Bits, most significant first; empty where there is no such signal.
  [[nodiscard]] std::string bits(const std::string& path, std::uint64_t time) const {
    const auto it = handles_.find(path);
    if (it == handles_.end()) return "";
    std::string buffer(4096, '\0');
    const char* value = fstReaderGetValueFromHandleAtTime(file_, time, it->second, buffer.data());
    return value == nullptr ? "" : value;
  }
  [[nodiscard]] std::optional<std::uint64_t> number(const std::string& path,
                                                    std::uint64_t time) const {
    const std::string text = bits(path, time);
    if (text.empty() || text.find_first_not_of("01") != std::string::npos) return std::nullopt;
    return std::stoull(text, nullptr, 2);
  }
  [[nodiscard]] std::string text(const std::string& path, std::uint64_t time) const {
    const std::string all = bits(path, time);
    std::string out;
    for (std::size_t i = 0; i + 8 <= all.size(); i += 8) {
      const char c = static_cast<char>(std::stoi(all.substr(i, 8), nullptr, 2));
      if (c != '\0') out += c;
    }
    return out;
  }

 private:
  void* file_;
  std::map<std::string, fstHandle> handles_;
};

}  // namespace selvage::tb
