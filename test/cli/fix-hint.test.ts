import { chmodSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { fixHint } from '../../src/cli/fix-hint/fix-hint.js';
import type { CollectorOutcome } from '../../src/model/outcome.js';
import type { ScanReport } from '../../src/model/report.js';
import { environment, spawnSync } from '../support/programs.js';
import { projectFolder } from '../support/project-folder.js';
import { sampleComponent, sampleFinding, sampleReport } from '../support/sample-parts.js';
import { castellan } from '../support/spawn-cli.js';

const read = (id: string, target: string): CollectorOutcome => ({ id, target, outcome: 'scanned', components: 1, issues: 0 });

/** A package in a file, with a finding that a version ends. */
function vulnerable(name: string, version: string, fixed: string, path: string, over: Parameters<typeof sampleComponent>[2] = {}) {
  const component = sampleComponent(name, version, { locations: [{ path }], direct: true, ...over });
  return { component, finding: sampleFinding(`CVE-${name}`, component, { fixed_version: fixed, severity: 'high' }) };
}

function reportOf(
  found: readonly ReturnType<typeof vulnerable>[],
  collectors: CollectorOutcome[],
  over: Partial<ScanReport> = {},
): ScanReport {
  const report = sampleReport({
    components: found.map(({ component }) => component),
    findings: found.map(({ finding }) => finding),
    ...over,
  });
  return { ...report, fix_first: [], scan_run: { ...report.scan_run, targets: ['.'], collectors } };
}

describe('--fix-hint', () => {
  it('groups commands by file, each of the tool that wrote it, packages of packages included', () => {
    const lock = 'app/package-lock.json';
    const report = reportOf(
      [
        vulnerable('lodash', '4.17.20', '4.17.21', lock),
        vulnerable('@acme/deep', '1.0.0', '1.0.1', lock, { direct: false }),
        vulnerable('left', '1.0.0', '1.0.1', 'pnpm-lock.yaml', { direct: false }),
      ],
      [read('npm-lock', lock), read('pnpm-lock', 'pnpm-lock.yaml')],
    );
    expect(fixHint(report)).toEqual([
      '# commands that mend what was found, worst first; read them before you run them',
      '',
      '# app/package-lock.json',
      "(cd app && npm pkg set 'overrides[@acme/deep]=1.0.1' && npm install)",
      '(cd app && npm install lodash@4.17.21)',
      '',
      '# pnpm-lock.yaml',
      "npm pkg set 'pnpm.overrides[left]=1.0.1' && pnpm install",
    ]);
  });

  it.each([
    ['poetry-lock', 'poetry.lock', 'poetry remove bad'],
    ['uv-lock', 'uv.lock', 'uv remove bad'],
    ['requirements', 'requirements.txt', 'pip uninstall bad'],
  ])('takes a malicious package out with the tool of its file, in lines that a shell reads: %s', (reader, path, command) => {
    const component = sampleComponent('bad', '1.0.0', { ecosystem: 'PyPI', locations: [{ path }], direct: true });
    const finding = sampleFinding('MAL-1', component, { kind: 'malicious', severity: 'critical' });
    const lines = fixHint(reportOf([{ component, finding }], [read(reader, path)]));
    expect(lines).toContain(command);
    expect(spawnSync('sh', ['-n'], { input: `${lines.join('\n')}\n` }).status).toBe(0);
  });

  it('lets no name of a lockfile or a folder run anything when it is pasted', () => {
    const evil = ['$(touch hit)', '`touch hit`', "'; touch hit; '", '"; touch hit; "', '\ntouch hit\n', '-x;touch hit', '&& touch hit #'];
    const found = evil.flatMap((text, at) => [
      vulnerable(`p${at}${text}`, '1.0.0', '1.0.1', 'package-lock.json'),
      vulnerable(`q${at}`, '1.0.0', '1.0.1', `${text}/package-lock.json`),
      vulnerable(`r${at}${text}`, '1.0.0', '1.0.1', 'pnpm-lock.yaml', { direct: false }),
    ]);
    const report = reportOf(found, [read('npm-lock', 'package-lock.json'), read('pnpm-lock', 'pnpm-lock.yaml')]);
    const cwd = projectFolder({ 'bin/npm': '#!/bin/sh\necho "npm $*" >> "$CALLS"\n', 'bin/pnpm': '#!/bin/sh\n' });
    for (const name of ['npm', 'pnpm']) chmodSync(join(cwd, 'bin', name), 0o755);
    mkdirSync(join(cwd, 'work'));
    writeFileSync(join(cwd, 'pasted.sh'), `${fixHint(report).join('\n')}\n`);
    const env = { PATH: [join(cwd, 'bin'), environment().PATH].join(delimiter), CALLS: join(cwd, 'calls') };
    spawnSync('sh', ['../pasted.sh'], { cwd: join(cwd, 'work'), env });
    expect(existsSync(join(cwd, 'calls'))).toBe(true);
    expect(existsSync(join(cwd, 'work/hit'))).toBe(false);
  });

  it('stands behind the report of a person, and beside that of a program', async () => {
    const shown = await castellan(['scan', '--demo', '--offline', '--fix-hint']);
    expect(shown.code).toBe(1);
    expect(shown.stdout).toContain('(cd demo/servers/research && pip install langchain==0.0.308)');
    expect(shown.stdout).toContain('# server crm: npx -y mcp-remote@0.1.16 https://crm.example.com/mcp');
    expect(shown.last).toMatch(/^gate: malicious/);
    const json = await castellan(['scan', '--demo', '--offline', '--fix-hint', '-f', 'json']);
    expect(JSON.parse(json.stdout)).toHaveProperty('verdict');
    expect(json.stderr).toContain('pip install langchain==0.0.308');
  });

  it('says how to lock what has no lockfile, and how to get a database', async () => {
    const cwd = projectFolder({ 'web/package.json': JSON.stringify({ dependencies: { lodash: '^4.17.0' } }) });
    const { stdout } = await castellan(['scan', '--offline', '--fix-hint'], { cwd });
    expect(stdout).toContain('(cd web && npm install --package-lock-only)\n');
    expect(stdout).toContain('\ncastellan db update\n');
  });
});
