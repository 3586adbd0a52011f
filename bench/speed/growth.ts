import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { programPath } from '../../test/support/spawn-cli.js';
import { writeManifests, writeTerraform } from './iac.js';
import { writeModules } from './looking.js';
import { elapsed, type Measure, type ProgramRun, peakMemory } from './measure.js';

/** What is scanned at two sizes, whole: with all that is looked for by default, to the report. */
const KINDS: readonly { what: string; sizes: readonly [number, number]; write(folder: string, size: number): unknown }[] = [
  { what: 'JavaScript files', sizes: [5_000, 50_000], write: writeModules },
  { what: 'manifests', sizes: [2_500, 10_000], write: writeManifests },
  { what: 'Terraform files', sizes: [500, 2_000], write: writeTerraform },
];

/** How the memory of whole scans grows with what they read. */
export function measureGrowth(): Measure[] {
  const folder = mkdtempSync(join(tmpdir(), 'castellan-bench-'));
  try {
    return KINDS.flatMap(({ what, sizes, write }) =>
      sizes.flatMap((size) => {
        const tree = join(folder, `${what}-${size}`);
        mkdirSync(tree);
        write(tree, size);
        const run = scan(tree, folder);
        return [
          { name: `scan of ${size} ${what}`, value: elapsed(run), unit: 'ms' },
          { name: 'the same, peak memory', value: peakMemory(run), unit: 'MB' },
        ];
      }),
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function scan(tree: string, folder: string): ProgramRun {
  const args = [programPath, 'scan', tree, '--offline', '--no-vulnerabilities', '--format', 'badge'];
  return { args, env: { SERVICE_HOME: join(folder, 'home') }, cwd: folder };
}
