import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { secretsOf } from '../../src/collect/secrets/scan-text.js';
import { mayHoldText } from '../../src/collect/secrets/text-files.js';
import { valueHasher } from '../../src/collect/secrets/value-hash.js';
import { programPath } from '../../test/support/spawn-cli.js';
import { elapsed, type Measure, median, peakMemory } from './measure.js';

const ROUNDS = 5;
const AIM = 80;

/** The project's own source, read once: what reading with a look at its encoding takes, and what the search adds. */
export function measureSecrets(): Measure[] {
  const files = ['src', 'test', 'docs', 'bench'].flatMap((folder) => textFiles(folder));
  const floor = median(
    Array.from({ length: ROUNDS }, () => rateOf(files, (bytes) => new TextDecoder('utf-8', { fatal: true }).decode(bytes))),
  );
  const hash = valueHasher();
  const rate = median(Array.from({ length: ROUNDS }, () => rateOf(files, (bytes, path) => secretsOf(bytes, path, hash))));
  const inMemory = files.map((path) => ({ path, bytes: readFileSync(path) }));
  const size = inMemory.reduce((sum, { bytes }) => sum + bytes.length, 0);
  const searches = Array.from({ length: ROUNDS }, () => {
    const started = performance.now();
    for (const { path, bytes } of inMemory) secretsOf(bytes, path, hash);
    return size / 1000 / (performance.now() - started);
  });
  return [
    { name: `floor: reading and checking UTF-8 (${(size / 1e6).toFixed(1)} MB)`, value: floor, unit: 'MB/s' },
    { name: 'reading and searching', value: rate, unit: 'MB/s' },
    { name: `searching alone (class to reach: ${AIM})`, value: median(searches), unit: 'MB/s' },
    ...program(),
  ];
}

function program(): Measure[] {
  const home = mkdtempSync(join(tmpdir(), 'castellan-bench-'));
  try {
    const run = (...more: string[]) => {
      const args = [
        programPath,
        'scan',
        'src',
        '--offline',
        '--no-vulnerabilities',
        '--allow-empty',
        '--no-infrastructure',
        '--format',
        'badge',
        ...more,
      ];
      const env = { SERVICE_HOME: home };
      return { ms: median(Array.from({ length: 3 }, () => elapsed({ args, env }))), memory: peakMemory({ args, env }) };
    };
    const [without, with_] = [run('--no-secrets'), run()];
    return [
      { name: 'scan of src without secrets', value: without.ms, unit: 'ms' },
      { name: 'scan of src with secrets', value: with_.ms, unit: 'ms' },
      { name: 'the same, peak memory', value: with_.memory, unit: 'MB', aim: 200 },
    ];
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}

function textFiles(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && mayHoldText(entry.name))
    .map((entry) => join(entry.parentPath, entry.name));
}

function rateOf(files: readonly string[], look: (bytes: Buffer, path: string) => unknown): number {
  const started = performance.now();
  let size = 0;
  for (const path of files) {
    const bytes = readFileSync(path);
    size += bytes.length;
    look(bytes, path);
  }
  return size / 1000 / (performance.now() - started);
}
