/** Writes SHA256SUMS of the files of a folder into it, as `sha256sum -c` reads it: `tsx scripts/release/checksums.ts FOLDER`. */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const LIST = 'SHA256SUMS';
const [folder] = process.argv.slice(2);
if (folder === undefined) throw new Error('usage: checksums.ts FOLDER');
const names = readdirSync(folder, { withFileTypes: true })
  .filter((entry) => entry.isFile() && !entry.name.startsWith(LIST))
  .map(({ name }) => name)
  .sort();
if (names.length === 0) throw new Error(`${folder} has no files`);
const lines = names.map(
  (name) =>
    `${createHash('sha256')
      .update(readFileSync(join(folder, name)))
      .digest('hex')}  ${name}\n`,
);
writeFileSync(join(folder, LIST), lines.join(''));
