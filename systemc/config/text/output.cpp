// SPDX-License-Identifier: Apache-2.0
#include "config/text/output.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <nlohmann/json.hpp>
#include <stdexcept>

namespace selvage::config {

namespace {

constexpr unsigned kMostNames = 100;  ///< of temporary files beside one path

/// A new file beside `path`, and its name: whatever lies at a name already is left alone.
std::FILE* new_file_beside(const std::string& path, std::string& name) {
  int file = -1;
  for (unsigned i = 0; file < 0 && i < kMostNames; ++i) {
    name = fmt::format("{}.{}.{}.tmp", path, getpid(), i);
    file = ::open(name.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0666);
    if (file < 0 && errno != EEXIST) return nullptr;
  }
  return file < 0 ? nullptr : fdopen(file, "wb");
}

/// `text` as one line of UTF-8 that XML may hold.
std::string one_clean_line(std::string_view text) {
  using nlohmann::json;
  std::string out =
      json::parse(json(std::string(text)).dump(-1, ' ', false, json::error_handler_t::replace))
          .get<std::string>();
  for (char& c : out) {
    if (static_cast<unsigned char>(c) < 0x20) c = ' ';
  }
  for (const char* none : {"\xef\xbf\xbe", "\xef\xbf\xbf"}) {  // U+FFFE, U+FFFF
    for (std::size_t at = 0; (at = out.find(none, at)) != std::string::npos;) {
      out.replace(at, 3, "\xef\xbf\xbd");
    }
  }
  return out;
}

}  // namespace

bool write_atomically(const std::string& path, const std::string& text, std::string& why) {
  std::string temporary;
  std::FILE* file = new_file_beside(path, temporary);
  const auto failed = [&] {
    why = fmt::format("cannot write {}: {}", path, std::strerror(errno));
    if (file != nullptr) std::remove(temporary.c_str());
    return false;
  };
  if (file == nullptr) return failed();
  const bool written = std::fwrite(text.data(), 1, text.size(), file) == text.size() &&
                       std::fflush(file) == 0 && fsync(fileno(file)) == 0;
  const bool closed = std::fclose(file) == 0;
  if (!written || !closed || std::rename(temporary.c_str(), path.c_str()) != 0) return failed();
  return true;
}

void write_file(const std::string& path, const std::string& text) {
  std::string why;
  if (!write_atomically(path, text, why)) throw std::runtime_error(why);
}

std::string shell_quoted(std::string_view word) {
  constexpr std::string_view kPlain =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-./=:,@%+";
  if (!word.empty() && word.find_first_not_of(kPlain) == std::string_view::npos) {
    return std::string(word);
  }
  std::string out = "'";
  for (char c : word) {
    if (c == '\'') out += "'\\''";
    else out += c;
  }
  return out + "'";
}

std::string markup_text(std::string_view text) {
  std::string out;
  for (const char c : one_clean_line(text)) {
    switch (c) {
      case '&': out += "&amp;"; break;
      case '<': out += "&lt;"; break;
      case '>': out += "&gt;"; break;
      case '"': out += "&quot;"; break;
      case '\'': out += "&#39;"; break;
      default: out += c;
    }
  }
  return out;
}

std::string gnuplot_quoted(std::string_view text) {
  const std::string clean = one_clean_line(text);
  std::string out = "'";
  for (std::size_t i = 0; i < clean.size(); ++i) {
    // Two quotes for one end the string where they stand first or beside others, and then whatever
    // follows is a command. The terminal hands on numbers of characters and escapes other '&'.
    if (clean[i] == '\'') out += "&#x27;";
    else if (clean.compare(i, 3, "&#x") == 0) out += "&#x26;";
    else out += clean[i];
  }
  return out + "'";
}

}  // namespace selvage::config
