import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { projectFolder, SampleDatabase } from '../support/project-folder.js';

let database: SampleDatabase;
let dispose: () => void;
beforeAll(async () => {
  ({ database, dispose } = await SampleDatabase.create());
});
afterAll(() => dispose());

/** A lock with packages and their licences; those whose names begin with `dev-` are development dependencies. */
function lockWith(licenses: Record<string, string | undefined>): string {
  const packages = Object.fromEntries(
    Object.entries(licenses).map(([name, license]) => [
      `node_modules/${name}`,
      { version: '1.0.0', ...(license !== undefined && { license }), ...(name.startsWith('dev-') && { dev: true }) },
    ]),
  );
  return JSON.stringify({ name: 'app', version: '1.0.0', lockfileVersion: 3, packages: { '': { name: 'app' }, ...packages } });
}

async function scan(licenses: Record<string, string | undefined>, policy: string, ...flags: string[]) {
  const cwd = projectFolder({ 'package-lock.json': lockWith(licenses), 'policy.yaml': policy });
  const { code, stdout, stderr } = await database.run(
    ['scan', '--offline', '--no-vulnerabilities', '.', '--format', 'json', '--policy', 'policy.yaml', ...flags],
    { cwd },
  );
  const report = stdout === '' ? undefined : JSON.parse(stdout);
  const findings: { kind: string }[] = report?.findings ?? [];
  return { code, report, stderr, found: findings.filter(({ kind }) => kind === 'license') };
}

const PACKAGES = { choice: 'MIT OR GPL-3.0', both: 'MIT AND GPL-3.0', unsaid: undefined, 'dev-tool': 'GPL-3.0+', weak: 'MPL 2.0' };

describe('a licence policy of a scan', () => {
  it('finds what it denies and what nobody knows, fails for the first and warns of the other', async () => {
    const policy = 'version: 1\nlicenses:\n  allow: ["category:permissive", MPL-2.0]\n  deny: ["category:strong-copyleft"]\n';
    const { code, report, found, stderr } = await scan(PACKAGES, policy);
    expect(code).toBe(1);
    expect(found).toMatchObject([
      { rule: 'license-deny', severity: 'high', component: 'pkg:npm/both@1.0.0', evidence: 'GPL-3.0-only' },
      { rule: 'license-deny', component: 'pkg:npm/dev-tool@1.0.0', evidence: 'GPL-3.0-or-later' },
      { rule: 'license-review', severity: 'medium', component: 'pkg:npm/unsaid@1.0.0', evidence: 'no known licence' },
    ]);
    expect(report.verdict.gates).toMatchObject([{ gate: 'policy', reason: expect.stringContaining('GPL-3.0-only of both@1.0.0') }]);
    expect(stderr).toContain('policy warning license-review: 1 matched');
    expect(report.scan_run.checks).toContainEqual({ kind: 'license', count: 5 });
    expect(report.counts.by_license).toMatchObject({ permissive: 1, 'strong-copyleft': 2, unknown: 1, 'weak-copyleft': 1 });
  });

  it('may differ for development dependencies, call a category critical and know better of single packages', async () => {
    const policy = [
      'version: 1',
      'licenses:',
      '  allow: [MIT, MPL-2.0]',
      '  deny: ["category:strong-copyleft"]',
      '  critical: ["category:strong-copyleft"]',
      '  scopes: { dev: { allow: ["*"], deny: [] } }',
      '  overrides:',
      '    - { package: pkg:npm/unsaid, license: mit, reason: "It says so on its page.", expires: 2100-01-01 }',
      '    - { package: pkg:npm/weak, verdict: deny, reason: "We change it.", expires: 2100-01-01 }',
    ].join('\n');
    const { found } = await scan(PACKAGES, policy);
    expect(found).toMatchObject([
      { rule: 'license-deny', severity: 'critical', component: 'pkg:npm/both@1.0.0' },
      { rule: 'license-deny', severity: 'high', component: 'pkg:npm/weak@1.0.0', why: expect.stringContaining('We change it.') },
    ]);
  });

  it('sets aside what it allows a package whatever its licence, and says so', async () => {
    const policy =
      'version: 1\nlicenses:\n  default: deny\n  overrides:\n    - { package: pkg:npm/house, verdict: allow, reason: Ours., expires: 2100-01-01 }\n';
    const { code, report, found } = await scan({ house: 'UNLICENSED' }, policy);
    expect({ code, suppressed: report.counts.suppressed }).toEqual({ code: 0, suppressed: 1 });
    expect(found).toMatchObject([{ rule: 'license-deny', suppressed: { by: 'ignore', reason: 'Ours.', expires: '2100-01-01' } }]);
  });

  it('is not asked where there is none: licences alone are no findings', async () => {
    const { code, found, report } = await scan({ a: 'AGPL-3.0' }, 'version: 1\nrules: []\n');
    expect({ code, found }).toEqual({ code: 0, found: [] });
    expect(report.scan_run.checks.some(({ kind }: { kind: string }) => kind === 'license')).toBe(false);
  });

  it.each([
    ['allow: [MTI]', 'did you mean "MIT"?'],
    ['allow: ["MIT OR ISC"]', 'several licences'],
    ['allow: ["category:copyleft"]', 'no category "copyleft"'],
    ['exceptions: [Classpath]', 'no exception'],
    ['defaults: allow', 'did you mean "default"?'],
    ['default: maybe', 'must be one of allow, review, deny'],
    ['overrides: [{ package: pkg:npm/a, verdict: allow, expires: 2100-01-01 }]', 'needs "reason"'],
    ['overrides: [{ package: a, verdict: allow, reason: x, expires: 2100-01-01 }]', 'must be a purl'],
    ['overrides: [{ package: pkg:npm/a, reason: x, expires: 2100-01-01 }]', '"verdict" or "license"'],
  ])('refuses %s', async (line, message) => {
    const { code, stderr } = await scan({ a: 'MIT' }, `version: 1\nlicenses:\n  ${line}\n`);
    expect(code).toBe(2);
    expect(stderr).toContain(message);
  });
});

