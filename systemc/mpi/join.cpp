// SPDX-License-Identifier: Apache-2.0
#include "mpi/join.hpp"

#include <dlfcn.h>

#include <chrono>
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <thread>

#include "golden/number.hpp"
#include "mpi/link.hpp"

namespace selvage::mpi {

namespace {

using Clock = std::chrono::steady_clock;

constexpr const char* kSize = "OMPI_COMM_WORLD_SIZE";
/// Looks for a message before the core is left to others: longer than ranks of the same load wait.
constexpr unsigned kSpins = 3000;
constexpr auto kNap = std::chrono::microseconds(20);
constexpr auto kGrace = std::chrono::milliseconds(300);  ///< mpirun kills a second after its signal

int number(const char* variable, int fallback) {
  const char* text = std::getenv(variable);
  return text == nullptr ? fallback : parse_number<int>(text).value_or(fallback);
}

class MpiRanks final : public Ranks {
 public:
  MpiRanks(const SelvageMpiLink* link, Rank rank, const std::atomic<bool>& interrupt)
      : link_(link), rank_(rank), interrupt_(interrupt) {}
  /// By an exception it ends alone: to end together with ranks that wait for it would never end.
  ~MpiRanks() override {
    if (whole_ && std::uncaught_exceptions() == exceptions_) link_->end();
  }

  [[nodiscard]] unsigned rank() const override { return static_cast<unsigned>(rank_.rank); }
  [[nodiscard]] unsigned size() const override { return static_cast<unsigned>(rank_.size); }

  void abandon() override { whole_ = false; }
  [[nodiscard]] bool exchange(const std::vector<Bytes>& out, std::vector<Bytes>& in) override {
    for (unsigned r = 0; r < size(); ++r) {
      if (r != rank()) link_->post(static_cast<int>(r), out[r].data(), out[r].size());
    }
    for (unsigned r = 0; r < size(); ++r) {
      if (r != rank() && !take(r, in[r])) return whole_ = false;
    }
    link_->settle();
    return true;
  }

 private:
  [[nodiscard]] bool take(unsigned from, Bytes& bytes) {
    const int rank = static_cast<int>(from);
    long length = 0;
    Clock::time_point since{};
    for (unsigned spins = 0; (length = link_->waiting(rank)) < 0; ++spins) {
      if (spins < kSpins) continue;
      std::this_thread::sleep_for(kNap);
      if (!interrupt_) continue;
      if (since == Clock::time_point{}) since = Clock::now();
      if (Clock::now() - since > kGrace) return false;
    }
    bytes.resize(static_cast<std::size_t>(length));
    link_->take(rank, bytes.data(), bytes.size());
    return true;
  }

  const SelvageMpiLink* link_;
  Rank rank_;
  const std::atomic<bool>& interrupt_;
  bool whole_ = true;  ///< all ranks have answered
  int exceptions_ = std::uncaught_exceptions();
};

}  // namespace

Rank rank_by_environment() {
  static const Rank rank = [] {
    const Rank said{number("OMPI_COMM_WORLD_RANK", 0), number(kSize, 1)};
    unsetenv(kSize);
    return said.size > 1 ? said : Rank{};  // what a rank starts is none, whatever its number
  }();
  return rank;
}

const SelvageMpiLink* join(const std::string& executable, Rank& rank, std::string& why) {
  const auto path = std::filesystem::path(executable).parent_path() / "libselvage_mpi.so";
  // Open MPI's own components look for its symbols in the global scope.
  void* mpi = dlopen("libmpi.so.40", RTLD_NOW | RTLD_GLOBAL);
  void* library = mpi == nullptr ? nullptr : dlopen(path.c_str(), RTLD_NOW | RTLD_GLOBAL);
  if (library == nullptr) {
    why = "this build has no MPI part: " + std::string(dlerror());
    return nullptr;
  }
  const auto entry =
      reinterpret_cast<const SelvageMpiLink* (*)()>(dlsym(library, "selvage_mpi_link"));
  const SelvageMpiLink* link = entry == nullptr ? nullptr : entry();
  if (link == nullptr || link->begin(&rank.rank, &rank.size) != 0) {
    why = "MPI does not start";
    return nullptr;
  }
  return link;
}

std::unique_ptr<Ranks> join_ranks(const std::string& executable, const std::atomic<bool>& interrupt,
                                  std::string& why) {
  Rank rank;
  const SelvageMpiLink* link = join(executable, rank, why);
  return link == nullptr ? nullptr : std::make_unique<MpiRanks>(link, rank, interrupt);
}

}  // namespace selvage::mpi
