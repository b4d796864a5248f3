// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <chrono>
#include <thread>

#include "campaign/workers.hpp"
#include "golden/number.hpp"
#include "mpi/join.hpp"
#include "mpi/link.hpp"

namespace selvage::campaign {

namespace {

constexpr auto kNap = std::chrono::milliseconds(1);

/// Messages to a rank: a trial's number, or "stop". Messages back: lines of the journal.
class MpiWorkers final : public Workers {
 public:
  MpiWorkers(const Bench& bench, unsigned jobs, const SelvageMpiLink* link, int size)
      : link_(link),
        local_(local_workers(bench, jobs)),
        jobs_(jobs),
        given_(static_cast<std::size_t>(size), 0) {}
  ~MpiWorkers() override {
    local_->abandon();
    for (std::size_t r = 1; r < given_.size(); ++r) link_->send(static_cast<int>(r), "stop", 4);
    link_->end();
  }

  bool ready() override { return local_->ready() || next_rank() != 0; }
  void start(std::uint32_t trial) override {
    const std::size_t rank = next_rank();
    if (rank == 0) {
      local_->start(trial);
      return;
    }
    ++given_[rank];
    const std::string text = std::to_string(trial);
    link_->send(static_cast<int>(rank), text.data(), text.size());
  }
  std::vector<Record> poll() override {
    std::vector<Record> done = local_->poll();
    int from = 0;
    const char* text = nullptr;
    for (long length = 0; (length = link_->receive(&from, &text)) >= 0;) {
      --given_[static_cast<std::size_t>(from)];
      Record record;
      std::string ignored;
      if (Record::parse(std::string(text, static_cast<std::size_t>(length)), record, ignored)) {
        done.push_back(std::move(record));
      }
    }
    return done;
  }
  [[nodiscard]] unsigned busy() const override {
    unsigned sum = local_->busy();
    for (const unsigned n : given_) sum += n;
    return sum;
  }
  void abandon() override {
    local_->abandon();
    std::fill(given_.begin(), given_.end(), 0U);
  }

 private:
  /// A rank with a process to spare, 0 if there is none.
  [[nodiscard]] std::size_t next_rank() const {
    for (std::size_t r = 1; r < given_.size(); ++r) {
      if (given_[r] < jobs_) return r;
    }
    return 0;
  }

  const SelvageMpiLink* link_;
  std::unique_ptr<Workers> local_;
  unsigned jobs_;
  std::vector<unsigned> given_;
};

}  // namespace

std::unique_ptr<Workers> mpi_workers(const Bench& bench, unsigned jobs, std::string& why) {
  mpi::Rank rank;
  const SelvageMpiLink* link = mpi::join(bench.executable, rank, why);
  return link == nullptr ? nullptr : std::make_unique<MpiWorkers>(bench, jobs, link, rank.size);
}

bool serve_mpi(const Bench& bench, unsigned jobs, std::string& why) {
  mpi::Rank rank;
  const SelvageMpiLink* link = mpi::join(bench.executable, rank, why);
  if (link == nullptr) return false;
  const auto local = local_workers(bench, jobs);
  for (bool stop = false; !stop;) {
    int from = 0;
    const char* text = nullptr;
    for (long length = 0; (length = link->receive(&from, &text)) >= 0;) {
      const std::string order(text, static_cast<std::size_t>(length));
      stop = stop || order == "stop";
      if (!stop) local->start(parse_number<std::uint32_t>(order).value());
    }
    for (const Record& record : local->poll()) {
      const std::string line = record.line();
      link->send(0, line.data(), line.size());
    }
    if (!stop) std::this_thread::sleep_for(kNap);
  }
  local->abandon();
  link->end();
  return true;
}

}  // namespace selvage::campaign
