// SPDX-License-Identifier: Apache-2.0
#include "dut/watchdog.hpp"

#include <cstdio>
#include <cstdlib>

namespace selvage::dut {

namespace {

/// Looks are counted, not time: a process that is held for a while does not use its patience up.
constexpr std::chrono::milliseconds kLook{100};

std::atomic<const Position*> running{nullptr};
std::atomic<std::uint64_t> calls{0};
std::atomic<bool> fired{false};  ///< whoever comes back now is too late

}  // namespace

ModuleCall::ModuleCall(const Position& position) {
  calls.store(calls.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed);
  running.store(&position, std::memory_order_release);
}

ModuleCall::~ModuleCall() {
  running.store(nullptr);
  while (fired.load()) std::this_thread::sleep_for(kLook);
}

Watchdog::Watchdog(std::chrono::seconds patience, int code,
                   std::function<void(const Position&)> stuck)
    : patience_(patience), code_(code), stuck_(std::move(stuck)), thread_([this] { watch(); }) {}

Watchdog::~Watchdog() {
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    over_ = true;
  }
  end_.notify_one();
  thread_.join();
}

void Watchdog::watch() {
  std::uint64_t seen = 0;
  std::chrono::milliseconds waited{0};
  std::unique_lock<std::mutex> lock(mutex_);
  while (!end_.wait_for(lock, kLook, [this] { return over_; })) {
    const Position* const position = running.load(std::memory_order_acquire);
    const std::uint64_t call = calls.load(std::memory_order_relaxed);
    waited = position == nullptr || call != seen ? std::chrono::milliseconds{0} : waited + kLook;
    seen = call;
    if (waited < patience_) continue;
    fired.store(true);
    if (running.load() != position || calls.load() != call) {  // it has just come back
      fired.store(false);
      continue;
    }
    stuck_(*position);
    std::fflush(nullptr);
    std::_Exit(code_);
  }
}

}  // namespace selvage::dut
