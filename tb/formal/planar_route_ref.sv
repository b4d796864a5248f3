// SPDX-License-Identifier: Apache-2.0
/// Specification of planar_route: the page of mesh-blocks.md, one paragraph after the other
/// (MESH-ORD-1..6, 8, 9), the answer in the clock of its question.
module planar_route_ref #(
  parameter CW = 4
) (
  input  logic            valid_i,
  input  logic [3*CW-1:0] here_i,
  input  logic [3*CW-1:0] dst_i,
  input  logic [2:0]      proxy_i,
  input  logic [2:0]      in_port_i,
  input  logic [1:0]      sub_i,
  input  logic            reserve_i,
  input  logic            fallback_i,
  input  logic            tie_i,
  input  logic [5:0]      nb_down_i,
  input  logic [23:0]     nb_unsafe_i,
  input  logic [3:0]      unsafe_i,
  input  logic [5:0]      line_i,
  input  logic [35:0]     nb_line_i,
  input  logic [11:0]     free_i,
  output logic            valid_o,
  output logic            eject_o,
  output logic            drop_o,
  output logic            grant_o,
  output logic [2:0]      dir_o,
  output logic            vc_o,
  output logic [1:0]      sub_o,
  output logic [2:0]      proxy_o,
  output logic [11:0]     legal_o
);
  logic signed [7:0]  e[3];         // offsets to the target
  logic signed [7:0]  d_here;       // one coordinate of the way from the destination to here
  logic        [2:0]  proxy;
  logic               at_proxy, host, left_x, yz;
  logic        [23:0] legal;        // in plane xy, then in plane yz

  // ------------------------------------------------------------------- target and plane
  always_comb begin
    host     = in_port_i == 3'd6;
    at_proxy = 1'b1;
    d_here   = '0;
    for (int i = 0; i < 3; i = i + 1) begin
      d_here = $signed(8'(here_i[i*CW+:CW])) - $signed(8'(dst_i[i*CW+:CW]));
      if (proxy_i == 3'(2 * i + 1)) d_here = d_here - 8'sd1;
      if (proxy_i == 3'(2 * i + 2)) d_here = d_here + 8'sd1;
      if (d_here != 8'sd0) at_proxy = 1'b0;
    end
    proxy = at_proxy ? 3'd0 : proxy_i;
    for (int i = 0; i < 3; i = i + 1) begin
      e[i] = $signed(8'(dst_i[i*CW+:CW])) - $signed(8'(here_i[i*CW+:CW]));
      if (proxy == 3'(2 * i + 1)) e[i] = e[i] + 8'sd1;
      if (proxy == 3'(2 * i + 2)) e[i] = e[i] - 8'sd1;
    end
    left_x = e[0] != 8'sd0 || proxy == 3'd1 || proxy == 3'd2;
    if (sub_i >= 2'd2) yz = 1'b1;
    else if (left_x) yz = 1'b0;
    else begin
      yz = !(e[2] == 8'sd0 && (host || (sub_i == 2'd0 && e[1] > 8'sd0) ||
                               (sub_i == 2'd1 && e[1] < 8'sd0)));
    end
  end

  // -------------------------------------------------- the legal channels of each plane alone
  genvar p;
  generate
    for (p = 0; p < 2; p = p + 1) begin : gen_plane
      localparam B = 4 * p;                                      // direction b+; b- is the next
      localparam [11:0] Even = (p == 0) ? 12'h015 : 12'h520;     // channels of XY+, YZ+
      localparam [11:0] Along = (p == 0) ? 12'h050 : 12'h0a0;    // in the dimension y

      logic signed [7:0] b, y;
      logic [1:0]        own, other;  // of the sub-networks 2p and 2p + 1
      logic              enters, here_unsafe, entry, to_y, is_own, is_other, up;
      logic [2:0]        regular, detour, search, wanted;  // directions {y, b-, b+} of one sub-network
      logic              healthy, arrives, risky, came, found;
      logic [11:0]       channels;
      logic [5:0]        line_y;  // line bits of the neighbour toward y, then toward b
      logic [5:0]        line_b;

      /// Whether statuses forbid sub-network of sign `plus`.
      function automatic logic is_unsafe(input logic [3:0] statuses, input logic plus,
                                         input logic signed [7:0] eb, input logic signed [7:0] ey);
        logic rises;
        rises = (ey == 8'sd0) ? plus : (ey > 8'sd0);
        if (eb == 8'sd0) is_unsafe = statuses[2*p] & statuses[2*p+1];
        else if ((eb > 8'sd0) == rises) is_unsafe = statuses[2*p];
        else is_unsafe = statuses[2*p+1];
      endfunction

      always_comb begin
        b = e[2*p];
        y = e[1];
        enters = host || (p == 1 && sub_i <= 2'd1);
        // sub-networks
        own = 2'b00;
        if (enters) own = (y == 8'sd0) ? 2'b11 : (y > 8'sd0) ? 2'b01 : 2'b10;
        else if (sub_i == 2'(2 * p)) own = (p == 1 && y < 8'sd0) ? 2'b11 : 2'b01;
        else own = 2'b10;
        other = ~own;
        if (sub_i > 2'(2 * p)) other[0] = 1'b0;
        if ((p == 0 && sub_i >= 2'd2) || (p == 1 && y > 8'sd0)) other[1] = 1'b0;
        // tiers: 0..2, then the same with healthy for safe
        line_y   = (y > 8'sd0) ? nb_line_i[12+:6] : nb_line_i[18+:6];
        line_b   = (b > 8'sd0) ? nb_line_i[6*B+:6] : nb_line_i[6*(B+1)+:6];
        legal[12*p+:12] = '0;
        found    = 1'b0;
        channels = '0;
        to_y = 1'b0; up = 1'b0; is_own = 1'b0; is_other = 1'b0; here_unsafe = 1'b0; entry = 1'b0;
        regular = '0; detour = '0; search = '0; wanted = '0;
        healthy = 1'b0; arrives = 1'b0; risky = 1'b0; came = 1'b0;
        for (int k = 0; k < 6; k = k + 1) begin
          channels = '0;
          for (int u = 0; u < 2; u = u + 1) begin  // sub-network 2p + u
            up       = u == 0;
            is_own   = own[u];
            is_other = other[u];
            to_y     = up ? (y > 8'sd0) : (y < 8'sd0);
            regular  = {to_y, b < 8'sd0, b > 8'sd0};
            if (to_y) detour = {1'b0, !(b < 8'sd0), !(b > 8'sd0)};
            else detour = {b != 8'sd0 && 2 * p + u < 3, 2'b00};
            here_unsafe = is_unsafe(unsafe_i, up, b, y);
            entry = enters && (p == 1 || e[2] == 8'sd0) && here_unsafe;
            search = 3'b000;
            if (entry && is_own && y == 8'sd0 && 2 * p + u < 3) search = 3'b011;
            if (entry && is_other) search = 3'b100;
            if (k % 3 == 0) wanted = is_own ? regular : 3'b000;
            else if (k % 3 == 1) wanted = (is_own ? detour : 3'b000) | search;
            else wanted = is_other ? (regular | detour) : 3'b000;
            for (int w = 0; w < 3; w = w + 1) begin
              // direction B, B + 1, or y of the sub-network's sign
              healthy = !nb_down_i[(w < 2) ? B + w : 2 + u];
              risky   = is_unsafe(nb_unsafe_i[4*((w < 2) ? B + w : 2 + u)+:4], up, b, y);
              came    = in_port_i == 3'((w < 2) ? B + w : 2 + u);
              arrives = e[2-2*p] == 8'sd0 &&
                        b == ((w == 0) ? 8'sd1 : (w == 1) ? -8'sd1 : 8'sd0) &&
                        y == ((w < 2) ? 8'sd0 : (u == 0) ? 8'sd1 : -8'sd1);
              if (wanted[w] && healthy && (k >= 3 || arrives || !risky) && !(came && k % 3 != 2))
                channels[(w < 2) ? 2 * (B + w) + u : 2 * (2 + u) + p] = 1'b1;
            end
          end
          // reserve
          if (k % 3 == 0 && reserve_i && b != 8'sd0) begin
            if (y == 8'sd0) begin
              if (line_i[(b > 8'sd0) ? B : B + 1] && (channels & Even) != '0)
                channels = channels & Even;
            end else if ((b == 8'sd1 || b == -8'sd1) && (p == 1 || e[2] == 8'sd0)) begin
              if (line_b[(y > 8'sd0) ? 2 : 3] && (channels & Along) != '0)
                channels = channels & Along;
            end else if (y == -8'sd1) begin
              if (line_y[(b > 8'sd0) ? B : B + 1] && (channels & ~Along) != '0)
                channels = channels & ~Along;
            end
          end
          if (!found && channels != '0 && (k < 3 || fallback_i)) begin
            found    = 1'b1;
            legal[12*p+:12] = channels;
          end
        end
      end
    end
  endgenerate

  // ------------------------------------------------------- second plane, choice and answer
  logic [11:0] all;
  logic [2:0]  d;  // direction looked at
  logic        vc;

  always_comb begin
    all = yz ? legal[12+:12] : legal[0+:12];
    if (!yz && !left_x && all == '0) all = legal[12+:12];
    valid_o = valid_i;
    eject_o = valid_i && here_i == dst_i;
    drop_o  = valid_i && !eject_o && all == '0;
    legal_o = (valid_i && !eject_o) ? all : '0;
    grant_o = 1'b0;
    dir_o   = '0;
    vc_o    = 1'b0;
    sub_o   = '0;
    proxy_o = '0;
    d       = '0;
    vc      = 1'b0;
    for (int t = 0; t < 4; t = t + 1) begin
      for (int w = 0; w < 3; w = w + 1) begin  // b+, b-, y; or y, b+, b-
        if (t >= 2 && tie_i) d = (w == 0) ? 3'(2 + t % 2) : 3'(4 + w - 1);
        else d = (w == 2) ? 3'(2 + t % 2) : 3'(4 * (t / 2) + w);
        vc = (d == 3'(2 + t % 2)) ? t >= 2 : t % 2 == 1;
        if (!grant_o && legal_o[{d, vc}] && free_i[{d, vc}]) begin
          grant_o = 1'b1;
          dir_o   = d;
          vc_o    = vc;
          sub_o   = 2'(t);
          proxy_o = proxy;
        end
      end
    end
  end
endmodule

/// What planar_route may be asked: ports and sub-networks that exist, a proxy that is a node; in
/// plane yz the way along x is done.
module planar_route_legal #(
  parameter CW = 4
) (
  input  logic            valid_i,
  input  logic [3*CW-1:0] here_i,
  input  logic [3*CW-1:0] dst_i,
  input  logic [2:0]      proxy_i,
  input  logic [2:0]      in_port_i,
  input  logic [1:0]      sub_i,
  input  logic            reserve_i,
  input  logic            fallback_i,
  input  logic            tie_i,
  input  logic [5:0]      nb_down_i,
  input  logic [23:0]     nb_unsafe_i,
  input  logic [3:0]      unsafe_i,
  input  logic [5:0]      line_i,
  input  logic [35:0]     nb_line_i,
  input  logic [11:0]     free_i,
  output logic            legal_o
);
  always_comb begin
    legal_o = in_port_i <= 3'd6 && proxy_i <= 3'd6;
    if (in_port_i == 3'd6 && sub_i != 2'd0) legal_o = 1'b0;
    if (sub_i >= 2'd2 && (here_i[0+:CW] != dst_i[0+:CW] || proxy_i == 3'd1 || proxy_i == 3'd2))
      legal_o = 1'b0;
    for (int i = 0; i < 3; i = i + 1) begin
      if (proxy_i == 3'(2 * i + 1) && dst_i[i*CW+:CW] == {CW{1'b1}}) legal_o = 1'b0;
      if (proxy_i == 3'(2 * i + 2) && dst_i[i*CW+:CW] == {CW{1'b0}}) legal_o = 1'b0;
    end
  end
endmodule
