+incdir+rtl/common
rtl/common/first_one.sv
rtl/common/wrap_pick.sv
rtl/fattree/lft_cam.sv
rtl/fattree/port_state.sv
rtl/fattree/route_select.sv
rtl/fattree/fattree_route.sv
