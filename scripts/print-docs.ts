/** Prints the pages of docs/ that are made from tables in the code: api.md, ci-reference.md, compliance.md, configuration.md, formats.md, glossary.md, observability.md, rules.md. `--check` only compares. */
import '../test/support/own-home.js';
import { readFileSync, writeFileSync } from 'node:fs';
import { docPages } from './doc-pages.js';

const check = process.argv.includes('--check');
let stale = 0;
for (const [path, text] of Object.entries(docPages())) {
  const file = new URL(`../docs/${path}`, import.meta.url);
  if (check && readFileSync(file, 'utf8') !== text) {
    console.error(`docs/${path} is stale; run \`npm run docs\``);
    stale++;
  } else if (!check) writeFileSync(file, text);
}
process.exitCode = stale === 0 ? 0 : 1;
