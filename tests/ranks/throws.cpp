// SPDX-License-Identifier: Apache-2.0
// A rank that ends by an exception while the other one waits for it.
#include <atomic>
#include <cstdio>
#include <stdexcept>
#include <string>
#include <vector>

#include "mpi/join.hpp"

int main(int, char** argv) {
  try {
    const std::atomic<bool> interrupt{false};
    std::string why;
    const auto ranks = selvage::mpi::join_ranks(argv[1], interrupt, why);
    if (!ranks) throw std::runtime_error(why);
    if (ranks->rank() == 1) throw std::logic_error("rank 1 is at its end");
    std::vector<selvage::mpi::Bytes> in(ranks->size());
    return ranks->exchange(in, in) ? 0 : 1;
  } catch (const std::exception& e) {
    std::fprintf(stderr, "%s\n", e.what());
  }
  return 4;
}
