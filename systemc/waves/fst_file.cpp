// SPDX-License-Identifier: Apache-2.0
// The one file that depends on the internal trace interface of Verilator 5.006.
#include "waves/fst_file.hpp"

#include <verilated.h>
#include <verilated_fst_c.h>

#include <algorithm>
#include <cassert>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <deque>
#include <exception>
#include <filesystem>

namespace selvage::waves {
namespace {

constexpr std::uintmax_t kLeastRoom = 64U << 20U;

/// The file to close when the process ends badly; only one is open at a time.
VerilatedFstC* last_rites = nullptr;
std::terminate_handler next_terminate = nullptr;

void close_quietly() {
  VerilatedFstC* file = last_rites;
  last_rites = nullptr;
  if (file != nullptr) file->close();
}
[[noreturn]] void on_terminate() {
  close_quietly();
  if (next_terminate != nullptr) next_terminate();
  std::abort();
}
/// Not strictly allowed in a handler, but the process is lost anyway and the waves are what helps.
void on_abort(int signal) {
  std::signal(signal, SIG_DFL);
  close_quietly();
  std::raise(signal);
}

std::vector<std::string> binary_values(std::size_t count) {
  std::vector<std::string> out;
  for (std::size_t v = 0; v < count; ++v) {
    std::string text;
    for (std::size_t rest = v; rest != 0; rest >>= 1) {
      text.insert(text.begin(), rest & 1 ? '1' : '0');
    }
    out.push_back(text.empty() ? "0" : text);
  }
  return out;
}

unsigned bits_for(std::size_t values) {
  unsigned bits = 1;
  while ((std::size_t{1} << bits) < values) ++bits;
  return bits;
}

}  // namespace

struct FstFile::Impl {
  struct Value {
    std::string name;
    unsigned bits = 1;
    std::vector<std::string> words;
    bool characters = false;
    std::vector<std::uint32_t> now;  ///< least significant word first
    std::uint32_t code = 0;
    bool dirty = false;
  };
  /// Rows of one scope, declared in one go.
  struct Group {
    Impl* owner = nullptr;
    std::string scope;
    Row begin = 0;
    Row end = 0;
  };

  VerilatedFstC file;
  std::deque<Value> values;
  std::deque<Group> groups;
  std::vector<Row> dirty;

  Row add(Value value) {
    assert(!groups.empty() && groups.back().end == values.size());
    value.now.assign((value.bits + 31) / 32, 0);
    values.push_back(std::move(value));
    return groups.back().end++;
  }
  void touch(Row row) {
    Value& v = values[row];
    if (v.dirty) return;
    v.dirty = true;
    dirty.push_back(row);
  }

