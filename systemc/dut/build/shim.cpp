// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "dut/build/wrapper.hpp"

namespace selvage::dut {

namespace {

constexpr const char* kBegin =
    R"cpp(// Made by selvage dut: the C interface of a compiled block.
#include <cstdarg>
#include <cstdint>
#include <cstdio>
#include <memory>
#include <string>
#include "Vdut.h"
#include "verilated.h"
#include "verilated_fst_c.h"

#define SHOWN extern "C" __attribute__((visibility("default")))

          namespace {
          struct Dut {
            VerilatedContext context;
            std::unique_ptr<Vdut> top;
            std::unique_ptr<VerilatedFstC> wave;
            std::string said;  // what it printed, and where it stopped
            bool stopped = false;
            bool dead = false;  // it cannot be evaluated any more
          };
          Dut* current = nullptr;  // whose code runs
          struct Dead {};
          void say(const std::string& text) {
            if (current != nullptr && current->said.size() < 4000) current->said += text;
          }
          template <class T>
          void put(T& pin, const uint32_t*& from) {
            uint64_t value = *from++;
            if (sizeof(T) == 8) value |= uint64_t{*from++} << 32;
            pin = static_cast<T>(value);
          }
          template <std::size_t N>
          void put(VlWide<N>& pin, const uint32_t*& from) {
            for (std::size_t i = 0; i < N; ++i) pin.data()[i] = *from++;
          }
          template <class T>
          void get(const T& pin, uint32_t*& to) {
            *to++ = static_cast<uint32_t>(pin);
            if (sizeof(T) == 8) *to++ = static_cast<uint32_t>(static_cast<uint64_t>(pin) >> 32);
          }
          template <std::size_t N>
          void get(const VlWide<N>& pin, uint32_t*& to) {
            for (std::size_t i = 0; i < N; ++i) *to++ = pin.data()[i];
          }
          }  // namespace

          extern "C" int selvage_dut_printf(const char* format, ...) {
            char line[1024];
            va_list arguments;
            va_start(arguments, format);
            const int length = std::vsnprintf(line, sizeof line, format, arguments);
            va_end(arguments);
            say(line);
            return length;
          }
          static void stop(const char* file, int line, const char* what) {
            if (current != nullptr) current->stopped = true;
            say(std::string(what) + " at " + (file != nullptr ? file : "?") + ":" +
                std::to_string(line) + "\n");
          }
          void vl_stop(const char* file, int line, const char*) {
            const std::string place = ":" + std::to_string(line) + ": ";  // of an assertion, $error
            if (current != nullptr && current->said.find(place) != std::string::npos)
              current->stopped = true;
            else stop(file, line, "stopped");
          }
          void vl_finish(const char* file, int line, const char*) { stop(file, line, "$finish"); }
          void vl_warn(const char* file, int line, const char*, const char* what) { stop(file, line, what); }
          void vl_fatal(const char* file, int line, const char*, const char* what) {
            stop(file, line, what);
            throw Dead{};  // Verilator's loops would go on for ever
          }

          SHOWN void selvage_eval(void* handle) {
            auto* dut = current = static_cast<Dut*>(handle);
            if (dut->dead) return;
            Verilated::threadContextp(&dut->context);
            try {
              dut->top->eval();
            } catch (const Dead&) {
              dut->dead = true;
            }
          }
          SHOWN void* selvage_create(uint64_t seed) {
            auto* dut = current = new Dut;
            dut->context.randReset(2);
            dut->context.randSeed(static_cast<int>(seed % 0x7fffffff) + 1);  // 0 would be the
                                                                             // system's choice
            dut->context.traceEverOn(true);
            dut->top = std::make_unique<Vdut>(&dut->context, "");
            return dut;
          }
          SHOWN void selvage_destroy(void* handle) {
            auto* dut = current = static_cast<Dut*>(handle);
            if (dut->wave) dut->wave->close();
            if (!dut->dead) dut->top->final();
            current = nullptr;
            Verilated::threadContextp(&dut->context);  // of which scopes are taken out
            delete dut;
          }
          SHOWN void selvage_clock(void* handle, int level) { static_cast<Dut*>(handle)->top->clk_i = level; }
          SHOWN void selvage_reset(void* handle, int level) { static_cast<Dut*>(handle)->top->rst_i = level; }
          SHOWN void selvage_open_wave(void* handle, const char* file) {
            auto* dut = static_cast<Dut*>(handle);
            dut->wave = std::make_unique<VerilatedFstC>();
            dut->top->trace(dut->wave.get(), 99);
            dut->wave->open(file);
          }
          SHOWN void selvage_dump(void* handle, uint64_t time) {
            auto* dut = static_cast<Dut*>(handle);
            dut->context.time(time);
            if (dut->wave) dut->wave->dump(time);
          }
          SHOWN const char* selvage_failure(void* handle) {
            auto* dut = static_cast<Dut*>(handle);
            if (!dut->stopped) dut->said.clear();
            return dut->stopped ? dut->said.c_str() : nullptr;
          }
          SHOWN void selvage_forgive(void* handle) {
            auto* dut = static_cast<Dut*>(handle);
            dut->stopped = dut->dead;
            dut->said.clear();
          }
    )cpp";

}  // namespace

std::string shim_text(const Wiring& wiring) {
  std::string set;
  std::string golden;
  std::string get;
  for (const Wire& w : wiring.inputs) set += fmt::format("  put(top.{}, from);\n", w.name);
  if (wiring.has_ask) set += "  put(top.ask, from);\n";
  for (std::size_t i = 0; i < wiring.ties.size(); ++i)
    set += fmt::format("  put(top.tie_{}, from);\n", i);
  for (const Wire& w : wiring.outputs) {
    golden += fmt::format("  put(top.golden_{}, from);\n", w.name);
    get += fmt::format("  get(top.{}, to);\n", w.name);
  }
  if (wiring.has_answer) get += "  get(top.answered, to);\n";
  return fmt::format(
      "{}SHOWN void selvage_set(void* handle, const uint32_t* from) {{\n"
      "  Vdut& top = *static_cast<Dut*>(handle)->top;\n{}}}\n"
      "SHOWN void selvage_show(void* handle, const uint32_t* from, int differs) {{\n"
      "  Vdut& top = *static_cast<Dut*>(handle)->top;\n{}  top.differs = differs;\n}}\n"
      "SHOWN void selvage_get(void* handle, uint32_t* to) {{\n"
      "  Vdut& top = *static_cast<Dut*>(handle)->top;\n{}}}\n",
      kBegin, set, golden, get);
}

}  // namespace selvage::dut
