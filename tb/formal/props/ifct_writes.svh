// SPDX-License-Identifier: Apache-2.0
/// What the operations of a step leave of the row f_base, f_left, and what each of them writes: for
/// ifct_props.svh, which claims the latter, and ifct_rows_props.svh, which takes it for granted.
/// Whoever includes it says which operations name the row (f_by, DEQ the lowest), what they write
/// (fw_d to fw_c) and with what (fn_d to fn_c), and what `F_CLAIM is.
row_t f_left;
`define F_WRITE(f, w) \
  if (f_by[0] && fw_d.w) f_left.f = fn_d.f; \
  if (f_by[1] && fw_e.w) f_left.f = fn_e.f; \
  if (f_by[2] && fw_a.w) f_left.f = fn_a.f; \
  if (f_by[3] && fw_c.w) f_left.f = fn_c.f;
`define F_STAMP(f) \
  if (f_by[1] && fw_e.f) f_left.f = fn_e.f; \
  if (f_by[3] && fw_c.f) f_left.f = fn_c.f; \
  if (f_by[2] && fw_a.f) f_left.f = fn_a.f;
always_comb begin
  f_left = f_base;
  `F_WRITE(state, state)
  `F_WRITE(ordered, ordered)
  `F_WRITE(forced, forced)
  `F_WRITE(level, level)
  `F_WRITE(rec, rec)
  `F_WRITE(um, um)
  `F_WRITE(dm, dm)
  `F_WRITE(fvc, way)
  `F_WRITE(fport, way)
  `F_WRITE(data, data)
  `F_WRITE(waits, waits)
  `F_WRITE(flow, flow)
  `F_WRITE(umlim, umlim)
  `F_WRITE(slack, slack)
  `F_STAMP(mark)
  `F_STAMP(hold)
  `F_WRITE(dmt, dmt)
  `F_WRITE(pace, pace)
end
`undef F_WRITE
`undef F_STAMP
// What an operation never writes, and what it writes together.
always_comb begin
  `F_CLAIM(!f_by[0] || !(fw_d.ordered || fw_d.forced || fw_d.level || fw_d.rec || fw_d.dm
                         || fw_d.mark || fw_d.hold || fw_d.dmt));
  `F_CLAIM(!f_by[0] || (fw_d.waits == fw_d.data && fw_d.flow == fw_d.data
                        && fw_d.slack == fw_d.data));
  `F_CLAIM(!f_by[1] || !(fw_e.way || fw_e.slack || fw_e.dmt));
  `F_CLAIM(!f_by[1] || (fw_e.forced == fw_e.state && fw_e.level == fw_e.state
                        && fw_e.rec == fw_e.state && fw_e.dm == fw_e.state));
  `F_CLAIM(!f_by[1] || (fw_e.flow == fw_e.data && fw_e.hold == fw_e.mark));
  `F_CLAIM(!f_by[2] || !(fw_a.ordered || fw_a.data || fw_a.waits || fw_a.umlim || fw_a.pace));
  `F_CLAIM(!f_by[2] || (fw_a.rec == fw_a.level && fw_a.dmt == fw_a.slack));
  `F_CLAIM(!f_by[3] || !(fw_c.state || fw_c.ordered || fw_c.forced || fw_c.level || fw_c.rec
                         || fw_c.um || fw_c.way || fw_c.data || fw_c.waits || fw_c.flow
                         || fw_c.slack || fw_c.dmt || (fw_c.dm && fn_c.dm)));
end
