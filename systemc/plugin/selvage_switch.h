/* SPDX-License-Identifier: Apache-2.0 */
/* The interface of a whole switch as a shared object (docs/tutorials/your-own-switch.md). Plain C: the two sides may be
 * of different compilers, and each object has a Verilator of its own. One symbol is exported,
 * selvage_switch_plugin. Ports are bits: bit p is port p. */
#ifndef SELVAGE_SWITCH_H
#define SELVAGE_SWITCH_H

#include <stddef.h>
#include <stdint.h>

#define SELVAGE_SWITCH_ABI 3

/* What a switch is told once, before its reset. */
typedef struct selvage_switch_params {
  const char* name;
  uint64_t seed; /* of what its registers hold before reset; 0: zeros */
  uint32_t level;
  uint32_t rule_paper;
  uint64_t coord; /* digit i at [i * clog2(ports) +: clog2(ports)] */
  uint64_t line_enable;
  uint32_t message_xoff;
  uint32_t xon_most;
  uint64_t bugs;
  uint32_t numbered; /* fault messages have numbers (FS-AGAIN); needs SELVAGE_SWITCH_NUMBERED */
} selvage_switch_params;

/* What is at its pins for an edge. */
typedef struct selvage_switch_in {
  uint64_t rx_beat, rx_message, rx_head, rx_tail, rx_bad;
  uint64_t rx_ok, tx_ok, tx_xon, tx_stop;
  uint64_t link_down, link_up, link_init;
  uint64_t tx_resend; /* messages are asked for once more, from tx_number on */
  uint32_t wipe; /* it dies in the cycle of the next edge (FS-DIE) */
  const uint64_t* rx_data; /* a word a port */
  const uint32_t* tx_number; /* likewise; of the ports in `tx_resend` */
} selvage_switch_in;

/* What it shows after an edge. */
typedef struct selvage_switch_out {
  uint64_t tx_beat, tx_message, tx_head, tx_tail, tx_bad;
  uint64_t rx_xon, rx_stop, clear;
  uint64_t decided, want, drained, malformed; /* 0 where it has no such pin */
  uint64_t rx_resend;                         /* likewise */
  uint32_t idle;                              /* may miss edges while its pins do not change */
  uint32_t failed;                            /* see failure() */
  uint64_t* tx_data;                          /* a word a port, the caller's */
  uint32_t* drained_tag;                      /* likewise; of the ports in `drained` */
  uint32_t* rx_number;                        /* likewise; of the ports in `rx_resend` */
} selvage_switch_out;

/* Pins it has beside those it must have. */
#define SELVAGE_SWITCH_DECISIONS 1u
#define SELVAGE_SWITCH_DRAINED 2u
#define SELVAGE_SWITCH_IDLE 4u
#define SELVAGE_SWITCH_CONTROL 8u
#define SELVAGE_SWITCH_DRAINED_TAG 16u
#define SELVAGE_SWITCH_WIPE 32u
#define SELVAGE_SWITCH_NUMBERED 64u

typedef struct selvage_switch {
  uint32_t abi;  /* SELVAGE_SWITCH_ABI */
  uint32_t size; /* of this struct */
  uint32_t ports, levels;
  uint32_t offers;
  uint32_t lines;         /* of the fault table; 0: no control plane */
  uint32_t xoff_bits;     /* of message_xoff */
  uint32_t xon_most_bits; /* 0: has no use for xon_most */
  const char* name;
  const char* manifest_file;
  const char* manifest; /* its text */
  /* A switch out of reset; null and a text in `why` if there can be none. One whose reset
   * fails says so at its first edge. */
  void* (*create)(const selvage_switch_params* params, char* why, size_t room);
  void (*edge)(void* self, const selvage_switch_in* in, selvage_switch_out* out);
  /* What it printed when it stopped or failed an assertion. */
  const char* (*failure)(void* self);
  void (*destroy)(void* self);
} selvage_switch;

#ifdef __cplusplus
extern "C" {
#endif
extern __attribute__((visibility("default"))) const selvage_switch selvage_switch_plugin;
#ifdef __cplusplus
}
#endif

#endif
