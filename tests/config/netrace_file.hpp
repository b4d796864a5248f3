// SPDX-License-Identifier: Apache-2.0
/// \file
/// Writes traces in the format of netrace, byte by byte as docs/reference/traces.md has it.
#pragma once

#include <bzlib.h>
#include <unistd.h>

#include <catch2/catch.hpp>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

namespace selvage::test {

class NetraceWriter {
 public:
  struct Region {
    std::uint64_t offset, cycles, packets;
  };

  /// Appends `value` in so many bytes, the lowest first.
  NetraceWriter& put(std::uint64_t value, unsigned bytes) {
    for (unsigned i = 0; i < bytes; ++i) bytes_.push_back(static_cast<char>(value >> (8 * i)));
    return *this;
  }
  NetraceWriter& header(unsigned nodes, std::uint64_t packets,
                        const std::vector<Region>& regions = {}, const std::string& notes = "n") {
    put(0x484A5455, 4).put(0x3F800000, 4);
    bytes_ += std::string("tiny") + std::string(26, '\0');
    put(nodes, 1).put(0, 1).put(1000, 8).put(packets, 8);
    put(notes.size(), 4).put(regions.size(), 4).put(0x1122334455667788, 8);
    bytes_ += notes;
    for (const Region& r : regions) put(r.offset, 8).put(r.cycles, 8).put(r.packets, 8);
    return *this;
  }
  NetraceWriter& packet(std::uint64_t cycle, std::uint32_t id, unsigned type, unsigned from,
                        unsigned to, const std::vector<std::uint32_t>& dependents = {}) {
    put(cycle, 8).put(id, 4).put(0xABCD, 4).put(type, 1).put(from, 1).put(to, 1).put(0x23, 1);
    put(dependents.size(), 1);
    for (const std::uint32_t d : dependents) put(d, 4);
    return *this;
  }
  [[nodiscard]] const std::string& bytes() const { return bytes_; }

 private:
  std::string bytes_;
};

inline std::string packed(std::string bytes) {
  std::string out(bytes.size() + 700, '\0');
  auto length = static_cast<unsigned>(out.size());
  REQUIRE(BZ2_bzBuffToBuffCompress(out.data(), &length, bytes.data(),
                                   static_cast<unsigned>(bytes.size()), 1, 0, 0) == BZ_OK);
  out.resize(length);
  return out;
}

/// A file of these bytes, gone at the end.
class TraceFile {
 public:
  explicit TraceFile(const std::string& bytes)
      : path_((std::filesystem::temp_directory_path() /
               ("selvage_test_trace" + std::to_string(getpid())))
                  .string()) {
    std::ofstream(path_, std::ios::binary) << bytes;
  }
  ~TraceFile() { std::filesystem::remove(path_); }
  TraceFile(const TraceFile&) = delete;
  TraceFile& operator=(const TraceFile&) = delete;
  [[nodiscard]] const std::string& path() const { return path_; }

 private:
  std::string path_;
};

}  // namespace selvage::test
