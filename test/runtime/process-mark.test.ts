import { existsSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { claimMark } from '../../src/runtime/evidence/process-mark.js';
import { hello, LineClient, relayed, toolCall } from '../support/line-client.js';
import { spawn, spawnSync } from '../support/programs.js';
import { projectRoot, temporaryFolder } from '../support/spawn-cli.js';

const GONE = String(spawnSync('true', []).pid);
const isLinux = process.platform === 'linux';

function folder(): string {
  const made = temporaryFolder();
  onTestFinished(made.dispose);
  return made.path;
}

function lifeOf(pid: number | string): string {
  return (
    readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ')[19] ?? ''
  );
}

/** A parent that starts a command and never collects it. Gives the command's id. */
async function uncollected(
  command: readonly string[],
  env: Record<string, string> = {},
): Promise<{ pid: number; input: NodeJS.WritableStream }> {
  const script = 'exec 3<&0; "$@" <&3 >/dev/null 2>&1 & echo $! ; exec 3<&-; exec sleep 60';
  const parent = spawn('/bin/sh', ['-c', script, 'sh', ...command], { env, stdio: ['pipe', 'pipe', 'ignore'] });
  onTestFinished(() => void parent.kill('SIGKILL'));
  const said = await new Promise<Buffer>((resolve) => parent.stdout.once('data', resolve));
  // The shell itself would collect it.
  await until(() => readFileSync(`/proc/${parent.pid}/comm`, 'utf8') === 'sleep\n');
  return { pid: Number(said), input: parent.stdin };
}

async function until(holds: () => boolean): Promise<void> {
  for (const end = Date.now() + 20_000; !holds(); await wait(20)) if (Date.now() > end) throw new Error('not so');
}

describe.runIf(isLinux)('a mark', () => {
  it('is made once, and again when it was released', () => {
    const path = join(folder(), 'mark');
    const mark = claimMark(path);
    expect(mark).toBeDefined();
    expect(claimMark(path)).toBeUndefined();
    mark?.release();
    expect(claimMark(path)).toBeDefined();
  });

  it.each([
    ['of a process that is no more', () => GONE],
    ['of a process that had this number before', () => `${process.ppid} 1`],
    ['that says nothing of use', () => 'nonsense'],
  ])('%s counts for nothing', (_, owner) => {
    const path = join(folder(), 'mark');
    writeFileSync(path, owner());
    expect(claimMark(path)).toBeDefined();
    expect(readFileSync(path, 'utf8')).toBe(`${process.pid} ${lifeOf(process.pid)}`);
    expect(readdirSync(join(path, '..'))).toEqual(['mark']);
  });

  it('of a process that has ended and was not collected counts for nothing', async () => {
    const path = join(folder(), 'mark');
    const { pid } = await uncollected(['/bin/sleep', '60']);
    writeFileSync(path, `${pid} ${lifeOf(pid)}`);
    expect(claimMark(path)).toBeUndefined();
    process.kill(pid, 'SIGKILL');
    await until(() => /\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8')));
    expect(claimMark(path)).toBeDefined();
  });

  it('that is only just being made is not taken; one that never was is', () => {
    const path = join(folder(), 'mark');
    writeFileSync(path, '');
    expect(claimMark(path)).toBeUndefined();
    utimesSync(path, 0, 0);
    expect(claimMark(path)).toBeDefined();
  });

  it('is taken over although whoever wanted to was killed meanwhile', () => {
    const path = join(folder(), 'mark');
    writeFileSync(path, GONE);
    writeFileSync(`${path}.${GONE}`, '');
    expect(claimMark(path)).toBeUndefined();
    utimesSync(`${path}.${GONE}`, 0, 0);
    expect(claimMark(path)).toBeDefined();
  });

  it('is taken over by one of several that try at once', async () => {
    const place = folder();
    const at = Date.now() + 6_000;
    const paths = Array.from({ length: 4 }, (_, number) => join(place, `mark-${number}`));
    for (const path of paths) writeFileSync(path, GONE);
    const claim = (path: string) => {
      const command = ['--import', 'tsx', join(projectRoot, 'test/programs/claim-mark.ts'), path, String(at)];
      const child = spawn(process.execPath, command, { cwd: projectRoot, stdio: ['pipe', 'pipe', 'inherit'] });
      onTestFinished(() => void child.kill('SIGKILL'));
      return new Promise<boolean>((resolve) => {
        child.stdout.on('data', (said: Buffer) => {
          if (/has it/.test(said.toString())) resolve(!said.toString().includes('not'));
        });
      });
    };
    const won = await Promise.all(paths.map((path) => Promise.all([claim(path), claim(path)])));
    expect(won.map((both) => both.filter(Boolean).length)).toEqual([1, 1, 1, 1]);
  }, 60_000);
});

describe.runIf(isLinux)('the log of a relay that was killed and not collected', () => {
  it('is gone on with by the next', async () => {
    const home = folder();
    const log = join(home, 'calls.jsonl');
    const command = relayed([process.execPath, join(projectRoot, 'fixtures/runtime/answers.mjs')], '--log', log);
    const env = { SERVICE_HOME: home };
    const { pid, input } = await uncollected(command, env);
    input.write(`${JSON.stringify(hello('2025-06-18'))}\n${JSON.stringify(toolCall(1, 'text', { text: 'x' }))}\n`);
    await until(() => existsSync(log) && readFileSync(log, 'utf8').includes('"kind":"call"'));
    process.kill(pid, 'SIGKILL');
    await until(() => /\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8')));
    const next = new LineClient(command, { env });
    next.send(hello('2025-06-18'), toolCall(1, 'text', { text: 'x' }));
    await next.answer(1);
    expect(await next.end()).toBe(0);
    expect(readdirSync(home).filter((name) => name.startsWith('calls'))).toEqual(['calls.jsonl']);
    expect(readFileSync(log, 'utf8').match(/"kind":"call"/g)).toHaveLength(2);
  }, 60_000);
});
