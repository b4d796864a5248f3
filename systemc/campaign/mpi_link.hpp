// SPDX-License-Identifier: Apache-2.0
/// \file
/// All that a campaign needs of MPI, as a table of C functions: mpi_link.cpp, a library
/// of its own that is loaded only under mpirun, so that the simulator has nothing to do with MPI.
#pragma once

#include <cstddef>

extern "C" {

struct SelvageMpiLink {
  /// 0 on success.
  int (*begin)(int* rank, int* size);
  void (*send)(int to, const char* text, std::size_t length);
  /// Takes one message if there is one: its length, else -1. It stays valid until the next call.
  long (*receive)(int* from, const char** text);
  void (*end)();
};

/// The one symbol of the library.
const SelvageMpiLink* selvage_mpi_link();
}
