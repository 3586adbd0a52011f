import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { hello, LineClient, relayed, request } from '../support/line-client.js';
import { projectRoot, temporaryFolder } from '../support/spawn-cli.js';

const fixture = (name: string) => [process.execPath, join(projectRoot, `fixtures/runtime/${name}.mjs`)];

function lives(pid: number): boolean {
  try {
    // A process that has ended and was not collected yet is gone, too.
    return !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
}

async function pidsOf(client: LineClient): Promise<number[]> {
  await client.until(() => /pids \d+ \d+/.test(client.stderr));
  return /pids (\d+) (\d+)/.exec(client.stderr)?.slice(1).map(Number) ?? [];
}

async function goneWithin(pids: () => readonly number[], ms: number): Promise<boolean> {
  for (const end = Date.now() + ms; Date.now() < end; await wait(50)) if (!pids().some(lives)) return true;
  return !pids().some(lives);
}

/** Processes that have this name in their command. */
function named(name: string): number[] {
  const isNamed = (pid: number) => {
    try {
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(name);
    } catch {
      return false;
    }
  };
  return readdirSync('/proc').map(Number).filter(isNamed);
}

describe('the end of a relay', () => {
  it('ends a server that heeds neither the end of its input nor SIGTERM, with all it has started, when the client goes', async () => {
    const client = new LineClient(relayed(fixture('stubborn')));
    const pids = await pidsOf(client);
    expect(await client.end()).toBe(137);
    expect(pids.some(lives)).toBe(false);
  });

  it('leaves nobody behind when it is killed', async () => {
    const client = new LineClient(relayed(fixture('stubborn')));
    const pids = await pidsOf(client);
    client.child.kill('SIGKILL');
    expect(await goneWithin(() => pids, 3_000)).toBe(true);
  });

  it.runIf(process.platform === 'linux')(
    'leaves nobody behind when it is killed while it starts the server, and ends nobody else',
    async () => {
      const script = join(projectRoot, 'test/programs/guarded-start.ts');
      for (const name of ['guarded-one', 'guarded-two', 'guarded-three']) {
        const unique = `${name}-${process.pid}`;
        const server = [...fixture('stubborn-answers'), unique];
        const client = new LineClient([process.execPath, '--import', 'tsx', script, ...server], { cwd: projectRoot });
        await client.until(() => client.lines.length > 0);
        const other = Number(client.lines[0]);
        await new Promise((resolve) => client.child.once('exit', resolve));
        expect(await goneWithin(() => named(unique), 3_000)).toBe(true);
        expect(lives(other)).toBe(true);
        process.kill(other, 'SIGKILL');
      }
    },
  );

  it('leaves nobody behind when the client is killed', async () => {
    const client = new LineClient([...fixture('client'), ...relayed(fixture('stubborn'))]);
    const pids = await pidsOf(client);
    client.child.kill('SIGKILL');
    expect(await goneWithin(() => pids, 3_500)).toBe(true);
  });

  it('ends with a server that is killed, and ends what that has started', async () => {
    const client = new LineClient(relayed(fixture('stubborn')));
    const pids = await pidsOf(client);
    process.kill(pids[0] ?? 0, 'SIGKILL');
    expect(await client.exit).toBe(137);
    expect(pids.some(lives)).toBe(false);
  });

  it.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
    ['SIGHUP', 129],
  ] as const)('ends in order on %s', async (signal, code) => {
    const client = new LineClient(relayed(fixture('stubborn')));
    const pids = await pidsOf(client);
    client.child.kill(signal);
    expect(await client.exit).toBe(code);
    expect(pids.some(lives)).toBe(false);
  });

  it.each([
    ['exit 0', 0],
    ['exit 42', 42],
    ['kill -TERM $$', 143],
  ])('gives the code of a server that ends by itself: %s', async (script, code) => {
    const client = new LineClient(relayed(['/bin/sh', '-c', script], '--server', 'short'));
    expect(await client.exit).toBe(code);
    const last = client.stderr.trimEnd().split('\n').at(-1);
    expect(last).toBe(code === 0 ? '' : `castellan: exit code ${code} is that of the server short`);
  });

  it('says what a server said last before it died', async () => {
    const dying = ['/bin/sh', '-c', 'read -r line; printf \'{"jsonrpc":"2.0","id":1,"result":{}}\\n\'; exit 3'];
    const client = new LineClient(relayed(dying));
    client.send(request(1, 'ping'));
    expect(await client.answer(1)).toMatchObject({ result: {} });
    expect(await client.exit).toBe(3);
  });

  it('keeps a banner off the client, and records it', async () => {
    const log = join(temporaryFolder().path, 'banner.jsonl');
    const client = new LineClient(relayed(fixture('banner'), '--log', log));
    client.send(hello('2025-06-18'));
    expect(await client.answer('hello')).toMatchObject({ result: { protocolVersion: '2025-06-18' } });
    client.send(request(2, 'tools/list'));
    await client.answer(2);
    expect(await client.end()).toBe(0);
    expect(readFileSync(log, 'utf8').match(/protocol\.stray/g)).toHaveLength(1);
    expect(client.lines).toHaveLength(2);
    expect(client.stderr).toContain('Welcome to the banner server 1.0\\u001b[2J (kept from the client');
    expect(client.stderr).toContain('listing…');
  });

  it('waits for a client that does not read, in memory that does not grow', async () => {
    const client = new LineClient(relayed(fixture('flood')));
    await client.until(() => client.lines.length > 10);
    client.child.stdout.pause();
    const memory = () => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${client.child.pid}/status`, 'utf8'))?.[1]);
    await wait(1_500);
    const before = memory();
    await wait(1_500);
    expect(memory() - before).toBeLessThan(4_000);
    const seen = client.lines.length;
    client.child.stdout.resume();
    await client.until(() => client.lines.length > seen + 1_000);
    await client.end();
  });

  it('waits for a server that says nothing, and ends with the client', async () => {
    const client = new LineClient(relayed(['/bin/sh', '-c', 'cat >/dev/null']));
    client.send(request(1, 'ping'));
    await wait(500);
    expect(client.lines).toEqual([]);
    expect(await client.end()).toBe(0);
  });
});
