/* SPDX-License-Identifier: Apache-2.0 */
/**
 * \file
 * The golden models as a predictor behind the DPI of IEEE 1800-2012 (docs/reference/dpi.md).
 *
 * Every function returns a negative number when it refuses its arguments; selvage_error() then says
 * why, and the model is as it was before. *_open return a handle, 1 or more, for selvage_close().
 * Flags are 0 or 1 (any other number than 0 is taken as 1). A null output is not written. Not safe
 * to be called from several threads at once.
 *
 * Digit strings (addresses p, coordinates c) have 6 bits a digit, digit 0 lowest. `now` counts
 * cycles and never goes back on a handle.
 */
#ifndef SELVAGE_DPI_H
#define SELVAGE_DPI_H

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

/** Why the last call that failed did: "function: what is wrong". Empty before the first. The text
 *  stands until the next call that fails. */
const char* selvage_error(void);
/** Frees the model of any handle. Handles are never given again. */
int selvage_close(int handle);

/* ---- Fat tree: one switch (requirements FT-*) ---- */

/** Switch "<level,coordinates>" ("1/31" too) of the m-port n-tree, with a fault table of
 *  `lft_lines` lines (1..65536); no fault known. */
int selvage_ft_open(int m, int n, const char* name, int lft_lines);
/** The address of host number 0 .. hosts-1; selvage_ft_host reads one, "211" or "10.0.3". */
long long selvage_ft_address(int handle, long long host);
long long selvage_ft_host(int handle, const char* name);
/** Route decision on what the switch knows now (FT-RS-1..5). `v`: bit j is up port m/2+j, 0 when
 *  the packet goes down; `port` is 0 on a drop. */
int selvage_ft_route(int handle, long long source, long long destination, int from_up, int* up,
                     int* drop, int* port, unsigned int* v);
/** The switch finds the link at `port` dead or back. Returns the number of messages that it sends
 *  because of that, all consequences drawn (no time passes). */
int selvage_ft_link(int handle, int port, int alive);
/** A message comes by `port`: kinds 0 SYNCREQ, 1 ULFM, 2 ULRM, 3 DERF, 4 DERR, 5 DLFM, 6 DLRM,
 *  7 RESYNC. Fields that its kind has no use for are ignored. Returns as selvage_ft_link. */
int selvage_ft_receive(int handle, int port, int kind, int level, long long c, int k, int seq);
/** Message `i` = 0.. that the last selvage_ft_link or selvage_ft_receive made it send. */
int selvage_ft_sent(int handle, int i, int* port, int* kind, int* level, long long* c, int* k,
                    int* seq);
/** Lines of the fault table that are valid. */
int selvage_ft_rows(int handle);
/** Line `row`: direct and derived bits (bit j is up port m/2+j), was it advertised to the children. */
int selvage_ft_row(int handle, int row, long long* c, unsigned int* direct, unsigned int* derived,
                   int* advertised);
/** State of a port: `own` if its own link is dead; `level` of a failed up port, else -1. */
int selvage_ft_port(int handle, int port, int* failed, int* own, int* level);
/** Faults that found the table full. */
int selvage_ft_overflows(int handle);
/** For benches with tables of their own: writes the state of an up port (`level` -1: alive), or the
 *  bits of coordinates `c`, as they are; nothing is sent. */
int selvage_ft_set_port(int handle, int port, int level);
int selvage_ft_set_row(int handle, long long c, unsigned int bits);

/* ---- Two-level lookup: one switch (requirements F-*) ---- */

/** Switch "10.0.1.1" of the k-ary fat tree, with the rows of its published table. */
int selvage_tl_open(int k, const char* address);
/** "10.2.0.3" as a number of 32 bits, first octet highest. */
long long selvage_tl_address(const char* text);
/** The lowest row that matches (F-TAB-3). Without one `hit` is 0 and `drop` 1. */
int selvage_tl_lookup(int handle, unsigned int address, int* hit, int* row, int* drop, int* port,
                      unsigned int* next);
/** How many rows there are: k + 1. */
int selvage_tl_rows(int handle);
/** Row `row`; a 1 in `mask` compares. selvage_tl_write replaces it. */
int selvage_tl_row(int handle, int row, int* valid, unsigned int* key, unsigned int* mask,
                   int* drop, int* port, unsigned int* next);
int selvage_tl_write(int handle, int row, int valid, unsigned int key, unsigned int mask, int drop,
                     int port, unsigned int next);

/* ---- Flow channels (requirements FLOW-*; docs/reference/flow-blocks.md has every step) ----
 * `options` is "name=number name=number"; what is left out is as in docs/reference/flow-blocks.md. All tables
 * have ports=8 flow_id_w=6 pos_w=8. Message types: 0 NORMAL, 1 EP_NEW, 2 EP_CONT, 3 EP_SEVERE,
 * 4 REDIRECT, 5 LOSS, 6 CREDIT, 7 CREDIT_OFF. */

