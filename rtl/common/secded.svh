// SPDX-License-Identifier: Apache-2.0
/// Check bits of a word of W bits, 1 to 247: a Hamming code and a parity (FLOW-ECC-1).
`ifndef SELVAGE_SECDED_SVH
`define SELVAGE_SECDED_SVH

`define SELVAGE_SECDED_W(W) (((W) > 120) ? 9 : ((W) > 57) ? 8 : ((W) > 26) ? 7 \
                             : ((W) > 11) ? 6 : ((W) > 4) ? 5 : ((W) > 1) ? 4 : 3)

/// Where bit i stands in the Hamming code: the i-th number, from 0, that is no power of two from 3
/// on. Powers of two are the places of check bits.
`define SELVAGE_SECDED_PLACE(i) ((i) + `SELVAGE_SECDED_W((i) + 1))

`endif
