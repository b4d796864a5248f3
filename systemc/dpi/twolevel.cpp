// SPDX-License-Identifier: Apache-2.0
/// \file
/// The two-level lookup of one switch behind the DPI, as rows of a ternary memory.
#include "dpi/handles.hpp"
#include "dpi/selvage_dpi.h"
#include "golden/twolevel/al_fares.hpp"

namespace selvage::dpi {

namespace {

using namespace selvage::golden;

struct TwoLevelSwitch final : Object {
  static constexpr const char* kKind = "two-level table";
  explicit TwoLevelSwitch(std::vector<TernaryRow> all) : rows(std::move(all)) {}
  TernaryRow& row(int i) {
    in_range("row", i, 0, static_cast<long long>(rows.size()) - 1);
    return rows[static_cast<std::size_t>(i)];
  }
  std::vector<TernaryRow> rows;  ///< k + 1
};

Ipv4 address(const char* name, const char* text) {
  std::string why;
  const auto parsed = parse_ipv4(text_of(name, text), why);
  if (!parsed) refuse(why);
  return *parsed;
}

}  // namespace

}  // namespace selvage::dpi

using namespace selvage::dpi;
using namespace selvage::golden;

extern "C" {

int selvage_tl_open(int k, const char* text) {
  return guarded(__func__, [&] {
    in_range("k", k, 4, 64);
    const AlFares net(static_cast<unsigned>(k));
    std::string why;
    const auto sw = net.switch_at(address("address", text), why);
    if (!sw) refuse(why);
    return keep(std::make_unique<TwoLevelSwitch>(rows_of(net.table_of(*sw), net.k())));
  });
}

long long selvage_tl_address(const char* text) {
  return guarded<long long>(__func__,
                            [&] { return static_cast<long long>(address("text", text).value); });
}

int selvage_tl_lookup(int handle, unsigned int to, int* hit, int* row, int* drop, int* port,
                      unsigned int* next) {
  return guarded(__func__, [&] {
    const TernaryAnswer answer = look_up(open_object<TwoLevelSwitch>(handle).rows, Ipv4{to});
    put(hit, answer.hit), put(row, answer.row), put(drop, answer.next_hop.drop);
    put(port, answer.next_hop.port), put(next, answer.next_hop.next.value);
    return 0;
  });
}

int selvage_tl_rows(int handle) {
  return guarded(__func__,
                 [&] { return static_cast<int>(open_object<TwoLevelSwitch>(handle).rows.size()); });
}

int selvage_tl_row(int handle, int row, int* valid, unsigned int* key, unsigned int* mask,
                   int* drop, int* port, unsigned int* next) {
  return guarded(__func__, [&] {
    const TernaryRow& r = open_object<TwoLevelSwitch>(handle).row(row);
    put(valid, r.valid), put(key, r.key), put(mask, r.mask);
    put(drop, r.result.drop), put(port, r.result.port), put(next, r.result.next.value);
    return 0;
  });
}

int selvage_tl_write(int handle, int row, int valid, unsigned int key, unsigned int mask, int drop,
                     int port, unsigned int next) {
  return guarded(__func__, [&] {
    auto& table = open_object<TwoLevelSwitch>(handle);
    TernaryRow& r = table.row(row);
    in_range("port", port, 0, static_cast<long long>(table.rows.size()) - 2);
    r = {valid != 0, key, mask, {drop != 0, static_cast<selvage::PortIdx>(port), Ipv4{next}}};
    return 0;
  });
}

}  // extern "C"
