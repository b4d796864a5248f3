// SPDX-License-Identifier: Apache-2.0
// Legal headers.
in_port_i = 3'($urandom % 7);
proxy_i = $urandom % 4 == 0 ? 3'($urandom % 7) : 3'd0;
if (in_port_i == 3'd6) sub_i = '0;
if ($urandom % 8 == 0) dst_i = here_i;
nb_down_i = nb_down_i & 6'($urandom) & 6'($urandom);
nb_unsafe_i = nb_unsafe_i & 24'($urandom);
