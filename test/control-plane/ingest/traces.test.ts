import { beforeAll, describe, expect, it } from 'vitest';
import { databases } from '../../support/databases.js';
import { withPlane } from '../../support/with-plane.js';

const attribute = (key: string, stringValue: string) => ({ key, value: { stringValue } });
const span = (id: number, attributes: object[] = [], more: object = {}) => ({
  traceId: 'ab'.repeat(16),
  spanId: id.toString(16).padStart(16, '0'),
  name: `step ${id}`,
  startTimeUnixNano: '1767268800000000000',
  endTimeUnixNano: '1767268801000000000',
  attributes,
  ...more,
});
const request = (spans: unknown[], service = 'assistant') => ({
  resourceSpans: [{ resource: { attributes: [attribute('service.name', service)] }, scopeSpans: [{ scope: { name: 's' }, spans }] }],
});

describe.each(databases())('traces on $name', (database) => {
  const at = withPlane(database);
  let key = '';
  beforeAll(async () => {
    key = await at.key('acme');
  });

  const push = (body: unknown, query = '', asker = key) => at.ask('POST', `/v1/traces${query}`, { key: asker, body });

  it('are kept span by span, once, and tell of calls of tools', async () => {
    const call = span(1, [attribute('gen_ai.tool.name', 'create_issue'), attribute('mcp.server.name', 'github')]);
    const { status, body } = await push(request([call, span(2)]));
    expect(status).toBe(200);
    expect(body).toMatchObject({ accepted: 2, duplicates: 0, tool_calls: 1, rejected: [] });
    expect(body.partialSuccess).toBeUndefined();
    expect((await push(request([call, span(3)]))).body).toMatchObject({ accepted: 1, duplicates: 1 });
    const spans = await at.plane.store.read('acme', ({ db }) =>
      db.selectFrom('trace_spans').selectAll().where('tenant_id', '=', 'acme').orderBy('span_id').execute(),
    );
    expect(spans).toHaveLength(3);
    expect(spans[0]).toMatchObject({ service: 'assistant', name: 'step 1', started_at: '2026-01-01T12:00:00.000Z' });
    const edges = await at.plane.store.read('acme', ({ db }) =>
      db.selectFrom('graph_edges').select(['from_id', 'kind', 'to_id']).where('tenant_id', '=', 'acme').orderBy('kind').execute(),
    );
    expect(edges).toEqual([
      { from_id: 'runtime:server:github', kind: 'offers', to_id: 'runtime:server:github#tool:create_issue' },
      { from_id: 'runtime:agent:assistant', kind: 'uses', to_id: 'runtime:server:github' },
    ]);
  });

  it('are taken as far as they are spans', async () => {
    const { body } = await push(request([span(10), span(11, [], { spanId: 'xyz' }), { name: 'none' }, span(12)]));
    expect(body).toMatchObject({ accepted: 2, rejected: [{ index: 1 }, { index: 2 }], partialSuccess: { rejectedSpans: 2 } });
  });

  it('may be none', async () => {
    for (const body of [{}, { resourceSpans: [] }, request([])]) {
      const answer = await push(body);
      expect(answer).toMatchObject({ status: 200, body: { accepted: 0 } });
      expect((await at.ask('GET', `/v1/evidence/${answer.body.evidence_id}`, { key })).body.kind).toBe('trace');
    }
  });

  it('are refused when they are something else, too many, or for another kind of source', async () => {
    expect((await push({ resourceSpans: [{ scopeSpans: 'many' }] })).status).toBe(422);
    expect((await push({ resourceSpans: 7 })).status).toBe(422);
    expect((await push(request(Array.from({ length: 10_001 }, () => ({}))))).status).toBe(422);
    const made = { kind: 'runtime.proxy', display_name: 'p' };
    const { source_id: proxy } = (await at.ask('POST', '/v1/sources', { key, body: made })).body;
    expect((await push({}, `?source_id=${proxy}`)).status).toBe(409);
    expect((await push({}, `?source_id=${proxy}`, await at.key('globex'))).status).toBe(404);
    expect((await push({}, '', await at.key('acme', 'viewer'))).status).toBe(403);
    expect((await push({}, '?colour=red')).status).toBe(400);
  });
});
