#!/usr/bin/env node
import { readFileSync } from 'node:fs';

const [first, second] = process.argv.slice(2);
if ((first === '--version' || first === '-V') && second === undefined) {
  const manifest = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
  process.stdout.write(`${manifest.version}\n`);
} else {
  // Present from Node 22.1; saves compiling the same code again at every start.
  const { default: module } = await import('node:module');
  module.enableCompileCache?.();
  await import('../dist/cli.js');
}
