import { appendFileSync, mkdirSync, readdirSync, readFileSync, rmdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { EventLog } from '../../src/runtime/evidence/event-log.js';
import { ringOf } from '../../src/runtime/judge/load.js';
import { hello, LineClient, relayed, toolCall } from '../support/line-client.js';
import { castellan, projectRoot, temporaryFolder } from '../support/spawn-cli.js';

const ANSWERS = [process.execPath, join(projectRoot, 'fixtures/runtime/answers.mjs')];

/** A home with a log in it, which relays write and the program checks. */
function logged() {
  const home = temporaryFolder().path;
  const log = join(home, 'calls.jsonl');
  const env = { SERVICE_HOME: home };
  return {
    home,
    log,
    async calls(count: number, end: 'end' | 'SIGKILL' = 'end'): Promise<void> {
      const client = new LineClient(relayed(ANSWERS, '--log', log), { env });
      client.send(hello('2025-06-18'));
      await client.answer('hello');
      for (let id = 1; id <= count; id++) {
        client.send(toolCall(id, 'text', { text: `secret-${id}`, n: id }));
        await client.answer(id);
      }
      if (end === 'end') await client.end();
      else client.child.kill('SIGKILL');
      await client.exit;
    },
    verify: () => castellan(['audit', 'verify', log], { env }),
    show: (...options: string[]) => castellan(['audit', 'show', log, ...options], { env }),
    records: () =>
      readFileSync(log, 'utf8')
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line)),
  };
}

