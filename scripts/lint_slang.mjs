// SPDX-License-Identifier: Apache-2.0
// Elaborates tops of the RTL with slang, as part of Yosys (@yowasp/yosys), with and without the
// deliberate faults. Called by scripts/lint.
// usage: node lint_slang.mjs PACKAGE ROOT [FILE...] < "TOP P=V ...[|SOURCE ...]" lines
//   PACKAGE: where npm installed; SOURCE: those that the top is made of, without them all of rtl/files.f;
//   FILE: read after these, below rtl/ or tb/
// Prints a line for each that slang refuses or warns of, and its messages; exit status 1 then.
import fs from 'node:fs';
import path from 'node:path';

const [home, root, ...more] = process.argv.slice(2);
const { runYosys } = await import(path.join(home, 'node_modules/@yowasp/yosys/gen/bundle.js'));

/// The folder as the tree of names and texts that the package takes.
function tree(folder) {
  const out = {};
  for (const entry of fs.readdirSync(folder, { withFileTypes: true })) {
    const at = path.join(folder, entry.name);
    out[entry.name] = entry.isDirectory() ? tree(at) : fs.readFileSync(at, 'utf8');
  }
  return out;
}

const files = { rtl: tree(path.join(root, 'rtl')), tb: { typed: tree(path.join(root, 'tb/typed')) } };
const listed = files.rtl['files.f'].split('\n').filter((l) => l !== '' && !l.startsWith('#'));
const folders = listed.filter((l) => l.startsWith('+incdir+')).map((l) => '-I ' + l.slice(8));
const modules = listed.filter((l) => !l.startsWith('+'));

/// What slang says, without colours; empty: nothing.
async function complaints(top, parameters, defines, sources) {
  let said = '';
  const hear = (bytes) => { if (bytes) said += Buffer.from(bytes).toString('latin1'); };
  let failed = false;
  try {
    const how = parameters.map((p) => '-G ' + p).join(' ');
    const read = [...folders, ...sources, ...more].join(' ');
    await runYosys(['-p', `read_slang --threads 1 --top ${top} ${how} ${defines} ${read}`], files,
      { stdout: hear, stderr: hear, fetchProgress: () => {} });
  } catch {
    failed = true;
  }
  const plain = said.replace(/\x1b\[[0-9;]*m/g, '');
  const text = plain.split('\n').filter((l) => /: (error|warning):|^ERROR/.test(l)).join('\n');
  return failed || text !== '' ? text || plain.slice(-2000) : '';
}

let bad = 0;
const words = (text) => text.split(' ').filter((w) => w !== '');
for (const given of fs.readFileSync(0, 'utf8').split('\n').filter((l) => l !== '')) {
  const [line, made_of = ''] = given.split('|');
  const [top, ...parameters] = words(line);
  const own = words(made_of).filter((w) => w.endsWith('.sv'));
  const sources = made_of === '' ? modules
    : [...modules.filter((m) => own.includes(m)), ...own.filter((o) => !modules.includes(o))];
  for (const defines of ['', '-D SELVAGE_BUGS=1']) {
    const text = await complaints(top, parameters, defines, sources);
    if (text === '') continue;
    console.log(`slang: ${line} ${defines}: FAILED\n${text.replace(/^/gm, '    ')}`);
    bad = 1;
  }
}
process.exitCode = bad;
