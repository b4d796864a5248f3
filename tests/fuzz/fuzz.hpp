// SPDX-License-Identifier: Apache-2.0
/// \file
/// What the fuzzers share. A fuzzer takes bytes as a user may hand them in; nothing but a refusal
/// in words may come of bad ones, and what is taken has to hold together.
#pragma once

#include <sys/mman.h>
#include <unistd.h>

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace selvage::fuzz {

/// Ends the fuzzer unless `holds`: a finding.
inline void require(bool holds, const std::string& what) {
  if (holds) return;
  std::fprintf(stderr, "finding: %s\n", what.c_str());
  std::abort();
}

inline std::string text_of(const std::uint8_t* data, std::size_t size) {
  return {reinterpret_cast<const char*>(data), size};
}

/// A file that holds one text at a time, without a disk.
class MemoryFile {
 public:
  MemoryFile() : file_(memfd_create("input", MFD_CLOEXEC)) { require(file_ >= 0, "memfd_create"); }
  ~MemoryFile() { close(file_); }
  MemoryFile(const MemoryFile&) = delete;
  MemoryFile& operator=(const MemoryFile&) = delete;

  void hold(const std::string& text) const {
    require(ftruncate(file_, 0) == 0 &&
                pwrite(file_, text.data(), text.size(), 0) == static_cast<ssize_t>(text.size()),
            "memory file");
  }
  [[nodiscard]] std::string path() const { return "/proc/self/fd/" + std::to_string(file_); }

 private:
  int file_;
};

}  // namespace selvage::fuzz