describe('the log of a relay', () => {
  it('holds every call, its shape and nothing of its values, in a chain that verifies', async () => {
    const { log, home, calls, verify, records, show } = logged();
    await calls(3);
    await calls(2);
    expect(await verify()).toMatchObject({ code: 0, stdout: expect.stringContaining('valid, 9 records') });
    const text = readFileSync(log, 'utf8');
    expect(text).not.toContain('secret-');
    expect(
      records()
        .map(({ kind }) => kind)
        .join(' '),
    ).toBe('start call call call end start call call end');
    expect(records()[1]).toMatchObject({
      tool: 'text',
      effect: 'allow',
      would: 'allow',
      server: 'node',
      arguments: [
        { name: 'text', kind: 'string', length: 8 },
        { name: 'n', kind: 'number', length: 1 },
      ],
    });
    expect(statSync(log).mode & 0o777).toBe(0o600);
    expect(statSync(join(home, 'runtime/log.key')).mode & 0o777).toBe(0o600);
    expect((await show()).stdout.match(/ text +allow/g)).toHaveLength(5);
    expect(JSON.parse((await show('--format', 'json', '--tool', 'other')).stdout)).toEqual([]);
  });

  it('names the first line that was changed, taken away or put elsewhere', async () => {
    const { log, calls, verify } = logged();
    await calls(4);
    const lines = readFileSync(log, 'utf8').trimEnd().split('\n');
    const swapped = [...lines.slice(0, 2), ...lines.slice(3, 4), ...lines.slice(2, 3), ...lines.slice(4)];
    const cases: [string[], RegExp][] = [
      [lines.with(2, (lines[2] ?? '').replace('"tool":"text"', '"tool":"test"')), /NOT valid: line 3 was changed/],
      [lines.filter((_, at) => at !== 2), /NOT valid: line 3 comes after a record that is missing/],
      [swapped, /NOT valid: line 3 /],
      [lines.with(3, '{"half":'), /NOT valid: line 4 is cut short, or no record/],
    ];
    for (const [changed, expected] of cases) {
      writeFileSync(log, `${changed.join('\n')}\n`);
      expect(await verify()).toMatchObject({ code: 1, stdout: expect.stringMatching(expected) });
    }
    writeFileSync(log, `${lines.slice(0, 3).join('\n')}\n`);
    expect(await verify()).toMatchObject({ code: 0, stdout: expect.stringContaining('the last session is not closed') });
  });

  it('loses no call that went through when the relay is killed, and mends a line that was cut short', async () => {
    const { log, calls, verify, records } = logged();
    await calls(5, 'SIGKILL');
    expect(records().filter(({ kind }) => kind === 'call')).toHaveLength(5);
    appendFileSync(log, '{"arguments":[{"hash":"90f9');
    expect(await verify()).toMatchObject({ code: 1, stdout: expect.stringContaining('line 7 is cut short') });
    await calls(1);
    expect(await verify()).toMatchObject({ code: 0, stdout: expect.stringContaining('valid, 9 records') });
    expect(records()[6]).toMatchObject({ kind: 'start', details: { torn_bytes: 27 } });
  });

  it('is gone on with by nobody once it was changed', async () => {
    const { log, calls } = logged();
    await calls(1);
    writeFileSync(log, readFileSync(log, 'utf8').replace('"kind":"end"', '"kind":"END"'));
    const client = new LineClient(relayed(ANSWERS, '--log', log), { env: { SERVICE_HOME: join(log, '..') } });
    expect(await client.exit).toBe(1);
    expect(client.stderr).toContain('its last record was changed');
  });

  it('is written by one relay; another writes beside it', async () => {
    const { log, home, verify } = logged();
    const open = () => new LineClient(relayed(ANSWERS, '--log', log), { env: { SERVICE_HOME: home } });
    const first = open();
    first.send(hello('2025-06-18'));
    await first.answer('hello');
    const second = open();
    second.send(hello('2025-06-18'));
    await second.answer('hello');
    await Promise.all([first.end(), second.end()]);
    expect(second.stderr).toContain('calls-2.jsonl');
    expect(await verify()).toMatchObject({ code: 0 });
    expect(readdirSync(home).filter((name) => name.endsWith('.writer'))).toEqual([]);
  });

  it('tells how many decisions it lost where it could not be written for long', async () => {
    const { log, home, verify } = logged();
    const ring = ringOf(join(home, 'runtime/log.key'));
    const events = new EventLog({ path: log, ring, session: 'ses_a', server: 'x', clock: () => 1_767_225_600_000, maxBytes: 500 });
    const take = (count: number) => {
      for (let at = 0; at < count; at++) events.take({ kind: 'call', tool: 'text', effect: 'allow', would: 'allow' });
      return events.commit();
    };
    expect(take(1)).toBe(true);
    // In the place of the oldest file, which a full log has to remove, there is what cannot be removed so.
    mkdirSync(join(home, 'calls.7.jsonl'));
    // What waits for the disk has a limit: it holds the first of these and not the others.
    expect([take(20_000), take(5), take(3)]).toEqual([false, false, false]);
    rmdirSync(join(home, 'calls.7.jsonl'));
    expect(take(1)).toBe(true);
    events.close();
    const [last] = readFileSync(log, 'utf8').split('\n');
    expect(last).toContain('"kind":"end"');
    expect(readFileSync(join(home, 'calls.1.jsonl'), 'utf8')).toContain('8 decisions could not be recorded and are lost');
    expect(await verify()).toMatchObject({ code: 0, stdout: expect.stringContaining('valid, 20005 records') });
  });

  it('is rotated, and the chain goes on across its files', async () => {
    const { log, home, verify } = logged();
    const ring = ringOf(join(home, 'runtime/log.key'));
    for (let round = 0; round < 40; round++) {
      const events = new EventLog({
        path: log,
        ring,
        session: `ses_${round}`,
        server: 'x',
        clock: () => 1_767_225_600_000,
        maxBytes: 4_000,
      });
      events.take({ kind: 'call', tool: 'text', effect: 'allow', would: 'allow' });
      events.commit();
      events.close();
    }
    expect(readdirSync(home).filter((name) => name.startsWith('calls'))).toHaveLength(8);
    const { code, stdout } = await verify();
    expect(stdout).toMatch(/valid, \d+ records in 8 files; older records were rotated away/);
    expect(code).toBe(0);
  });
});
