// SPDX-License-Identifier: Apache-2.0
/// \file
/// The page of a suite as a mustache template: {{NAME}} is escaped, {{{head}}} is markup of ours.
#pragma once

namespace selvage::regress {

inline constexpr const char* kTemplate = R"html({{{head}}}<p class="dim">{{title}}</p>
<style>svg.trend{width:100%;max-width:45rem;height:auto;display:block}
.pass{fill:var(--ok)}.fail{fill:var(--bad)}.other{fill:var(--mid)}.open{fill:var(--edge)}</style>
<nav><a href="#failures">failures</a>{{#has_known}}<a href="#known">known failures</a>{{/has_known}}<a href="#trend">trend</a>
{{#has_bugs}}<a href="#bugs">deliberate bugs</a>{{/has_bugs}}<a href="#tests">tests</a><a href="#runs">all runs</a>
{{#has_coverage}}<a href="#coverage">never met</a>{{/has_coverage}}<a href="#provenance">provenance</a></nav>
<h2>Verdict</h2>
<div class="scroll"><table><tbody>
<tr><td>Suite</td><td><span class="{{class}}">{{verdict}}</span></td></tr>
<tr><td>Runs</td><td>{{counts}}</td></tr>
{{#has_bugs}}<tr><td>Deliberate bugs</td><td>{{bugs_caught}} of {{bugs_of}} caught</td></tr>{{/has_bugs}}
{{#has_twice}}<tr><td>Made twice</td><td>{{twice_same}} of {{twice_of}} the same</td></tr>{{/has_twice}}
{{#has_coverage}}<tr><td>Coverage</td><td>{{met}} of {{situations}} situations met</td></tr>{{/has_coverage}}
<tr><td>Process time</td><td>{{seconds}} s</td></tr>
<tr><td>To repeat</td><td><code>{{reproduce}}</code></td></tr>
</tbody></table></div>
<h2 id="failures">Failures</h2>
{{#none_failed}}<p><span class="ok">none</span></p>{{/none_failed}}
{{#has_unmet}}<p><span class="bad">never met</span> by any run, and for no reason that the suite gives:{{#unmet}} <code>{{.}}</code>{{/unmet}}</p>{{/has_unmet}}
{{#has_buckets}}<div class="scroll"><table><thead><tr><th>kind</th><th class="n">runs</th><th>first, why, to repeat</th></tr></thead><tbody>
{{#buckets}}<tr><td><span class="{{class}}">{{label}}</span>{{signature}}</td><td class="n">{{runs}}</td>
<td class="command">{{first}}{{#has_why}}<br><span class="dim">{{why}}</span>{{/has_why}}<br><code>{{reproduce}}</code>
{{#has_replay}}<br>{{replay_says}}, from this folder: <code>{{waves}}</code>{{/has_replay}}</td></tr>
{{/buckets}}</tbody></table></div>{{/has_buckets}}
{{#has_known}}<h2 id="known">Known failures</h2>
<div class="scroll"><table><thead><tr><th>test</th><th>kind</th><th>until</th><th>reason</th><th>now</th></tr></thead><tbody>
{{#known}}<tr><td>{{test}}</td><td>{{signature}}</td><td>{{until}}</td><td>{{reason}}</td><td><span class="{{class}}">{{state}}</span></td></tr>
{{/known}}</tbody></table></div>{{/has_known}}
<h2 id="trend">Trend</h2>
<svg class="trend" viewBox="0 0 720 132" role="img" aria-label="Runs of the last {{shown}} times, by verdict">
{{#bars}}<g><title>{{time}}: {{says}}</title><rect class="open" x="{{x}}" y="4" width="{{w}}" height="100"/>
{{#parts}}<rect class="{{class}}" x="{{x}}" y="{{y}}" width="{{w}}" height="{{h}}"/>{{/parts}}</g>
{{/bars}}<text x="0" y="124" font-size="13">{{oldest}}{{newest}}</text></svg>
<p class="dim">A bar for each time, the latest right: passed (green), failed (red), known, refused or crashed (amber), not run or cut short (grey).{{#has_damaged}} {{damaged}} damaged lines of the history are left out.{{/has_damaged}}</p>
<details><summary>As a table</summary><div class="scroll"><table><thead><tr><th>time</th><th>build</th><th class="n">runs</th><th class="n">passed</th><th class="n">failed</th><th class="n">other</th><th class="n">process time</th><th class="n">met</th><th class="n">seed</th></tr></thead><tbody>
{{#times}}<tr><td class="id">{{time}}</td><td>{{git}}</td><td class="n">{{runs}}</td><td class="n">{{pass}}</td><td class="n">{{fail}}</td><td class="n">{{other}}</td><td class="n">{{seconds}} s</td><td class="n">{{met}}</td><td class="n">{{seed}}</td></tr>
{{/times}}</tbody></table></div></details>
{{#has_bugs}}<h2 id="bugs">Deliberate bugs</h2>
<div class="scroll"><table><thead><tr><th>test</th><th>bug</th><th class="n">runs</th><th>verdict</th><th>caught by</th></tr></thead><tbody>
{{#bug_rows}}<tr><td>{{test}}</td><td>{{bug}}</td><td class="n">{{runs}}</td><td><span class="{{class}}">{{label}}</span></td><td>{{by}}</td></tr>
{{/bug_rows}}</tbody></table></div>{{/has_bugs}}
<h2 id="tests">Tests</h2>
<div class="scroll"><table><thead><tr><th>test</th><th>verdict</th><th class="n">runs</th><th class="n">passed</th><th class="n">process time</th></tr></thead><tbody>
{{#tests}}<tr><td>{{test}}</td><td><span class="{{class}}">{{label}}</span></td><td class="n">{{runs}}</td><td class="n">{{pass}}</td><td class="n">{{seconds}} s</td></tr>
{{/tests}}</tbody></table></div>
<h2 id="runs">All runs</h2>
<details><summary>Every run, with the command that repeats it</summary><div class="scroll"><table><thead><tr><th>run</th><th>verdict</th><th>status</th><th>to repeat</th></tr></thead><tbody>
{{#all}}<tr><td>{{id}}</td><td><span class="{{class}}">{{label}}</span></td><td>{{status}}</td><td class="command"><code>{{reproduce}}</code></td></tr>
{{/all}}</tbody></table></div></details>
{{#has_coverage}}<h2 id="coverage">Never met</h2>
<details><summary>Situations that no run met, and why they need not be, where the suite says so</summary><div class="scroll"><table><tbody>{{#never}}<tr><td><code>{{name}}</code></td><td>{{why}}</td></tr>{{/never}}</tbody></table></div></details>{{/has_coverage}}
<h2 id="provenance">Provenance</h2>
<div class="scroll"><table><tbody>{{#provenance}}<tr><td>{{key}}</td><td>{{value}}</td></tr>{{/provenance}}</tbody></table></div>
</main></body></html>
)html";

}  // namespace selvage::regress
