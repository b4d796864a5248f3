# SPDX-License-Identifier: Apache-2.0
# The changes that scripts/mutate makes to a SystemVerilog source of the project's style, one a line: kind, number of the
# line, the line as it would be, and the line as it is in a model of all mutants, where the mutant @ is on if ON is true.
# Nothing in heads of modules, comments, assertions, deliberate bugs and what is only checked; statements of one line.
BEGIN { ON = "(mutant_pkg::which == @)" }
function out(kind, text, schema) { if (text != line) printf "%s\t%d\t%s\t%s\n", kind, FNR, text, schema }
# The length of what stands between the parentheses at AT, those included; 0: not closed in this line.
function closed(text, at,    i, depth) {
  for (i = at; i <= length(text); ++i) {
    if (substr(text, i, 1) == "(") ++depth
    if (substr(text, i, 1) == ")" && --depth == 0) return i - at + 1
  }
  return 0
}
function balance(text) { return gsub(/\(/, "(", text) - gsub(/\)/, ")", text) }
# Every place of FROM in the middle part of the line, one after the other, becomes TO.
function swap(kind, from, to,    at, rest, before, changed) {
  rest = middle
  while ((at = index(rest, from)) > 0) {
    before = before substr(rest, 1, at - 1)
    rest = substr(rest, at + length(from))
    changed = before to rest
    if (what == "condition")
      out(kind, front changed back, front "(" ON " ? " changed " : " middle ")" back)
    else if (front ~ /^ *assign/)
      out(kind, front changed back, front ON " ? (" changed ") : (" middle ")" back)
    else
      out(kind, front changed back, lead "begin if " ON " " target changed "; else " target middle "; end")
    before = before from
  }
}
function swaps() {
  swap("operator", " && ", " || "); swap("operator", " || ", " && ")
  swap("operator", " & ", " | "); swap("operator", " | ", " & "); swap("operator", " ^ ", " | ")
  swap("operator", " == ", " != "); swap("operator", " != ", " == ")
  swap("operator", " + ", " - "); swap("operator", " - ", " + ")
  swap("operator", " < ", " <= "); swap("operator", " > ", " >= "); swap("operator", " >= ", " > ")
  swap("constant", "1'b0", "1'b1"); swap("constant", "1'b1", "1'b0")
  if (what == "value" && middle == "'0") swap("constant", "'0", "'1")
  swap("constant", "'(1)", "'(2)"); swap("constant", "'(2)", "'(3)")
}
FNR == 1 { inside = skipped = resetting = 0; always = "" }
/include "assert.svh"/ { inside = 0 }
{
  line = code = $0
  sub(/ *\/\/.*/, "", code)
  if (skipped > 0) { skipped += balance(code); next }
  if (code ~ /`SELVAGE_(BUG_IF|ASSERT|COVER|RANGE|BUG_REG|BUG_PIN)/) { skipped = balance(code); next }
  if (!inside) { if (code ~ /^\);/) inside = 1; next }
  if (code ~ /SELVAGE_BUG|bug|\$fatal|`|^ *(localparam|parameter)|^ *typedef|^ *initial|for \(/) next
  if (code ~ /generate|^ *if \([A-Z]|gen_/) next
  line = code
  if (code ~ /always|function/) always = "on"
  if (code ~ /^ *end(function)? *$/ && code ~ /^  end/ && code !~ /^   /) always = ""
  if (code ~ /if \(!rst_n/ && code ~ /begin *$/) { resetting = 1; next }
  if (resetting) {
    if (code ~ /^ *end/) resetting = 0
    else if (code ~ /^ *[a-z].*<=.*; *$/) out("reset", "", "if (!" ON ") " code)
    next
  }
  at = match(code, /if \(/)
  if (at > 0 && (n = closed(code, at + 3)) > 0) {
    front = substr(code, 1, at + 2)
    middle = substr(code, at + 3, n)
    back = substr(code, at + 3 + n)
    if (middle == "(!rst_ni)") { out("reset", front "(1'b0)" back, front "(!rst_ni && !" ON ")" back); next }
    out("negated", front "(!" middle ")" back, front "(" ON " ? !" middle " : " middle ")" back)
    what = "condition"
    middle = substr(middle, 2, n - 2)
    front = front "("
    back = ")" back
    swaps()
  } else if (at > 0) next
  # the statement behind, LEAD TARGET VALUE;
  if (code ~ /(^|[ :])[a-z][a-z0-9_.]*(\[[^=<]*\])? +(<=|=) [^;]*; *$/ && code !~ /^ *(logic|int|automatic|genvar)/) {
    what = "value"
    rest = code
    lead = ""
    if (at > 0) { lead = front middle back; n = length(front middle) + 1; lead = substr(code, 1, n) " "; rest = substr(code, n + 1) }
    else if (match(rest, /^ *(else|[A-Za-z_:, ']*[A-Za-z']: ) */)) { lead = substr(rest, 1, RLENGTH); rest = substr(rest, RLENGTH + 1) }
    if (!match(rest, / (<=|=) /)) next
    target = substr(rest, 1, RSTART + RLENGTH - 1)
    middle = substr(rest, RSTART + RLENGTH)
    sub(/; *$/, "", middle)
    front = lead target
    back = ";"
    if (front ~ /assign/) swaps()
    else if (always != "" && front !~ /begin/) {
      out("dropped", lead ";", lead "begin if (!" ON ") " target middle "; end")
      swaps()
    }
  }
}
