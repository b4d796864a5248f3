// SPDX-License-Identifier: Apache-2.0
#include "dut/build/process.hpp"

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <future>
#include <stdexcept>

namespace selvage::dut {

namespace {

constexpr std::size_t kMostOutput = std::size_t{1} << 20;

std::string drain(int from) {
  std::string text;
  char block[65536];
  for (;;) {
    const ssize_t got = read(from, block, sizeof block);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return text;
    if (text.size() < kMostOutput) text.append(block, static_cast<std::size_t>(got));
  }
}

}  // namespace

Ended run_tool(const std::vector<std::string>& words, const std::string& folder) {
  std::vector<char*> argv;
  for (const std::string& word : words) argv.push_back(const_cast<char*>(word.c_str()));
  argv.push_back(nullptr);
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) throw std::runtime_error("no pipe can be made");
  const pid_t pid = fork();
  if (pid < 0) throw std::runtime_error("no process can be started");
  if (pid == 0) {
    dup2(ends[1], 1);
    dup2(ends[1], 2);
    const int nothing = open("/dev/null", O_RDONLY);
    dup2(nothing, 0);
    if (chdir(folder.c_str()) == 0) execvp(argv[0], argv.data());
    _exit(127);
  }
  close(ends[1]);
  Ended ended;
  ended.output = drain(ends[0]);
  close(ends[0]);
  int status = 0;
  while (waitpid(pid, &status, 0) < 0 && errno == EINTR) {
  }
  if (WIFEXITED(status)) ended.code = WEXITSTATUS(status);
  return ended;
}

Ended run_tools(const std::vector<std::vector<std::string>>& commands, const std::string& folder) {
  Ended last{0, ""};
  for (std::size_t i = 0; i < commands.size() && last.code == 0; i += 2) {
    std::future<Ended> beside;
    if (i + 1 < commands.size()) {
      beside = std::async(std::launch::async, run_tool, commands[i + 1], folder);
    }
    last = run_tool(commands[i], folder);
    if (!beside.valid()) continue;
    const Ended other = beside.get();
    if (last.code == 0) last = other;
  }
  return last;
}

}  // namespace selvage::dut
