// SPDX-License-Identifier: Apache-2.0
#include "campaign/check.hpp"

#include <fmt/format.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cstdio>
#include <filesystem>
#include <stdexcept>

#include "campaign/figures/summary.hpp"
#include "config/exit_code.hpp"
#include "config/text/output.hpp"

namespace selvage::campaign {

namespace {

namespace fs = std::filesystem;

constexpr unsigned kMost = 5;  ///< refusals reported

/// A file that goes away again.
class Temporary {
 public:
  Temporary(fs::path path, const std::string& text) : path_(std::move(path)) {
    config::write_file(path_, text);
  }
  ~Temporary() {
    std::error_code ignored;
    fs::remove(path_, ignored);
  }
  Temporary(const Temporary&) = delete;
  Temporary& operator=(const Temporary&) = delete;

 private:
  fs::path path_;
};

/// Shards on two machines may have one process number, and one folder.
std::string host_name() {
  std::array<char, 65> name{};
  return gethostname(name.data(), name.size() - 1) == 0 ? name.data() : "here";
}

/// The place of the first setting of a trial that `message` names; else the file.
std::string blamed(const Plan& plan, const Trial& trial, const std::string& message) {
  for (std::size_t f = 0; f < plan.factors.size(); ++f) {
    const Level& level = plan.level(trial.point, f);
    for (const Setting& s : level.settings) {
      const bool simulation = plan.kind == Kind::kSimulation;
      std::string option = simulation ? "--set " + s.path + "=" : "--" + s.path;
      for (char& c : option) c = !simulation && c == '_' ? '-' : c;
      if (message.find(option) != std::string::npos) return level.where;
    }
  }
  return plan.file;
}

}  // namespace

std::string refused(const std::string& command) {
  std::FILE* pipe = popen((command + " 2>&1 >/dev/null </dev/null").c_str(), "r");
  if (pipe == nullptr) throw std::runtime_error("cannot start a process");
  std::string message;
  std::array<char, 4096> part{};
  for (std::size_t n = 0; (n = std::fread(part.data(), 1, part.size(), pipe)) > 0;) {
    message.append(part.data(), n);
  }
  const int status = pclose(pipe);
  return WIFEXITED(status) && WEXITSTATUS(status) == kUsage ? message : "";
}

std::string refusals(const Plan& plan, const std::string& executable, const std::string& directory,
                     const std::atomic<bool>* interrupt) {
  const bool by_base = plan.kind == Kind::kSimulation && plan.scenario.empty();
  // Not the file that trials read: another process may be running them.
  const fs::path base_file =
      fs::path(directory) / fmt::format("scenario.{}.{}.check.yaml", host_name(), getpid());
  std::optional<Temporary> base;
  if (by_base) base.emplace(base_file, json_text(plan.base) + "\n");
  const std::string file = by_base ? base_file.string() : plan.scenario;
  std::string out;
  unsigned reported = 0;
  std::uint32_t step = plan.points();
  for (std::size_t f = 0; f < plan.factors.size(); ++f) {
    const auto& levels = plan.factors[f].levels;
    step /= static_cast<std::uint32_t>(levels.size());
    for (std::size_t l = f == 0 ? 0 : 1; l < levels.size(); ++l) {
      if (interrupt != nullptr && *interrupt) return out;
      const Trial trial = plan.trial(static_cast<std::uint32_t>(l) * step * plan.seeds);
      std::string message = refused(replay_command(plan, trial, executable, file) + " --check");
      if (message.empty()) continue;
      if (++reported > kMost) return out + "further ones are left out\n";
      for (std::size_t at = 0;
           by_base && (at = message.find(base_file.string(), at)) != std::string::npos;) {
        message.replace(at, base_file.string().size(), "base");
      }
      out += fmt::format("{}: error: trial {} is refused:\n{}", blamed(plan, trial, message),
                         trial.index, message);
      // The first trial has the first level of every factor: all others would say the same.
      if (trial.index == 0) return out;
    }
  }
  return out;
}

}  // namespace selvage::campaign
