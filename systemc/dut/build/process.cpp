// SPDX-License-Identifier: Apache-2.0
#include "dut/build/process.hpp"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <future>
#include <stdexcept>

namespace selvage::dut {

namespace {

constexpr std::size_t kMostOutput = std::size_t{1} << 20;

using Clock = std::chrono::steady_clock;

bool unwanted(const Limits& limits) { return limits.stop != nullptr && *limits.stop; }

/// Whether there is something to read, or the end, before `end`.
bool ready(int from, Clock::time_point end, const Limits& limits) {
  while (!unwanted(limits)) {
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(end - Clock::now()).count();
    pollfd waiting{from, POLLIN, 0};
    const int found = poll(&waiting, 1, static_cast<int>(std::clamp<long>(left, 0, 1000)));
    if (found > 0) return true;
    if (found == 0 && left <= 0) return false;
  }
  return false;
}

/// All that comes; when its time is over, or nobody wants it any more, `process` is killed.
std::string drain(int from, pid_t process, const Limits& limits, bool& late) {
  const auto end = Clock::now() + std::chrono::duration_cast<Clock::duration>(
                                      std::chrono::duration<double>(limits.seconds));
  std::string text;
  char block[65536];
  for (;;) {
    if (limits.seconds > 0 && !ready(from, end, limits)) {
      kill(process, SIGKILL);
      late = true;
      return text;
    }
    const ssize_t got = read(from, block, sizeof block);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return text;
    if (text.size() < kMostOutput) text.append(block, static_cast<std::size_t>(got));
  }
}

}  // namespace

Ended run_tool(const std::vector<std::string>& words, const std::string& folder,
               const Limits& limits) {
  std::vector<char*> argv;
  for (const std::string& word : words) argv.push_back(const_cast<char*>(word.c_str()));
  argv.push_back(nullptr);
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) throw std::runtime_error("no pipe can be made");
  const pid_t pid = fork();
  if (pid < 0) throw std::runtime_error("no process can be started");
  if (pid == 0) {
    if (limits.seconds > 0) prctl(PR_SET_PDEATHSIG, SIGKILL);
    const int out = limits.stdout_to.empty()
                        ? ends[1]
                        : open(limits.stdout_to.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
    dup2(out, 1);
    dup2(ends[1], 2);
    const int nothing = open("/dev/null", O_RDONLY);
    dup2(nothing, 0);
    if (chdir(folder.c_str()) == 0) execvp(argv[0], argv.data());
    _exit(127);
  }
  close(ends[1]);
  Ended ended;
  ended.output = drain(ends[0], pid, limits, ended.late);
  close(ends[0]);
  int status = 0;
  while (waitpid(pid, &status, 0) < 0 && errno == EINTR) {
  }
  ended.late = ended.late || unwanted(limits);  // the same signal may have killed it
  if (WIFEXITED(status)) ended.code = WEXITSTATUS(status);
  return ended;
}

Ended run_tools(const std::vector<std::vector<std::string>>& commands, const std::string& folder) {
  Ended last;
  last.code = 0;
  for (std::size_t i = 0; i < commands.size() && last.code == 0; i += 2) {
    std::future<Ended> beside;
    if (i + 1 < commands.size()) {
      beside = std::async(std::launch::async, [&, i] { return run_tool(commands[i + 1], folder); });
    }
    last = run_tool(commands[i], folder);
    if (!beside.valid()) continue;
    const Ended other = beside.get();
    if (last.code == 0) last = other;
  }
  return last;
}

std::string first_line(const std::vector<std::string>& words) {
  const Ended ended = run_tool(words, "/");
  return ended.code == 0 ? ended.output.substr(0, ended.output.find('\n')) : std::string();
}

}  // namespace selvage::dut