describe('castellan licenses', () => {
  const files = {
    'package-lock.json': lockWith(PACKAGES),
    'policy.yaml': 'version: 1\nlicenses:\n  allow: ["*"]\n  deny: ["GPL-*"]\n',
  };
  const show = async (...flags: string[]) => database.run(['licenses', '--offline', ...flags], { cwd: projectFolder(files) });

  it('shows what each component is under, the unknown first, and fails nothing', async () => {
    const { code, stdout } = await show();
    expect(code).toBe(0);
    expect(stdout).toContain('5 components');
    expect(stdout).toMatch(/unknown 1/);
    expect(stdout).toMatch(/UNKNOWN \(1\)[^\n]*\n\s+unsaid@1\.0\.0 +no licence/);
    expect(stdout).toMatch(/choice@1\.0\.0 +MIT OR GPL-3\.0-only/);
  });

  it('judges nothing but licences', async () => {
    const servers = { mcpServers: { crm: { command: 'npx', args: ['-y', 'mcp-remote@0.1.15', 'https://crm.example.com/mcp'] } } };
    const policy =
      'version: 1\nrules:\n  - { id: grave, description: Grave., action: fail, target: finding, when: { severity: critical } }\n';
    const cwd = projectFolder({ 'package-lock.json': lockWith(PACKAGES), '.mcp.json': JSON.stringify(servers), 'policy.yaml': policy });
    expect((await database.run(['scan', '--offline', '--no-vulnerabilities'], { cwd })).code).toBe(1);
    for (const flags of [[], ['--policy', 'policy.yaml']]) {
      const { code, stderr } = await database.run(['licenses', '--offline', ...flags], { cwd });
      expect({ code, last: stderr.trimEnd().split('\n').at(-1) }).toEqual({
        code: 0,
        last: expect.stringMatching(/^listed — 6 components, 2 without a licence; no policy judges them$/),
      });
    }
  });

  it('keeps a name that is longer than its column apart from the licence', async () => {
    const long = `@a-rather-long-scope/${'name'.repeat(8)}`;
    const { stdout } = await database.run(['licenses', '--offline'], {
      cwd: projectFolder({ 'package-lock.json': lockWith({ [long]: 'MIT' }) }),
    });
    expect(stdout).toContain(`${long}@1.0.0  MIT`);
  });

  it('fails where the policy denies, and says what decides', async () => {
    const { code, stdout, stderr } = await show('--policy', 'policy.yaml', '--format', 'json');
    expect(code).toBe(1);
    expect(stderr).toContain('gate: policy');
    const both = JSON.parse(stdout).components.find(({ name }: { name: string }) => name === 'both');
    expect(both).toMatchObject({ verdict: 'deny', because: 'GPL-3.0-only', category: 'strong-copyleft' });
  });

  it('writes a notices file with the texts, and SPDX', async () => {
    const { stdout } = await show('--format', 'markdown');
    expect(stdout).toContain('- choice 1.0.0: MIT OR GPL-3.0-only');
    expect(stdout).toContain('## MPL-2.0');
    expect(stdout).toContain('Permission is hereby granted, free of charge');
    expect(stdout.slice(stdout.indexOf('## Without a text'))).toContain('\n- unsaid 1.0.0\n');
    const spdx = JSON.parse((await show('--format', 'spdx')).stdout);
    expect(spdx.packages.map((entry: { licenseDeclared: string }) => entry.licenseDeclared)).toContain('MIT OR GPL-3.0-only');
  });
});
