import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ScanReport } from '../../src/model/report.js';
import { runScan } from '../../src/scan/run.js';
import { diskFiles } from '../../src/system/files.js';
import { silentLog } from '../../src/system/log.js';
import { readJsonLines, referencePath } from '../../test/support/reference-data.js';
import { render } from '../../test/support/rendering.js';
import { scanRequestOf } from '../../test/support/sample-scan.js';
import type { ImageCase } from './image-cases.js';
import { endMisses, findingMisses, imageMisses, packageMisses } from './image-compare.js';

/** Figures of one property of the images. */
export interface ImageRow {
  name: string;
  cases: number;
  passed: number;
  misses: string[];
}

/** The day on which the reference data judges ends of support. */
const NOW = 1_764_547_200_000;
const CANARY = join(tmpdir(), 'castellan-host-canary');
const GROUPS = ['packages', 'image', 'findings', 'end', 'limits'] as const;

/** Reads every image of the reference data as a scan does, and compares. */
export async function measureImages(only = ''): Promise<ImageRow[]> {
  const rows = new Map(GROUPS.map((name) => [name, { name, cases: 0, passed: 0, misses: [] as string[] }]));
  mkdirSync(CANARY, { recursive: true });
  writeFileSync(join(CANARY, 'status'), 'Package: host-canary\nStatus: install ok installed\nArchitecture: all\nVersion: 1\n');
  try {
    for (const expected of readJsonLines<ImageCase>('images', 'index.jsonl').filter(({ id }) => id.includes(only))) {
      for (const [group, misses] of Object.entries(await judge(expected))) {
        const row = rows.get(group as (typeof GROUPS)[number]);
        if (!row) continue;
        row.cases++;
        if (misses.length === 0) row.passed++;
        row.misses.push(...misses.map((miss) => `${expected.id}: ${miss}`));
      }
    }
  } finally {
    rmSync(CANARY, { recursive: true, force: true });
  }
  return [...rows.values()];
}

async function judge(expected: ImageCase): Promise<Partial<Record<(typeof GROUPS)[number], string[]>>> {
  const start = performance.now();
  const report = await scanned(expected);
  const seconds = (performance.now() - start) / 1000;
  const megabytes = process.memoryUsage().rss / 2 ** 20;
  return {
    packages: packageMisses(expected, report.components),
    image: imageMisses(expected, report),
    ...((expected.findings || expected.must_not_rules || expected.ai || expected.os !== undefined) && {
      findings: findingMisses(expected, report),
    }),
    end: endMisses(expected, report),
    ...(expected.hostile && {
      limits: [...(await textMisses(expected, report)), ...limitMisses(expected, seconds, megabytes), ...escapes()],
    }),
  };
}

async function scanned({ path, args = [] }: ImageCase): Promise<ScanReport> {
  const at = args.indexOf('--platform');
  const platform = at === -1 ? undefined : args[at + 1];
  const value = referencePath('images', 'visible', path);
  const request = scanRequestOf({
    targets: [{ kind: 'image', value }],
    vulnerabilities: false,
    ...(platform !== undefined && { platform }),
  });
  const signal = new AbortController().signal;
  return runScan(request, { files: diskFiles, clock: () => NOW, log: silentLog, emit() {}, signal, advisories: {} }, '0.0.0');
}

function limitMisses({ max_seconds: most = 60, max_mb: mostBytes = 600 }: ImageCase, seconds: number, megabytes: number): string[] {
  return [
    ...(seconds > most ? [`took ${seconds.toFixed(1)} s`] : []),
    ...(megabytes > mostBytes ? [`took ${megabytes.toFixed(0)} MB, with the cases before it`] : []),
  ];
}

/** What must not be in any output. */
async function textMisses({ must_not_text: forbidden = [] }: ImageCase, report: ScanReport): Promise<string[]> {
  const misses: string[] = [];
  for (const format of ['console', 'json', 'sarif', 'html', 'cyclonedx'] as const) {
    const text = await render(format, report);
    misses.push(...forbidden.filter((word) => text.includes(word)).map((word) => `${format} has ${JSON.stringify(word)}`));
  }
  return misses;
}

/** Files that an image wrote outside of our own folders. */
function escapes(): string[] {
  const found = existsSync('/tmp') ? readdirSync('/tmp').filter((name) => name.startsWith('castellan-canary-')) : [];
  return found.map((name) => `wrote /tmp/${name}`);
}
