// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>

#include "config/loader.hpp"

namespace selvage::config {

bool is_readable_file(const std::string& path, std::string& why) {
  std::error_code code;
  const auto status = std::filesystem::status(path, code);
  if (!std::filesystem::exists(status)) {
    why = "no such file";
    return false;
  }
  if (std::filesystem::is_directory(status)) {
    why = "this is a directory";
    return false;
  }
  errno = 0;
  if (!std::ifstream(path, std::ios::binary)) {
    why = fmt::format("cannot be read: {}", std::strerror(errno));
    return false;
  }
  return true;
}

std::optional<std::string> read_text_file(const std::string& path, std::size_t limit,
                                          std::string& why) {
  if (!is_readable_file(path, why)) return std::nullopt;
  std::ifstream in(path, std::ios::binary);
  std::string text;
  char block[65536];
  while (in.read(block, sizeof block) || in.gcount() > 0) {
    text.append(block, static_cast<std::size_t>(in.gcount()));
    if (text.size() > limit) {
      why = fmt::format("longer than the {} bytes that are read", limit);
      return std::nullopt;
    }
  }
  return text;
}

}  // namespace selvage::config
