// SPDX-License-Identifier: Apache-2.0
/// \file
/// The whole of what Selvage wants from MPI, as a table of C functions: link.cpp, a library of its
/// own that is loaded only under mpirun, so that the simulator has nothing to do with MPI.
#pragma once

#include <cstddef>

extern "C" {

struct SelvageMpiLink {
  /// 0 on success.
  int (*begin)(int* rank, int* size);
  void (*send)(int to, const char* text, std::size_t length);
  /// Takes one message if there is one: its length, else -1. It stays valid until the next call.
  long (*receive)(int* from, const char** text);
  /// Starts to send to a rank; `bytes` stay as they are until `settle`.
  void (*post)(int to, const void* bytes, std::size_t length);
  /// Length of the next message that rank `from` has posted, -1 if none has come yet.
  long (*waiting)(int from);
  /// Takes that message.
  void (*take)(int from, void* bytes, std::size_t length);
  /// Returns when all that was posted is on its way.
  void (*settle)();
  void (*end)();
};

/// The one symbol of the library.
const SelvageMpiLink* selvage_mpi_link();
}
