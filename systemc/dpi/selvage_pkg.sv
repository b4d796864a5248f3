// SPDX-License-Identifier: Apache-2.0
// Golden fat-tree switch and two-level lookup as a predictor (dpi.md; selvage_dpi.h has every
// function's meaning). The imported functions return a negative number on bad arguments; the typed
// ones below end the simulation with the reason.
/* verilator lint_off UNUSEDSIGNAL */  // of an int only what its field holds
package selvage_pkg;

  import "DPI-C" function string selvage_error();
  import "DPI-C" function int selvage_close(input int handle);

  import "DPI-C" function int selvage_ft_open(input int m, input int n, input string name,
                                              input int lft_lines);
  import "DPI-C" function longint selvage_ft_address(input int handle, input longint host);
  import "DPI-C" function longint selvage_ft_host(input int handle, input string name);
  import "DPI-C" function int selvage_ft_route(input int handle, input longint source,
      input longint destination, input int from_up, output int up, output int drop,
      output int port, output int unsigned v);
  import "DPI-C" function int selvage_ft_link(input int handle, input int port, input int alive);
  import "DPI-C" function int selvage_ft_receive(input int handle, input int port, input int kind,
      input int level, input longint c, input int k, input int seq);
  import "DPI-C" function int selvage_ft_sent(input int handle, input int i, output int port,
      output int kind, output int level, output longint c, output int k, output int seq);
  import "DPI-C" function int selvage_ft_rows(input int handle);
  import "DPI-C" function int selvage_ft_row(input int handle, input int row, output longint c,
      output int unsigned direct, output int unsigned derived, output int advertised);
  import "DPI-C" function int selvage_ft_port(input int handle, input int port, output int failed,
      output int own, output int level);
  import "DPI-C" function int selvage_ft_overflows(input int handle);
  import "DPI-C" function int selvage_ft_set_port(input int handle, input int port,
      input int level);
  import "DPI-C" function int selvage_ft_set_row(input int handle, input longint c,
      input int unsigned bits);

  import "DPI-C" function int selvage_tl_open(input int k, input string address);
  import "DPI-C" function longint selvage_tl_address(input string text);
  import "DPI-C" function int selvage_tl_lookup(input int handle, input int unsigned address,
      output int hit, output int row, output int drop, output int port, output int unsigned next);
  import "DPI-C" function int selvage_tl_rows(input int handle);
  import "DPI-C" function int selvage_tl_row(input int handle, input int row, output int valid,
      output int unsigned key, output int unsigned mask, output int drop, output int port,
      output int unsigned next);
  import "DPI-C" function int selvage_tl_write(input int handle, input int row, input int valid,
      input int unsigned key, input int unsigned mask, input int drop, input int port,
      input int unsigned next);

  // ---- Types

  typedef bit [5:0][5:0] digits_t;  // address p or coordinates c, digit 0 lowest

  typedef enum bit [2:0] {
    FT_SYNCREQ, FT_ULFM, FT_ULRM, FT_DERF, FT_DERR, FT_DLFM, FT_DLRM, FT_RESYNC
  } ft_kind_e;

  typedef struct packed {
    bit          up;
    bit          drop;
    bit   [5:0]  port;  // 0 on a drop
    bit   [31:0] v;     // candidates, bit j is up port m/2+j; 0 when the packet goes down
  } ft_grant_t;

  typedef struct packed {
    bit   [5:0] port;  // by which it comes or goes
    ft_kind_e   kind;
    bit   [2:0] level;
    digits_t    c;
    bit   [5:0] k;
    bit   [7:0] seq;
  } ft_message_t;
  typedef ft_message_t ft_messages_t [$];

  typedef struct packed {
    digits_t     c;
    bit   [31:0] direct;
    bit   [31:0] derived;
    bit          advertised;
  } ft_row_t;

  typedef struct packed {
    bit         failed;
    bit         own;
    bit   [2:0] level;  // of a failed up port, else 0
  } ft_port_t;

  typedef struct packed {
    bit          hit;
    bit          drop;
    bit   [6:0]  row;
    bit   [5:0]  port;
    bit   [31:0] next;
  } tl_answer_t;

  typedef struct packed {
    bit          valid;
    bit   [31:0] key;
    bit   [31:0] mask;  // a 1 compares
    bit          drop;
    bit   [5:0]  port;
    bit   [31:0] next;
  } tl_row_t;

  // ---- Typed functions

  // What a call returned; a refusal ends the simulation.
  function automatic longint selvage_check(input longint result);
    if (result < 0) $fatal(1, "%s", selvage_error());
    return result;
  endfunction

  function automatic void selvage_free(input int handle);
    void'(selvage_check(longint'(selvage_close(handle))));
  endfunction

  function automatic int ft_open(input int m, input int n, input string name,
                                 input int lft_lines = 32);
    return int'(selvage_check(longint'(selvage_ft_open(m, n, name, lft_lines))));
  endfunction

  function automatic digits_t ft_address(input int handle, input longint host);
    return digits_t'(selvage_check(selvage_ft_address(handle, host)));
  endfunction

  function automatic digits_t ft_host(input int handle, input string name);
    return digits_t'(selvage_check(selvage_ft_host(handle, name)));
  endfunction

  function automatic ft_grant_t ft_route(input int handle, input digits_t source,
                                         input digits_t destination, input bit from_up);
    int up, drop, port;
    int unsigned v;
    void'(selvage_check(longint'(selvage_ft_route(handle, longint'(source),
        longint'(destination), int'(from_up), up, drop, port, v))));
    return '{up: up != 0, drop: drop != 0, port: 6'(port), v: v};
  endfunction

  // The messages that the last event made the switch send; `count` is what the event returned.
  function automatic ft_messages_t ft_sent(input int handle, input int count);
    ft_messages_t sent;
    for (int i = 0; i < count; ++i) begin
      int port, kind, level, k, seq;
      longint c;
      ft_message_t one;
      void'(selvage_check(longint'(selvage_ft_sent(handle, i, port, kind, level, c, k, seq))));
      one = '{port: 6'(port), kind: ft_kind_e'(3'(kind)), level: 3'(level), c: digits_t'(c),
              k: 6'(k), seq: 8'(seq)};
      sent.push_back(one);
    end
    return sent;
  endfunction

  function automatic ft_messages_t ft_link(input int handle, input int port, input bit alive);
    int count = int'(selvage_check(longint'(selvage_ft_link(handle, port, int'(alive)))));
    return ft_sent(handle, count);
  endfunction

  function automatic ft_messages_t ft_receive(input int handle, input ft_message_t arrived);
    int count = int'(selvage_check(longint'(selvage_ft_receive(handle, int'(arrived.port),
        int'(arrived.kind), int'(arrived.level), longint'(arrived.c), int'(arrived.k),
        int'(arrived.seq)))));
    return ft_sent(handle, count);
  endfunction

  function automatic ft_row_t ft_row(input int handle, input int row);
    longint c;
    int unsigned direct, derived;
    int advertised;
    void'(selvage_check(longint'(selvage_ft_row(handle, row, c, direct, derived, advertised))));
    return '{c: digits_t'(c), direct: direct, derived: derived, advertised: advertised != 0};
  endfunction

  function automatic ft_port_t ft_port(input int handle, input int port);
    int failed, own, level;
    void'(selvage_check(longint'(selvage_ft_port(handle, port, failed, own, level))));
    return '{failed: failed != 0, own: own != 0, level: level < 0 ? 3'd0 : 3'(level)};
  endfunction

  function automatic int tl_open(input int k, input string address);
    return int'(selvage_check(longint'(selvage_tl_open(k, address))));
  endfunction

  function automatic bit [31:0] tl_address(input string text);
    return 32'(selvage_check(selvage_tl_address(text)));
  endfunction

  function automatic tl_answer_t tl_lookup(input int handle, input bit [31:0] address);
    int hit, row, drop, port;
    int unsigned next;
    void'(selvage_check(longint'(selvage_tl_lookup(handle, address, hit, row, drop, port, next))));
    return '{hit: hit != 0, drop: drop != 0, row: 7'(row), port: 6'(port), next: next};
  endfunction

  function automatic tl_row_t tl_row(input int handle, input int row);
    int valid, drop, port;
    int unsigned key, mask, next;
    void'(selvage_check(longint'(selvage_tl_row(handle, row, valid, key, mask, drop, port, next))));
    return '{valid: valid != 0, key: key, mask: mask, drop: drop != 0, port: 6'(port), next: next};
  endfunction

  function automatic void tl_write(input int handle, input int row, input tl_row_t to);
    void'(selvage_check(longint'(selvage_tl_write(handle, row, int'(to.valid), to.key, to.mask,
        int'(to.drop), int'(to.port), to.next))));
  endfunction

endpackage
/* verilator lint_on UNUSEDSIGNAL */
