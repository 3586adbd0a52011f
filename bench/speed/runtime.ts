import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { spawn, spawnSync } from '../../test/support/programs.js';
import { programPath } from '../../test/support/spawn-cli.js';
import { type Measure, median } from './measure.js';
import { measureRules } from './policy-rules.js';
import { growth, measureSessions } from './relay-memory.js';
import { measurePeers } from './relay-peers.js';
import { measureGateway } from './runtime-http.js';

const ECHO = [process.execPath, fileURLToPath(new URL('./echo-server.mjs', import.meta.url))] as const;
/** Says when its input's first byte is there, sooner than any program of ours could. */
const WITNESS = ['/bin/sh', '-c', 'read -r line; echo first >&2; cat'] as const;

/** What a client says first. */
const HELLO = `${JSON.stringify({ jsonrpc: '2.0', id: 0, method: 'initialize', params: { protocolVersion: '2025-06-18', capabilities: {} } })}\n`;

const START_ROUNDS = 25;
const WARM_UP = 2_000;
const CALLS = 4_000;
const FLIGHT = 64;
const FLOOD = 60_000;
/** As many calls as an agent that calls five times a second makes in an hour and more; the same again ten times over. */
const HOUR = 20_000;
const HOURS = 10;

/** The relay over standard streams and the gateway over HTTP, each against an echo server without them. */
export async function measureRuntime(): Promise<Measure[]> {
  const home = mkdtempSync(join(tmpdir(), 'castellan-bench-'));
  const relay = (...options: string[]) => [process.execPath, programPath, 'proxy', ...options, '--'];
  const start = (argv: readonly string[]) => spawn(argv[0] ?? '', argv.slice(1), { env: { SERVICE_HOME: home }, stdio: 'pipe' });
  try {
    return [
      await firstByte(start, relay()),
      ...(await latency(start, relay())),
      await flood('standard streams, processor time of a call', start(relayed(relay()))),
      await flood('the same under the strict preset', start(relayed(relay('--policy', 'strict', '--mode', 'enforce')))),
      ...measureRules(),
      await measureSessions(),
      await longSession(start(relayed(relay('--log', join(home, 'long.jsonl'))))),
      ...(await measurePeers()),
      ...(await measureGateway()),
    ].flat();
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}

type Start = (argv: readonly string[]) => ChildProcessWithoutNullStreams;

function relayed(relay: readonly string[]): string[] {
  return [...relay, ...ECHO];
}

/** From the start of the relay to the first byte that its server gets, against a whole run of node. In turns, as other work weighs on both. */
async function firstByte(start: Start, relay: readonly string[]): Promise<Measure> {
  const [starts, empties]: [number[], number[]] = [[], []];
  await untilFirstByte(start([...relay, ...WITNESS]));
  for (let round = 0; round < START_ROUNDS; round++) {
    const began = performance.now();
    spawnSync(process.execPath, ['-e', '0'], { stdio: 'ignore' });
    empties.push(performance.now() - began);
    starts.push(await untilFirstByte(start([...relay, ...WITNESS])));
  }
  const ms = median(starts);
  return { name: `start to the first forwarded byte (${ms.toFixed(0)} ms)`, value: ms / median(empties), unit: '× node -e 0', aim: 2 };
}

async function untilFirstByte(child: ChildProcessWithoutNullStreams): Promise<number> {
  const began = performance.now();
  child.stdin.write(HELLO);
  await new Promise((resolve) => child.stderr.once('data', resolve));
  const elapsed = performance.now() - began;
  await ended(child);
  return elapsed;
}

/** One call at a time: what the relay adds in the middle. Both are asked in turns. */
async function latency(start: Start, relay: readonly string[]): Promise<Measure[]> {
  const [plain, through] = [new Caller(start(ECHO)), new Caller(start(relayed(relay)))];
  const [without, within]: [number[], number[]] = [[], []];
  for (let id = 0; id < WARM_UP + CALLS; id++) {
    const [bare, behind] = [await plain.call(id), await through.call(id)];
    if (id < WARM_UP) continue;
    without.push(bare);
    within.push(behind);
  }
  await Promise.all([ended(plain.child), ended(through.child)]);
  return [
    { name: 'echo server alone, one call at a time, p50', value: median(without), unit: 'ms' },
    { name: 'added by the relay, p50', value: median(within) - median(without), unit: 'ms', aim: 0.15 },
  ];
}

/** Many calls in flight: the time of the relay's own processor that one takes, which other work on this machine does not lengthen. */
async function flood(name: string, child: ChildProcessWithoutNullStreams): Promise<Measure[]> {
  const caller = new Caller(child);
  await caller.callMany(WARM_UP * 5, FLIGHT);
  const before = processorMs(child.pid);
  await caller.callMany(FLOOD, FLIGHT);
  const used = processorMs(child.pid) - before;
  const memory = residentMb(child.pid, 'VmHWM');
  await ended(child);
  return [
    { name: `${name} (${((FLOOD / used) * 1000).toFixed(0)}/s a core)`, value: (used * 1000) / FLOOD, unit: 'µs', aim: 50 },
    { name: `${name.replace(/, processor.*/, '')}: peak memory`, value: memory, unit: 'MB', aim: 70 },
  ];
}

/** One session as long as ten hours of calls: what it holds after each. */
async function longSession(child: ChildProcessWithoutNullStreams): Promise<Measure> {
  const caller = new Caller(child);
  const held: number[] = [];
  for (let hour = 0; hour < HOURS; hour++) {
    await caller.callMany(HOUR, FLIGHT);
    held.push(residentMb(child.pid, 'VmRSS'));
  }
  await ended(child);
  // The first hour fills what is kept on purpose.
  return growth(`memory after ${(HOUR * HOURS) / 1000} 000 calls in one session`, held[1] ?? 0, held.at(-1) ?? 0);
}

function residentMb(pid: number | undefined, figure: 'VmHWM' | 'VmRSS'): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(new RegExp(`${figure}:\\s+(\\d+)`).exec(status)?.[1]) / 1024;
}

