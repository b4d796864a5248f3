// SPDX-License-Identifier: Apache-2.0
// Golden flow-channel tables and ACK aggregator as predictors (dpi.md; selvage_dpi.h and
// docs/reference/flow-blocks.md have every operation's meaning). Compile selvage_pkg.sv first.
/* verilator lint_off UNUSEDSIGNAL */  // of an int only what its field holds
package selvage_flow_pkg;

  import selvage_pkg::selvage_check;

  import "DPI-C" function int selvage_cam_open(input int rows);
  import "DPI-C" function int selvage_cam_step(input int handle, input int req,
      input longint unsigned key_low, input longint unsigned key_high, input int give,
      input int give_id, output int hit, output int alloc, output int stall, output int id,
      output int freed, output int kept);
  import "DPI-C" function int selvage_cam_row(input int handle, input int row, output int valid,
      output longint unsigned key_low, output longint unsigned key_high, output int count,
      output int pause);

  import "DPI-C" function int selvage_efct_open(input string options);
  import "DPI-C" function int selvage_efct_step(input int handle, input int req,
      input longint unsigned key_low, input longint unsigned key_high, input int len,
      input int ack, input int ack_id, input int ack_pos, output int hit, output int alloc,
      output int stall, output int window, output int id, output int start, output int rel,
      output int rel_id, output int kept);
  import "DPI-C" function int selvage_efct_row(input int handle, input int row, output int valid,
      output int data, output int ack, output int pause);

  import "DPI-C" function int selvage_ifct_open(input string options);
  import "DPI-C" function int selvage_ifct_deq(input int handle, input longint now, input int id,
      input int len, input int hole, input int any, input int port, input int vc,
      input longint unsigned mask, input int peek, output int why, output int out_port,
      output int out_vc, output int up, output int up_type, output int up_pos);
  import "DPI-C" function int selvage_ifct_enq(input int handle, input longint now, input int id,
      input int start, input int len, input int gap, input int ordered, output int opened,
      output int hole, output int out_gap, output int over, output int loss, output int loss_pos,
      output int up, output int up_type, output int up_pos);
  import "DPI-C" function int selvage_ifct_ack(input int handle, input longint now, input int id,
      input int kind, input int delta, input int port, input int vc, output int up,
      output int up_type, output int up_pos, output int rel);
  import "DPI-C" function int selvage_ifct_chk(input int handle, input longint now, input int id,
      output int up, output int up_pos);
  import "DPI-C" function int selvage_ifct_row(input int handle, input int row, output int state,
      output int next, output int data, output int ack, output int level, output int rec,
      output int ordered, output int forced, output int fport, output int fvc, output int um,
      output int umlim, output int dm, output int dmlim);

  import "DPI-C" function int selvage_ofct_open(input string options);
  import "DPI-C" function int selvage_ofct_step(input int handle, input longint now,
      input int map_req, input int in_port, input int in_id, input int len, input int hole,
      input int ordered, input int rev, input int rev_id, input int rev_type, input int rev_pos, output int hit,
      output int alloc, output int stall, output int over, output int oid, output int start,
      output int delta, output int back, output int back_port, output int back_id,
      output int back_type, output int back_delta, output int rel);
  import "DPI-C" function int selvage_ofct_chk(input int handle, input longint now, input int id,
      input int kind, output int back, output int back_port, output int back_id,
      output int back_type, output int back_delta, output int rel, output int marker,
      output int marker_start);
  import "DPI-C" function int selvage_ofct_row(input int handle, input int row, output int valid,
      output int in_port, output int in_id, output int data, output int ack, output int dm,
      output int dmlim);

  import "DPI-C" function int selvage_ack_word(input int id, input int kind, input int pos);
  import "DPI-C" function int selvage_acks_open(input string options);
  import "DPI-C" function int selvage_acks_step(input int handle, input longint now,
      input int push, input int ack, input int idle, input int grant, output int ready,
      output int req, output int len, output int fire, output int fire_len, output int valid,
      output int sof, output int eof, output longint unsigned word_0,
      output longint unsigned word_1, output longint unsigned word_2,
      output longint unsigned word_3, output int busy);

  // ---- Types: an id and a position have up to 11 bits, a row of the CAM up to 16

  typedef enum bit [2:0] {
    ACK_NORMAL, ACK_EP_NEW, ACK_EP_CONT, ACK_EP_SEVERE, ACK_REDIRECT, ACK_LOSS, ACK_CREDIT,
    ACK_CREDIT_OFF
  } ack_type_e;
  typedef enum bit [2:0] {
    DEQ_GO, DEQ_STATE, DEQ_EXTENT, DEQ_INJECTION, DEQ_BANDWIDTH, DEQ_CREDIT, DEQ_NO_PORT,
    DEQ_REROUTE
  } deq_why_e;

  typedef struct packed {
    bit         valid;
    ack_type_e  kind;
    bit  [10:0] pos;
  } up_message_t;

  typedef struct packed {
    bit         hit;
    bit         alloc;
    bit         stall;
    bit  [15:0] id;
    bit         freed;
    bit         kept;
  } cam_answer_t;

  typedef struct packed {
    bit         hit;
    bit         alloc;
    bit         stall;
    bit         window;
    bit  [10:0] id;
    bit  [10:0] start;
    bit         rel;
    bit  [10:0] rel_id;
    bit         kept;
  } efct_answer_t;

  typedef struct packed {
    deq_why_e    why;
    bit    [5:0] port;
    bit    [1:0] vc;
    up_message_t up;
  } deq_answer_t;

  typedef struct packed {
    bit          opened;
    bit   [10:0] hole;
    bit          gap;
    bit          over;
    bit          loss;
    bit   [10:0] loss_pos;
    up_message_t up;
  } enq_answer_t;

  typedef struct packed {
    up_message_t up;
    bit          rel;
  } ack_answer_t;

  typedef struct packed {
    bit         valid;
    bit  [10:0] id;
    ack_type_e  kind;
    bit  [10:0] pos;
  } ack_t;

  typedef struct packed {
    bit         valid;
    bit   [5:0] port;  // input port
    bit  [10:0] id;    // on the link that enters it
    bit   [5:0] len;
    bit  [10:0] hole;
    bit         ordered;
  } map_request_t;

  typedef struct packed {
    bit         valid;
    bit   [5:0] port;
    bit  [10:0] id;
    ack_type_e  kind;
    bit  [10:0] delta;
    bit         rel;
  } back_t;

  typedef struct packed {
    back_t      back;
    bit         marker;
    bit  [10:0] marker_start;
  } ofct_checked_t;

  typedef enum int { OFCT_TIMERS, OFCT_LINK_DIED, OFCT_CLOSE } ofct_check_e;

  typedef struct packed {
    bit         hit;
    bit         alloc;
    bit         stall;
    bit         over;
    bit  [10:0] oid;
    bit  [10:0] start;
    bit  [10:0] delta;
    back_t      back;
  } ofct_answer_t;

  typedef struct packed {
    bit         ready;
    bit         req;
    bit   [5:0] len;
    bit         fire;
    bit   [5:0] fire_len;
    bit         valid;
    bit         sof;
    bit         eof;
    bit  [255:0] word;
    bit         busy;
  } aggregator_t;

  // ---- Typed functions; a refusal ends the simulation

  function automatic int cam_open(input int rows);
    return int'(selvage_check(longint'(selvage_cam_open(rows))));
  endfunction

  function automatic int efct_open(input string options = "");
    return int'(selvage_check(longint'(selvage_efct_open(options))));
  endfunction

  function automatic int ifct_open(input string options = "");
    return int'(selvage_check(longint'(selvage_ifct_open(options))));
  endfunction

  function automatic int ofct_open(input string options = "");
    return int'(selvage_check(longint'(selvage_ofct_open(options))));
  endfunction

  function automatic int acks_open(input string options = "");
    return int'(selvage_check(longint'(selvage_acks_open(options))));
  endfunction

  function automatic cam_answer_t cam_step(input int handle, input bit req, input bit [127:0] key,
                                           input bit give, input bit [15:0] give_id);
    int hit, alloc, stall, id, freed, kept;
    void'(selvage_check(longint'(selvage_cam_step(handle, int'(req), key[63:0], key[127:64],
        int'(give), int'(give_id), hit, alloc, stall, id, freed, kept))));
    return '{hit: hit != 0, alloc: alloc != 0, stall: stall != 0, id: 16'(id), freed: freed != 0,
             kept: kept != 0};
  endfunction

  function automatic efct_answer_t efct_step(input int handle, input bit req,
      input bit [127:0] key, input bit [5:0] len, input ack_t ack);
    int hit, alloc, stall, window, id, start, rel, rel_id, kept;
    void'(selvage_check(longint'(selvage_efct_step(handle, int'(req), key[63:0], key[127:64],
        int'(len), int'(ack.valid), int'(ack.id), int'(ack.pos), hit, alloc, stall, window, id,
        start, rel, rel_id, kept))));
    return '{hit: hit != 0, alloc: alloc != 0, stall: stall != 0, window: window != 0,
             id: 11'(id), start: 11'(start), rel: rel != 0, rel_id: 11'(rel_id), kept: kept != 0};
  endfunction

  function automatic deq_answer_t ifct_deq(input int handle, input longint now,
      input bit [10:0] id, input bit [5:0] len, input bit [10:0] hole, input bit any,
      input bit [5:0] port, input bit [1:0] vc, input bit [63:0] mask, input bit peek);
    int why, out_port, out_vc, up, up_type, up_pos;
    void'(selvage_check(longint'(selvage_ifct_deq(handle, now, int'(id), int'(len), int'(hole),
        int'(any), int'(port), int'(vc), mask, int'(peek), why, out_port, out_vc, up, up_type,
        up_pos))));
    return '{why: deq_why_e'(3'(why)), port: 6'(out_port), vc: 2'(out_vc),
             up: '{valid: up != 0, kind: ack_type_e'(3'(up_type)), pos: 11'(up_pos)}};
  endfunction

  function automatic enq_answer_t ifct_enq(input int handle, input longint now,
      input bit [10:0] id, input bit [10:0] start, input bit [5:0] len, input bit gap,
      input bit ordered);
    int opened, hole, out_gap, over, loss, loss_pos, up, up_type, up_pos;
    void'(selvage_check(longint'(selvage_ifct_enq(handle, now, int'(id), int'(start), int'(len),
        int'(gap), int'(ordered), opened, hole, out_gap, over, loss, loss_pos, up, up_type,
        up_pos))));
    return '{opened: opened != 0, hole: 11'(hole), gap: out_gap != 0, over: over != 0,
             loss: loss != 0, loss_pos: 11'(loss_pos),
             up: '{valid: up != 0, kind: ack_type_e'(3'(up_type)), pos: 11'(up_pos)}};
  endfunction

  function automatic ack_answer_t ifct_ack(input int handle, input longint now,
      input bit [10:0] id, input ack_type_e kind, input bit [10:0] delta, input bit [5:0] port,
      input bit [1:0] vc);
    int up, up_type, up_pos, rel;
    void'(selvage_check(longint'(selvage_ifct_ack(handle, now, int'(id), int'(kind), int'(delta),
        int'(port), int'(vc), up, up_type, up_pos, rel))));
    return '{up: '{valid: up != 0, kind: ack_type_e'(3'(up_type)), pos: 11'(up_pos)},
             rel: rel != 0};
  endfunction

  // A CREDIT, or nothing.
  function automatic up_message_t ifct_chk(input int handle, input longint now,
      input bit [10:0] id);
    int up, up_pos;
    void'(selvage_check(longint'(selvage_ifct_chk(handle, now, int'(id), up, up_pos))));
    return '{valid: up != 0, kind: up != 0 ? ACK_CREDIT : ACK_NORMAL, pos: 11'(up_pos)};
  endfunction

  function automatic ofct_answer_t ofct_step(input int handle, input longint now,
      input map_request_t request, input ack_t rev);
    int hit, alloc, stall, over, oid, start, delta, back, port, id, kind, back_delta, rel;
    void'(selvage_check(longint'(selvage_ofct_step(handle, now, int'(request.valid),
        int'(request.port), int'(request.id), int'(request.len), int'(request.hole),
        int'(request.ordered), int'(rev.valid), int'(rev.id), int'(rev.kind), int'(rev.pos), hit,
        alloc, stall, over, oid, start, delta, back, port, id, kind, back_delta, rel))));
    return '{hit: hit != 0, alloc: alloc != 0, stall: stall != 0, over: over != 0, oid: 11'(oid),
             start: 11'(start), delta: 11'(delta),
             back: '{valid: back != 0, port: 6'(port), id: 11'(id), kind: ack_type_e'(3'(kind)),
                     delta: 11'(back_delta), rel: rel != 0}};
  endfunction

  function automatic ofct_checked_t ofct_chk(input int handle, input longint now,
      input bit [10:0] id, input ofct_check_e kind);
    int back, port, back_id, back_type, back_delta, rel, marker, marker_start;
    void'(selvage_check(longint'(selvage_ofct_chk(handle, now, int'(id), int'(kind), back, port,
        back_id, back_type, back_delta, rel, marker, marker_start))));
    return '{back: '{valid: back != 0, port: 6'(port), id: 11'(back_id),
                     kind: ack_type_e'(3'(back_type)), delta: 11'(back_delta), rel: rel != 0},
             marker: marker != 0, marker_start: 11'(marker_start)};
  endfunction

  function automatic aggregator_t acks_step(input int handle, input longint now, input bit push,
      input bit [25:0] ack, input bit idle, input bit grant);
    int ready, req, len, fire, fire_len, valid, sof, eof, busy;
    longint unsigned word_0, word_1, word_2, word_3;
    void'(selvage_check(longint'(selvage_acks_step(handle, now, int'(push), int'(ack), int'(idle),
        int'(grant), ready, req, len, fire, fire_len, valid, sof, eof, word_0,
        word_1, word_2, word_3, busy))));
    return '{ready: ready != 0, req: req != 0, len: 6'(len), fire: fire != 0,
             fire_len: 6'(fire_len), valid: valid != 0, sof: sof != 0, eof: eof != 0,
             word: {word_3, word_2, word_1, word_0}, busy: busy != 0};
  endfunction

endpackage
/* verilator lint_on UNUSEDSIGNAL */
