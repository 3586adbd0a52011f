#!/usr/bin/env node
'use strict';
const { existsSync, readFileSync } = require('node:fs');
const { join } = require('node:path');

const root = join(__dirname, '..');
const [first, second] = process.argv.slice(2);
if ((first === '--version' || first === '-V') && second === undefined) {
  process.stdout.write(`${manifest().version}\n`);
} else if (isTooOld(process.versions.node)) {
  const needed = manifest()
    .engines.node.match(/\d+\.\d+/g)
    .join(' or ');
  process.stderr.write(`error: castellan needs Node.js ${needed} or later, this is Node.js ${process.versions.node}\n`);
  process.exitCode = 1;
} else if (existsSync(join(root, 'dist/cli.cjs'))) {
  // What relays starts by a way of its own, which loads next to nothing.
  const isRelay = first === 'proxy' || first === 'shield' || first === 'run';
  if (process.version.startsWith('v20.')) {
    const { setFlagsFromString } = require('node:v8');
    // Most functions of a scan are hot for some milliseconds only, and Node 20 has but one optimising compiler, a slow one:
    // optimising them all takes longer than it saves.
    setFlagsFromString('--interrupt-budget=600000');
    // A young generation that fits a processor's cache is collected fastest, and takes 20 MB less.
    setFlagsFromString('--semi-space-growth-factor=1');
    // Being so small it is collected sooner by one thread than several agree on who does what.
    setFlagsFromString('--no-parallel-scavenge');
    // Garbage is collected before the heap has grown by a fifth: an audit of two thousand skills takes less than half the memory
    // so, and no longer.
    // A relay runs all day beside others of its kind: it had better collect a little more often than hold 10 MB more.
    setFlagsFromString(`--heap-growing-percent=${isRelay ? 10 : 20}`);
  }
  // So has a shell that completes a word.
  const entry = isRelay ? 'relay.cjs' : first === 'complete' ? 'complete.cjs' : 'cli.cjs';
  require('./load.cjs').load(join(root, 'dist'), entry, first);
} else {
  process.stderr.write('error: castellan is not built; run `npm run build` in its folder\n');
  process.exitCode = 1;
}

function manifest() {
  return JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
}

/** What `engines` of package.json leaves out, which is not read for this at every start. */
function isTooOld(version) {
  const [major, minor] = version.split('.').map(Number);
  return major < 20 || major === 21 || (major === 20 && minor < 19) || (major === 22 && minor < 3);
}
