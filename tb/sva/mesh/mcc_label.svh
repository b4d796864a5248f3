// SPDX-License-Identifier: Apache-2.0
// A node at the border, rarely at fault.
present_i = 6'h1f;
restart_i = $urandom % 8 == 0;
faulty_i = $urandom % 16 == 0;
link_dead_i = link_dead_i & 6'($urandom) & 6'($urandom);
nb_bad_i = nb_bad_i & {4'($urandom), $urandom};
nb_line_i = nb_line_i & 6'($urandom) & 6'($urandom);
