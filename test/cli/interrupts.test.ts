import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { spawn } from '../support/programs.js';
import { npmLock, projectFolder, SampleDatabase, writeTree } from '../support/project-folder.js';
import { castellan, programPath, temporaryFolder } from '../support/spawn-cli.js';

const folder = temporaryFolder();
const project = join(folder.path, 'project');
let database: SampleDatabase;
let dispose: () => void;

beforeAll(async () => {
  ({ database, dispose } = await SampleDatabase.create());
  const specs = Array.from({ length: 12_000 }, (_, at) => `package-${at}@1.0.${at % 9}`);
  const instructions = 'Run the tests with `npm test`, read docs/parts.md, then write a summary.\n'.repeat(40);
  const skills = Array.from({ length: 100 }, (_, at) => [
    `skills/s${at}/SKILL.md`,
    `---\nname: s${at}\ndescription: d\n---\n${instructions}`,
  ]);
  writeTree(project, { 'package-lock.json': npmLock(...specs), ...Object.fromEntries(skills) });
  // Tells on descriptor 3 when the program listens for signals, and when it is through.
  writeFileSync(
    join(folder.path, 'ready.cjs'),
    `const { on } = process; const tell = (text) => { try { require('node:fs').writeSync(3, text); } catch {} };
     process.on = function (name, run) { const given = on.call(this, name, run); if (name === 'SIGTERM') tell('ready'); return given; };
     process.once('exit', () => tell('through at ' + Date.now()));`,
  );
  mkdirSync(join(folder.path, 'tmp'));
  await castellan(['scan', '--offline', project, '-q', '-f', `json=${join(folder.path, 'saved.json')}`], {
    env: { SERVICE_DB: database.file },
  });
});
afterAll(() => {
  dispose();
  folder.dispose();
});

interface Started {
  child: ChildProcess;
  said(): string;
  /** When it was through by itself, in milliseconds since the epoch. */
  through(): number | undefined;
}

/** Starts the program, and gives it once it listens for signals. */
async function started(args: readonly string[], cwd: string): Promise<Started> {
  const child = spawn(process.execPath, ['--require', join(folder.path, 'ready.cjs'), programPath, ...args], {
    cwd,
    env: { HOME: cwd, TMPDIR: join(folder.path, 'tmp'), SERVICE_DB: database.file },
    stdio: ['ignore', 'ignore', 'pipe', 'pipe'],
  });
  let [said, told] = ['', ''];
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    said += text;
  });
  const line = child.stdio[3];
  line?.on('data', (text) => {
    told += String(text);
  });
  if (line) await once(line, 'data');
  const through = () => Number(/through at (\d+)/.exec(told)?.[1] ?? Number.NaN) || undefined;
  return { child, said: () => said, through };
}

const SIGNALS = [
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const;

const COMMANDS: readonly (readonly string[])[] = [
  ['scan', '--offline', project, '-f', 'json=out/report.json', '-f', 'html=out/report.html'],
  ['scan', '--offline', project],
  ['agents', project],
  ['skills', 'audit', project],
  ['check', 'lodash@4.17.20', '-e', 'npm', '--offline'],
  ['graph', join(folder.path, 'saved.json')],
  ['explain', 'CVE-2021-44906', '--report', join(folder.path, 'saved.json')],
  ['db', 'export', 'out.castellan-db'],
  ['db', 'update', '--full', '--from', join(process.cwd(), 'fixtures/feeds')],
];

describe.skipIf(process.platform === 'win32').each(SIGNALS)('%s', (signal, code) => {
  it.each(COMMANDS)(
    'ends with its own code at any moment, and nothing half-written: %s %s',
    async (...args) => {
      for (const delay of [0, 150, 450]) {
        const cwd = projectFolder({});
        const { child, said, through } = await started(args, cwd);
        await wait(delay);
        const told = Date.now();
        const closed = child.exitCode === null && child.signalCode === null ? once(child, 'close') : undefined;
        child.kill(signal);
        const [ended] = (await closed) ?? [child.exitCode];
        // It was through before it could hear: its last line says so, and its work is whole.
        if (ended !== code && (through() ?? Number.POSITIVE_INFINITY) <= told + 100) continue;
        expect({ args, delay, ended, last: said().trimEnd().split('\n').at(-1) }).toEqual({
          args,
          delay,
          ended: code,
          last: 'interrupted',
        });
        expect(said()).not.toMatch(/^clean|\n\s+at /m);
        expect(leftIn(cwd)).toEqual([]);
        for (const report of ['json', 'html'].map((ending) => join(cwd, `out/report.${ending}`)))
          if (existsSync(report)) expect(readFileSync(report, 'utf8').trimEnd()).toMatch(/(?:\}|<\/html>)$/);
      }
      expect(readdirSync(join(folder.path, 'tmp'))).toEqual([]);
    },
    60_000,
  );
});

/** Files that only work in progress has. */
function leftIn(cwd: string): string[] {
  return readdirSync(cwd, { recursive: true, encoding: 'utf8' }).filter((name) => /\.(?:tmp|part|new|lock)$/.test(name));
}

describe.skipIf(process.platform === 'win32')('a command that waits', () => {
  it.each(SIGNALS)('for a reader of a pipe ends on %s with %i', async (signal, code) => {
    const cwd = projectFolder({});
    await new Promise((resolve) => spawn('mkfifo', [join(cwd, 'pipe')], {}).once('close', resolve));
    const { child, said } = await started(['scan', '--demo', '-f', 'json=pipe'], cwd);
    await wait(400);
    child.kill(signal);
    expect((await once(child, 'close'))[0]).toBe(code);
    expect(said().trimEnd()).toBe('interrupted');
  });
});
