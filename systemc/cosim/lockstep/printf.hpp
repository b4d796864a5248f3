// SPDX-License-Identifier: Apache-2.0
/// \file
/// Where text printed by verilated code goes: never straight to stdout, which may carry a result.
/// Forced into the verilated sources by the build (VL_PRINTF).
#pragma once

extern "C" int selvage_rtl_printf(const char* format, ...) __attribute__((format(printf, 1, 2)));
