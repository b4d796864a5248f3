// SPDX-License-Identifier: Apache-2.0
// SCR-FUZZ: journals that a campaign resumes from, and the tables made of them.
#include "fuzz.hpp"

#include <filesystem>
#include <fstream>

#include "campaign/figures/summary.hpp"
#include "campaign/journal.hpp"

namespace {

namespace fs = std::filesystem;
using selvage::fuzz::require;

/// A folder of this process that goes away with it.
class Folder {
 public:
  explicit Folder(const std::string& name)
      : path_(fs::path(fs::exists("/dev/shm") ? "/dev/shm" : "/tmp") /
              (name + "." + std::to_string(getpid()))) {
    fs::create_directories(path_);
  }
  ~Folder() { fs::remove_all(path_); }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
  [[nodiscard]] const fs::path& path() const { return path_; }

 private:
  fs::path path_;
};

selvage::campaign::Plan plan() {
  selvage::campaign::Plan p;
  p.file = "fuzz.yaml";
  p.name = "fuzz";
  p.title = "fuzz";
  p.scenario = p.scenario_written = "fuzz_scenario.yaml";
  p.factors = {{"load", {{"0.1", {{"traffic.load", 0.1}}}, {"0.2", {{"traffic.load", 0.2}}}}}};
  p.seeds = 2;
  p.measures = {"load.accepted", "packets.delivered"};
  p.figures = nlohmann::json::array();
  return p;
}

}  // namespace

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const Folder folder("fuzz_journal");
  static const Folder copy("fuzz_journal_copy");
  static const selvage::campaign::Plan the_plan = plan();
  const std::string file = (folder.path() / "journal.ndjson").string();
  const std::string again = (copy.path() / "journal.ndjson").string();
  // The first byte says whether the head is the right one, which is hard to guess.
  std::string text = selvage::fuzz::text_of(data, size);
  if (!text.empty() && text.front() == '!') {
    text = R"({"schema":"selvage.journal/1","fingerprint":"f","trials":4})"
           "\n" +
           text.substr(1);
  }
  std::ofstream(file, std::ios::binary | std::ios::trunc) << text;
  selvage::campaign::Journal journal;
  std::string why;
  const bool open = journal.open(folder.path().string(), "", "f", the_plan.trials(),
                                 selvage::campaign::Start::kResume, why);
  require(open == why.empty(), "refused without a reason, or taken with one");
  if (!open) return 0;
  const selvage::campaign::SummaryInput in{&the_plan, &journal.records(), {}, "f"};
  const auto summary = selvage::campaign::summary_json(in);
  static_cast<void>(selvage::campaign::json_text(summary));
  static_cast<void>(selvage::campaign::points_csv(summary));
  static_cast<void>(selvage::campaign::trials_csv(in));
  std::string lines = R"({"schema":"selvage.journal/1","fingerprint":"f","trials":4})"
                      "\n";
  for (const auto& [trial, record] : journal.records()) {
    require(trial < the_plan.trials() && trial == record.trial, "a trial that is not there");
    lines += record.line() + "\n";
  }
  std::ofstream(again, std::ios::binary | std::ios::trunc) << lines;
  selvage::campaign::Journal second;
  require(second.open(copy.path().string(), "", "f", the_plan.trials(),
                      selvage::campaign::Start::kResume, why) &&
              second.records().size() == journal.records().size(),
          "its own lines are refused: " + why);
  return 0;
}
