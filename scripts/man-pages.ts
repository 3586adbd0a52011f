/** Writes the manual pages into dist/man; package.json lists them, so that npm links them where it installs the program for all. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { commands } from '../src/cli/commands/registry.js';
import { manPages } from '../src/cli/man/pages.js';

const FOLDER = 'dist/man';
const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };

mkdirSync(FOLDER, { recursive: true });
for (const [name, page] of manPages(commands, version)) writeFileSync(join(FOLDER, `${name}.1`), page);
