import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { openAdvisories } from '../../src/advisories/database.js';
import { updateFrom } from '../../src/advisories/update-from.js';
import type { AdvisorySource } from '../../src/model/advisory.js';
import type { ScanReport } from '../../src/model/report.js';
import type { GateOptions, ScanRequest } from '../../src/model/request.js';
import { parseIgnores } from '../../src/policy/ignore-file.js';
import { runScan } from '../../src/scan/run.js';
import { diskFiles } from '../../src/system/files.js';
import { silentLog } from '../../src/system/log.js';
import { temporaryFolder, updateOptions } from './feed-tree.js';

const NOW = Date.parse('2026-09-20T12:00:00Z');

const gates: GateOptions = {
  failOnSeverity: 'critical',
  unknownSeverity: 'warn',
  failOnKev: false,
  failIfAiRisk: false,
  failOnUnresolved: false,
  fixableOnly: false,
  ignoreUnfixed: false,
  exitZero: false,
  allowEmpty: false,
  allowUnidentified: false,
  modelPolicyMode: 'off',
  requireModelSignatures: false,
  blockUnsafeModelFormats: false,
  requireFreshDb: false,
  maxDbAgeMs: 365 * 86_400_000,
  ignores: [],
  exceptions: [],
  vex: [],
};

/** A request with the defaults of the command line. */
export function scanRequestOf(over: Partial<ScanRequest>): ScanRequest {
  return {
    targets: [],
    cwd: '/',
    ecosystems: [],
    exclude: [],
    gitignore: true,
    includeDev: true,
    userConfig: false,
    vulnerabilities: true,
    infrastructure: true,
    secrets: true,
    demo: false,
    offline: true,
    gates,
    ...over,
  };
}

/** A scan on a day in 2026, offline, with its defaults otherwise. */
export function scanSample(over: Partial<ScanRequest>, source?: AdvisorySource): Promise<ScanReport> {
  const context = {
    files: diskFiles,
    clock: () => NOW,
    log: silentLog,
    emit() {},
    signal: new AbortController().signal,
    advisories: source ? { source } : {},
  };
  return runScan(scanRequestOf(over), context, '0.0.0');
}

/** A database made from a folder of feeds by `db update --from`. */
export async function databaseFrom(feeds: string): Promise<AdvisorySource> {
  const dbPath = join(temporaryFolder(), 'advisories.db');
  const { sources: _, ...options } = updateOptions(feeds, { dbPath, clock: () => NOW });
  await updateFrom(feeds, options);
  return openAdvisories(dbPath);
}

/** Scans a project folder with the ignores of its castellan.yaml. */
export function scanProject(folder: string, source: AdvisorySource): Promise<ScanReport> {
  const config = readFileSync(join(folder, 'castellan.yaml'), 'utf8');
  const { ignores } = parseIgnores(config, 'castellan.yaml');
  return scanSample({ targets: [{ kind: 'path', value: folder }], cwd: folder, gates: { ...gates, ignores } }, source);
}
