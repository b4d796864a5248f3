// SPDX-License-Identifier: Apache-2.0
#include <fcntl.h>
#include <fmt/format.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <optional>
#include <stdexcept>

#include "campaign/coverage.hpp"
#include "campaign/figures/measure.hpp"
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
std::string text_at(const ordered_json& result, const char* pointer) {
  const ordered_json::json_pointer at(pointer);
  const bool text = result.contains(at) && result.at(at).is_string();
  return text ? result.at(at).get<std::string>() : std::string();
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
  /// How a trial is run again whose measurement was too short.
  struct Longer {
    unsigned times = 0;
    std::vector<std::string> options;
    double seconds = 0;  ///< what the shorter ones took
  };
  struct Running {
    pid_t pid = 0;
    std::uint32_t trial = 0;
    fs::path directory;
    Clock::time_point begin;
    Longer longer;
  };

  void launch(std::uint32_t index, const Longer& longer) {
    const fs::path directory = fs::path(bench_.directory) / "trials" / fmt::format("{:06}", index);
    fs::remove_all(directory);
    fs::create_directories(directory);
    std::vector<std::string> words =
        bench_.plan->arguments(bench_.plan->trial(index), bench_.scenario_file);
    words.insert(words.end(), longer.options.begin(), longer.options.end());
    if (bench_.plan->kind == Kind::kSimulation) {
      words.insert(words.end(), {"--out", directory.string(), "--quiet", "--timeline", "never",
                                 "--waves", "never"});
    } else {
      words.emplace_back("--json");
    }
    words.insert(words.begin(), bench_.executable);
    const pid_t parent = getpid();
    const pid_t pid = fork();
    if (pid < 0) throw std::runtime_error("cannot start a process");
    if (pid == 0) become(words, directory, parent);
    setpgid(pid, pid);  // here too: whoever is first
    running_.push_back({pid, index, directory, Clock::now(), longer});
  }

  /// Runs a trial again whose measurement was too short for its halves to agree. False if it is to
  /// stay as it is.
  bool longer(const Running& r, const Record& record, const ordered_json& result) {
    const Steady& steady = bench_.plan->steady;
    const ordered_json::json_pointer phases("/config/phases");
    if (steady.first.empty() || r.longer.times == steady.longer || record.failed ||
        record.exit == 1 || !result.contains(phases) || !record.values.contains(steady.first) ||
        !record.values.contains(steady.second)) {
      return false;
    }
    const ordered_json& first = record.values[steady.first];
    const ordered_json& second = record.values[steady.second];
    if (!first.is_number() || !second.is_number() || steady.met(first, second)) return false;
    const auto warmup = result.at(phases)["warmup"].get<std::uint64_t>();
    const auto measure = result.at(phases)["measure"].get<std::uint64_t>();
    launch(record.trial, {r.longer.times + 1,
                          {"--set", fmt::format("phases.warmup={}", warmup + measure), "--set",
                           fmt::format("phases.measure={}", 2 * measure)},
                          record.seconds});
    return true;
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
    const Plan& plan = *bench_.plan;
    Record record;
    record.trial = r.trial;
    record.seconds =
        r.longer.seconds + std::chrono::duration<double>(Clock::now() - r.begin).count();
    record.exit = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    const bool simulation = plan.kind == Kind::kSimulation;
    std::string why;
    const ordered_json result =
        config::read_json<ordered_json>(
            text_of(r.directory / (simulation ? "result.json" : "stdout")), why)
            .value_or(nullptr);
    if (result.is_object()) {
      record.status = text_at(result, "/status");
      record.detail = text_at(result, "/detail");
    } else {
      record.status = record.exit > 128 ? "crashed" : "no_result";
      record.detail = text_of(r.directory / "stderr", 300);
    }
    without_place(record.detail);
    const bool accepted =
        std::find(plan.accept.begin(), plan.accept.end(), record.status) != plan.accept.end();
    record.failed = !result.is_object() || (record.exit != 0 && !accepted);
    if (record.failed) record.kind = kind_of(result, record);
    for (const auto* paths : {&plan.measures, &plan.shares}) {
      for (const std::string& path : *paths) {
        const ordered_json::json_pointer at(measure_pointer(path));
        if (!result.contains(at)) continue;
        const ordered_json& value = result.at(at);
        const bool counted =
            value.is_object() && value.contains("sets") && value["sets"].is_number_unsigned();
        if (value.is_primitive() || counted) record.values[path] = value;
      }
    }
    if (!plan.shares.empty() && result.is_object()) {
      const bool counted = result.contains("sets") && result["sets"].is_number_unsigned();
      record.values["sets"] = counted ? result["sets"] : ordered_json(0U);
      record.values["exact"] = result.contains("exact") && result["exact"] == true;
    }
    record.coverage = coverage_of(result);
    if (longer(r, record, result)) return std::nullopt;
    if (record.failed && r.longer.times > 0)
      record.detail += fmt::format(" (run again with {})", fmt::join(r.longer.options, " "));
    std::error_code ignored;
    if (!record.failed) fs::remove_all(r.directory, ignored);
    return record;
  }

  /// Tables must not depend on where the campaign is run.
  void without_place(std::string& text) const {
    for (const auto& [path, name] :
         {std::pair{bench_.scenario_file, bench_.plan->scenario_name()},
          std::pair{(fs::path(bench_.directory) / "trials").string(), std::string("trials")}}) {
      if (path.empty() || path == name) continue;
      for (std::size_t at = 0; (at = text.find(path, at)) != std::string::npos; at += name.size()) {
        text.replace(at, path.size(), name);
      }
    }
  }

  /// "mismatch port of route_select, FT-RS-4", or the status.
  static std::string kind_of(const ordered_json& result, const Record& record) {
    if (result.is_object() && result.contains("mismatch") && result["mismatch"].is_object()) {
      return fmt::format("mismatch {} of {}, {}", text_at(result, "/mismatch/what"),
                         text_at(result, "/mismatch/block"),
                         text_at(result, "/mismatch/requirement"));
    }
    return record.status;
  }

  Bench bench_;
  unsigned jobs_;
  std::vector<Running> running_;
};

}  // namespace

std::unique_ptr<Workers> local_workers(const Bench& bench, unsigned jobs) {
  return std::make_unique<LocalWorkers>(bench, jobs);
}

}  // namespace selvage::campaign
