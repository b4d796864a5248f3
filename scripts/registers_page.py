# SPDX-License-Identifier: Apache-2.0
"""The page of scripts/registers: tables of registers, of the rules of a commit, and of a row that is read out."""
import re
import sys

def between(text, begin, lines, end):
    text, n = re.subn(f"{begin}.*?{end}", lambda _: "\n".join([begin, *lines, end]), text, flags=re.S)
    if n != 1:
        sys.exit(f"scripts/registers: docs/reference/registers.md: {n} places between {begin} and {end}, not one")
    return text

def row_fields():
    """Of row_t, from bit 0 on: the page's list of what a row that is read out holds."""
    with open("rtl/flow/ifct_row.svh", encoding="utf-8") as file:
        body = re.search(r"packed \{(.*?)\} row_t;", file.read(), re.S)[1]
    fields = re.findall(r"logic +(?:\[(\w+)(-1)?:0\])? *(\w+); *(?://(.*))?", body)
    out = ["| field, from bit 0 | bits | what |", "|---|---|---|"]
    for top, less, name, what in reversed(fields):
        bits = "1" if not top else str(int(top) + 1) if top.isdigit() else top if less else f"{top} + 1"
        out.append(f"| {name} | {bits} | {what.strip()} |")
    return out

def page(m):
    out = ["| offset | register | access | field | bits | reset | may be | unit | what | block's input |",
           "|---|---|---|---|---|---|---|---|---|---|"]
    for r in m.registers:
        at = f"0x{r['offset']:03x}"
        if r["count"] > 1:
            at += f" + 4i, i < {r['count']}"
        group = f", group {r['group']}" if r.get("group") else ""
        for i, f in enumerate(r["fields"]):
            w = f["width"]
            top = f["lsb"] + w - 1 if isinstance(w, int) else f"{w} - 1"
            bits = f"{f['lsb']}" if w == 1 else f"{top}:{f['lsb']}"
            least, most = f.get("min", 0), f.get("max")
            if r["access"] != "rw" or w == 1:
                may = ""
            elif f.get("low_bits"):
                may = "1 to all ones from bit 0 on"
            else:
                may = f"{least} to {most if most is not None else f'2^{w} - 1'}"
            reset = f.get("reset", "")
            resets = [r for r in (reset if isinstance(reset, list) else [reset]) if isinstance(r, int)] or [0]
            reset = ", ".join(map(str, reset)) if isinstance(reset, list) else str(reset)
            if isinstance(w, str) and max(resets) >> m.parameters[w][1]:
                reset += ", at most all ones"
            if isinstance(f.get("reset"), int) and f["reset"] > 0xffff:
                reset = f"0x{f['reset']:X}"
            if "counters" in r:
                what = r["doc"] + ": " + ", ".join(r["counters"])
            else:
                what = "; ".join(filter(None, [r["doc"] if i == 0 else "", f.get("doc", "")]))
            if "drain" in f and r.get("group"):
                what += f"; a change waits until {m.blocks[f['drain']]}"
            source = f"`{f['source']}`" if "source" in f else ""
            out.append(f"| {at if i == 0 else ''} | {r['name'] + group if i == 0 else ''} | "
                       f"{r['access'] if i == 0 else ''} | {f['name']} | {bits} | {reset} | {may} | "
                       f"{f.get('unit', '')} | {what} | {source} |")
    out += ["", "| bit | group | rules of its commit |", "|---|---|---|"]
    for g, i in m.group_bit.items():
        rules = [f"{n}: {', '.join(f'`{h}`' for h in r['holds'])}"
                 for n, r in m.rules.items() if r["group"] == g]
        out.append(f"| {i} | {g}: {m.groups[g]} | {'; '.join(rules)} |")
    begin, end = "<!-- registers:begin -->", "<!-- registers:end -->"
    with open("docs/reference/registers.md", encoding="utf-8") as file:
        text = file.read()
    text = between(text, begin, out, end)
    return between(text, "<!-- row:begin -->", row_fields(), "<!-- row:end -->")
