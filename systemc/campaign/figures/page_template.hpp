// SPDX-License-Identifier: Apache-2.0
/// \file
/// The page of a report as a mustache template: {{NAME}} is escaped, {{{head}}} is markup of ours.
#pragma once

namespace selvage::campaign {

inline constexpr const char* kReportTemplate = R"html({{{head}}}<dl class="front">
{{#front}}<dt class="{{class}}"><span aria-hidden="true">{{sign}}</span> {{label}}</dt><dd>{{says}}{{#links}} <a href="{{href}}">{{name}}</a>{{/links}}</dd>
{{/front}}</dl>
<nav>{{#nav}}<a href="#{{id}}">{{name}}</a>{{/nav}}</nav>
<h2 id="failures">Mismatches and failures</h2>
{{#suites_failed}}<p><span class="bad">{{says}}</span></p>
{{/suites_failed}}{{^suites_failed}}{{^failures}}<p><span class="ok">none</span></p>
{{/failures}}{{/suites_failed}}{{#has_failures}}<div class="scroll"><table><thead><tr><th>kind</th><th class="n">times</th><th class="n">first: seed</th><th>folder</th><th>open</th><th>to repeat</th></tr></thead><tbody>
{{#failures}}<tr><td><span class="bad">{{kind}}</span></td><td class="n">{{times}}</td><td class="n">{{seed}}</td><td class="folder"><code>{{folder}}</code></td><td class="links">{{#links}}<a href="{{href}}">{{name}}</a> {{/links}}</td><td class="command"><code>{{replay}}</code>{{#waves}}<br><span class="dim">waves, from the folder of this report:</span> <code>{{command}}</code>{{/waves}}</td></tr>
{{/failures}}</tbody></table></div>
{{/has_failures}}{{#has_left_out}}<h2 id="left-out">Left out</h2>
<div class="scroll"><table><thead><tr><th>file</th><th>why</th></tr></thead><tbody>
{{#left_out}}<tr><td><code>{{file}}</code></td><td><span class="bad">{{why}}</span></td></tr>
{{/left_out}}</tbody></table></div>
{{/has_left_out}}{{#has_suites}}<h2 id="suites">Suites</h2>
<div class="scroll"><table><thead><tr><th>suite</th><th class="n">seed</th><th>folder</th><th>open</th><th>verdict</th><th>runs</th><th>to repeat</th></tr></thead><tbody>
{{#suites}}<tr><td>{{name}}</td><td class="n">{{seed}}</td><td class="folder"><code>{{folder}}</code></td><td class="links">{{#links}}<a href="{{href}}">{{name}}</a> {{/links}}</td><td><span class="{{class}}">{{verdict}}</span></td><td>{{counts}}</td><td class="command"><code>{{reproduce}}</code></td></tr>
{{/suites}}</tbody></table></div>
{{/has_suites}}{{#has_runs}}<h2 id="runs">Runs and throughput</h2>
<div class="scroll"><table><thead><tr><th>scenario</th><th class="n">seed</th><th>folder</th><th>open</th><th>verdict</th><th>fabric</th><th class="n">met</th><th class="n">compared</th><th class="n">mismatches</th><th class="n">delivered</th><th class="n">mean latency</th><th class="n">cycles/s</th><th class="n">packet-hops/s</th></tr></thead><tbody>
{{#runs}}<tr><td>{{scenario}}</td><td class="n">{{seed}}</td><td class="folder"><code>{{folder}}</code></td><td class="links">{{#links}}<a href="{{href}}">{{name}}</a> {{/links}}</td><td><span class="{{class}}">{{verdict}}</span></td><td>{{fabric}}</td><td class="n">{{met}}</td><td class="n">{{compared}}</td><td class="n">{{mismatches}}</td><td class="n">{{delivered}}</td><td class="n">{{latency}}</td><td class="n">{{cycles}}</td><td class="n">{{hops}}</td></tr>
{{/runs}}</tbody></table></div>
{{/has_runs}}{{#groups}}<h2 id="{{id}}">{{heading}}</h2>
{{#figures}}<h3>{{name}}: {{title}}</h3>
{{#quick}}<p class="mid">A quick look with fewer trials, not the figure itself.</p>
{{/quick}}<figure>{{#picture}}<img alt="Figure {{name}}: {{title}}" src="{{src}}">{{/picture}}<figcaption class="dim">{{setup}}</figcaption></figure>
{{#unsteady}}<p class="mid">Halves of the measurement differ: {{point}}</p>
{{/unsteady}}{{#has_claims}}<div class="scroll"><table><thead><tr><th>claim</th><th>the paper said</th><th>measured</th><th>verdict</th></tr></thead><tbody>
{{#claims}}<tr><td class="id">{{id}}</td><td>{{says}}</td><td>{{measured}}{{#has_note}}<br><span class="dim">{{note}}</span>{{/has_note}}</td><td><span class="{{class}}">{{verdict}}</span></td></tr>
{{/claims}}</tbody></table></div>
{{/has_claims}}{{/figures}}{{/groups}}{{#has_campaigns}}<h2 id="campaigns">Campaigns</h2>
<div class="scroll"><table><thead><tr><th>campaign</th><th>seeds</th><th>folder</th><th>open</th><th class="n">trials</th><th class="n">done</th><th class="n">failed</th><th class="n">process time</th></tr></thead><tbody>
{{#campaigns}}<tr><td><a href="#campaign-{{number}}">{{name}}</a></td><td>{{seeds}}</td><td class="folder"><code>{{folder}}</code></td><td class="links">{{#links}}<a href="{{href}}">{{name}}</a> {{/links}}</td><td class="n">{{trials}}</td><td class="n">{{done}}</td><td class="n"><span class="{{class}}">{{failed}}</span></td><td class="n">{{seconds}} s</td></tr>
{{/campaigns}}</tbody></table></div>
{{#campaigns}}<h3 id="campaign-{{number}}">{{name}}</h3>
<p>{{title}}</p>
<p class="dim">First trial, from the folder of this report: <code>{{example}}</code></p>
{{#has_plots}}<div class="plots">
{{#plots}}<figure><svg class="plot" viewBox="0 0 440 250" role="img" aria-label="{{measure}} over {{axis}}"><title>{{measure}} over {{axis}}</title>
{{#rules}}<path class="rule" d="M58 {{y}}H430"/><text x="52" y="{{base}}" text-anchor="end">{{label}}</text>{{/rules}}
{{#ticks}}<path class="tick" d="M{{x}} 212v4"/><text x="{{x}}" y="229" text-anchor="middle">{{label}}</text>{{/ticks}}
<path class="tick" d="M58 12V212H430"/><text x="430" y="246" text-anchor="end">{{axis}}</text>
{{#lines}}<g class="{{class}}"><path class="whisker" d="{{whiskers}}"/><path class="curve" d="{{curve}}"/>{{#marks}}<path class="mark" d="{{d}}"><title>{{says}}</title></path>{{/marks}}</g>
{{/lines}}</svg><figcaption>{{measure}}</figcaption></figure>
{{/plots}}</div>
<p class="keys">{{#keys}}<span class="key"><svg class="plot" viewBox="0 0 28 12" aria-hidden="true"><g class="{{class}}"><path class="curve" d="M0 6H28"/><path class="mark" d="{{d}}"/></g></svg>{{label}}</span> {{/keys}}</p>
{{/has_plots}}{{#note}}<p class="dim">{{text}}</p>
{{/note}}<details><summary>All points, with 95 % intervals</summary>
<div class="scroll"><table><thead><tr>{{#heads}}<th class="{{class}}">{{name}}</th>{{/heads}}</tr></thead><tbody>
{{#points}}<tr>{{#cells}}<td class="{{class}}">{{text}}{{#between}} <span class="dim">{{range}}</span>{{/between}}</td>{{/cells}}</tr>
{{/points}}</tbody></table></div></details>
{{/campaigns}}{{/has_campaigns}}{{#has_coverage}}<h2 id="never-met">Never met</h2>
<p>{{never_says}} How often each was met: <code>selvage coverage</code> of the same folder.</p>
{{#has_never}}<details open><summary>Situations that nothing here met</summary><div class="scroll"><table><thead><tr><th>situation</th><th>requirements</th><th>what it is</th></tr></thead><tbody>
{{#never}}<tr><td class="id">{{name}}</td><td>{{requirements}}</td><td>{{text}}</td></tr>
{{/never}}</tbody></table></div></details>
{{/has_never}}{{/has_coverage}}{{#has_plan}}<h2 id="plan">Verification plan</h2>
<p>{{plan_says}}</p>
<details><summary>Requirement, tests, status</summary><div class="scroll"><table><thead><tr><th>requirement</th><th>test cases</th><th>status</th></tr></thead><tbody>
{{#plan}}<tr><td>{{requirements}}</td><td>{{#cases}}{{name}}<br>{{/cases}}</td><td><span class="{{class}}">{{status}}</span></td></tr>
{{/plan}}</tbody></table></div></details>
{{/has_plan}}<h2 id="provenance">Provenance</h2>
<div class="scroll"><table><thead><tr><th>of this page</th><th></th></tr></thead><tbody>
{{#provenance}}<tr><td>{{key}}</td><td>{{value}}</td></tr>
{{/provenance}}</tbody></table></div>
</main></body></html>
)html";

}  // namespace selvage::campaign
