// SPDX-License-Identifier: Apache-2.0
/// Every case begins with registers that hold anything before reset, by its name and --rng-seed
/// (COS-RESET).
#define CATCH_CONFIG_EXTERNAL_INTERFACES
#include <catch2/catch.hpp>

#include <string>

#include "cosim/lockstep/runtime.hpp"

namespace {

struct DirtyRegisters : Catch::TestEventListenerBase {
  using TestEventListenerBase::TestEventListenerBase;

  void testCaseStarting(const Catch::TestCaseInfo& info) override {
    std::uint64_t seed = m_config->rngSeed();
    for (const char c : info.name) seed = seed * 31 + static_cast<unsigned char>(c);
    selvage::cosim::dirty_registers(seed);
  }
};

CATCH_REGISTER_LISTENER(DirtyRegisters)

}  // namespace
