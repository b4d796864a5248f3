// SPDX-License-Identifier: Apache-2.0
#include "config/application/generate.hpp"

#include <algorithm>
#include <cassert>
#include <string>

namespace selvage::config {
namespace {

using Numbers = std::vector<std::uint32_t>;

/// Adds messages between ranks, the places of hosts in their list.
class Builder {
 public:
  explicit Builder(const ApplicationKeys& keys) : keys_(keys), received_(keys.hosts.size()) {
    application_.kind = std::string(keys.kind);
  }

  /// A message that waits for `after`, and for work on it where that has arrived; its number.
  std::uint32_t send(std::size_t from, std::size_t to, std::uint64_t bytes, const Numbers& after,
                     bool works = true) {
    AppMessage message;
    message.source = keys_.hosts[from];
    message.destination = keys_.hosts[to];
    message.bytes = bytes;
    if (works && !after.empty()) message.work = keys_.compute;
    const auto number = static_cast<std::uint32_t>(application_.messages.size());
    application_.add(std::move(message), after);
    received_[to].push_back(number);
    return number;
  }
  /// What has been sent to each rank since the last call.
  std::vector<Numbers> take_received() {
    std::vector<Numbers> taken(received_.size());
    taken.swap(received_);
    return taken;
  }
  [[nodiscard]] std::size_t ranks() const { return keys_.hosts.size(); }
  [[nodiscard]] const ApplicationKeys& keys() const { return keys_; }
  Application take() { return std::move(application_); }

 private:
  const ApplicationKeys& keys_;
  Application application_;
  std::vector<Numbers> received_;  ///< by rank
};

void ring_round(Builder& b) {
  const std::size_t n = b.ranks();
  const std::uint64_t chunk = (b.keys().bytes + n - 1) / n;
  for (std::size_t step = 0; step < 2 * (n - 1); ++step) {
    const std::vector<Numbers> arrived = b.take_received();
    for (std::size_t i = 0; i < n; ++i) b.send(i, (i + 1) % n, chunk, arrived[i]);
  }
}

/// Up from the last rank to the first, each parent waiting for its children, then down again.
void tree_round(Builder& b) {
  const std::size_t n = b.ranks();
  std::vector<Numbers> before = b.take_received();
  for (std::size_t i = n - 1; i > 0; --i) {
    const std::size_t parent = (i - 1) / 2;
    before[parent].push_back(b.send(i, parent, b.keys().bytes, before[i]));
  }
  (void)b.take_received();
  for (std::size_t i = 1; i < n; ++i) {
    const std::size_t parent = (i - 1) / 2;
    before[i] = {b.send(parent, i, b.keys().bytes, before[parent])};
  }
}

void all_to_all_round(Builder& b) {
  const std::size_t n = b.ranks();
  const std::vector<Numbers> arrived = b.take_received();
  for (std::size_t i = 0; i < n; ++i) {
    Numbers after = arrived[i];
    for (std::size_t k = 1; k < n; ++k) {
      after = {b.send(i, (i + k) % n, b.keys().bytes, after, k == 1)};
    }
  }
}

void halo_round(Builder& b) {
  const std::vector<unsigned>& grid = b.keys().grid;
  const std::vector<Numbers> arrived = b.take_received();
  for (std::size_t i = 0; i < b.ranks(); ++i) {
    std::size_t stride = 1;
    for (const unsigned size : grid) {
      const std::size_t place = i / stride % size;
      if (place > 0) b.send(i, i - stride, b.keys().bytes, arrived[i]);
      if (place + 1 < size) b.send(i, i + stride, b.keys().bytes, arrived[i]);
      stride *= size;
    }
  }
}

}  // namespace

std::uint64_t messages_of(const ApplicationKeys& keys) {
  constexpr std::uint64_t kMany = std::uint64_t{1} << 31;
  const std::uint64_t n = keys.hosts.size();
  std::uint64_t round = 0;
  if (keys.kind == "all_to_all") round = n * (n - 1);
  if (keys.kind == "ring_allreduce") round = 2 * n * (n - 1);
  if (keys.kind == "tree_allreduce") round = 2 * (n - 1);
  if (keys.kind == "halo_exchange") {
    for (const unsigned size : keys.grid) round += 2 * n / size * (size - 1);
  }
  return std::min(round, kMany) * std::min(keys.rounds, kMany);
}

Application generate(const ApplicationKeys& keys) {
  assert(keys.hosts.size() > 1 && messages_of(keys) <= kMostMessages);
  Builder builder(keys);
  for (std::uint64_t round = 0; round < keys.rounds; ++round) {
    if (keys.kind == "ring_allreduce") ring_round(builder);
    if (keys.kind == "tree_allreduce") tree_round(builder);
    if (keys.kind == "all_to_all") all_to_all_round(builder);
    if (keys.kind == "halo_exchange") halo_round(builder);
  }
  return builder.take();
}

std::vector<unsigned> squarest(std::size_t hosts) {
  std::size_t rows = 1;
  for (std::size_t r = 1; r * r <= hosts; ++r) {
    if (hosts % r == 0) rows = r;
  }
  return {static_cast<unsigned>(hosts / rows), static_cast<unsigned>(rows)};
}

}  // namespace selvage::config
