import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { reporters } from '../../src/report/registry.js';
import { SampleDatabase, writeTree } from '../support/project-folder.js';
import { secretEstate } from '../support/secret-estate.js';
import { leaked, secretShapes } from '../support/secret-shapes.js';
import { type RunResult, temporaryFolder } from '../support/spawn-cli.js';

const folder = temporaryFolder();
const cwd = join(folder.path, 'estate');
const home = join(folder.path, 'data');
let database: SampleDatabase;
let dispose: () => void;

beforeAll(async () => {
  ({ database, dispose } = await SampleDatabase.create());
  writeTree(cwd, secretEstate(secretShapes));
});
afterAll(() => {
  dispose();
  folder.dispose();
});

const INPUTS = ['.', '--project', '.', '--mcp-tools', 'tools', '--models', 'models', '--skills', 'skills', '--offline', '--verbose'];

function run(...args: string[]): Promise<RunResult> {
  return database.run(args, { cwd, env: { SERVICE_HOME: home } });
}

const everything = ({ stdout, stderr }: RunResult) => `${stdout}\n${stderr}`;

describe('secrets of every shape in every file', () => {
  it('has forty shapes and more, each to be seen where it is', () => {
    expect(secretShapes.length).toBeGreaterThanOrEqual(40);
    expect(leaked(secretShapes.map(({ text }) => text).join('\n'))).toHaveLength(secretShapes.length);
  });

  it.each(reporters.map(({ id }) => id))('reach no report: %s', async (format) => {
    const result = await run('scan', ...INPUTS, '--format', format);
    expect(result.code).toBe(1);
    expect(result.stdout.length).toBeGreaterThan(20);
    expect(leaked(everything(result))).toEqual([]);
  });

  it('reach no answer over a saved report', async () => {
    const saved = await run('scan', ...INPUTS, '--format', 'json=report.json');
    expect(saved.code).toBe(1);
    const { findings, servers } = JSON.parse(readFileSync(join(cwd, 'report.json'), 'utf8'));
    expect(findings.length).toBeGreaterThan(100);
    const answers = await Promise.all([
      run('graph', 'report.json'),
      run('graph', 'report.json', '--impact', servers[0].ref),
      run('explain', findings[0].fingerprint, 'report.json'),
      run('scan', '--inventory', 'report.json', '--offline', '--format', 'json'),
    ]);
    for (const answer of answers) expect(leaked(everything(answer))).toEqual([]);
  });

  it.each(['table', 'json', 'mermaid', 'html'])('reach no overview of agents: %s', async (format) => {
    expect(leaked(everything(await run('agents', '--offline', '--project', '.', '--mcp-tools', 'tools', '--format', format)))).toEqual([]);
  });

  it('reach no audit of skills, and no file that the program wrote', async () => {
    expect(leaked(everything(await run('skills', 'audit', '--offline', '.')))).toEqual([]);
    for (const file of readdirSync(folder.path, { recursive: true, withFileTypes: true })) {
      if (file.isFile() && !file.parentPath.startsWith(cwd))
        expect(leaked(readFileSync(join(file.parentPath, file.name), 'latin1'))).toEqual([]);
    }
  });
});

describe('secrets of every shape in what the user gives', () => {
  it.each([
    ['a policy', '--policy', (text: string) => `rules:\n  - id: ${JSON.stringify(text)}\n    ${text}\n`],
    ['a policy’s strange key', '--policy', (text: string) => `version: 1\n${JSON.stringify(text)}: 1\nrules: []\n`],
    [
      'an ignore file',
      '--ignore-file',
      (text: string) =>
        `ignores:\n  - id: ${JSON.stringify(text)}\n    reason: ${JSON.stringify(text)}\n    expires: ${JSON.stringify(text)}\n`,
    ],
    ['a VEX file', '--vex', (text: string) => `{"@context": "https://openvex.dev/ns", "statements": [${text}`],
    ['a baseline', '--baseline', (text: string) => `{"schema_version": ${JSON.stringify(text)}, ${text}`],
  ])('are not repeated by a complaint about %s', async (_name, option, frame) => {
    for (const [at, { text }] of secretShapes.entries()) writeFileSync(join(folder.path, `${at}.txt`), frame(text));
    const results = await inTurns(
      secretShapes.map((_, at) => () => run('scan', 'py', '--offline', option, join(folder.path, `${at}.txt`))),
    );
    for (const result of results) expect(result.code, result.stderr).not.toBe(0);
    expect(leaked(results.map(everything).join('\n'))).toEqual([]);
  });

  it('are not repeated by a complaint about the command line', async () => {
    const results = await inTurns(
      secretShapes.flatMap(({ text }) => [
        () => run('scan', text, '--offline'),
        () => run('scan', `--fail-on-severity=${text}`),
        () => run(text),
        () => run('check', text, '--offline'),
      ]),
    );
    expect(leaked(results.map(everything).join('\n'))).toEqual([]);
  });
});

/** A few at a time: the machine of a build has few cores. */
async function inTurns<T>(tasks: readonly (() => Promise<T>)[], width = 4): Promise<T[]> {
  const results: T[] = [];
  for (let at = 0; at < tasks.length; at += width) results.push(...(await Promise.all(tasks.slice(at, at + width).map((task) => task()))));
  return results;
}
