// SPDX-License-Identifier: Apache-2.0
#include <fcntl.h>
#include <fmt/format.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <optional>
#include <stdexcept>

#include "campaign/coverage.hpp"
#include "campaign/workers.hpp"
#include "config/text/read_json.hpp"

namespace selvage::campaign {

namespace {

namespace fs = std::filesystem;
using nlohmann::ordered_json;
using Clock = std::chrono::steady_clock;

std::string text_of(const fs::path& path, std::size_t most = 16U << 20U) {
  std::ifstream in(path, std::ios::binary);
  std::string text((std::istreambuf_iterator<char>(in)), std::istreambuf_iterator<char>());
  if (text.size() <= most) return text;
  // Not inside a character of UTF-8.
  while (most > 0 && (static_cast<unsigned char>(text[most]) & 0xc0U) == 0x80U) --most;
  return text.substr(0, most);
}

/// What a process wrote there, if it is text.
std::string text_in(const ordered_json& result, const char* key) {
  const bool text = result.contains(key) && result[key].is_string();
  return text ? result[key].get<std::string>() : std::string();
}

class LocalWorkers final : public Workers {
 public:
  LocalWorkers(const Bench& bench, unsigned jobs) : bench_(bench), jobs_(jobs) {}
  ~LocalWorkers() override { abandon(); }

  bool ready() override { return running_.size() < jobs_; }
  [[nodiscard]] unsigned busy() const override { return static_cast<unsigned>(running_.size()); }

  void start(std::uint32_t index) override { launch(index, {}); }

  std::vector<Record> poll() override {
    std::vector<Record> done;
    for (std::size_t i = 0; i < running_.size();) {
      int status = 0;
      if (waitpid(running_[i].pid, &status, WNOHANG) == 0) {
        ++i;
        continue;
      }
      const Running ended = std::move(running_[i]);
      running_.erase(running_.begin() + static_cast<std::ptrdiff_t>(i));
      if (auto record = finish(ended, status)) done.push_back(std::move(*record));
    }
    return done;
  }

  void abandon() override {
    for (const Running& r : running_) kill(-r.pid, SIGKILL);
    for (const Running& r : running_) {
      waitpid(r.pid, nullptr, 0);
      std::error_code ignored;
      fs::remove_all(r.directory, ignored);
    }
    running_.clear();
  }

 private:
  /// How a trial is run again that its judge sends back.
  struct Again {
    unsigned times = 0;
    std::vector<std::string> options;
    double seconds = 0;  ///< what the earlier ones took
  };
  struct Running {
    pid_t pid = 0;
    std::uint32_t trial = 0;
    fs::path directory;
    Clock::time_point begin;
    Again again;
  };

  void launch(std::uint32_t index, const Again& again) {
    const fs::path directory = fs::path(bench_.directory) / bench_.trials->folder(index);
    fs::remove_all(directory);
    fs::create_directories(directory);
    std::vector<std::string> words = bench_.trials->arguments(index, directory.string());
    words.insert(words.end(), again.options.begin(), again.options.end());
    words.insert(words.begin(), bench_.executable);
    const pid_t parent = getpid();
    const pid_t pid = fork();
    if (pid < 0) throw std::runtime_error("cannot start a process");
    if (pid == 0) become(words, directory, parent);
    setpgid(pid, pid);  // here too: whoever is first
    running_.push_back({pid, index, directory, Clock::now(), again});
  }

  [[noreturn]] static void become(const std::vector<std::string>& words, const fs::path& directory,
                                  pid_t parent) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);  // no orphans when the campaign is killed
    if (getppid() != parent) _exit(127);
    setpgid(0, 0);  // ^C is for the campaign: a trial that receives it would end as if by itself
    constexpr int kNew = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW;
    const int in = ::open("/dev/null", O_RDONLY);
    const int out = ::open((directory / "stdout").c_str(), kNew, 0666);
    const int err = ::open((directory / "stderr").c_str(), kNew, 0666);
    if (in < 0 || out < 0 || err < 0 || dup2(in, 0) < 0 || dup2(out, 1) < 0 || dup2(err, 2) < 0) {
      _exit(127);
    }
    std::vector<char*> argv;
    for (const std::string& word : words) argv.push_back(const_cast<char*>(word.c_str()));
    argv.push_back(nullptr);
    execv(argv[0], argv.data());
    _exit(127);
  }

  /// Nothing if the trial runs again.
  [[nodiscard]] std::optional<Record> finish(const Running& r, int status) {
    Record record;
    record.trial = r.trial;
    record.seconds =
        r.again.seconds + std::chrono::duration<double>(Clock::now() - r.begin).count();
    record.exit = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    std::string why;
    const ordered_json result =
        config::read_json<ordered_json>(text_of(r.directory / bench_.trials->result_file()), why)
            .value_or(nullptr);
    if (result.is_object()) {
      record.status = text_in(result, "status");
      record.detail = text_in(result, "detail");
    } else {
      record.status = record.exit > 128 ? "crashed" : "no_result";
      record.detail = text_of(r.directory / "stderr", 300);
    }
    record.detail =
        without_place(record.detail, (fs::path(bench_.directory) / "trials").string(), "trials");
    const std::vector<std::string> options = bench_.trials->judge(record, result, r.again.times);
    if (!options.empty()) {
      launch(r.trial, {r.again.times + 1, options, record.seconds});
      return std::nullopt;
    }
    if (record.failed && r.again.times > 0) {
      record.detail += fmt::format(" (run again with {})", fmt::join(r.again.options, " "));
    }
    record.coverage = coverage_of(result);
    std::error_code ignored;
    if (!bench_.trials->keeps(record)) fs::remove_all(r.directory, ignored);
    return record;
  }

  Bench bench_;
  unsigned jobs_;
  std::vector<Running> running_;
};

}  // namespace

std::string trial_folder(std::uint32_t trial) { return fmt::format("trials/{:06}", trial); }

std::string without_place(std::string text, const std::string& path, const std::string& name) {
  if (path.empty() || path == name) return text;
  for (std::size_t at = 0; (at = text.find(path, at)) != std::string::npos; at += name.size()) {
    text.replace(at, path.size(), name);
  }
  return text;
}

std::unique_ptr<Workers> local_workers(const Bench& bench, unsigned jobs) {
  return std::make_unique<LocalWorkers>(bench, jobs);
}

}  // namespace selvage::campaign
