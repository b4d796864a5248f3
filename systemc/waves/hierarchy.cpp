// SPDX-License-Identifier: Apache-2.0
#include "waves/hierarchy.hpp"

#include <gtkwave/fstapi.h>
#include <algorithm>
#include <cstring>

namespace selvage::waves {
namespace {

/// What the values of a handle come to.
struct Course {
  std::uint64_t values = 0;
  bool zero = true;
  std::uint64_t last_ps = 0;
};
using Courses = std::vector<Course>;

void count_long(void* user, std::uint64_t time, fstHandle handle, const unsigned char* value,
                std::uint32_t bits) {
  Course& course = (*static_cast<Courses*>(user))[handle];
  ++course.values;
  course.last_ps = time;
  course.zero = course.zero && std::find(value, value + bits, '1') == value + bits;
}
void count(void* user, std::uint64_t time, fstHandle handle, const unsigned char* value) {
  const auto* text = reinterpret_cast<const char*>(value);
  count_long(user, time, handle, value, static_cast<std::uint32_t>(std::strlen(text)));
}

/// "key_q[3] [5:0]" as it stands in the file, without its range.
std::string plain_name(const std::string& name) {
  const auto blank = name.find(' ');
  return blank == std::string::npos ? name : name.substr(0, blank);
}

/// The name as GTKWave makes it: "key_q[3][5:0]"; "bit_q[0]" of "bit_q [0:0]"; integers bare.
std::string shown_name(const decltype(fstHier::u.var)& var) {
  const std::string full(var.name, var.name_length);
  const std::string plain = plain_name(full);
  if (var.typ == FST_VT_VCD_INTEGER || var.typ == FST_VT_SV_INT) return plain;
  if (plain.size() == full.size()) return plain;
  std::string range = full.substr(plain.size() + 1);
  if (const auto colon = range.find(':'); colon != std::string::npos) {
    const std::string high = range.substr(1, colon - 1);
    if (high == range.substr(colon + 1, range.size() - colon - 2)) range = '[' + high + ']';
  }
  return plain + range;
}

}  // namespace

std::optional<Hierarchy> read_hierarchy(const std::string& path, std::string& why) {
  void* file = fstReaderOpen(path.c_str());
  if (file == nullptr) {
    why = path + ": is no FST file, or was not closed";
    return std::nullopt;
  }
  Hierarchy h;
  h.begin_ps = fstReaderGetStartTime(file);
  h.end_ps = fstReaderGetEndTime(file);
  std::vector<std::string> scopes;
  std::vector<fstHandle> handles;
  bool next_is_enum = false;
  fstReaderIterateHierRewind(file);
  while (const fstHier* item = fstReaderIterateHier(file)) {
    if (item->htyp == FST_HT_SCOPE) {
      const std::string name(item->u.scope.name, item->u.scope.name_length);
      scopes.push_back(scopes.empty() ? name : scopes.back() + '.' + name);
    } else if (item->htyp == FST_HT_UPSCOPE) {
      scopes.pop_back();
    } else if (item->htyp == FST_HT_ATTRBEGIN) {
      next_is_enum = item->u.attr.typ == FST_AT_MISC && item->u.attr.subtype == FST_MT_ENUMTABLE &&
                     item->u.attr.name_length == 0;
    } else if (item->htyp == FST_HT_VAR) {
      Signal s;
      s.scope = scopes.empty() ? "" : scopes.back();
      const std::string full(item->u.var.name, item->u.var.name_length);
      s.name = plain_name(full);
      s.shown = shown_name(item->u.var);
      s.alias = item->u.var.is_alias != 0;
      s.bits = item->u.var.length;
      s.enumerated = next_is_enum;
      s.text = item->u.var.typ == FST_VT_SV_BYTE && s.bits >= 40;
      next_is_enum = false;
      h.signals.push_back(std::move(s));
      handles.push_back(item->u.var.handle);
    }
  }
  Courses courses(fstReaderGetMaxHandle(file) + 1);
  fstReaderSetFacProcessMaskAll(file);
  fstReaderIterBlocks2(file, &count, &count_long, &courses, nullptr);
  for (std::size_t i = 0; i < handles.size(); ++i) {
    const Course& course = courses[handles[i]];
    h.signals[i].changes = course.values > 0 ? course.values - 1 : 0;
    h.signals[i].zero = course.zero;
    h.signals[i].last_ps = course.last_ps;
  }
  fstReaderClose(file);
  return h;
}

}  // namespace selvage::waves
