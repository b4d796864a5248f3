// SPDX-License-Identifier: Apache-2.0
/// \file
/// Campaigns in a directory of their own, as a user runs them.
#pragma once

#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <catch2/catch.hpp>
#include <chrono>
#include <fstream>
#include <functional>
#include <set>
#include <sstream>
#include <thread>

#include "run_selvage.hpp"

namespace selvage::test {

/// 96 short trials. With 40,000 sets each they take a few seconds on one core: long enough to be
/// killed ten times.
inline std::string tolerance(unsigned sets) {
  return R"(
kind: tolerance
base: {topology: {kind: fattree, m: 4, n: 3}, lft_entries: any, sets: )" +
         std::to_string(sets) + R"(}
factors:
  - {path: faults, values: [3, 4, 5, 6, 7, 8]}
  - {path: topology.n, name: levels, values: [3, 4]}
seeds: 8
)";
}
inline constexpr unsigned kShort = 5000;
inline constexpr unsigned kLong = 40000;

struct Campaign {
  explicit Campaign(const std::string& text) { std::ofstream(scratch.path() / "c.yaml") << text; }
  /// In the scratch directory, so that paths in the results are the same in every one.
  Ran run(const std::string& arguments, const std::string& before = "") const {
    return run_shell("cd '" + scratch.str() + "' && " + before +
                     " '" SELVAGE_EXECUTABLE "' campaign c.yaml --out o " + arguments);
  }
  /// The same, for Background.
  [[nodiscard]] std::string command(const std::string& arguments) const {
    return "cd '" + scratch.str() + "' && exec '" SELVAGE_EXECUTABLE "' campaign c.yaml --out o " +
           arguments;
  }
  void write(const std::string& name, const std::string& text) const {
    std::ofstream(scratch.path() / name) << text;
  }
  [[nodiscard]] std::string file(const std::string& name) const {
    return read_file(scratch.path() / "o" / name);
  }
  [[nodiscard]] std::string tables() const {
    return file("points.csv") + file("trials.csv") + file("results.json");
  }
  /// Numbers of the trials in the journals; a trial that stands twice is a failure.
  [[nodiscard]] std::set<unsigned> journal() const {
    std::set<unsigned> seen;
    for (const auto& entry : std::filesystem::directory_iterator(scratch.path() / "o")) {
      if (entry.path().extension() != ".ndjson") continue;
      std::istringstream in(read_file(entry.path()));
      std::string line;
      std::getline(in, line);
      while (std::getline(in, line)) {
        const auto j = nlohmann::json::parse(line, nullptr, false);
        if (j.is_object()) CHECK(seen.insert(j["trial"].get<unsigned>()).second);
      }
    }
    return seen;
  }
  Directory scratch;
};

/// The tables of an undisturbed run in one process.
inline std::string undisturbed(const std::string& text) {
  const Campaign c(text);
  const Ran ran = c.run("--jobs 1 --quiet");
  INFO(ran.err);
  REQUIRE(ran.code == 0);
  return c.tables();
}

/// A command in a process group of its own, as a terminal starts it.
class Background {
 public:
  explicit Background(const std::string& command) : pid_(fork()) {
    if (pid_ != 0) {
      setpgid(pid_, pid_);
      return;
    }
    setpgid(0, 0);
    signal(SIGINT, SIG_DFL);
    const std::string quiet = command + " >/dev/null 2>&1 </dev/null";
    execl("/bin/sh", "sh", "-c", quiet.c_str(), static_cast<char*>(nullptr));
    _exit(127);
  }
  ~Background() {
    if (!ended_) kill(-pid_, SIGKILL);
    wait();
  }
  Background(const Background&) = delete;
  Background& operator=(const Background&) = delete;
  [[nodiscard]] pid_t pid() const { return pid_; }
  void send_to_group(int number) const { kill(-pid_, number); }
  /// Exit code, or 128 + signal.
  int wait() {
    if (ended_) return code_;
    int status = 0;
    waitpid(pid_, &status, 0);
    ended_ = true;
    code_ = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    return code_;
  }

 private:
  pid_t pid_;
  bool ended_ = false;
  int code_ = -1;
};

/// Waits until `done`, at most half a minute.
inline bool wait_for(const std::function<bool()>& done) {
  for (unsigned i = 0; i < 3000; ++i) {
    if (done()) return true;
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  return false;
}

}  // namespace selvage::test
