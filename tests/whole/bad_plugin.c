/* SPDX-License-Identifier: Apache-2.0 */
/* Plug-ins of a switch that cannot be used, one for each value of BAD. */
#include <signal.h>
#include <stdlib.h>
#include <string.h>

#include "selvage_switch.h"

enum { kVersion = 1, kNoEdge, kNoReset, kNeverIdle, kCrash, kOtherPorts, kManifest, kAborts, kOverflow,
       kMute, kNoXon, kBeyond, kSpeaks, kName, kNarrow, kCopyFails, kSwallows, kKilled, kLoads, kHides };

#if BAD == 7
#define CONTRACT "contract: selvage.switch/1\ntopology: {kind: fattree, ports: 4, levels: 3}\nlink: {bufer: 64}\n"
#else
#define CONTRACT                                                                          \
  "contract: selvage.switch/1\ntopology: {kind: fattree, ports: 4, levels: 3}\nlink: {buffer: 64}\n" \
  "control: none\ncompare: " COMPARE "\ngating: {idle: idle_o}\n"
#endif

#if BAD == 15
#define COMPARE "exact"
#else
#define COMPARE "legal"
#endif

static int instance, copy;

/* Of the packets of a switch that keeps them all. */
struct seen {
  uint64_t first; /* port by which the first one comes */
  int whole, other;
};

#if BAD == 19
static int loaded = *(volatile int*)0;
#endif

/* It says that it is idle while the first packet comes, although another one is whole. */
static uint32_t hides(struct seen* s, const selvage_switch_in* in) {
  if (s->first == 0) s->first = in->rx_head & -in->rx_head;
  if ((in->rx_tail & s->first) != 0) s->whole = 1;
  if ((in->rx_tail & ~s->first) != 0) s->other = 1;
  return s->first == 0 || (!s->whole && s->other);
}

static void* create(const selvage_switch_params* params, char* why, size_t room) {
  if (BAD == kNoReset) {
    strncpy(why, "its clock is missing", room);
    return NULL;
  }
  if (BAD == kHides) return calloc(1, sizeof(struct seen));
  return params->seed == 0 ? &instance : &copy;
}

static int deep(volatile int* way) {
  volatile int more[4096];
  more[0] = *way + 1;
  return deep(more) + more[0];
}

static void edge(void* self, const selvage_switch_in* in, selvage_switch_out* out) {
  const uint64_t ports = 15;
  if (BAD == kMute && in->rx_beat != 0) out->failed = 1;
  if (BAD == kBeyond && in->rx_beat != 0) out->tx_beat = ports + 1;
  if (BAD == kSpeaks && in->rx_beat != 0) out->tx_message = 1;
  if (BAD == kCopyFails && self == &copy) out->failed = 1;
  if (BAD == kSwallows && ((in->rx_ok | in->tx_ok | in->tx_xon) & ~ports) != 0) out->failed = 1;
  if (BAD == kKilled && in->rx_beat != 0) raise(SIGKILL);
  if (BAD == kCrash && in->rx_beat != 0) *(volatile int*)0 = 1;
  if (BAD == kAborts && in->rx_beat != 0) __builtin_trap();
  if (BAD == kOverflow && in->rx_beat != 0) {
    volatile int way = 0;
    out->failed = (uint32_t)deep(&way);
  }
  out->rx_xon = out->clear = BAD == kNoXon ? 0 : ~(uint64_t)0;
  out->idle = BAD == kHides ? hides((struct seen*)self, in) : BAD != kNeverIdle;
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
    SELVAGE_SWITCH_IDLE | (BAD == kNarrow ? SELVAGE_SWITCH_DECISIONS : 0),
    0,
    0,
    0,
    BAD == kName ? "../bad" : "bad",
    "bad.yaml",
    CONTRACT,
    create,
    BAD == kNoEdge ? 0 : edge,
    failure,
    destroy};
