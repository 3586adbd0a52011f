import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type DiscoveryResult, discoverAgents } from '../../src/collect/agents/discover.js';
import { mcpConfig } from '../../src/detect/mcp-config/detector.js';
import type { Fact } from '../../src/model/finding.js';
import { emptyInventory } from '../../src/model/inventory.js';
import { diskFiles } from '../../src/system/files.js';
import { copyTree } from '../../test/support/copy-tree.js';
import { referencePath } from '../../test/support/reference-data.js';

interface Row {
  name: string;
  cases: number;
  passed: number;
  misses: string[];
}

interface Expected {
  os: 'darwin' | 'linux' | 'win32';
  home: string | null;
  project: string | null;
  findings?: ExpectedFinding[];
  one_of?: { findings?: ExpectedFinding[] }[];
}

interface ExpectedFinding {
  rule: string;
  path: string;
  server: string | null;
  line?: number;
}

/** What one case made of its expected findings. */
export interface CaseResult {
  name: string;
  expected: number;
  made: number;
  /** Expected findings that were not made, and made ones that were not expected. */
  missed: string[];
  extra: string[];
  /** Findings of rules the cases know nothing about, above mere information. */
  beyond: string[];
}

/**
 * The configuration detector behind real discovery, over the labelled cases: cases that are right whole, expected findings that
 * were made, made findings that were expected.
 */
export function measureMcpConfig(): Row[] {
  const results = mcpConfigResults();
  const sum = (count: (result: CaseResult) => number) => results.reduce((total, result) => total + count(result), 0);
  const named = (part: 'missed' | 'extra' | 'beyond') => results.flatMap((result) => result[part].map((text) => `${result.name} ${text}`));
  const right = results.filter(({ missed, extra }) => missed.length + extra.length === 0);
  return [
    { name: 'whole cases', cases: results.length, passed: right.length, misses: [] },
    {
      name: 'recall',
      cases: sum(({ expected }) => expected),
      passed: sum(({ expected, missed }) => expected - missed.length),
      misses: named('missed'),
    },
    { name: 'precision', cases: sum(({ made }) => made), passed: sum(({ made, extra }) => made - extra.length), misses: named('extra') },
  ];
}

/** Every case that can be set up here, with what went wrong in it. */
export function mcpConfigResults(): CaseResult[] {
  const visible = referencePath('mcp-configs', 'visible');
  const scratch = mkdtempSync(join(tmpdir(), 'mcp-config-'));
  try {
    const names = readdirSync(visible).sort();
    const known = new Set(names.flatMap((name) => outcomesOf(readExpected(join(visible, name))).flat()).map(({ rule }) => rule));
    return names
      .filter((name) => isTestable(join(visible, name)))
      .map((name) => judge(name, prepare(join(visible, name), join(scratch, name)), known));
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

function readExpected(folder: string): Expected {
  return JSON.parse(readFileSync(join(folder, 'expected.json'), 'utf8'));
}

function outcomesOf({ findings = [], one_of: outcomes }: Expected): ExpectedFinding[][] {
  return outcomes ? outcomes.map((outcome) => outcome.findings ?? findings) : [findings];
}

interface Setup {
  symlink?: Record<string, string>;
  chmod?: Record<string, string>;
}

function setupOf(folder: string): Setup {
  const path = join(folder, 'setup.json');
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : {};
}

/** Root reads files that nobody may read. */
function isTestable(folder: string): boolean {
  return process.getuid?.() !== 0 || !Object.values(setupOf(folder).chmod ?? {}).includes('0000');
}

/** Copies a case. Modes that it doesn't set say nothing, so they are made private. */
function prepare(from: string, to: string): string {
  copyTree(from, to);
  for (const entry of readdirSync(to, { recursive: true, withFileTypes: true }))
    chmodSync(join(entry.parentPath, entry.name), entry.isDirectory() ? 0o700 : 0o600);
  const { symlink = {}, chmod = {} } = setupOf(from);
  for (const [path, target] of Object.entries(symlink)) {
    mkdirSync(dirname(join(to, path)), { recursive: true });
    symlinkSync(target, join(to, path));
  }
  for (const [path, mode] of Object.entries(chmod)) chmodSync(join(to, path), Number.parseInt(mode, 8));
  return to;
}

function judge(name: string, folder: string, known: ReadonlySet<string>): CaseResult {
  const expected = readExpected(folder);
  const home = expected.home === null ? {} : { home: { absolute: join(folder, expected.home) } };
  const projects = expected.project === null ? [] : [{ absolute: join(folder, expected.project), prefix: `${expected.project}/` }];
  const found = discoverAgents(diskFiles, { os: expected.os, ...home, projects });
  const made = factsOf(found).map((fact) => sightingOf(fact, found, expected.home));
  const comparable = made.filter(({ rule }) => known.has(rule));
  const beyond = made.filter(({ rule, severity }) => !known.has(rule) && severity !== 'none').map(textOf);
  const [best] = outcomesOf(expected)
    .map((outcome) => ({ name, expected: outcome.length, made: comparable.length, ...compare(outcome, comparable), beyond }))
    .sort((a, b) => a.missed.length + a.extra.length - b.missed.length - b.extra.length);
  return best ?? { name, expected: 0, made: comparable.length, missed: [], extra: comparable.map(textOf), beyond };
}

function factsOf({ components, configs, servers, agents, issues }: DiscoveryResult): Fact[] {
  const inventory = { ...emptyInventory(), components, servers, agents, issues };
  inventory.evidence.configs = configs;
  return mcpConfig.detect({ inventory, matched: { matches: [], withdrawn: [], review: [], unmatched: [] } });
}

interface Sighting {
  rule: string;
  severity: string;
  path: string;
  line?: number;
  /** Names the subject has in that file; entries that start the same thing share one subject. */
  servers: (string | null)[];
}

function sightingOf(
  { rule = '', severity, subject, locations: [place] }: Fact,
  { configs }: DiscoveryResult,
  home: string | null,
): Sighting {
  const path = place?.path ?? '';
  const shown = home !== null && path.startsWith('~/') ? `${home}/${path.slice(2)}` : path;
  const entries = configs.filter((config) => config.path === path).flatMap((config) => config.servers);
  const servers = subject === undefined ? [null] : entries.filter(({ server }) => server.ref === subject).map(({ server }) => server.name);
  return { rule, severity, path: shown, servers, ...(place?.line !== undefined && { line: place.line }) };
}

/** Pairs expected and made findings, those with a line first; what is left on either side is wrong. */
function compare(expected: readonly ExpectedFinding[], made: readonly Sighting[]): { missed: string[]; extra: string[] } {
  const left = [...made];
  const missed: string[] = [];
  for (const wanted of [...expected].sort((a, b) => Number(a.line === undefined) - Number(b.line === undefined))) {
    const at = left.findIndex(
      ({ rule, path, servers, line }) =>
        rule === wanted.rule &&
        path === wanted.path &&
        servers.includes(wanted.server) &&
        (wanted.line === undefined || line === wanted.line),
    );
    if (at === -1) missed.push(`${wanted.rule} ${wanted.path} ${wanted.server ?? ''} :${wanted.line ?? ''}`);
    else left.splice(at, 1);
  }
  return { missed, extra: left.map(textOf) };
}

function textOf({ rule, path, servers, line }: Sighting): string {
  return `${rule} ${path} ${servers.join('/')} :${line ?? ''}`;
}
