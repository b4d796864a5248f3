// SPDX-License-Identifier: Apache-2.0
/// \file
/// The list of all kinds of switch. A kind is a row here, `config/switch/KIND` with `KIND_plug()`
/// and `fabric/KIND` with `make_KIND_path()`; a row's text is the value of `switch.kind`.
#pragma once

/// ROW(kind) for each, the one of a Scenario that says nothing first.
#define SELVAGE_SWITCH_KINDS(ROW) \
  ROW(cut_through)                \
  ROW(wormhole)                   \
  ROW(flow)
