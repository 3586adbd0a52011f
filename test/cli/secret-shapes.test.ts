import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runProgram } from '../../src/cli/program.js';
import { reporters } from '../../src/report/registry.js';
import { describe as describeError } from '../../src/support/errors.js';
import { call, connect } from '../support/mcp-client.js';
import { environment } from '../support/programs.js';
import { SampleDatabase, writeTree } from '../support/project-folder.js';
import { secretEstate } from '../support/secret-estate.js';
import { leaked, secretShapes } from '../support/secret-shapes.js';
import { programPath, type RunResult, temporaryFolder } from '../support/spawn-cli.js';

const folder = temporaryFolder();
const cwd = join(folder.path, 'estate');
const home = join(folder.path, 'data');
let database: SampleDatabase;
let dispose: () => void;

beforeAll(async () => {
  ({ database, dispose } = await SampleDatabase.create());
  writeTree(cwd, secretEstate(secretShapes));
  mkdirSync(join(cwd, 'reports'));
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
  it('covers at least forty shapes, each found where it was planted', () => {
    expect(secretShapes.length).toBeGreaterThanOrEqual(40);
    expect(leaked(secretShapes.map(({ text }) => text).join('\n'))).toHaveLength(secretShapes.length);
  });

  describe('in one scan with every report', () => {
    let said: RunResult;
    beforeAll(async () => {
      said = await run('scan', ...INPUTS, ...reporters.flatMap(({ id }) => ['--format', `${id}=reports/${id}`]));
    });

    it('reach neither the summary nor a message', () => {
      expect(said.code).toBe(1);
      expect(leaked(everything(said))).toEqual([]);
    });

    it.each(reporters.map(({ id }) => id))('reach no report: %s', (format) => {
      const report = readFileSync(join(cwd, 'reports', format), 'utf8');
      expect(report.length).toBeGreaterThan(20);
      expect(leaked(report)).toEqual([]);
    });
  });

  it('reach no answer about a saved report', async () => {
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

describe('secrets of every shape', () => {
  it('reach no answer of the MCP server', async () => {
    const env = environment({ SERVICE_DB: database.file, SERVICE_OFFLINE: '1', SERVICE_HOME: home });
    const args = [programPath, 'mcp', 'serve', '--root', cwd];
    const client = await connect(new StdioClientTransport({ command: process.execPath, args, env, stderr: 'pipe' }), 'auto');
    const answers = [await call(client, 'scan'), await call(client, 'list_agents'), await call(client, 'skills_audit')];
    for (let offset = 0; offset < 200; offset += 50)
      answers.push(await call(client, 'query_findings', { report_id: 'scan-1', offset, limit: 50 }));
    for (const { text } of secretShapes)
      answers.push(await call(client, 'check_package', { package: text }), await call(client, 'scan', { path: text }));
    await client.close();
    expect(answers[0]?.isError).toBe(false);
    expect(answers[3]?.isError).toBe(false);
    expect(leaked(JSON.stringify(answers))).toEqual([]);
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
    const file = join(folder.path, 'given.txt');
    const outputs: string[] = [];
    for (const { text } of secretShapes) {
      writeFileSync(file, frame(text));
      const { code, output } = await inProcess('scan', 'py', '--offline', option, file);
      expect(code, output).not.toBe(0);
      outputs.push(output);
    }
    expect(leaked(outputs.join('\n'))).toEqual([]);
  });

  it('are not repeated in an error about the command line', async () => {
    const outputs: string[] = [];
    for (const { text } of secretShapes) {
      const lines = [
        ['scan', text],
        ['scan', `--fail-on-severity=${text}`],
        ['scan', '--format', text],
        ['agents', '--format', text],
        [text],
        ['check', text],
      ];
      for (const line of lines) {
        const { code, output } = await inProcess(...line, '--offline');
        expect(code, output).not.toBe(0);
        outputs.push(output);
      }
    }
    expect(leaked(outputs.join('\n'))).toEqual([]);
  });
});

/** The program in this process: hundreds of runs would take minutes otherwise. */
async function inProcess(...line: string[]): Promise<{ code: number; output: string }> {
  let output = '';
  const io = {
    out: (text: string) => {
      output += text;
    },
    err: (text: string) => {
      output += `${text}\n`;
    },
  };
  try {
    const code = await runProgram(line, { io, environment: { SERVICE_HOME: home }, signal: new AbortController().signal, cwd });
    return { code, output };
  } catch (error) {
    return { code: 1, output: `${output}${describeError(error)}` };
  }
}
