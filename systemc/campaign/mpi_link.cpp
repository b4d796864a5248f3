// SPDX-License-Identifier: Apache-2.0
#include "campaign/mpi_link.hpp"

#include <mpi.h>

#include <vector>

namespace {

int begin(int* rank, int* size) {
  if (MPI_Init(nullptr, nullptr) != MPI_SUCCESS) return 1;
  MPI_Comm_rank(MPI_COMM_WORLD, rank);
  MPI_Comm_size(MPI_COMM_WORLD, size);
  return 0;
}

void send(int to, const char* text, std::size_t length) {
  MPI_Send(text, static_cast<int>(length), MPI_CHAR, to, 0, MPI_COMM_WORLD);
}

long receive(int* from, const char** text) {
  static std::vector<char> buffer;
  int waiting = 0;
  MPI_Status status;
  MPI_Iprobe(MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, &waiting, &status);
  if (waiting == 0) return -1;
  int length = 0;
  MPI_Get_count(&status, MPI_CHAR, &length);
  buffer.resize(static_cast<std::size_t>(length) + 1);
  MPI_Recv(buffer.data(), length, MPI_CHAR, status.MPI_SOURCE, 0, MPI_COMM_WORLD,
           MPI_STATUS_IGNORE);
  *from = status.MPI_SOURCE;
  *text = buffer.data();
  return length;
}

void end() { MPI_Finalize(); }

const SelvageMpiLink kLink{begin, send, receive, end};

}  // namespace

extern "C" const SelvageMpiLink* selvage_mpi_link() { return &kLink; }
