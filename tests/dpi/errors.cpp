// SPDX-License-Identifier: Apache-2.0
/// Refusals: every function, every precondition, and whatever arguments chance brings.
#include <climits>
#include <functional>
#include <tuple>
#include <vector>

#include "support.hpp"

using selvage::dpi::test::below;
using selvage::dpi::test::Handle;
using selvage::dpi::test::refused;

namespace {

/// An argument made of the next number; what outputs say is ignored.
template <class T>
struct Argument {
  static T get(const std::function<long long()>& number) { return static_cast<T>(number()); }
};
template <class T>
struct Argument<T*> {
  static T* get(const std::function<long long()>&) {
    static T ignored;
    return &ignored;
  }
};
template <>
struct Argument<const char*> {
  static const char* get(const std::function<long long()>& number) {
    static const char* const texts[] = {
        "",    "0/21", "<2,10>", "211", "10.0.1.1", "edge=1 pos_w=7", "max=3 t1=1 t2=2 t3=3",
        "1/9", "x=",   nullptr};
    return texts[static_cast<unsigned long long>(number()) % 10];
  }
};

using Call = std::function<long long(const std::function<long long()>&)>;

template <class Result, class... Arguments>
Call call(Result (*f)(Arguments...)) {
  return [f](const std::function<long long()>& number) -> long long {
    const std::tuple<Arguments...> in_order{Argument<Arguments>::get(number)...};
    return std::apply(f, in_order);
  };
}

/// Every function that takes a handle first, but selvage_close.
const std::vector<Call>& on_handles() {
  static const std::vector<Call> all = {
      call(selvage_ft_address),   call(selvage_ft_host),     call(selvage_ft_route),
      call(selvage_ft_link),      call(selvage_ft_receive),  call(selvage_ft_sent),
      call(selvage_ft_rows),      call(selvage_ft_row),      call(selvage_ft_port),
      call(selvage_ft_overflows), call(selvage_ft_set_port), call(selvage_ft_set_row),
      call(selvage_tl_lookup),    call(selvage_tl_rows),     call(selvage_tl_row),
      call(selvage_tl_write),     call(selvage_cam_step),    call(selvage_cam_row),
      call(selvage_efct_step),    call(selvage_efct_row),    call(selvage_ifct_deq),
      call(selvage_ifct_enq),     call(selvage_ifct_ack),    call(selvage_ifct_chk),
      call(selvage_ifct_row),     call(selvage_ofct_step),   call(selvage_ofct_chk),
      call(selvage_ofct_row),     call(selvage_acks_step)};
  return all;
}

const std::vector<Call>& without_handle() {
  static const std::vector<Call> all = {
      call(selvage_ft_open),   call(selvage_tl_open),   call(selvage_tl_address),
      call(selvage_cam_open),  call(selvage_efct_open), call(selvage_ifct_open),
      call(selvage_ofct_open), call(selvage_ack_word),  call(selvage_acks_open)};
  return all;
}

int receive(int handle, int port, int kind, int level, long long c, int k, int seq = 1) {
  return selvage_ft_receive(handle, port, kind, level, c, k, seq);
}

}  // namespace

TEST_CASE("DPI-ERR: every function refuses a handle that is unknown, closed or of another kind",
          "[dpi]") {
  const int closed = selvage_cam_open(4);
  REQUIRE(selvage_close(closed) == 0);
  CHECK(refused(selvage_close(closed),
                "selvage_close: handle " + std::to_string(closed) + " is not open"));
  CHECK(selvage_cam_open(0) < 0);
  for (const int handle : {closed, 0, -1, INT_MAX}) {
    for (const Call& f : on_handles()) {
      bool first = true;
      const auto number = [&]() -> long long { return first ? (first = false, handle) : 0; };
      REQUIRE(refused(f(number), "handle " + std::to_string(handle) + " is no open"));
    }
  }
  const Handle cam(selvage_cam_open(4));
  CHECK(refused(selvage_ft_rows(cam), "is no open fat-tree switch"));
  CHECK(refused(selvage_ifct_chk(cam, 0, 0, nullptr, nullptr), "is no open input table"));
  CHECK(cam > closed);  // a number is never given twice
}

TEST_CASE("DPI-ERR: what cannot be opened says why", "[dpi]") {
  CHECK(refused(selvage_ft_open(5, 3, "0/21", 8), "m"));
  CHECK(refused(selvage_ft_open(4, 7, "0/21", 8), "n is 7, not from 2 to 6"));
  CHECK(refused(selvage_ft_open(4, 3, "0/91", 8), "selvage_ft_open: "));
  CHECK(refused(selvage_ft_open(4, 3, nullptr, 8), "name is a null pointer"));
  CHECK(refused(selvage_ft_open(4, 3, "0/21", 0), "lft_lines is 0"));
  CHECK(refused(selvage_tl_open(5, "10.0.0.1"), "even"));
  CHECK(refused(selvage_tl_open(4, "10.0.9.1"), "is no switch"));
  CHECK(refused(selvage_tl_open(4, "10.0.1"), "selvage_tl_open: "));
  CHECK(refused(selvage_tl_address("10.0.0.256"), "selvage_tl_address: "));
  CHECK(refused(selvage_cam_open(65537), "rows is 65537"));
  CHECK(refused(selvage_efct_open("pos_w"), "'pos_w' is not name=number"));
  CHECK(refused(selvage_efct_open("pos_w=9 pos_w=9"), "'pos_w' stands twice"));
  CHECK(refused(selvage_ofct_open("edge=1"), "there is no option 'edge'"));
  CHECK(refused(selvage_ifct_open("mfe9=1"), "there is no option 'mfe9'"));
  CHECK(refused(selvage_ifct_open("pos_w=40"), "pos_w is 40, not from 7 to 11"));
  CHECK(refused(selvage_acks_open("t1=50 t2=50"), "t1 < t2 < t3"));
  CHECK(refused(selvage_ack_word(2048, 0, 0), "id is 2048, not from 0 to 2047"));
}