/** Milliseconds in steps of ten, as Linux counts. */
function processorMs(pid: number | undefined): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /, '')
    .split(' ');
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

function call(id: number): string {
  const params = { name: 'echo', arguments: { message: 'what a person would say', count: 3 } };
  return `${JSON.stringify({ jsonrpc: '2.0', id, method: 'tools/call', params })}\n`;
}

/** Asks a server; every line that comes back is one answer. */
class Caller {
  private answered = 0;
  private wake: () => void = () => {};
  private next = 1_000_000;

  constructor(readonly child: ChildProcessWithoutNullStreams) {
    child.stderr.resume();
    child.stdout.on('data', (chunk: Buffer) => {
      for (let at = chunk.indexOf(10); at !== -1; at = chunk.indexOf(10, at + 1)) this.answered++;
      this.wake();
    });
  }

  async call(id: number): Promise<number> {
    const began = performance.now();
    const wanted = this.answered + 1;
    this.child.stdin.write(call(id));
    await this.until(wanted);
    return performance.now() - began;
  }

  async callMany(count: number, flight: number): Promise<void> {
    const goal = this.answered + count;
    for (let sent = 0; sent < count; sent += flight) {
      const wanted = this.answered + flight;
      this.child.stdin.write(Array.from({ length: flight }, () => call(this.next++)).join(''));
      await this.until(Math.min(wanted, goal));
    }
  }

  private async until(wanted: number): Promise<void> {
    while (this.answered < wanted)
      await new Promise<void>((resolve) => {
        this.wake = resolve;
      });
  }
}

async function ended(child: ChildProcessWithoutNullStreams): Promise<void> {
  const exit = new Promise((resolve) => child.once('exit', resolve));
  child.stdin.end();
  await exit;
}
