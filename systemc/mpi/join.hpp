// SPDX-License-Identifier: Apache-2.0
/// \file
/// Whether this process is one of several under mpirun, and how they reach each other.
#pragma once

#include <atomic>
#include <cstddef>
#include <memory>
#include <string>
#include <vector>

struct SelvageMpiLink;

namespace selvage::mpi {

/// Number of this process and how many there are under mpirun; 0 and 1 outside.
struct Rank {
  int rank = 0;
  int size = 1;
};
/// What mpirun said when this process began. Processes that it starts itself are no ranks.
[[nodiscard]] Rank rank_by_environment();

/// Loads the library beside `executable` and joins the other ranks. Null and `why` if the MPI part
/// is absent.
[[nodiscard]] const SelvageMpiLink* join(const std::string& executable, Rank& rank,
                                         std::string& why);

using Bytes = std::vector<unsigned char>;

/// The ranks of one run, which exchange bytes in step.
class Ranks {
 public:
  virtual ~Ranks() = default;
  [[nodiscard]] virtual unsigned rank() const = 0;
  [[nodiscard]] virtual unsigned size() const = 0;
  /// This rank is not going on; the others are not waited for.
  virtual void abandon() = 0;
  /// Sends out[r] to every other rank r, and fills in[r] with what it sends in its call of the same
  /// number. False if the run is being ended from outside and some rank does not answer.
  [[nodiscard]] virtual bool exchange(const std::vector<Bytes>& out, std::vector<Bytes>& in) = 0;
};

/// Joins the other ranks as `join`; they are left when the object ends. `interrupt` is set when the
/// run is to end. Null and `why` if the MPI part is absent.
[[nodiscard]] std::unique_ptr<Ranks> join_ranks(const std::string& executable,
                                                const std::atomic<bool>& interrupt,
                                                std::string& why);

}  // namespace selvage::mpi
