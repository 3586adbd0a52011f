/** Prints what CHANGELOG.md says of a version: `tsx scripts/release/notes.ts 1.2.3`. Throws where it says nothing. */
import { readFileSync } from 'node:fs';
import { notesOf } from './changelog.js';

const [version] = process.argv.slice(2);
if (version === undefined) throw new Error('usage: notes.ts VERSION');
process.stdout.write(notesOf(readFileSync('CHANGELOG.md', 'utf8'), version));
