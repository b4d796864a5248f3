// SPDX-License-Identifier: Apache-2.0
#include "config/application/packed_file.hpp"

#include <bzlib.h>

#include <algorithm>
#include <cassert>
#include <cstring>

namespace selvage::config {
namespace {

constexpr std::size_t kBlock = 65536;
constexpr char kPackedMagic[] = {'B', 'Z', 'h'};

}  // namespace

/// One bzip2 stream after the other, as `cat` or a parallel packer leaves them.
struct PackedFile::Unpacker {
  bz_stream stream{};
  bool open = false;

  Unpacker() = default;
  ~Unpacker() { close(); }
  Unpacker(const Unpacker&) = delete;
  Unpacker& operator=(const Unpacker&) = delete;

  bool begin() {
    assert(!open);
    open = BZ2_bzDecompressInit(&stream, 0, 0) == BZ_OK;
    return open;
  }
  void close() {
    if (open) BZ2_bzDecompressEnd(&stream);
    open = false;
  }
};

PackedFile::PackedFile(const std::string& path) : file_(path, std::ios::binary) {
  if (!file_) error_ = "cannot be read";
  if (!fetch()) return;
  if (in_.size() >= sizeof kPackedMagic &&
      std::memcmp(in_.data(), kPackedMagic, sizeof kPackedMagic) == 0) {
    unpacker_ = std::make_unique<Unpacker>();
    unpacker_->stream.next_in = in_.data();
    unpacker_->stream.avail_in = static_cast<unsigned>(in_.size());
  } else {
    out_ = in_;
  }
}

PackedFile::~PackedFile() = default;

bool PackedFile::fetch() {
  in_.resize(kBlock);
  file_.read(in_.data(), static_cast<std::streamsize>(in_.size()));
  in_.resize(static_cast<std::size_t>(file_.gcount()));
  if (file_.bad()) error_ = "cannot be read on";
  return !in_.empty();
}

bool PackedFile::unpack() {
  bz_stream& stream = unpacker_->stream;
  out_.resize(kBlock);
  stream.next_out = out_.data();
  stream.avail_out = kBlock;
  while (stream.avail_out == kBlock) {
    if (stream.avail_in == 0) {
      if (!fetch()) {
        if (unpacker_->open) error_ = "its packed data end early: the file is cut short";
        break;
      }
      stream.next_in = in_.data();
      stream.avail_in = static_cast<unsigned>(in_.size());
    }
    if (!unpacker_->open && !unpacker_->begin()) {
      error_ = "there is no memory to unpack it";
      break;
    }
    const int result = BZ2_bzDecompress(&stream);
    if (result == BZ_STREAM_END) {
      unpacker_->close();
    } else if (result != BZ_OK) {
      error_ = "its packed data are damaged";
      break;
    }
  }
  out_.resize(kBlock - stream.avail_out);
  return !out_.empty();
}

bool PackedFile::fill() {
  if (!error_.empty()) return false;
  at_ = 0;
  if (unpacker_) return unpack();
  out_.clear();
  if (!fetch()) return false;
  out_ = in_;
  return true;
}

std::size_t PackedFile::read(void* to, std::size_t count) {
  std::size_t done = 0;
  while (done < count) {
    if (at_ == out_.size() && !fill()) break;
    const std::size_t now = std::min(count - done, out_.size() - at_);
    if (to != nullptr) std::memcpy(static_cast<char*>(to) + done, out_.data() + at_, now);
    at_ += now;
    done += now;
  }
  offset_ += done;
  return done;
}

bool PackedFile::skip(std::uint64_t count) {
  while (count > 0) {
    const std::size_t now = static_cast<std::size_t>(std::min<std::uint64_t>(count, kBlock));
    if (read(nullptr, now) < now) return false;
    count -= now;
  }
  return true;
}

}  // namespace selvage::config
