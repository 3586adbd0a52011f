/** `npm run accuracy`: the real code over all reference data, one line per ecosystem or format, and the misses by name. */
import '../../test/support/own-home.js';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { updateFrom } from '../../src/advisories/update-from.js';
import { hasReferenceData, referencePath } from '../../test/support/reference-data.js';
import { modelRows, skillRows } from './ai-rows.js';
import { measureCvss } from './cvss.js';
import { measureEvidence } from './evidence.js';
import { measureLockfiles } from './lockfiles.js';
import { measureMcpConfig } from './mcp-config.js';
import { measureOracle } from './oracle.js';
import { measurePurl } from './purl.js';
import { measureTools } from './tools.js';
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

function sum(rows: readonly Row[], key: 'cases' | 'passed'): number {
  return rows.reduce((total, row) => total + row[key], 0);
}

if (!hasReferenceData) {
  console.log('no reference data beside the checkout; set CASTELLAN_REFERENCE_DATA to its folder');
} else {
  print('Versions, names and ranges (vectors)', await measureVersions());
  print('Package URLs', await measurePurl());
  print('CVSS', await measureCvss());
  print(
    'Lockfiles and manifests',
    (await measureLockfiles()).map((row) => ({ name: row.format, ...row })),
  );
  print('SBOMs and package databases', await measureEvidence());
  const folder = mkdtempSync(join(tmpdir(), 'castellan-accuracy-'));
  const dbPath = join(folder, 'advisories.db');
  await updateFrom(referencePath('feeds'), { dbPath, clock: Date.now, signal: new AbortController().signal });
  const oracle = await measureOracle(dbPath);
  print(
    'Advisory matches against the oracle',
    oracle.map((row) => ({ name: row.ecosystem, cases: row.cases, passed: row.exact, misses: row.misses })),
  );
  console.log(
    `  false cleans ${oracle.reduce((total, row) => total + row.falseClean, 0)}, false alarms ${oracle.reduce((total, row) => total + row.falseAlarm, 0)}`,
  );
  print('Look-alike names', await measureTyposquats());
  print('Client configuration', measureMcpConfig());
  print('Tool definitions', measureTools());
  print('Skills and instruction files', skillRows());
  print('Model files', modelRows());
  rmSync(folder, { recursive: true, force: true });
}
