import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import pg from 'pg';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Answer } from '../../support/control-plane.js';
import { databases } from '../../support/databases.js';
import { sampleComponent, sampleFinding, sampleReport } from '../../support/sample-parts.js';
import { leaked, type SecretShape, secretShapes } from '../../support/secret-shapes.js';
import { withPlane } from '../../support/with-plane.js';

/** The shape in a text of one line, where the schema wants one. */
const oneLine = ({ text }: SecretShape) => text.replaceAll('\n', ' ');
const attribute = (key: string, stringValue: string) => ({ key, value: { stringValue } });

function findings(shape: SecretShape, at: number) {
  const text = oneLine(shape);
  const whole = { id: `rule-${at} ${text}`, title: text, severity: 'low', description: shape.text, fix: shape.text, subject: text };
  return [
    { ...whole, locations: [{ path: text }], references: [`https://x.example/?q=${text}`] },
    { [text]: shape.text, nested: [shape.text] },
  ];
}

function agents(shape: SecretShape, at: number) {
  const text = oneLine(shape);
  const servers = [
    { name: text, command: 'run', args: [shape.text, '--token', shape.hidden[0] ?? ''], env_names: [text], tools: [{ name: text }] },
    { name: 'remote', url: `https://x.example/?token=${encodeURIComponent(shape.hidden[0] ?? '')}`, header_names: [text] },
  ];
  return [
    { client: `client-${at}`, path: text, labels: { note: text }, servers },
    { client: 'odd', env: { KEY: shape.text } },
  ];
}

function events(shape: SecretShape, at: number) {
  const text = oneLine(shape);
  const base = { seq: at, occurred_at: '2026-01-01T12:00:00.000Z', decision: 'deny', reason: text, tool: text, server: text, agent: text };
  return [
    { ...base, argument_shape: { [text]: 'string(4)' } },
    { ...base, arguments: { text: shape.text } },
  ];
}

function sarif(shapes: readonly SecretShape[]) {
  const results = shapes.map(({ text, hidden }) => ({
    ruleId: text,
    message: { text },
    locations: [{ physicalLocation: { artifactLocation: { uri: text }, region: { startLine: 1, snippet: { text } } } }],
    properties: { password: hidden[0], tags: [text] },
  }));
  return { version: '2.1.0', runs: [{ tool: { driver: { name: 't' } }, results }] };
}

function bill(shapes: readonly SecretShape[]) {
  const components = shapes.map(({ text, hidden }, at) => ({
    type: 'library',
    name: text,
    version: text,
    ...(at % 2 === 0 && { purl: `pkg:npm/p${at}@1.0.0?download_url=${encodeURIComponent(text)}` }),
    licenses: [{ license: { name: text } }],
    properties: [
      { name: 'api_token', value: hidden[0] },
      { name: 'note', value: text },
    ],
  }));
  return { bomFormat: 'CycloneDX', specVersion: '1.5', [shapes[0]?.text ?? '']: 1, components };
}

function spans(shapes: readonly SecretShape[]) {
  const made = shapes.map((shape, at) => ({
    traceId: 'cd'.repeat(16),
    spanId: (at + 1).toString(16).padStart(16, '0'),
    name: shape.text,
    startTimeUnixNano: '1767268800000000000',
    attributes: [
      attribute('gen_ai.tool.name', shape.text),
      attribute('db.password', shape.hidden[0] ?? ''),
      attribute(shape.text, shape.text),
    ],
  }));
  return {
    resourceSpans: [{ resource: { attributes: [attribute('service.name', shapes[0]?.text ?? '')] }, scopeSpans: [{ spans: made }] }],
  };
}

