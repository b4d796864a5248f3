/* SPDX-License-Identifier: Apache-2.0 */
/* Plug-ins of a switch that cannot be used, one for each value of BAD. */
#include <string.h>

#include "selvage_switch.h"

enum { kVersion = 1, kNoEdge, kNoReset, kNeverIdle, kCrash, kOtherPorts, kManifest, kAborts, kOverflow };

#if BAD == 7
#define CONTRACT "contract: selvage.switch/1\ntopology: {kind: fattree, ports: 4, levels: 3}\nlink: {bufer: 64}\n"
#else
#define CONTRACT                                                                          \
  "contract: selvage.switch/1\ntopology: {kind: fattree, ports: 4, levels: 3}\nlink: {buffer: 64}\n" \
  "control: none\ncompare: legal\ngating: {idle: idle_o}\n"
#endif

static int instance;

static void* create(const selvage_switch_params* params, char* why, size_t room) {
  (void)params;
  if (BAD == kNoReset) {
    strncpy(why, "its clock is missing", room);
    return NULL;
  }
  return &instance;
}

static int deep(volatile int* way) {
  volatile int more[4096];
  more[0] = *way + 1;
  return deep(more) + more[0];
}

static void edge(void* self, const selvage_switch_in* in, selvage_switch_out* out) {
  (void)self;
  if (BAD == kCrash && in->rx_beat != 0) *(volatile int*)0 = 1;
  if (BAD == kAborts && in->rx_beat != 0) __builtin_trap();
  if (BAD == kOverflow && in->rx_beat != 0) {
    volatile int way = 0;
    out->failed = (uint32_t)deep(&way);
  }
  out->rx_xon = out->clear = ~(uint64_t)0;
  out->idle = BAD != kNeverIdle;
}

static const char* failure(void* self) {
  (void)self;
  return "";
}
static void destroy(void* self) { (void)self; }

const selvage_switch selvage_switch_plugin = {
    BAD == kVersion ? SELVAGE_SWITCH_ABI + 1 : SELVAGE_SWITCH_ABI,
    sizeof(selvage_switch),
    BAD == kOtherPorts ? 8 : 4,
    3,
    SELVAGE_SWITCH_IDLE,
    0,
    0,
    0,
    "bad",
    "bad.yaml",
    CONTRACT,
    create,
    BAD == kNoEdge ? 0 : edge,
    failure,
    destroy};
