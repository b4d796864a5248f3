// SPDX-License-Identifier: Apache-2.0
#include "config/text/file_lock.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstring>
#include <thread>

namespace selvage::config {
namespace {

constexpr const char* kNoFile = "is not a regular file";

bool lock(int file, int how) {
  for (int i = 0; i < 20; ++i) {
    if (flock(file, how | LOCK_NB) == 0) return true;
    if (errno != EWOULDBLOCK) return false;
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
  }
  errno = EWOULDBLOCK;
  return false;
}

bool regular(int file) {
  struct stat open {};
  return fstat(file, &open) == 0 && S_ISREG(open.st_mode);
}

/// Whether `file` is still what `path` names: whoever had the lock may have taken it away.
bool same_file(int file, const std::string& path) {
  struct stat open {};
  struct stat named {};
  return fstat(file, &open) == 0 && lstat(path.c_str(), &named) == 0 &&
         open.st_ino == named.st_ino && open.st_dev == named.st_dev;
}

std::string reason() {
  if (errno == EWOULDBLOCK) return "another process is at it";
  if (errno == ENXIO) return kNoFile;  // a FIFO that nobody reads
  return errno == ELOOP ? "is a symbolic link" : std::strerror(errno);
}

}  // namespace

std::FILE* open_locked(const std::string& path, bool shared, std::string& why) {
  const int how =
      O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC | (shared ? O_RDONLY : O_WRONLY | O_APPEND | O_CREAT);
  for (;;) {
    const int file = ::open(path.c_str(), how, 0666);
    const bool odd = file >= 0 && !regular(file);
    if (odd || file < 0 || !lock(file, shared ? LOCK_SH : LOCK_EX)) {
      why = odd ? kNoFile : reason();
      if (file >= 0) ::close(file);
      return nullptr;
    }
    if (same_file(file, path)) {
      std::FILE* stream = fdopen(file, shared ? "rb" : "ab");
      if (stream != nullptr) return stream;
      why = reason();
      ::close(file);
      return nullptr;
    }
    ::close(file);
  }
}

}  // namespace selvage::config
