/**
 * `npm run accuracy`: the real code over all reference data (`-- NAME…`: parts of it), one line per ecosystem or format, and the misses by
 * name. `-- runtime --check` fails where the relay's detectors are not what their kept figures say, `-- runtime --keep` keeps new ones. `-- iac FORMAT…`
 * prints the misses of these formats of infrastructure code.
 */
import '../../test/support/own-home.js';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { updateFrom } from '../../src/advisories/update-from.js';
import { hasReferenceData, referencePath } from '../../test/support/reference-data.js';
import { modelRows } from './ai-rows.js';
import { measureCvss } from './cvss.js';
import { measureEvidence } from './evidence.js';
import { printIac } from './iac/print.js';
import { measureImages } from './images.js';
import { measureLicences } from './licences.js';
import { measureLockfiles } from './lockfiles.js';
import { measureMcpConfig } from './mcp-config.js';
import { type Options, optionsOf } from './options.js';
import { measureOracle } from './oracle.js';
import { measurePurl } from './purl.js';
import { printRuntime } from './runtime/print.js';
import { printSecrets } from './secrets.js';
import { printTexts } from './texts.js';
import { measureTyposquats } from './typosquats.js';
import { measureVersions } from './versions.js';

interface Row {
  name: string;
  cases: number;
  passed: number;
  misses: readonly string[];
}

function print(title: string, rows: readonly Row[]): void {
  console.log(`\n${title}`);
  const total = { name: 'all', cases: sum(rows, 'cases'), passed: sum(rows, 'passed'), misses: [] };
  for (const { name, cases, passed } of [...rows, total]) {
    const share = cases === 0 ? '' : `${((100 * passed) / cases).toFixed(2)} %`;
    console.log(`  ${name.padEnd(28)}${String(passed).padStart(7)} / ${String(cases).padEnd(7)}${share.padStart(9)}`);
  }
  for (const miss of rows.flatMap((row) => row.misses.slice(0, 5).map((text) => `${row.name}: ${text}`)))
    console.log(`    miss  ${miss.slice(0, 200)}`);
}

function sum<K extends string>(rows: readonly Record<K, number>[], key: K): number {
  return rows.reduce((total, row) => total + row[key], 0);
}

/** The oracle needs all feeds in one database, made for this run only. */
async function printOracle(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'castellan-accuracy-'));
  try {
    const dbPath = join(folder, 'advisories.db');
    await updateFrom(referencePath('feeds'), { dbPath, clock: Date.now, signal: new AbortController().signal });
    const oracle = await measureOracle(dbPath);
    print(
      'Advisory matches against the oracle',
      oracle.map((row) => ({ name: row.ecosystem, cases: row.cases, passed: row.exact, misses: row.misses })),
    );
    console.log(`  false cleans ${sum(oracle, 'falseClean')}, false alarms ${sum(oracle, 'falseAlarm')}`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** `images --only PART` reads only the cases whose id holds the part; every miss is shown. */
async function printImages({ only }: Options): Promise<void> {
  const rows = await measureImages(only);
  print(
    'Container images',
    rows.map((row) => ({ ...row, misses: [] })),
  );
  for (const { name, misses } of rows) for (const miss of misses) console.log(`    ${name}  ${miss.slice(0, 300)}`);
}

/** What `npm run accuracy -- NAME…` can be asked for, in the order of a whole run. */
const sections: Readonly<Record<string, (options: Options) => void | Promise<void>>> = {
  versions: async () => print('Versions, names and ranges (vectors)', await measureVersions()),
  purl: async () => print('Package URLs', await measurePurl()),
  cvss: async () => print('CVSS', await measureCvss()),
  lockfiles: async () =>
    print(
      'Lockfiles and manifests',
      (await measureLockfiles()).map((row) => ({ name: row.format, ...row })),
    ),
  evidence: async () => print('SBOMs and package databases', await measureEvidence()),
  images: printImages,
  licences: () => print('Licences', measureLicences()),
  oracle: printOracle,
  typosquats: async () => print('Look-alike names', await measureTyposquats()),
  'mcp-config': () => print('Client configuration', measureMcpConfig()),
  texts: printTexts,
  runtime: printRuntime,
  models: () => print('Model files', modelRows()),
  iac: printIac,
  secrets: printSecrets,
};

async function run(args: readonly string[]): Promise<void> {
  const { parts, ...options } = optionsOf(args);
  const unknown = parts.filter((name) => !(name in sections));
  if (unknown.length > 0) throw new TypeError(`no such part: ${unknown.join(', ')}; there are ${Object.keys(sections).join(', ')}`);
  if (!hasReferenceData) {
    console.log('no reference data beside the checkout; set CASTELLAN_REFERENCE_DATA to its folder');
    return;
  }
  for (const [name, section] of Object.entries(sections)) if (parts.length === 0 || parts.includes(name)) await section(options);
}

try {
  await run(process.argv.slice(2));
} catch (error) {
  if (!(error instanceof TypeError)) throw error;
  console.error(error.message);
  process.exitCode = 2;
}
