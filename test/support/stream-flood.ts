import { readFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { timeOf } from '../../src/control-plane/ground/ground.js';
import { newId } from '../../src/control-plane/ids.js';
import { enqueueJob } from '../../src/control-plane/jobs/launch.js';
import type { TestPlane } from './control-plane.js';
import { type ServeProcess, startServe } from './serve-process.js';

export interface Flood {
  clients: number;
  tenants: number;
  /** Milliseconds the streams stay open while ordinary requests are measured. */
  holdMs: number;
}

/** What a flood of idle event streams did. */
export interface FloodOutcome {
  /** Clients by the status they were answered with. */
  statuses: Record<number, number>;
  /** Bodies of refusals, each once. */
  refusals: string[];
  /** Event streams of each tenant that were held. */
  held: number[];
  /** Streams that ended though nobody had ended them. */
  lost: number;
  kilobytesPerStream: number;
  /** Milliseconds of ordinary requests while the streams were open. */
  ordinary: { p50: number; p95: number; longest: number };
  /** Milliseconds until a tenant whose streams were full had one again, after all clients had gone. */
  releasedMs: number;
}

/** Opens event streams of queued jobs on a real server, all at once, and looks how it bears them. */
export async function floodStreams(at: TestPlane, { clients, tenants, holdMs }: Flood): Promise<FloodOutcome> {
  const places = await Promise.all(Array.from({ length: tenants }, (_, index) => waitingJob(at, `tenant${index}`)));
  const server = await startServe({ home: at.plane.options.dataFolder, args: ['--quiet'], env: environment(at) });
  try {
    const opened: Client[] = [];
    await ordinaryRequests(server, places[0], 500);
    const before = residentKilobytes(server);
    for (let from = 0; from < clients; from += BURST) {
      const burst = Array.from({ length: Math.min(BURST, clients - from) }, (_, index) =>
        openStream(server.url, places[(from + index) % tenants], Math.floor((from + index) / tenants)),
      );
      opened.push(...(await Promise.all(burst)));
    }
    const ordinary = await ordinaryRequests(server, places[0], holdMs);
    const after = residentKilobytes(server);
    const streams = opened.filter(({ status }) => status === 200);
    const outcome = {
      statuses: countBy(opened.map(({ status }) => status)),
      refusals: [...new Set(opened.filter(({ status }) => status !== 200).map(({ text }) => text.split('\r\n\r\n')[1] ?? ''))],
      held: places.map((place) => streams.filter((one) => one.place === place).length),
      lost: streams.filter(({ socket }) => socket.destroyed).length,
      kilobytesPerStream: (after - before) / Math.max(1, streams.length),
      ordinary,
    };
    for (const { socket } of opened) socket.destroy();
    return { ...outcome, releasedMs: await untilFree(server, places[0]) };
  } finally {
    server.kill('SIGKILL');
    await server.ended;
  }
}

const BURST = 250;

function environment({ plane: { options } }: TestPlane): Record<string, string> {
  return { SERVICE_READ_RATE: '1000000', ...(options.databaseUrl !== undefined && { SERVICE_DATABASE_URL: options.databaseUrl }) };
}

interface Place {
  /** Several, since one may not hold all places of its tenant. */
  keys: readonly string[];
  jobId: string;
}

async function waitingJob(at: TestPlane, tenant: string): Promise<Place> {
  const keys = [await at.key(tenant), await at.key(tenant), await at.key(tenant)];
  const jobId = await at.plane.store.write(tenant, (store, shared) =>
    enqueueJob(store, shared, {
      jobType: 'scan',
      requestedBy: 'key:test',
      requestedRole: 'analyst',
      spec: {},
      traceId: newId('t').slice(0, 32),
      now: timeOf(at.plane, 86_400_000),
    }),
  );
  return { keys, jobId };
}

interface Client {
  place: Place | undefined;
  socket: Socket;
  status: number;
  /** What came first. */
  text: string;
}

/** A client that reads what comes first, and then is idle. */
function openStream(url: string, place: Place | undefined, turn = 0): Promise<Client> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname);
    const head = [`GET /v1/scan/${place?.jobId}/stream HTTP/1.1`, 'Host: x', `Authorization: Bearer ${place?.keys[turn % 3]}`, '', ''].join(
      '\r\n',
    );
    let text = '';
    socket.once('connect', () => socket.write(head));
    socket.on('data', (piece: Buffer) => {
      if (text.length < 4096) text += piece.toString('latin1');
      const status = Number(/^HTTP\/1\.1 (\d+)/.exec(text)?.[1]);
      const whole = status === 200 ? text.includes('event: queued') : /\r\n\r\n.*\}$/s.test(text);
      if (whole) resolve({ place, socket, status, text });
    });
    socket.once('error', reject);
    socket.once('close', () => reject(new Error(`closed after: ${text.slice(0, 200)}`)));
  });
}

async function ordinaryRequests(server: ServeProcess, place: Place | undefined, forMs: number): Promise<FloodOutcome['ordinary']> {
  const times: number[] = [];
  for (const until = Date.now() + forMs; Date.now() < until; ) {
    const started = performance.now();
    const response = await fetch(`${server.url}/v1/sources`, { headers: { authorization: `Bearer ${place?.keys[0]}` } });
    await response.text();
    if (response.status !== 200) throw new Error(`an ordinary request was answered ${response.status}`);
    times.push(performance.now() - started);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  times.sort((a, b) => a - b);
  const at = (share: number) => Math.round(times[Math.floor((times.length - 1) * share)] ?? 0);
  return { p50: at(0.5), p95: at(0.95), longest: at(1) };
}

async function untilFree({ url }: ServeProcess, place: Place | undefined): Promise<number> {
  const started = Date.now();
  for (;;) {
    const { status, socket } = await openStream(url, place);
    socket.destroy();
    if (status === 200) return Date.now() - started;
    if (Date.now() - started > 30_000) throw new Error('the streams of clients that have gone are still counted');
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

function residentKilobytes({ child }: ServeProcess): number {
  return Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1]);
}

function countBy(values: readonly number[]): Record<number, number> {
  const counts: Record<number, number> = {};
  for (const value of values) counts[value] = (counts[value] ?? 0) + 1;
  return counts;
}
