// SPDX-License-Identifier: Apache-2.0
/// \file
/// A file of bytes, as it is or packed by bzip2, read from its beginning to its end.
#pragma once

#include <cstdint>
#include <fstream>
#include <memory>
#include <string>
#include <vector>

namespace selvage::config {

class PackedFile {
 public:
  explicit PackedFile(const std::string& path);
  ~PackedFile();
  PackedFile(const PackedFile&) = delete;
  PackedFile& operator=(const PackedFile&) = delete;

  /// Fills `to` with the next bytes, unpacked; how many there were: fewer than `count` only where
  /// the file ends or cannot be read on.
  std::size_t read(void* to, std::size_t count);
  /// Passes over bytes; whether there were so many.
  bool skip(std::uint64_t count);
  /// How many unpacked bytes have been read.
  [[nodiscard]] std::uint64_t offset() const { return offset_; }
  /// Why it cannot be read on; empty: nothing is wrong with it.
  [[nodiscard]] const std::string& error() const { return error_; }

 private:
  struct Unpacker;
  /// Unpacks more; false at the end.
  bool fill();
  bool unpack();
  /// More bytes of the file into `in_`; false at its end.
  bool fetch();

  std::ifstream file_;
  std::unique_ptr<Unpacker> unpacker_;  ///< of a packed file
  std::vector<char> in_;                ///< as they are in the file
  std::vector<char> out_;               ///< unpacked
  std::size_t at_ = 0;                  ///< the next of `out_`
  std::uint64_t offset_ = 0;
  std::string error_;
};

}  // namespace selvage::config
