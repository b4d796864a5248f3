// SPDX-License-Identifier: Apache-2.0
/// \file
/// The cycles of a window, written one by one although the fabric only visits those with events.
#pragma once

#include <string>
#include <vector>

#include "waves/fst_file.hpp"

namespace selvage::waves {

/// What to record.
struct Window {
  Cycle from = 0;
  Cycle until = kNever;  ///< first cycle that is not recorded
};

/// What is shown of the world at the end of a cycle.
class Picture {
 public:
  virtual ~Picture() = default;
  /// Brings all rows of the file up to date; `cycle` is the one being written.
  virtual void draw(Cycle cycle) = 0;
  /// The same where nothing but the number of the cycle has changed.
  virtual void count(Cycle cycle) = 0;
  /// Forgets what lasts one cycle only.
  virtual void forget() = 0;
};

/// Turns cycles into points in time: cycle c is [c T, (c+1) T). Inputs and rows change at c T; the
/// clock rises in the middle and falls at the end. Between two events nothing changes in the fabric
/// but the blocks run on, so the cycles between are written when the next event is due. Recording
/// schedules nothing and changes nothing: results are the same with and without it.
class Recorder {
 public:
  /// Throws std::runtime_error if `path` cannot be written.
  Recorder(std::string path, Window window, double clock_ns);
  [[nodiscard]] FstFile& file() { return file_; }
  void add(cosim::TracedModel& model);

  /// The fabric is about to handle `cycle`: everything before it is history.
  void before(Cycle cycle, Picture& picture) {
    if (cycle > next_ && next_ < window_.until) write_until(cycle, picture);
    if (last_event_ < next_) picture.forget();
    last_event_ = cycle;
  }
  /// The run is over after `cycle`: writes it and, for the edges under way, a few cycles more.
  void finish(Cycle cycle, Picture& picture);

  [[nodiscard]] const std::string& path() const { return path_; }
  /// Cycles in the file; empty window if it was never opened.
  [[nodiscard]] Window written() const { return {first_, opened_ ? next_ : first_}; }
  [[nodiscard]] bool opened() const { return opened_; }
  [[nodiscard]] static std::uint64_t period_ps(double clock_ns);

 private:
  void write_until(Cycle cycle, Picture& picture);

  std::string path_;
  Window window_;
  std::uint64_t period_;  ///< of the clock, in ps, even
  FstFile file_;
  std::vector<cosim::TracedModel*> models_;
  Cycle next_;  ///< first cycle not written
  Cycle first_;
  Cycle last_event_ = 0;
  Cycle flushed_ = 0;
  bool opened_ = false;
};

}  // namespace selvage::waves
