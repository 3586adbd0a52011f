import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Dice, madeSecret, shapeNamed } from '../support/made-secrets.js';
import { SampleDatabase, writeTree } from '../support/project-folder.js';
import { type RunResult, temporaryFolder } from '../support/spawn-cli.js';
import { zipOf } from '../support/zip-writer.js';

const folder = temporaryFolder();
const cwd = join(folder.path, 'project');
const token = madeSecret(shapeNamed('github-pat'), new Dice(11));
const password = 'Tulip-otter-42!k3Jd9';
let database: SampleDatabase;
let dispose: () => void;

beforeAll(async () => {
  ({ database, dispose } = await SampleDatabase.create());
  writeTree(cwd, {
    'deploy.sh': `#!/bin/sh\nexport GH_TOKEN=${token}\n`,
    'copy.sh': `export GH_TOKEN=${token}\n`,
    'config/app.yaml': `db:\n  password: ${password}\n`,
    '.mcp.json': `{ "mcpServers": { "a": { "command": "a",\n "env": { "GITHUB_TOKEN": "${token}" } } } }\n`,
    'package.json': '{ "name": "a", "version": "1.0.0" }\n',
  });
  writeFileSync(join(cwd, 'release.zip'), zipOf([{ name: 'conf/app.env', bytes: Buffer.from(`GH_TOKEN=${token}\n`) }]));
});
afterAll(() => {
  dispose();
  folder.dispose();
});

function run(...args: string[]): Promise<RunResult> {
  return database.run(['scan', '.', '--offline', ...args], { cwd, env: { SERVICE_HOME: join(folder.path, 'home') } });
}

interface Finding {
  kind: string;
  rule: string;
  fingerprint: string;
  why: string;
  evidence: string;
  locations: { path: string; line?: number; line_hash?: string }[];
}

async function findings(...args: string[]): Promise<Finding[]> {
  const { stdout } = await run('--format', 'json', ...args);
  return (JSON.parse(stdout) as { findings: Finding[] }).findings;
}

describe('secrets of a folder', () => {
  it('are findings, one for each place; an agent’s configuration tells its own', async () => {
    const found = await findings();
    const places = found
      .filter(({ kind }) => kind === 'secret')
      .map(({ rule, locations }) => `${rule} ${locations[0]?.path}:${locations[0]?.line}`);
    expect(places.sort()).toEqual([
      'secret-generic-password config/app.yaml:2',
      'secret-github-pat copy.sh:1',
      'secret-github-pat deploy.sh:2',
    ]);
    expect(found.filter(({ rule }) => rule === 'literal-secret-env')).toHaveLength(1);
    const [pat] = found.filter(({ rule }) => rule === 'secret-github-pat');
    expect(pat?.why).toContain('the same value is in 3 places');
    expect(pat?.locations[0]).not.toHaveProperty('line_hash');
  });

  it.each(['console', 'json', 'sarif', 'html', 'csv', 'markdown', 'junit', 'github'])('never show their values: %s', async (format) => {
    const { stdout, stderr, code } = await run('--format', format);
    expect(code).toBe(1);
    for (const value of [token, token.slice(4), password]) expect(stdout + stderr).not.toContain(value);
  });

  it('keep their fingerprints over runs, and a baseline holds them', async () => {
    const [first, second] = [await findings(), await findings()];
    expect(second.map(({ fingerprint }) => fingerprint)).toEqual(first.map(({ fingerprint }) => fingerprint));
    await run('--format', 'json=base.json');
    const { code, stdout } = await run(
      '--baseline',
      'base.json',
      '--fail-on-severity',
      'medium',
      '--format',
      'json',
      '--exclude',
      'base.json',
    );
    const report = JSON.parse(stdout) as { findings: { kind: string; suppressed?: { by: string } }[] };
    expect(report.findings.filter(({ kind }) => kind === 'secret').map(({ suppressed }) => suppressed?.by)).toEqual([
      'baseline',
      'baseline',
      'baseline',
    ]);
    expect(code).toBe(0);
  });

  it('stay out with --no-secrets', async () => {
    expect((await findings('--no-secrets')).filter(({ kind }) => kind === 'secret')).toEqual([]);
  });

  it('are found in archives where somebody asks', async () => {
    const places = (await findings('--secrets-archives'))
      .filter(({ kind }) => kind === 'secret')
      .map(({ locations }) => locations[0]?.path);
    expect(places).toContain('release.zip!conf/app.env');
  });

  it('are not looked for in the history offline', async () => {
    const { code, stderr } = await run('--secrets-history');
    expect(code).toBe(2);
    expect(stderr).toContain('--secrets-history');
  });
});

it('the report names no value even where it is the baseline of another', () => {
  expect(readFileSync(join(cwd, 'base.json'), 'utf8')).not.toContain(password);
});
