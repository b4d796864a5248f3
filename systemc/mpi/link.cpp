// SPDX-License-Identifier: Apache-2.0
#include "mpi/link.hpp"

#include <mpi.h>

#include <vector>

namespace {

constexpr int kPosted = 1;  ///< tag of posted messages
std::vector<MPI_Request> posted;

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

void post(int to, const void* bytes, std::size_t length) {
  posted.emplace_back();
  MPI_Isend(bytes, static_cast<int>(length), MPI_BYTE, to, kPosted, MPI_COMM_WORLD, &posted.back());
}

long waiting(int from) {
  int there = 0;
  MPI_Status status;
  MPI_Iprobe(from, kPosted, MPI_COMM_WORLD, &there, &status);
  if (there == 0) return -1;
  int length = 0;
  MPI_Get_count(&status, MPI_BYTE, &length);
  return length;
}

void take(int from, void* bytes, std::size_t length) {
  MPI_Recv(bytes, static_cast<int>(length), MPI_BYTE, from, kPosted, MPI_COMM_WORLD,
           MPI_STATUS_IGNORE);
}

void settle() {
  MPI_Waitall(static_cast<int>(posted.size()), posted.data(), MPI_STATUSES_IGNORE);
  posted.clear();
}

void end() { MPI_Finalize(); }

const SelvageMpiLink kLink{begin, send, receive, post, waiting, take, settle, end};

}  // namespace

extern "C" const SelvageMpiLink* selvage_mpi_link() { return &kLink; }