/** Flow CAM allocator of 1..65536 rows; a step is one look-up and one free. */
int selvage_cam_open(int rows);
int selvage_cam_step(int handle, int req, unsigned long long key_low, unsigned long long key_high,
                     int give, int give_id, int* hit, int* alloc, int* stall, int* id, int* freed,
                     int* kept);
/** Row `row`; `count` of all valid rows; `pause` as the block shows it. */
int selvage_cam_row(int handle, int row, int* valid, unsigned long long* key_low,
                    unsigned long long* key_high, int* count, int* pause);

/** Edge ingress table; a step is LOOKUP of a packet of `len` = 1..63 units, then ACK. */
int selvage_efct_open(const char* options);
int selvage_efct_step(int handle, int req, unsigned long long key_low, unsigned long long key_high,
                      int len, int ack, int ack_id, int ack_pos, int* hit, int* alloc, int* stall,
                      int* window, int* id, int* start, int* rel, int* rel_id, int* kept);
int selvage_efct_row(int handle, int row, int* valid, int* data, int* ack, int* pause);

/** Input table. Options: edge, rd_enable, fc_hi, fc_lo, headroom, ep_rec, ep_weigh, unit_cyc,
 *  inj_limit, cool_t, hold_t, refresh_t, expire_t, mfe0..mfe7, mqe0..mqe7, and tick: n of the ticks of
 *  2^n cycles in which it keeps times, by default the least that its timers allow. Of one step the
 *  operations are called in the order DEQ, ENQ, ACK, CHK. */
int selvage_ifct_open(const char* options);
/** `why` is 0 when the packet may go. */
int selvage_ifct_deq(int handle, long long now, int id, int len, int hole, int any, int port,
                     int vc, unsigned long long mask, int peek, int* why, int* out_port,
                     int* out_vc, int* up, int* up_type, int* up_pos);
/** `len` 0 is a marker. */
int selvage_ifct_enq(int handle, long long now, int id, int start, int len, int gap, int ordered,
                     int* opened, int* hole, int* out_gap, int* over, int* loss, int* loss_pos,
                     int* up, int* up_type, int* up_pos);
int selvage_ifct_ack(int handle, long long now, int id, int kind, int delta, int port, int vc,
                     int* up, int* up_type, int* up_pos, int* rel);
int selvage_ifct_chk(int handle, long long now, int id, int* up, int* up_pos);
/** `state` is 0 FREE, 1 RUNNING, 2 BLOCK. */
int selvage_ifct_row(int handle, int row, int* state, int* next, int* data, int* ack, int* level,
                     int* rec, int* ordered, int* forced, int* fport, int* fvc, int* um,
                     int* umlim, int* dm, int* dmlim);

/** Output table. Options: stale_t, expire_t, tick (as of the input table). A step is MAP, then REV; its CHK follows. */
int selvage_ofct_open(const char* options);
int selvage_ofct_step(int handle, long long now, int map_req, int in_port, int in_id, int len,
                      int hole, int ordered, int rev, int rev_id, int rev_type, int rev_pos,
                      int* hit, int* alloc, int* stall, int* over, int* oid, int* start,
                      int* delta, int* back, int* back_port, int* back_id, int* back_type,
                      int* back_delta, int* rel);
/** `kind` is 0 timers, 1 the link died, 2 close. */
int selvage_ofct_chk(int handle, long long now, int id, int kind, int* back, int* back_port,
                     int* back_id, int* back_type, int* back_delta, int* rel, int* marker,
                     int* marker_start);
int selvage_ofct_row(int handle, int row, int* valid, int* in_port, int* in_id, int* data,
                     int* ack, int* dm, int* dmlim);

/** An ACK as a crossbar's word: 25 bits and their parity; id and pos have 11 bits. */
int selvage_ack_word(int id, int kind, int pos);
/** ACK aggregator. Options: max, depth, t1, t2, t3, good. */
int selvage_acks_open(const char* options);
/** One clock, in ascending cycles; none may be left out while `busy`, nor once t1 is over for ACKs
 *  that wait, until `req`. Outputs are those of this cycle; the word of a frame is four parts,
 *  the lowest bits first. */
int selvage_acks_step(int handle, long long now, int push, int ack, int idle, int grant,
                      int* ready, int* req, int* len, int* fire, int* fire_len, int* valid,
                      int* sof, int* eof, unsigned long long* word_0,
                      unsigned long long* word_1, unsigned long long* word_2,
                      unsigned long long* word_3, int* busy);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif

#endif