function report(shapes: readonly SecretShape[]) {
  const component = sampleComponent('lodash', '4.17.20');
  const made = shapes.map(({ text }, at) => sampleFinding(`X-${at}`, component, { title: text, why: text, fix: text, references: [text] }));
  const server = {
    name: 'x',
    client: 'c',
    path: 'p',
    transport: 'stdio' as const,
    command: 'run',
    url: null,
    env_names: [],
    header_names: [],
  };
  const servers = shapes.map(({ text, hidden }, at) => ({
    ...{ ...server, ref: `mcp:${at}`, args: [text, '--api-key', hidden[0] ?? ''] },
    ...{ disabled: false, auto_approve: [], components: [] },
  }));
  return JSON.parse(
    JSON.stringify({ ...sampleReport({ findings: made, components: [component], servers }), extra: shapes.map(({ text }) => text) }),
  );
}

describe.each(databases())('planted secrets on $name', (database) => {
  const at = withPlane(database);
  let key = '';
  const answers: Answer[] = [];
  beforeAll(async () => {
    key = await at.key('acme');
    const ask = async (path: string, body: unknown) => answers.push(await at.ask('POST', path, { key, body }));
    await ask('/v1/findings/bulk', { findings: secretShapes.flatMap(findings) });
    await ask('/v1/fleet/sync', { device: 'laptop', observed_at: '2026-01-01T12:00:00.000Z', agents: secretShapes.flatMap(agents) });
    await ask('/v1/proxy/audit', { session_id: 's', events: secretShapes.flatMap(events) });
    await ask('/v1/compliance/ingest', { format: 'sarif', document: sarif(secretShapes) });
    await ask('/v1/compliance/ingest', { format: 'cyclonedx', document: bill(secretShapes) });
    await ask('/v1/results/push', report(secretShapes));
    await ask('/v1/traces', spans(secretShapes));
  });

  it('are taken in, and come out of no answer', async () => {
    expect(answers.map(({ status, body }) => [status, body.detail])).toEqual(answers.map(() => [200, undefined]));
    const reads = [
      '/v1/fleet?limit=200',
      '/v1/proxy/status',
      '/v1/proxy/alerts?limit=200',
      '/v1/evidence',
      '/v1/sources',
      '/v1/findings?limit=200',
    ];
    for (const path of reads) answers.push(await at.ask('GET', path, { key }));
    const agentId = answers.at(-6)?.body.items[0].agent_id;
    answers.push(await at.ask('GET', `/v1/fleet/${agentId}`, { key }));
    expect(answers.at(-1)?.status).toBe(200);
    for (const { text } of answers) expect(leaked(text)).toEqual([]);
  });

  it('lie in no evidence', async () => {
    const { items } = (await at.ask('GET', '/v1/evidence?limit=200', { key })).body;
    expect(items).toHaveLength(7);
    for (const { evidence_id: id } of items) {
      const content = await at.ask('GET', `/v1/evidence/${id}/content`, { key });
      expect(content.text.length).toBeGreaterThan(500);
      expect(leaked(content.text)).toEqual([]);
    }
    const stored = readdirSync(join(at.folder, 'data', 'evidence'), { recursive: true, withFileTypes: true }).filter((one) => one.isFile());
    for (const file of stored) expect(leaked(gunzipSync(readFileSync(join(file.parentPath, file.name))).toString())).toEqual([]);
  });

  it('lie in no row of the database, its audit events included', async () => {
    const url = at.plane.options.databaseUrl;
    const dump = url === undefined ? dumpOfFiles(join(at.folder, 'data')) : await dumpOfTables(url);
    expect(dump).toContain('rule-3');
    expect(leaked(dump)).toEqual([]);
  });
});

/** The bytes themselves, write-ahead log included. */
function dumpOfFiles(folder: string): string {
  const files = readdirSync(folder).filter((name) => name.startsWith('control-plane.db'));
  return files.map((name) => readFileSync(join(folder, name), 'latin1')).join('\n');
}

async function dumpOfTables(url: string): Promise<string> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows: tables } = await client.query<{ name: string }>(`select tablename as name from pg_tables where schemaname = 'public'`);
    const all: string[] = [];
    for (const { name } of tables) {
      const { rows } = await client.query<{ line: string }>(`select row_to_json(t)::text as line from "${name}" t`);
      all.push(...rows.map(({ line }) => line));
    }
    return all.join('\n');
  } finally {
    await client.end();
  }
}
