import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Pool } from 'undici';
import { spawn } from '../../test/support/programs.js';
import { programPath } from '../../test/support/spawn-cli.js';
import { type Measure, median } from './measure.js';

const script = (name: string) => fileURLToPath(new URL(`./${name}.mjs`, import.meta.url));

const WARM_UP = 2_000;
const CALLS = 3_000;
const FLIGHT = 500;
const FLOOD = 20_000;

/** The gateway over HTTP with an echo server behind it, against an echo server that speaks HTTP itself. */
export async function measureGateway(): Promise<Measure[]> {
  const home = mkdtempSync(join(tmpdir(), 'castellan-bench-'));
  const file = join(home, 'upstreams.json');
  writeFileSync(file, JSON.stringify({ mcpServers: { echo: { command: process.execPath, args: [script('echo-server')] } } }));
  const words = [programPath, 'proxy', '--listen', '127.0.0.1:0', '--upstreams', file];
  const echo = spawn(process.execPath, [script('echo-http')], { stdio: 'pipe' });
  const gateway = spawn(process.execPath, words, { env: { SERVICE_HOME: home }, stdio: 'pipe' });
  try {
    const [bare, behind] = [new Caller(await addressIn(echo)), new Caller(await addressIn(gateway))];
    await bare.begin();
    await behind.begin();
    return [...(await alone(bare, behind)), ...(await together(bare, behind, { echo, gateway }))];
  } finally {
    gateway.kill();
    echo.kill();
    await Promise.all([gateway, echo].map((child) => new Promise((resolve) => child.once('exit', resolve))));
    rmSync(home, { recursive: true, force: true });
  }
}

/** One call at a time; both are asked in turns. */
async function alone(bare: Caller, behind: Caller): Promise<Measure[]> {
  const [without, within]: [number[], number[]] = [[], []];
  for (let call = 0; call < WARM_UP + CALLS; call++) {
    const [a, b] = [await bare.call(), await behind.call()];
    if (call < WARM_UP) continue;
    without.push(a);
    within.push(b);
  }
  return [
    { name: 'HTTP: echo server alone, one call at a time, p50', value: median(without), unit: 'ms' },
    { name: 'HTTP: added by the gateway, p50', value: median(within) - median(without), unit: 'ms', aim: 0.5 },
  ];
}

async function together(
  bare: Caller,
  behind: Caller,
  { echo, gateway }: Record<'echo' | 'gateway', ChildProcessWithoutNullStreams>,
): Promise<Measure[]> {
  await bare.callMany(FLOOD / 2);
  await behind.callMany(FLOOD / 2);
  const [without, within] = [p95(await bare.callMany(FLOOD)), p95(await behind.callMany(FLOOD))];
  const memory = [echo, gateway].map(peakMemory);
  await Promise.all([bare.end(), behind.end()]);
  return [
    { name: `HTTP: echo server alone, ${FLIGHT} in flight, p95`, value: without, unit: 'ms' },
    { name: `HTTP: added by the gateway, ${FLIGHT} in flight, p95`, value: within - without, unit: 'ms', aim: 25 },
    { name: 'HTTP: peak memory of the echo server alone', value: memory[0] ?? 0, unit: 'MB' },
    { name: 'HTTP: peak memory of the gateway', value: memory[1] ?? 0, unit: 'MB', aim: 70 },
  ];
}

function peakMemory({ pid }: ChildProcessWithoutNullStreams): number {
  return Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;
}

function p95(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length * 0.95)] ?? 0;
}

function addressIn(child: ChildProcessWithoutNullStreams): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = '';
    child.once('exit', (code) => reject(new Error(`ended with ${code}: ${text}`)));
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (chunk: string) => {
        text += chunk;
        const url = /http:\S+\/mcp\S*/.exec(text)?.[0];
        if (url !== undefined) resolve(url);
      });
  });
}

/** A client with one session and as many connections as it has calls in flight. */
class Caller {
  private readonly pool: Pool;
  private readonly path: string;
  private session: Record<string, string> = {};
  private next = 1;

  constructor(address: string) {
    const { origin, pathname } = new URL(address);
    this.pool = new Pool(origin, { connections: FLIGHT });
    this.path = pathname;
  }

  async begin(): Promise<void> {
    const params = { protocolVersion: '2025-06-18', capabilities: {} };
    const { headers } = await this.post({ method: 'initialize', params });
    this.session = { 'mcp-session-id': String(headers['mcp-session-id']) };
  }

  async call(): Promise<number> {
    const began = performance.now();
    const { statusCode } = await this.post({
      method: 'tools/call',
      params: { name: 'echo', arguments: { message: 'what a person would say', count: 3 } },
    });
    if (statusCode !== 200) throw new Error(`status ${statusCode}`);
    return performance.now() - began;
  }

  /** Milliseconds of each call. */
  async callMany(count: number): Promise<number[]> {
    const times: number[] = [];
    let left = count;
    const one = async () => {
      while (left-- > 0) times.push(await this.call());
    };
    await Promise.all(Array.from({ length: FLIGHT }, one));
    return times;
  }

  end(): Promise<void> {
    return this.pool.close();
  }

  private async post(message: object) {
    const body = JSON.stringify({ jsonrpc: '2.0', id: this.next++, ...message });
    const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream', ...this.session };
    const answer = await this.pool.request({ path: this.path, method: 'POST', headers, body });
    await answer.body.dump();
    return answer;
  }
}