TEST_CASE("DPI-ERR: a fat-tree switch refuses what its golden rules take for granted", "[dpi]") {
  const Handle leaf(selvage_ft_open(4, 3, "0/21", 1));
  const Handle middle(selvage_ft_open(4, 3, "1/21", 8));
  const Handle root(selvage_ft_open(4, 3, "2/10", 8));
  const long long c10 = 1 * 64;
  CHECK(refused(selvage_ft_link(leaf, 0, 0), "leads to a host"));
  CHECK(refused(selvage_ft_link(leaf, 4, 0), "port is 4, not from 0 to 3"));
  CHECK(refused(receive(leaf, 2, 8, 0, 0, 2), "kind is 8"));
  CHECK(refused(receive(leaf, 2, 0, 0, 0, 2), "SYNCREQ comes from below"));
  CHECK(refused(receive(middle, 0, 3, 1, c10, 2), "come from above only"));
  CHECK(refused(receive(middle, 0, 1, 1, c10, 2), "own level comes from above only"));
  CHECK(refused(receive(leaf, 2, 1, 0, c10, 3), "comes by port k"));
  CHECK(refused(receive(leaf, 2, 1, 0, 2 * 64 + 1, 2), "c is no other switch"));
  CHECK(refused(receive(leaf, 2, 1, 0, 7 * 64, 2), "no digit string of this tree"));
  CHECK(refused(receive(leaf, 2, 1, 2, c10, 2), "level is 2, not from 0 to 1"));
  CHECK(refused(receive(leaf, 2, 3, 1, c10, 2), "of the level of the switch"));
  CHECK(refused(receive(leaf, 2, 1, 0, c10, 2, 256), "seq is 256"));
  CHECK(refused(receive(leaf, 2, 1, 0, c10, 1), "k is 1, not from 2 to 3"));
  CHECK(refused(selvage_ft_route(leaf, 9, 0, 0, nullptr, nullptr, nullptr, nullptr), "source 9"));
  CHECK(refused(selvage_ft_route(leaf, 0, 1LL << 40, 0, nullptr, nullptr, nullptr, nullptr),
                "destination"));
  CHECK(refused(selvage_ft_sent(leaf, 0, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr),
                "i is 0"));
  CHECK(refused(selvage_ft_address(leaf, 16), "host is 16, not from 0 to 15"));
  CHECK(refused(selvage_ft_set_port(leaf, 2, 2), "level is 2"));
  CHECK(refused(selvage_ft_set_port(middle, 0, 1), "no up port"));
  CHECK(refused(selvage_ft_set_row(root, 0, 1), "a root has no up ports"));
  CHECK(refused(selvage_ft_set_row(leaf, c10, 4), "bits is 4"));
  CHECK(selvage_ft_rows(leaf) == 0);  // nothing of all this has changed anything
  CHECK(selvage_ft_set_row(leaf, c10, 1) == 0);
  CHECK(refused(selvage_ft_set_row(leaf, 0, 1), "the fault table is full"));
}

TEST_CASE("DPI-ERR: random arguments are answered or refused in words", "[dpi]") {
  std::mt19937 random(39);
  std::vector<int> handles;
  int answered = 0;
  const auto number = [&]() -> long long {
    switch (below(random, 16)) {
      case 0: return below(random, 5000) - 100;
      case 1: return random();
      case 2: return below(random, 2) != 0 ? INT_MAX : INT_MIN;
      case 3: return below(random, 2) != 0 ? LLONG_MAX : LLONG_MIN;
      case 4: return 64 * below(random, 4) + below(random, 2);
      default: return below(random, 8);
    }
  };
  for (const char* name : {"0/21", "1/21", "2/10"})
    handles.push_back(selvage_ft_open(4, 3, name, 2));
  handles.push_back(selvage_tl_open(4, "10.0.1.1"));
  handles.push_back(selvage_cam_open(3));
  handles.push_back(selvage_efct_open("flow_id_w=2"));
  handles.push_back(selvage_ifct_open("flow_id_w=2"));
  handles.push_back(selvage_ifct_open("flow_id_w=2 edge=1"));
  handles.push_back(selvage_ofct_open("flow_id_w=2"));
  handles.push_back(selvage_acks_open("max=3 depth=4 t1=1 t2=2 t3=3"));
  for (int i = 0; i < 300'000; ++i) {
    long long result = 0;
    if (i % 10 == 0) {
      const int f = below(random, 9);
      result = without_handle()[static_cast<std::size_t>(f)](number);
      const bool opened = f != 2 && f != 7;  // the other two return an address and a word
      if (opened && result >= 0) REQUIRE(selvage_close(static_cast<int>(result)) == 0);
    } else {
      const int handle =
          handles[static_cast<std::size_t>(below(random, static_cast<int>(handles.size())))];
      bool first = true;
      const auto next = [&]() -> long long { return first ? (first = false, handle) : number(); };
      result = on_handles()[static_cast<std::size_t>(below(random, 29))](next);
    }
    if (result < 0) REQUIRE(*selvage_error() != '\0');
    answered += result >= 0;
  }
  CHECK(answered > 10'000);
  for (const int handle : handles) CHECK(selvage_close(handle) == 0);
}
