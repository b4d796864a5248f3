// SPDX-License-Identifier: Apache-2.0
/// \file
/// Who runs trials: processes of this machine, or ranks under mpirun.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "campaign/journal.hpp"
#include "campaign/trials.hpp"

namespace selvage::campaign {

/// What a trial needs to be run.
struct Bench {
  const Trials* trials = nullptr;
  std::string executable;  ///< of selvage
  std::string directory;   ///< trials work in Trials::folder below it
};

/// Takes trials and gives records back, in any order.
class Workers {
 public:
  virtual ~Workers() = default;
  /// Whether one more trial can be started now.
  [[nodiscard]] virtual bool ready() = 0;
  virtual void start(std::uint32_t trial) = 0;
  /// Records of trials that have finished since; does not wait.
  [[nodiscard]] virtual std::vector<Record> poll() = 0;
  /// Trials started and not yet given back.
  [[nodiscard]] virtual unsigned busy() const = 0;
  /// Gives up what is running; it leaves no record.
  virtual void abandon() = 0;
};

/// `jobs` processes at a time, each an `exec` of one trial: a simulator holds one simulation.
[[nodiscard]] std::unique_ptr<Workers> local_workers(const Bench& bench, unsigned jobs);

/// Rank 0: hands trials to `jobs` local processes and to every other rank. Null and `why` if the
/// MPI part is absent.
[[nodiscard]] std::unique_ptr<Workers> mpi_workers(const Bench& bench, unsigned jobs,
                                                   std::string& why);
/// Other ranks: runs what rank 0 hands out until it is stopped. False and `why` if the MPI part is
/// absent.
[[nodiscard]] bool serve_mpi(const Bench& bench, unsigned jobs, std::string& why);

}  // namespace selvage::campaign
