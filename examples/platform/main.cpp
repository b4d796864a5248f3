// SPDX-License-Identifier: Apache-2.0
/// A platform of processors and memories, TLM-2.0, whose network is a fabric of Selvage.
#define SC_INCLUDE_DYNAMIC_PROCESSES  // for sc_spawn
#include <config/loader.hpp>
#include <cosim/lockstep/scoreboard.hpp>

#include <cstring>
#include <iostream>

#include "network_interface.hpp"

using namespace platform;
using sc_core::SC_NS;
using sc_core::sc_time;

namespace {

/// 64 KiB that answer after 10 ns.
class Memory final : public sc_core::sc_module {
 public:
  explicit Memory(sc_core::sc_module_name name) : sc_module(name), in("in"), bytes_(1U << 16U) {
    in.register_b_transport(this, &Memory::b_transport);
  }
  tlm_utils::simple_target_socket<Memory> in;

 private:
  void b_transport(tlm::tlm_generic_payload& t, sc_time& delay) {
    const std::uint64_t at = t.get_address() % bytes_.size();
    if (at + t.get_data_length() > bytes_.size()) {
      t.set_response_status(tlm::TLM_BURST_ERROR_RESPONSE);
      return;
    }
    if (t.is_write()) std::memcpy(&bytes_[at], t.get_data_ptr(), t.get_data_length());
    if (t.is_read()) std::memcpy(t.get_data_ptr(), &bytes_[at], t.get_data_length());
    delay += sc_time(10, SC_NS);
    t.set_response_status(tlm::TLM_OK_RESPONSE);
  }
  std::vector<unsigned char> bytes_;
};

/// Writes words of its own to all memories in turn, and reads each back.
class Processor final : public sc_core::sc_module {
 public:
  Processor(sc_core::sc_module_name name, unsigned number, unsigned memories, unsigned words)
      : sc_module(name), out("out"), number_(number), memories_(memories), words_(words) {
    SC_HAS_PROCESS(Processor);
    SC_THREAD(work);
  }
  tlm_utils::simple_initiator_socket<Processor> out;
  unsigned finished = 0;
  unsigned wrong = 0;
  unsigned failed = 0;

 private:
  bool access(tlm::tlm_command command, std::uint64_t address, std::uint64_t& word) {
    tlm::tlm_generic_payload t;
    t.set_command(command);
    t.set_address(address);
    t.set_data_ptr(reinterpret_cast<unsigned char*>(&word));
    t.set_data_length(sizeof word);
    t.set_streaming_width(sizeof word);
    sc_time delay = sc_core::SC_ZERO_TIME;
    out->b_transport(t, delay);
    return t.is_response_ok();
  }
  void work() {
    for (unsigned i = 0; i < words_; ++i) {
      const std::uint64_t offset = number_ * 4096 + i / memories_ * sizeof(std::uint64_t);
      const std::uint64_t address = (std::uint64_t{i % memories_} << 16U) + offset;
      std::uint64_t word = address * 0x9e3779b97f4a7c15U + number_;
      const std::uint64_t written = word;
      bool ok = access(tlm::TLM_WRITE_COMMAND, address, word);
      word = 0;
      ok = ok && access(tlm::TLM_READ_COMMAND, address, word);
      failed += ok ? 0 : 1;
      wrong += ok && word != written ? 1 : 0;
      ++finished;
    }
  }
  unsigned number_;
  unsigned memories_;
  unsigned words_;
};

void print(const selvage::Mismatch& m) {
  std::cout << "mismatch " << m.what << " of " << m.block << ", " << m.requirement << ": cycle "
            << m.cycle << ", switch " << m.switch_name << ", golden model " << m.expected
            << ", RTL " << m.actual << "\n";
}

}  // namespace

/// platform SCENARIO [KEY=VALUE ...]: exit code 0 if every word was read back and the network is
/// right.
int sc_main(int argc, char** argv) {
  selvage::config::Diagnostics diagnostics;
  selvage::config::ScenarioRequest request;
  request.file = argc > 1 ? argv[1] : "platform.yaml";
  for (int i = 2; i < argc; ++i) {
    if (const auto change = selvage::config::parse_set(argv[i], diagnostics)) {
      request.overrides.push_back(*change);
    }
  }
  auto loaded = selvage::config::load_scenario(request, diagnostics);
  if (!loaded) {
    std::cerr << diagnostics.text();
    return 2;
  }
  selvage::Scoreboard scoreboard;
  selvage::fabric::Simulation network(loaded->scenario, *loaded->system, scoreboard);

  if (!network.elaborated()) {
    std::cerr << network.result().detail << "\n";
    return 3;
  }
  const std::vector<HostIdx> at_memories{1, 6, 11, 13};
  const std::vector<HostIdx> at_processors{0, 5, 10, 15};
  constexpr unsigned kWords = 60;
  std::vector<std::unique_ptr<sc_core::sc_module>> parts;
  std::vector<const Processor*> processors;
  std::vector<const RequestSide*> interfaces;
  for (const HostIdx host : at_memories) {
    const std::string number = std::to_string(host);
    auto memory = std::make_unique<Memory>(("memory" + number).c_str());
    auto side = std::make_unique<ResponseSide>(("at_memory" + number).c_str(), network, host);
    side->out.bind(memory->in);
    parts.push_back(std::move(memory));
    parts.push_back(std::move(side));
  }
  for (const HostIdx host : at_processors) {
    const std::string number = std::to_string(host);
    auto processor = std::make_unique<Processor>(("processor" + number).c_str(), host,
                                                 static_cast<unsigned>(at_memories.size()), kWords);
    auto side = std::make_unique<RequestSide>(("at_processor" + number).c_str(), network, host,
                                              at_memories);
    processor->out.bind(side->in);
    processors.push_back(processor.get());
    interfaces.push_back(side.get());
    parts.push_back(std::move(processor));
    parts.push_back(std::move(side));
  }
  // The network does not end the simulation; when it goes no further the platform has nothing to
  // wait for.
  sc_core::sc_spawn([&network] {
    sc_core::wait(network.stopped());
    sc_core::sc_stop();
  });
  sc_core::sc_start(sc_time(200, sc_core::SC_US));
  const selvage::fabric::RunResult result = network.result();

  unsigned finished = 0, wrong = 0, failed = 0, repeated = 0;
  for (const Processor* p : processors) {
    finished += p->finished;
    wrong += p->wrong;
    failed += p->failed;
  }
  for (const RequestSide* i : interfaces) repeated += i->repeated;
  std::cout << finished << " of " << kWords * processors.size() << " words written and read back, "
            << wrong << " wrong, " << failed << " failed, " << repeated << " requests repeated\n"
            << "network: " << to_string(result.outcome) << ", " << result.packets.delivered
            << " packets delivered, " << result.packets.dropped_total() << " dropped, "
            << result.faults.size() << " links died; " << scoreboard.compared() << " comparisons\n";
  if (scoreboard.first()) print(*scoreboard.first());
  const bool network_ok = result.outcome == selvage::fabric::Outcome::kDeliveredAll ||
                          result.outcome == selvage::fabric::Outcome::kDroppedSome;
  const bool ok = network_ok && finished == kWords * processors.size() && wrong + failed == 0;
  std::cout << (ok ? "PASS" : "FAIL") << "\n";
  return ok ? 0 : 1;
}
