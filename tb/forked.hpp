// SPDX-License-Identifier: Apache-2.0
/// \file
/// Runs a piece of a test in a child process: SystemC holds one simulation per process, and a crash
/// or a hang becomes an ordinary failure.
#pragma once

#include <sys/wait.h>
#include <unistd.h>
#include <csignal>
#include <cstdint>
#include <cstring>
#include <functional>
#include <string>

namespace selvage::tb {

struct ChildReport {
  bool finished = false;  ///< the body returned
  std::string text;       ///< what it returned, or why it did not
};

/// Runs `body` in a forked child, at most `seconds` long, and brings its string back.
inline ChildReport forked(const std::function<std::string()>& body, unsigned seconds = 60) {
  int fd[2];
  if (pipe(fd) != 0) return {false, std::strerror(errno)};
  const pid_t child = fork();
  if (child < 0) return {false, std::strerror(errno)};
  if (child == 0) {
    close(fd[0]);
    alarm(seconds);
    std::string text;
    char tag = 'K';
    try {
      text = body();
    } catch (const std::exception& e) {
      tag = 'E';
      text = e.what();
    }
    text.insert(text.begin(), tag);
    for (std::size_t done = 0; done < text.size();) {
      const ssize_t n = write(fd[1], text.data() + done, text.size() - done);
      if (n <= 0) break;
      done += static_cast<std::size_t>(n);
    }
    _exit(0);
  }
  close(fd[1]);
  std::string text;
  char buffer[65536];
  for (ssize_t n; (n = read(fd[0], buffer, sizeof buffer)) > 0;) {
    text.append(buffer, static_cast<std::size_t>(n));
  }
  close(fd[0]);
  int status = 0;
  waitpid(child, &status, 0);
  if (WIFSIGNALED(status)) return {false, std::string("signal: ") + strsignal(WTERMSIG(status))};
  if (text.empty()) return {false, "the child ended without a word"};
  const bool ok = text.front() == 'K';
  text.erase(0, 1);
  return {ok, ok ? text : "exception: " + text};
}

}  // namespace selvage::tb
