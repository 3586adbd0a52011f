import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { discoverAgents } from '../../../src/collect/agents/discover.js';
import { diskFiles } from '../../../src/system/files.js';
import { copyTree } from '../../support/copy-tree.js';
import { hasReferenceData, referencePath } from '../../support/reference-data.js';
import { judge } from './judged.js';

interface ExpectedFinding {
  rule: string;
  path: string;
  server: string | null;
  line?: number;
}

interface Expected {
  os: 'darwin' | 'linux' | 'win32';
  home: string | null;
  project: string | null;
  findings: ExpectedFinding[];
}

interface Setup {
  symlink?: Record<string, string>;
  chmod?: Record<string, string>;
}

/** Rules that the labels know; only about these are they complete. */
const LABELLED = new Set(
  `floating-package-version floating-git-reference unpinned-image image-tag-without-digest known-malicious-package
   known-vulnerable-version look-alike-package archived-server shell-inline-command download-and-run encoded-command inline-code
   privileged-command run-from-temporary-path config-command-substitution project-config-starts-process literal-secret-env
   literal-secret-arg literal-secret-header literal-secret-url broad-credential many-credentials plain-http-remote
   tls-verification-off binds-all-interfaces api-base-url-override filesystem-root-wide container-privileged
   container-docker-socket container-host-namespace container-sensitive-mount auto-approve-all auto-approve-dangerous-tool
   permission-bypass-mode sandbox-disabled broad-shell-permission all-project-servers-enabled key-helper-command
   hook-runs-command task-runs-on-open automatic-tasks-allowed shadowed-server-name deceptive-server-name config-is-symlink
   config-writable-by-others secret-file-readable-by-others`.split(/\s+/),
);

const visible = referencePath('mcp-configs', 'visible');
const names = hasReferenceData ? readdirSync(visible).sort() : [];
const scratch = hasReferenceData ? mkdtempSync(join(tmpdir(), 'mcp-config-')) : '';

afterAll(() => {
  if (scratch !== '') rmSync(scratch, { recursive: true, force: true });
});

function setupOf(folder: string): Setup {
  const path = join(folder, 'setup.json');
  return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as Setup) : {};
}

/** Root reads files that nobody may read. */
function isTestable(name: string): boolean {
  return process.getuid?.() !== 0 || !Object.values(setupOf(join(visible, name)).chmod ?? {}).includes('0000');
}

/** A copy whose files only their owner may read, unless the case says otherwise. */
function prepare(name: string): string {
  const folder = join(scratch, name);
  copyTree(join(visible, name), folder);
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true }))
    if (entry.isFile()) chmodSync(join(entry.parentPath, entry.name), 0o600);
  const { symlink = {}, chmod = {} } = setupOf(folder);
  for (const [path, target] of Object.entries(symlink)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    symlinkSync(target, join(folder, path));
  }
  for (const [path, mode] of Object.entries(chmod)) chmodSync(join(folder, path), Number.parseInt(mode, 8));
  return folder;
}

function compare(name: string): { missing: string[]; extra: string[] } {
  const folder = prepare(name);
  const expected = JSON.parse(readFileSync(join(folder, 'expected.json'), 'utf8')) as Expected;
  const home = expected.home === null ? {} : { home: { absolute: join(folder, expected.home) } };
  const projects = expected.project === null ? [] : [{ absolute: join(folder, expected.project), prefix: `${expected.project}/` }];
  const { configs, issues } = discoverAgents(diskFiles, { os: expected.os, ...home, projects });
  const shown = (path: string) => (expected.home !== null && path.startsWith('~/') ? `${expected.home}/${path.slice(2)}` : path);
  const refOf = ({ path, server }: ExpectedFinding) =>
    configs
      .filter((config) => shown(config.path) === path)
      .flatMap((config) => config.servers)
      .find((each) => each.server.name === server)?.server.ref;
  const left = judge(configs, { inventory: { issues } })
    .filter(({ rule = '' }) => LABELLED.has(rule))
    .map(({ rule, subject, locations: [place] }) => ({ rule, subject, path: shown(place?.path ?? ''), line: place?.line }));
  const missing = expected.findings.filter((wanted) => {
    const ref = wanted.server === null ? undefined : refOf(wanted);
    const same = (one: (typeof left)[number]) => one.rule === wanted.rule && one.path === wanted.path && one.subject === ref;
    const at = left.findIndex((one) => same(one) && (wanted.line === undefined || one.line === wanted.line));
    if (at !== -1) left.splice(at, 1);
    return at === -1;
  });
  return { missing: missing.map((one) => JSON.stringify(one)), extra: left.map((one) => JSON.stringify(one)) };
}

describe.skipIf(!hasReferenceData)('configuration rules on the labelled cases', () => {
  it.each(names.filter(isTestable))('%s', (name) => {
    expect(compare(name)).toEqual({ missing: [], extra: [] });
  });
});
