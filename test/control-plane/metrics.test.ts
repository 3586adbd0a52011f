import { beforeAll, describe, expect, it } from 'vitest';
import { sqlite } from '../support/databases.js';
import { withPlane } from '../support/with-plane.js';

/** Prometheus documentation, "Exposition formats", text format 0.0.4. */
const LABELS = String.raw`\{(?:[a-zA-Z_]\w*="(?:[^"\\\n]|\\["\\n])*",?)*\}`;
const SAMPLE = new RegExp(String.raw`^([a-zA-Z_:][\w:]*)(${LABELS})? (-?\d+(?:\.\d+)?(?:e[+-]?\d+)?|[+-]Inf|NaN)$`);

interface Exposition {
  types: Map<string, string>;
  samples: Map<string, number>;
  /** Lines that are neither comment nor sample, and samples that come twice or without a type. */
  wrong: string[];
}

function parse(text: string): Exposition {
  const found: Exposition = { types: new Map(), samples: new Map(), wrong: [] };
  for (const line of text.split('\n').filter((each) => each !== '')) {
    const [, typed = '', type = ''] = /^# TYPE (\S+) (counter|gauge|histogram|summary)$/.exec(line) ?? [];
    const [, name = '', labels = '', value] = SAMPLE.exec(line) ?? [];
    if (typed !== '' && !found.types.has(typed)) found.types.set(typed, type);
    else if (value !== undefined && !found.samples.has(name + labels)) {
      if (!found.types.has(name) && !found.types.has(name.replace(/_(?:bucket|sum|count)$/, ''))) found.wrong.push(line);
      found.samples.set(name + labels, Number(value));
    } else if (!line.startsWith('# HELP ')) found.wrong.push(line);
  }
  return found;
}

const TOKEN = 'token-of-the-monitoring-long-enough';

describe('GET /metrics', () => {
  let key = '';
  const at = withPlane(sqlite(), { metricsToken: TOKEN });
  beforeAll(async () => {
    key = await at.key('acme', 'viewer');
  });

  it('is what Prometheus reads, and counts every answer once', async () => {
    for (let count = 0; count < 20; count += 1) await at.ask('GET', '/v1/sources', { key });
    for (let count = 0; count < 7; count += 1) await at.ask('GET', `/v1/sources/src_${count}`, { key });
    for (let count = 0; count < 5; count += 1) await at.ask('GET', `/nowhere/${count}`, { key });
    for (let count = 0; count < 3; count += 1) await at.ask('GET', '/v1/sources');
    const { headers, text } = await at.ask('GET', '/metrics', { key: TOKEN });
    expect(headers['content-type']).toBe('text/plain; version=0.0.4; charset=utf-8');
    expect(text.endsWith('\n')).toBe(true);
    const { types, samples, wrong } = parse(text);
    expect(wrong).toEqual([]);
    expect(types.get('castellan_http_request_seconds')).toBe('histogram');
    const answers = (route: string, status: number) =>
      samples.get(`castellan_http_request_seconds_count{method="GET",route="${route}",status="${status}"}`);
    expect([
      answers('/v1/sources', 200),
      answers('/v1/sources/{source_id}', 404),
      answers('unknown', 404),
      answers('/v1/sources', 401),
      samples.get('castellan_http_denied_total{status="401"}'),
    ]).toEqual([20, 7, 5, 3, 3]);
  });

  it('has labels of which there are few, and none that names a tenant, an id or an address', async () => {
    const { text } = await at.ask('GET', '/metrics', { key: TOKEN });
    expect(text).not.toMatch(/acme|src_|127\.0\.0\.1|nowhere/);
  });

  it('tells a tenant of its own jobs alone', async () => {
    const others = await at.key('globex');
    const scope = { path: at.folder };
    for (let n = 0; n < 3; n++)
      expect((await at.ask('POST', '/v1/scan', { key: others, body: { kind: 'scan.repo', scope } })).status).toBe(201);
    const { samples, wrong } = parse((await at.ask('GET', '/metrics', { key })).text);
    expect(wrong).toEqual([]);
    expect(Object.fromEntries(samples)).toEqual({
      'castellan_jobs_queued{state="running"}': 0,
      'castellan_jobs_queued{state="waiting"}': 0,
    });
    expect(parse((await at.ask('GET', '/metrics', { key: others })).text).samples.get('castellan_jobs_queued{state="waiting"}')).toBe(3);
    expect(parse((await at.ask('GET', '/metrics', { key: TOKEN })).text).samples.get('castellan_jobs_queued{state="waiting"}')).toBe(3);
  });

  it('is all that the token of the operator opens', async () => {
    expect((await at.ask('GET', '/v1/sources', { key: TOKEN })).status).toBe(401);
    expect((await at.ask('GET', '/metrics', { key: `${TOKEN}!` })).status).toBe(401);
    expect((await at.ask('GET', '/metrics')).status).toBe(401);
  });
});
