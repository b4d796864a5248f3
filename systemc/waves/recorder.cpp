// SPDX-License-Identifier: Apache-2.0
#include "waves/recorder.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <stdexcept>

namespace selvage::waves {
namespace {

constexpr Cycle kFlushEvery = 2048;
constexpr Cycle kTail = 20;  ///< cycles written after the end of a run

}  // namespace

std::uint64_t Recorder::period_ps(double clock_ns) {
  return 2 * std::max<std::uint64_t>(1, static_cast<std::uint64_t>(std::llround(clock_ns * 500)));
}

Recorder::Recorder(std::string path, Window window, double clock_ns)
    : path_(std::move(path)),
      window_(window),
      period_(period_ps(clock_ns)),
      next_(window.from),
      first_(window.from) {
  // Said now, not in the middle of the run.
  std::string why;
  if (!FstFile::can_write(path_, why)) throw std::runtime_error(why);
  std::remove(path_.c_str());
}

void Recorder::add(cosim::TracedModel& model) {
  models_.push_back(&model);
  file_.add(model);
}

void Recorder::write_until(Cycle cycle, Picture& picture) {
  const Cycle end = std::min(cycle, window_.until);
  if (!opened_) {
    std::string why;
    if (!file_.open(path_, why)) throw std::runtime_error(why);
    opened_ = true;
    for (cosim::TracedModel* m : models_) m->skip_to(next_);
  }
  if (last_event_ < next_) picture.forget();
  for (unsigned drawn = 0; next_ < end; ++next_) {
    if (drawn < 2) {
      picture.draw(next_);  // with what happened in it; then without
      picture.forget();
      ++drawn;
    } else {
      picture.count(next_);
    }
    file_.dump(next_ * period_);
    if (!models_.empty()) {
      for (cosim::TracedModel* m : models_) m->rise();
      file_.dump(next_ * period_ + period_ / 2);
      for (cosim::TracedModel* m : models_) m->fall();
    }
  }
  if (next_ == window_.until) {
    file_.dump(next_ * period_);
    file_.close();
  } else if (next_ - flushed_ >= kFlushEvery) {
    flushed_ = next_;
    file_.flush();
  }
}

void Recorder::finish(Cycle cycle, Picture& picture) {
  if (cycle >= next_ && next_ < window_.until) write_until(cycle + 1 + kTail, picture);
  if (file_.is_open()) file_.dump(next_ * period_);
  file_.close();
}

}  // namespace selvage::waves
