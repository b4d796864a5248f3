/* SPDX-License-Identifier: Apache-2.0 */
/* Where a verilated switch prints to: its failure text. */
#ifdef __cplusplus
extern "C"
#endif
int selvage_switch_printf(const char* format, ...);
