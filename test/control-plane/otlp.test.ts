import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type Loopback, loopback, type Told } from '../support/loopback.js';
import { type ServeProcess, serveFolder, startServe } from '../support/serve-process.js';
import { projectRoot, temporaryFolder } from '../support/spawn-cli.js';

/** A span as OTLP/JSON has it (opentelemetry-proto, trace.proto). */
interface Span {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  startTimeUnixNano: string;
  endTimeUnixNano: string;
  attributes: { key: string; value: Record<string, unknown> }[];
  status: { code?: number };
}

const TOKEN = 'token-of-the-monitoring-long-enough';
let collector: Loopback;
let tell: (path: string) => Told | undefined;
const folder = temporaryFolder();
const tokenFile = join(folder.path, 'token');
writeFileSync(tokenFile, TOKEN);

beforeAll(async () => {
  collector = await loopback(({ url }) => tell(url));
});
afterEach(() => {
  tell = () => ({ body: {} });
});
afterAll(async () => {
  await collector.close();
  folder.dispose();
});
tell = () => ({ body: {} });

const bodiesOf = (signal: string) => collector.asked.filter(({ url }) => url === `/v1/${signal}`).map(({ body }) => JSON.parse(body));

function spans(): Span[] {
  return bodiesOf('traces').flatMap(({ resourceSpans }) =>
    resourceSpans.flatMap((one: { scopeSpans: { spans: Span[] }[] }) => one.scopeSpans.flatMap((scope) => scope.spans)),
  );
}

interface MetricBody {
  resourceMetrics: { scopeMetrics: { metrics: { name: string }[] }[] }[];
}

function metricNames(): string[] {
  const bodies: MetricBody[] = bodiesOf('metrics');
  const last = bodies.at(-1)?.resourceMetrics.flatMap((one) => one.scopeMetrics.flatMap(({ metrics }) => metrics)) ?? [];
  return last.map(({ name }) => name).sort();
}

const until = <T>(look: () => T | undefined | false) => expect.poll(look, { timeout: 30_000, interval: 100 }).toBeTruthy();

async function started(home: string, env: Record<string, string> = {}, args: string[] = []): Promise<ServeProcess> {
  return startServe({
    home,
    args,
    env: { SERVICE_OTLP_ENDPOINT: collector.url, OTEL_METRIC_EXPORT_INTERVAL: '400', SERVICE_METRICS_TOKEN_FILE: tokenFile, ...env },
  });
}

