import { join } from 'node:path';
import { Option } from 'commander';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Setting } from '../../src/config/setting.js';
import { settings } from '../../src/config/settings.js';
import { execFileSync } from '../support/programs.js';
import { npmLock, projectFolder, SampleDatabase } from '../support/project-folder.js';
import { projectRoot } from '../support/spawn-cli.js';

let database: SampleDatabase;
let dispose: () => void;
beforeAll(async () => {
  ({ database, dispose } = await SampleDatabase.create());
});
afterAll(() => dispose());

const LOCK = { 'package-lock.json': npmLock('path-to-regexp@0.1.7') };

describe('castellan.yaml', () => {
  it('sets gates, which variables and flags override', async () => {
    const cwd = projectFolder({ ...LOCK, 'castellan.yaml': 'fail_on_severity: high\n' });
    expect((await database.run(['scan', '--offline', '.'], { cwd })).code).toBe(1);
    expect((await database.run(['scan', '--offline', '.', '--fail-on-severity', 'critical'], { cwd })).code).toBe(0);
  });

  it.each([
    ['an unknown key', 'fail_on_sverity: high\n', /castellan\.yaml:1 .*fail_on_sverity.*fail_on_severity/],
    ['a wrong value', 'dev: true\nfail_on_severity: worst\n', /castellan\.yaml:2 .*critical, high/],
    ['a key twice', 'dev: true\ndev: false\n', /castellan\.yaml:2/],
    ['no YAML', 'dev: [true\n', /castellan\.yaml:\d/],
  ])('refuses %s, naming file and line', async (_name, text, message) => {
    const { code, stderr } = await database.run(['scan', '--offline', '.'], { cwd: projectFolder({ ...LOCK, 'castellan.yaml': text }) });
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringMatching(message) });
  });

  it('ignores a finding until a date, shows it again after that, and names unused ignores', async () => {
    const ignore = (id: string, expires: string) => `ignores:\n  - id: ${id}\n    reason: not reachable\n    expires: ${expires}\n`;
    const scan = (text: string) =>
      database.run(['scan', '--offline', '.', '--fail-on-severity', 'high'], { cwd: projectFolder({ ...LOCK, 'castellan.yaml': text }) });
    expect((await scan(ignore('CVE-2024-45296', '2026-06-30'))).code).toBe(0);
    const expired = await scan(ignore('CVE-2024-45296', '2025-06-30'));
    expect({ code: expired.code, text: expired.stdout }).toEqual({ code: 1, text: expect.stringContaining('expired') });
    expect((await scan(ignore('CVE-1999-0001', '2026-06-30'))).stdout).toContain('CVE-1999-0001');
  });
});

describe('the printed documents', () => {
  it('are up to date with the tables they come from', () => {
    expect(() => execFileSync('npx', ['tsx', 'scripts/print-docs.ts', '--check'], { cwd: join(projectRoot), stdio: 'pipe' })).not.toThrow();
  });
});

describe('options', () => {
  it('are named after their settings, so that typed values arrive', () => {
    const named = Object.entries<Setting>(settings).flatMap(([key, { flag }]) =>
      flag === undefined ? [] : [[key, new Option(flag)] as const],
    );
    expect(named.filter(([key, option]) => option.attributeName() !== key).map(([key]) => key)).toEqual([]);
  });
});
