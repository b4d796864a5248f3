// SPDX-License-Identifier: Apache-2.0
/// A choice between two values that are both worked out:
///   `SELVAGE_PICK(W, one, a, b)  a if the bit one is 1, else b; W bits each
/// For a choice that comes late. With `one ? a : b`, or under an if, synthesis makes one adder or
/// comparator of the two (`share` of Yosys), behind a choice of what goes into it.
`ifndef SELVAGE_PICK_SVH
`define SELVAGE_PICK_SVH

`define SELVAGE_PICK(W, one, a, b) (({(W){one}} & (a)) | ({(W){~(one)}} & (b)))

`endif