function asking({ url, key }: ServeProcess) {
  return async (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) => {
    const answer = await fetch(`${url}${path}`, {
      method,
      headers: { authorization: `Bearer ${key}`, ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    return { status: answer.status, headers: answer.headers, text, body: text.startsWith('{') ? JSON.parse(text) : undefined };
  };
}

describe('traces and metrics', () => {
  const plane = serveFolder();
  let server: ServeProcess;
  let ask: ReturnType<typeof asking>;
  const project = join(folder.path, 'project');

  beforeAll(async () => {
    mkdirSync(project);
    writeFileSync(join(project, 'requirements.txt'), 'flask==3.0.0\n');
    server = await started(plane.path, { OTEL_EXPORTER_OTLP_HEADERS: 'x-team=blue%20one' }, [
      '--workers',
      '1',
      '--scan-roots',
      folder.path,
      '--offline',
    ]);
    plane.started.push(server);
    ask = asking(server);
  });
  afterAll(() => plane.dispose());

  it('give the span of a request the ids of its answer, the caller as its parent, and statements by name below it', async () => {
    const traceId = 'aaaabbbbccccddddeeeeffff00001111';
    const { headers, status } = await ask('GET', '/v1/sources?q=hidden-word', undefined, {
      traceparent: `00-${traceId}-1234567890abcdef-01`,
    });
    expect(status).toBe(200);
    expect(headers.get('x-trace-id')).toBe(traceId);
    await until(() => spans().some(({ spanId }) => spanId === headers.get('x-span-id')));
    const mine = spans().filter((one) => one.traceId === traceId);
    const request = mine.find(({ spanId }) => spanId === headers.get('x-span-id'));
    expect(request).toMatchObject({ name: 'GET /v1/sources', parentSpanId: '1234567890abcdef' });
    const facts = Object.fromEntries(request?.attributes.map(({ key, value }) => [key, Object.values(value)[0]]) ?? []);
    expect(facts).toMatchObject({ 'http.route': '/v1/sources', 'http.response.status_code': 200, 'castellan.tenant': 'default' });
    const reads = mine.filter(({ parentSpanId, name }) => parentSpanId === request?.spanId && name === 'db read');
    expect(reads.length).toBeGreaterThan(0);
    const statement = mine.find(
      ({ name, parentSpanId }) => name === 'select sources' && reads.some(({ spanId }) => spanId === parentSpanId),
    );
    expect(statement).toBeDefined();
    for (const { body } of collector.asked) {
      expect(body).not.toContain('hidden-word');
      expect(body).not.toContain(server.key);
    }
    expect(collector.asked[0]?.headers['x-team']).toBe('blue one');
  });

  it('leave out a trace that its caller does not keep, and what probes ask', async () => {
    const traceId = '1111bbbbccccddddeeeeffff00002222';
    const left = await ask('GET', '/v1/auth/me', undefined, { traceparent: `00-${traceId}-1234567890abcdef-00` });
    const kept = await ask('GET', '/v1/auth/me');
    expect(left.headers.get('x-trace-id')).toBe(traceId);
    await ask('GET', '/readyz');
    await until(() => spans().some(({ spanId }) => spanId === kept.headers.get('x-span-id')));
    expect(spans().filter((one) => one.traceId === traceId)).toEqual([]);
    expect(spans().filter(({ name }) => name.includes('/readyz'))).toEqual([]);
  });

  it('follow a job from its request to the steps in its worker process and its end', async () => {
    const source = { display_name: 'project', kind: 'scan.repo', scope: { path: project } };
    const { body: made, status } = await ask('POST', '/v1/sources', source);
    expect(status).toBe(201);
    const run = await ask('POST', `/v1/sources/${made.source_id}/run`, {});
    const traceId = run.headers.get('x-trace-id') ?? '';
    await until(() => spans().some((one) => one.traceId === traceId && one.name === 'job scan'));
    const mine = spans().filter((one) => one.traceId === traceId);
    const named = (name: string) => mine.find((one) => one.name === name);
    const way = (name: string): string[] => {
      const one = named(name);
      const parent = mine.find(({ spanId }) => spanId === one?.parentSpanId);
      return one === undefined ? [] : [one.name, ...(parent ? way(parent.name) : [])];
    };
    const launch = ['job launch', 'db write', 'POST /v1/sources/{source_id}/run'];
    expect(way('scan collect')).toEqual(['scan collect', 'worker', 'job work', 'job scan', ...launch]);
    expect(way('job settle')).toEqual(['job settle', 'job scan', ...launch]);
    expect(way('evidence put')).toEqual(['evidence put', 'job scan', ...launch]);
    expect(way('job wait')).toEqual(['job wait', ...launch]);
    expect(named('POST /v1/sources/{source_id}/run')?.spanId).toBe(run.headers.get('x-span-id'));
    const pid = named('worker')?.attributes.find(({ key }) => key === 'process.pid')?.value.intValue;
    expect(Number(pid)).not.toBe(server.child.pid);
    for (const { startTimeUnixNano, endTimeUnixNano, name } of mine)
      expect(BigInt(endTimeUnixNano) >= BigInt(startTimeUnixNano), name).toBe(true);
  });

  it('say the same metrics as /metrics', async () => {
    const { text } = await ask('GET', '/metrics', undefined, { authorization: `Bearer ${TOKEN}` });
    const printed = [...text.matchAll(/^# TYPE (\S+) (?:counter|gauge|histogram)$/gm)].map(([, name]) => name).sort();
    expect(printed).toContain('castellan_http_request_seconds');
    await until(() => metricNames().length > 0);
    expect(metricNames()).toEqual(printed);
  });

  it('count a histogram as Prometheus does', async () => {
    await until(() => bodiesOf('metrics').length > 0);
    const all = bodiesOf('metrics').at(-1)?.resourceMetrics[0].scopeMetrics[0].metrics;
    const [point] = all.find(({ name }: { name: string }) => name === 'castellan_http_request_seconds').histogram.dataPoints;
    expect(point.bucketCounts.map(Number).reduce((sum: number, count: number) => sum + count, 0)).toBe(Number(point.count));
    expect(point.bucketCounts.length).toBe(point.explicitBounds.length + 1);
  });

  it('arrive at the end, too', async () => {
    const { headers } = await ask('GET', '/v1/auth/me');
    server.kill('SIGTERM');
    expect(await server.ended).toBe(143);
    expect(spans().some(({ spanId }) => spanId === headers.get('x-span-id'))).toBe(true);
  });
});

describe('a collector that', () => {
  it('asks for patience gets the spans later, one that refuses them does not, and the service says so once', async () => {
    const plane = serveFolder();
    let busy = 2;
    tell = (path) => (path === '/v1/traces' && busy-- > 0 ? { status: 429, headers: { 'retry-after': '1' } } : { body: {} });
    const server = await started(plane.path);
    plane.started.push(server);
    const ask = asking(server);
    const { headers } = await ask('GET', '/v1/auth/me');
    const span = headers.get('x-span-id');
    await until(() => collector.asked.filter(({ url, body }) => url === '/v1/traces' && body.includes(span ?? '?')).length >= 3);
    tell = () => ({ status: 400, body: 'no' });
    await ask('GET', '/v1/auth/me');
    const dropped = async () => {
      const { text } = await ask('GET', '/metrics', undefined, { authorization: `Bearer ${TOKEN}` });
      return Number(/castellan_telemetry_dropped_total\{signal="traces"\} (\d+)/.exec(text)?.[1] ?? 0);
    };
    await expect.poll(dropped, { timeout: 30_000 }).toBeGreaterThan(0);
    expect(server.stderr().split('telemetry is not taken').length - 1).toBe(1);
    await plane.dispose();
  });

  it('never answers, or is not there, delays neither a request nor the end', async () => {
    const plane = serveFolder();
    tell = () => undefined;
    const server = await started(plane.path);
    plane.started.push(server);
    const { status } = await asking(server)('GET', '/v1/auth/me');
    expect(status).toBe(200);
    server.kill('SIGTERM');
    expect(await server.ended).toBe(143);
    const gone = await started(plane.path, { SERVICE_OTLP_ENDPOINT: 'http://127.0.0.1:9' });
    plane.started.push(gone);
    expect((await fetch(`${gone.url}/healthz`)).status).toBe(200);
    gone.kill('SIGTERM');
    expect(await gone.ended).toBe(143);
    await plane.dispose();
  });

  it('is named wrongly keeps the service from starting, with one line that holds no credential', async () => {
    const plane = serveFolder();
    for (const [env, line] of [
      [{ SERVICE_OTLP_ENDPOINT: 'collector:4318' }, 'SERVICE_OTLP_ENDPOINT  expected an address'],
      [{ OTEL_EXPORTER_OTLP_HEADERS: 'hunter2' }, 'OTEL_EXPORTER_OTLP_HEADERS  expected name=value'],
      [
        { SERVICE_OTLP_ENDPOINT: 'http://collector.example:4318', OTEL_EXPORTER_OTLP_HEADERS: 'authorization=hunter2' },
        'would show the credential',
      ],
    ] as [Record<string, string>, string][]) {
      const failed = await started(plane.path, env).then(
        () => '',
        (error: Error) => error.message,
      );
      expect(failed).toContain('ended with 2');
      expect(failed).toContain(line);
      expect(failed).not.toContain('hunter2');
    }
    await plane.dispose();
  });
});

describe('without a collector', () => {
  it('no SDK of OpenTelemetry is loaded: its chunks are reached by import() alone', () => {
    interface Output {
      inputs: Record<string, unknown>;
      imports: { path: string; kind: string }[];
    }
    const { outputs }: { outputs: Record<string, Output> } = JSON.parse(readFileSync(join(projectRoot, 'dist/metafile-esm.json'), 'utf8'));
    // prom-client brings the bare interface along, for exemplars.
    const isSdk = (input: string) => input.includes('@opentelemetry/') && !input.includes('@opentelemetry/api/');
    const holds = (path: string) => Object.keys(outputs[path]?.inputs ?? {}).some(isSdk);
    const chunks = Object.keys(outputs).filter(holds);
    expect(chunks.length).toBeGreaterThan(0);
    const reached = Object.entries(outputs).flatMap(([path, { imports }]) =>
      holds(path) ? [] : imports.filter((one) => holds(one.path)).map(({ kind }) => `${path} ${kind}`),
    );
    expect(reached.length).toBeGreaterThan(0);
    expect(reached.filter((line) => !line.endsWith('dynamic-import'))).toEqual([]);
  });
});
