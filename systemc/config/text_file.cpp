// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>

#include "config/loader.hpp"

namespace selvage::config {

std::optional<std::string> read_text_file(const std::string& path, std::size_t limit,
                                          std::string& why) {
  std::error_code code;
  const auto status = std::filesystem::status(path, code);
  if (!std::filesystem::exists(status)) {
    why = "no such file";
    return std::nullopt;
  }
  if (std::filesystem::is_directory(status)) {
    why = "this is a directory";
    return std::nullopt;
  }
  errno = 0;
  std::ifstream in(path, std::ios::binary);
  if (!in) {
    why = fmt::format("cannot be read: {}", std::strerror(errno));
    return std::nullopt;
  }
  std::string text(limit + 1, '\0');
  in.read(text.data(), static_cast<std::streamsize>(text.size()));
  text.resize(static_cast<std::size_t>(in.gcount()));
  if (text.size() > limit) {
    why = fmt::format("longer than the {} bytes that are read", limit);
    return std::nullopt;
  }
  return text;
}

}  // namespace selvage::config