  static void declare(void* group, VerilatedFst* trace, std::uint32_t code) {
    const Group& g = *static_cast<Group*>(group);
    trace->pushNamePrefix(g.scope + ' ');
    for (Row row = g.begin; row < g.end; ++row) {
      Value& v = g.owner->values[row];
      v.code = code;
      code += static_cast<std::uint32_t>(v.now.size());
      int type = -1;
      if (!v.words.empty()) {
        type = 1000000 + static_cast<int>(row);
        const std::vector<std::string> binary = binary_values(v.words.size());
        std::vector<const char*> names, texts;
        for (std::size_t i = 0; i < v.words.size(); ++i) {
          names.push_back(v.words[i].c_str());
          texts.push_back(binary[i].c_str());
        }
        trace->declDTypeEnum(type, v.name.c_str(), static_cast<std::uint32_t>(v.words.size()),
                             v.bits, names.data(), texts.data());
      }
      const int msb = static_cast<int>(v.bits) - 1;
      if (v.bits == 1) {
        trace->declBit(v.code, v.name.c_str(), type, FST_VD_IMPLICIT, FST_VT_VCD_WIRE, false, -1);
      } else if (v.bits <= 32) {
        trace->declBus(v.code, v.name.c_str(), type, FST_VD_IMPLICIT, FST_VT_VCD_WIRE, false, -1,
                       msb, 0);
      } else {
        // The type of a text is how readers tell it from a number.
        const fstVarType kind = v.characters ? FST_VT_SV_BYTE : FST_VT_VCD_WIRE;
        trace->declArray(v.code, v.name.c_str(), type, FST_VD_IMPLICIT, kind, false, -1, msb, 0);
      }
    }
    trace->popNamePrefix();
  }
  static void write(const Value& v, VerilatedFst::Buffer* to) {
    std::uint32_t* old = to->oldp(v.code);
    const int bits = static_cast<int>(v.bits);
    if (v.bits == 1) {
      to->fullBit(old, static_cast<CData>(v.now[0]));
    } else if (v.bits <= 32) {
      to->fullIData(old, v.now[0], bits);
    } else {
      to->fullWData(old, v.now.data(), bits);
    }
  }
  static void write_all(void* self, VerilatedFst::Buffer* to) {
    Impl& i = *static_cast<Impl*>(self);
    for (Value& v : i.values) {
      v.dirty = false;
      write(v, to);
    }
    i.dirty.clear();
  }
  static void write_changed(void* self, VerilatedFst::Buffer* to) {
    Impl& i = *static_cast<Impl*>(self);
    for (const Row row : i.dirty) {
      i.values[row].dirty = false;
      write(i.values[row], to);
    }
    i.dirty.clear();
  }
};

FstFile::FstFile() : impl_(std::make_unique<Impl>()) {
  impl_->file.set_time_unit("1ps");
  impl_->file.set_time_resolution("1ps");
  impl_->file.spTrace()->addFullCb(&Impl::write_all, impl_.get());
  impl_->file.spTrace()->addChgCb(&Impl::write_changed, impl_.get());
}
FstFile::~FstFile() { close(); }

void FstFile::scope(const std::string& scope) {
  const auto at = static_cast<Row>(impl_->values.size());
  Impl::Group& group = impl_->groups.emplace_back(Impl::Group{impl_.get(), scope, at, at});
  impl_->file.spTrace()->addInitCb(&Impl::declare, &group);
}

FstFile::Row FstFile::number(const std::string& name, unsigned bits) {
  Impl::Value v;
  v.name = name;
  v.bits = bits;
  return impl_->add(std::move(v));
}
FstFile::Row FstFile::word(const std::string& name, const std::vector<std::string>& words) {
  Impl::Value v;
  v.name = name;
  v.bits = bits_for(words.size());
  v.words = words;
  for (std::string& w : v.words) std::replace(w.begin(), w.end(), ' ', '_');
  return impl_->add(std::move(v));
}
FstFile::Row FstFile::text(const std::string& name, unsigned characters) {
  Impl::Value v;
  v.name = name;
  v.bits = 8 * std::max(characters, 5U);
  v.characters = true;
  return impl_->add(std::move(v));
}

void FstFile::add(cosim::TracedModel& model) { model.declare(impl_->file); }

void FstFile::set(Row row, std::uint64_t value) {
  std::vector<std::uint32_t>& now = impl_->values[row].now;
  const auto low = static_cast<std::uint32_t>(value);
  const auto high = static_cast<std::uint32_t>(value >> 32);
  if (now[0] == low && (now.size() < 2 || now[1] == high)) return;
  now[0] = low;
  if (now.size() > 1) now[1] = high;
  impl_->touch(row);
}

void FstFile::set_text(Row row, std::string_view text) {
  Impl::Value& v = impl_->values[row];
  assert(v.characters);
  const std::size_t room = v.bits / 8;
  std::vector<std::uint32_t> next(v.now.size(), 0);
  const std::size_t count = std::min(text.size(), room);
  for (std::size_t i = 0; i < count; ++i) {
    const std::size_t byte = count - 1 - i;  // the last character is the least significant byte
    next[byte / 4] |= std::uint32_t{static_cast<unsigned char>(text[i])} << (8 * (byte % 4));
  }
  if (next == v.now) return;
  v.now.swap(next);
  impl_->touch(row);
}

bool FstFile::can_write(const std::string& path, std::string& why) {
  std::FILE* probe = std::fopen(path.c_str(), "wb");
  if (probe == nullptr) {
    why = "cannot write " + path + ": " + std::strerror(errno);
    return false;
  }
  std::fclose(probe);
  // The writer maps its files into memory: where there is no room left it would die of SIGBUS.
  std::error_code unknown;
  const auto folder = std::filesystem::absolute(path, unknown).parent_path();
  const auto space = std::filesystem::space(folder, unknown);
  if (!unknown && space.available < kLeastRoom) {
    why = "cannot write " + path + ": less than 64 MiB are free there";
    return false;
  }
  return true;
}

bool FstFile::open(const std::string& path, std::string& why) {
  if (!can_write(path, why)) return false;
  impl_->file.open(path.c_str());
  last_rites = &impl_->file;
  static const bool once = [] {
    next_terminate = std::set_terminate(&on_terminate);
    std::signal(SIGABRT, &on_abort);
    return true;
  }();
  static_cast<void>(once);
  return true;
}

bool FstFile::is_open() const { return impl_->file.isOpen(); }
void FstFile::dump(std::uint64_t picoseconds) { impl_->file.dump(picoseconds); }
void FstFile::flush() { impl_->file.flush(); }
void FstFile::close() {
  if (!impl_->file.isOpen()) return;
  if (last_rites == &impl_->file) last_rites = nullptr;
  impl_->file.close();
}

}  // namespace selvage::waves
