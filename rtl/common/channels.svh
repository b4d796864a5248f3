// SPDX-License-Identifier: Apache-2.0
/// Channels of ports; include it before the module.
///   `SELVAGE_CHANNELS(P, V)  a function channels_of(ports) of P bits: the V channels of each port
///                            in the set, channel port * V + virtual channel; most often there is
///                            none, and a simulator then looks at no port.
`ifndef SELVAGE_CHANNELS_SVH
`define SELVAGE_CHANNELS_SVH

`define SELVAGE_CHANNELS(P, V) \
  function automatic [(P)*(V)-1:0] channels_of(input [(P)-1:0] ports); \
    int p; \
    p           = 0; \
    channels_of = '0; \
    if (ports != '0) begin \
      for (p = 0; p < (P); p = p + 1) channels_of[p*(V)+:(V)] = {(V){ports[p]}}; \
    end \
  endfunction

`endif
