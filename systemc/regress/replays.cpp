// SPDX-License-Identifier: Apache-2.0
#include "regress/replays.hpp"

#include <filesystem>
#include <numeric>
#include <vector>

#include "config/exit_code.hpp"

namespace selvage::regress {

namespace {

namespace fs = std::filesystem;
using nlohmann::ordered_json;

/// `selvage replay` of results.
class Replays final : public campaign::Trials {
 public:
  Replays(fs::path out, std::vector<std::string> folders)
      : out_(std::move(out)), folders_(std::move(folders)) {}

  [[nodiscard]] std::uint32_t count() const override {
    return static_cast<std::uint32_t>(folders_.size());
  }
  [[nodiscard]] std::vector<std::string> arguments(std::uint32_t trial,
                                                   const std::string& directory) const override {
    return {"replay", (out_ / folders_[trial] / "result.json").string(), "--out", directory,
            "--quiet"};
  }
  [[nodiscard]] std::string folder(std::uint32_t trial) const override {
    return folders_[trial] + "/replay";
  }
  [[nodiscard]] bool keeps(const campaign::Record& /*record*/) const override { return true; }
  [[nodiscard]] std::vector<std::string> judge(campaign::Record& record,
                                               const ordered_json& /*result*/,
                                               unsigned /*times*/) const override {
    record.failed = record.exit != 0;  // `replay` ends with 0 if the outcome is the same
    return {};
  }

 private:
  fs::path out_;
  std::vector<std::string> folders_;
};

}  // namespace

void replay_buckets(const campaign::Order& order, ordered_json& summary) {
  std::vector<std::string> folders;
  std::vector<std::size_t> buckets;
  for (std::size_t b = 0; b < summary["buckets"].size(); ++b) {
    const ordered_json& bucket = summary["buckets"][b];
    const auto folder = bucket["folder"].get<std::string>();
    // Only such an end can be repeated and looked at.
    const bool failed = bucket["verdict"] == "fail" && bucket["exit_code"] == kFail;
    std::error_code none;
    if (!failed || !fs::exists(fs::path(order.out) / folder / "result.json", none)) continue;
    folders.push_back(folder);
    buckets.push_back(b);
  }
  const Replays replays(order.out, folders);
  const auto workers =
      campaign::local_workers({&replays, order.executable, order.out}, order.run.jobs);
  std::vector<std::uint32_t> todo(replays.count());
  std::iota(todo.begin(), todo.end(), 0U);
  // After an interrupt there are just fewer of them.
  (void)campaign::work_off(
      *workers, todo, {order.run.interrupt}, [&](const std::vector<campaign::Record>& records) {
        for (const campaign::Record& record : records) {
          summary["buckets"][buckets[record.trial]]["replay"] = {
              {"folder", replays.folder(record.trial)}, {"same", !record.failed}};
        }
      });
}

}  // namespace selvage::regress
