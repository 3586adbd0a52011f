/**
 * Holds what users install to its limits: bytes and packages, ours and those we declare. Where better-sqlite3 was compiled here, its
 * binary counts and what the compiler left does not: users get the binary from a download, or use another driver.
 */

import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { run } from './release/run.js';

const MOST_BYTES = 40_000_000;
const MOST_PACKAGES = 45;

const packed = run('npm', ['pack', '--dry-run', '--json', '--ignore-scripts']);
const [own] = JSON.parse(packed) as [{ unpackedSize: number; files: { path: string }[] }];
const missing = ['dist/cli.cjs', 'dist/ui/index.html', 'native/digests.json', 'THIRD-PARTY-NOTICES.md'].filter(
  (path) => !own.files.some((file) => file.path === path),
);
if (missing.length > 0) fail(`the package lacks ${missing.join(', ')}; run npm run build`);

const lock: { packages: Record<string, { dev?: boolean }> } = JSON.parse(readFileSync('package-lock.json', 'utf8'));
const declared = Object.keys(lock.packages).filter((folder) => folder !== '' && lock.packages[folder]?.dev !== true);
const bytes = declared.reduce((sum, folder) => sum + bytesOf(folder), own.unpackedSize);
const packages = 1 + declared.length;
const said = `${(bytes / 1e6).toFixed(1)} MB in ${packages} packages, of it ours ${(own.unpackedSize / 1e6).toFixed(1)} MB`;
if (bytes > MOST_BYTES || packages > MOST_PACKAGES)
  fail(`installed, the program has ${said}; the limits are ${MOST_BYTES / 1e6} MB and ${MOST_PACKAGES} packages`);
console.log(`installed: ${said}`);

/** Bytes of the files of an installed package. */
function bytesOf(folder: string): number {
  let total = 0;
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    const isLeftover = /[\\/]build[\\/]/.test(path) && !/build[\\/]Release[\\/][^\\/]+\.node$/.test(path);
    const isNested = path.slice(folder.length).includes('node_modules');
    if (entry.isFile() && !isLeftover && !isNested) total += statSync(path).size;
  }
  return total;
}

function fail(message: string): never {
  console.error(`error: ${message}`);
  process.exit(1);
}
