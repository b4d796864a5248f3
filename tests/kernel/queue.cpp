// SPDX-License-Identifier: Apache-2.0
#include "kernel/queue.hpp"

#include <catch2/catch.hpp>
#include <deque>
#include <memory>
#include <string>
#include <utility>

#include "kernel/stream.hpp"

using selvage::kernel::Queue;
using selvage::kernel::Stream;

namespace {

using Words = Queue<std::string>;

void check_alike(const Words& queue, const std::deque<std::string>& model) {
  REQUIRE(queue.size() == model.size());
  REQUIRE(queue.empty() == model.empty());
  std::size_t i = 0;
  for (const std::string& word : queue) {
    REQUIRE(word == model[i]);
    REQUIRE(queue[i] == model[i]);
    ++i;
  }
  REQUIRE(i == model.size());
  if (model.empty()) return;
  REQUIRE(queue.front() == model.front());
  REQUIRE(queue.back() == model.back());
}

}  // namespace

TEST_CASE("a queue is a deque of what was put in behind, whatever its length") {
  Stream random(1, "queue");
  for (unsigned round = 0; round < 20; ++round) {
    Words queue;
    std::deque<std::string> model;
    check_alike(queue, model);
    for (unsigned step = 0; step < 200; ++step) {
      const std::uint64_t what = random.below(8 + round);
      if (what == 0) {
        const auto count = random.below(model.size() + 1);
        queue.drop(count);
        model.erase(model.begin(), model.begin() + static_cast<std::ptrdiff_t>(count));
      } else if (what == 1 && random.below(10) == 0) {
        queue.clear();
        model.clear();
      } else if (what < 4 && !model.empty()) {
        queue.pop_front();
        model.pop_front();
      } else {
        queue.push_back(std::to_string(step));
        model.push_back(std::to_string(step));
      }
      if (what == 5) {
        queue.back() += "b";
        model.back() += "b";
        queue.front() += "f";
        model.front() += "f";
      }
      check_alike(queue, model);
    }
  }
}

TEST_CASE("an element of a full queue may be put into it once more") {
  Words queue;
  for (const char* word : {"a", "b", "c", "d"}) queue.push_back(word);
  queue.push_back(queue.front());
  CHECK(queue.size() == 5);
  CHECK(queue.back() == "a");
  CHECK(queue.front() == "a");
}

TEST_CASE("a queue that is moved takes its elements along, what was there before is gone") {
  const auto counted = std::make_shared<int>(1);
  Queue<std::shared_ptr<int>> from;
  for (unsigned i = 0; i < 3; ++i) from.push_back(counted);
  from.pop_front();
  Queue<std::shared_ptr<int>> to(std::move(from));
  CHECK(to.size() == 2);
  CHECK(from.empty());
  from.push_back(nullptr);
  CHECK(from.size() == 1);
  from = std::move(to);
  CHECK(from.size() == 2);
  CHECK(from.back() == counted);
  from = Queue<std::shared_ptr<int>>();
  CHECK(from.empty());
  CHECK(counted.use_count() == 1);
}

TEST_CASE("a queue that has reached its working size stays where it is") {
  Queue<unsigned> queue;
  for (unsigned i = 0; i < 4; ++i) queue.push_back(i);
  const unsigned* const place = &queue.front();
  for (unsigned i = 0; i < 400; ++i) {
    queue.pop_front();
    queue.push_back(i);
  }
  CHECK(&queue.front() == place);
}
