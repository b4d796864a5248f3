// SPDX-License-Identifier: Apache-2.0
// A link fault table as another house would write it: Verilog-2001, one word of commands, lookups registered.
module acme_lft #(
  parameter DIGIT = 3,   // bits of a digit
  parameter DIGITS = 2,  // of a name
  parameter LEVEL = 2,   // bits of a level
  parameter UPS = 4,     // up ports
  parameter UPSEL = 2,
  parameter LINES = 8
) (
  input  wire                    ck,
  input  wire                    rst_b,
  input  wire [LEVEL-1:0]        lvl,
  input  wire [4:0]              cmd,   // {forget, no longer derived, derived, dead, statement}
  input  wire [DIGIT*DIGITS-1:0] name,
  input  wire [UPSEL-1:0]        port,
  input  wire [7:0]              serial,
  input  wire                    find,
  input  wire [DIGIT*DIGITS-1:0] addr,
  output reg  [UPS-1:0]          avoid,
  output reg                     lost   // a fault found no line, two clocks after that
);
  reg                    valid   [0:LINES-1];
  reg [DIGIT*DIGITS-1:0] key     [0:LINES-1];
  reg [UPS-1:0]          direct  [0:LINES-1];
  reg [UPS-1:0]          derived [0:LINES-1];
  reg [UPS-1:0]          known   [0:LINES-1];
  reg [7:0]              last    [0:LINES*UPS-1];

  // What is said of a link takes effect two clocks later.
  reg [3:0]              cmd_1, cmd_2;
  reg [DIGIT*DIGITS-1:0] name_1, name_2;
  reg [UPSEL-1:0]        port_1, port_2;
  reg [7:0]              serial_1, serial_2;
  always @(posedge ck) begin
    cmd_1 <= rst_b ? cmd[3:0] : 4'b0;
    cmd_2 <= rst_b ? cmd_1 : 4'b0;
    name_1 <= name;
    name_2 <= name_1;
    port_1 <= port;
    port_2 <= port_1;
    serial_1 <= serial;
    serial_2 <= serial_1;
  end

  wire says   = cmd_2[0];
  wire dead   = cmd_2[1];
  wire derive = cmd_2[2];
  wire revoke = cmd_2[3];
  wire forget = cmd[4];
  wire fault  = says ? dead : derive;
  wire create = says | derive;

  // Digits from the own level on take part in a lookup.
  reg [DIGIT*DIGITS-1:0] care;
  integer d;
  always @* begin
    for (d = 0; d < DIGITS; d = d + 1) care[d*DIGIT +: DIGIT] = {DIGIT{d >= lvl}};
  end

  reg [UPS-1:0] found;
  integer i;
  always @* begin
    found = 0;
    for (i = 0; i < LINES; i = i + 1) begin
      if (find && valid[i] && ((key[i] ^ addr) & care) == 0) found = found | direct[i] | derived[i];
    end
  end

  // The line of this name, else the lowest one never used, else the lowest that says nothing.
  integer line, n;
  reg fresh;
  always @* begin
    line = -1;
    fresh = 1'b0;
    for (n = LINES - 1; n >= 0; n = n - 1)
      if (valid[n] && (direct[n] | derived[n]) == 0) begin line = n; fresh = 1'b1; end
    for (n = LINES - 1; n >= 0; n = n - 1) if (!valid[n]) begin line = n; fresh = 1'b1; end
    for (n = LINES - 1; n >= 0; n = n - 1) if (valid[n] && key[n] == name_2) begin line = n; fresh = 1'b0; end
    if (fresh && !create) line = -1;
  end

  wire [UPS-1:0] bit_of = {{(UPS-1){1'b0}}, 1'b1} << port_2;
`ifdef PLANTED
  wire news = 1'b1;  // believes old statements
`else
  wire [7:0] age = serial_2 - last[(line < 0 ? 0 : line)*UPS + port_2];
  wire news = fresh | ~|(known[line < 0 ? 0 : line] & bit_of) | (age != 0 && !age[7]);
`endif

  reg missed;
  integer k;
  always @(posedge ck) begin
    avoid <= found;
    missed <= rst_b & fault & create & (line < 0);
    lost <= missed & rst_b;
    if (!rst_b) begin
      for (k = 0; k < LINES; k = k + 1) valid[k] <= 1'b0;
    end else begin
      if (forget) for (k = 0; k < LINES; k = k + 1) derived[k] <= derived[k] & ~({{(UPS-1){1'b0}}, 1'b1} << port);
      if ((create || revoke) && line >= 0) begin
        valid[line] <= 1'b1;
        key[line] <= name_2;
        if (fresh) begin
          direct[line] <= 0;
          derived[line] <= 0;
          known[line] <= 0;
        end
        if (says && news) begin
          direct[line] <= (fresh ? 0 : direct[line] & ~bit_of) | (dead ? bit_of : 0);
          known[line] <= (fresh ? 0 : known[line]) | bit_of;
          last[line*UPS + port_2] <= serial_2;
        end
        if (derive) derived[line] <= (fresh ? 0 : derived[line]) | bit_of;
        if (revoke && !create) derived[line] <= derived[line] & ~bit_of;
      end
    end
  end
endmodule
