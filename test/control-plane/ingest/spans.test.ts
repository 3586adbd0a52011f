import { describe, expect, it } from 'vitest';
import { readSpans } from '../../../src/control-plane/ingest/otlp.js';

const text = (key: string, stringValue: string) => ({ key, value: { stringValue } });
const span = (more: object = {}) => ({
  traceId: 'AB'.repeat(16),
  spanId: 'CD'.repeat(8),
  name: 'step',
  startTimeUnixNano: '1767268800000000000',
  ...more,
});
const group = (spans: unknown[], service?: string) => ({
  ...(service !== undefined && { resource: { attributes: [text('service.name', service)] } }),
  scopeSpans: [{ spans }],
});
const only = async (more: object, service?: string) => (await readSpans([group([span(more)], service)])).spans[0];

describe('spans of OTLP', () => {
  it.each<[string, object]>([
    ['a trace of zeros', { traceId: '0'.repeat(32) }],
    ['a span of zeros', { spanId: '0'.repeat(16) }],
    ['a trace in base64', { traceId: 'q83vASNFZ4mrze8BI0VniQ==' }],
    ['a parent of another length', { parentSpanId: 'ab' }],
    ['no name', { name: '' }],
    ['a name without end', { name: 'x'.repeat(1001) }],
    ['no start', { startTimeUnixNano: undefined }],
    ['a start before time', { startTimeUnixNano: -1 }],
    ['a start in words', { startTimeUnixNano: 'now' }],
    ['an end in words', { endTimeUnixNano: 'later' }],
    ['attributes by name', { attributes: { a: 1 } }],
    ['too many attributes', { attributes: Array.from({ length: 201 }, () => text('a', 'b')) }],
  ])('with %s are rejected by their place', async (_what, more) => {
    const { spans, rejected, received } = await readSpans([group([span()]), group([span(), span(more)])]);
    expect(spans).toHaveLength(2);
    expect(received).toBe(3);
    expect(rejected).toMatchObject([{ index: 2 }]);
  });

  it.each<[string, object, object]>([
    ['ids in small letters', {}, { traceId: 'ab'.repeat(16), spanId: 'cd'.repeat(8) }],
    ['times as text', {}, { startedAt: '2026-01-01T12:00:00.000Z', endedAt: null }],
    [
      'times as numbers',
      { startTimeUnixNano: 0, endTimeUnixNano: 1.5e15 },
      { startedAt: '1970-01-01T00:00:00.000Z', endedAt: '1970-01-18T08:40:00.000Z' },
    ],
    ['times past all years', { startTimeUnixNano: 1e30 }, { startedAt: '9999-12-31T23:59:59.999Z' }],
    ['a root with an empty parent', { parentSpanId: '' }, { document: { parent_span_id: '' } }],
    ['a name on one line', { name: 'a\u001b[31m\nb' }, { name: expect.not.stringMatching(/\p{Cc}/u) }],
  ])('are kept with %s', async (_what, more, expected) => {
    expect(await only(more)).toMatchObject(expected);
  });

  it.each<[string, object[], string | undefined, object | undefined]>([
    ['no tool', [text('mcp.server.name', 'github')], 'bot', undefined],
    ['a tool without a name', [text('gen_ai.tool.name', '')], 'bot', undefined],
    ['a tool whose name is a number', [{ key: 'gen_ai.tool.name', value: { intValue: 7 } }], 'bot', undefined],
    ['a tool alone', [text('tool.name', 't')], undefined, { tool: 't', server: 'unnamed', agent: undefined }],
    ['a tool of a service', [text('mcp.tool.name', 't')], 'bot', { tool: 't', server: 'bot', agent: 'bot' }],
    [
      'all of it',
      [text('gen_ai.tool.name', 't'), text('mcp.server.name', 's'), text('gen_ai.agent.name', 'a')],
      'bot',
      { tool: 't', server: 's', agent: 'a' },
    ],
    [
      'two conventions, of which the newer one counts',
      [text('tool.name', 'old'), text('gen_ai.tool.name', 'new'), text('agent.name', 'x'), text('gen_ai.agent.id', 'y')],
      undefined,
      { tool: 'new', agent: 'y' },
    ],
  ])('that name %s tell of that call', async (_what, attributes, service, call) => {
    const read = await only({ attributes }, service);
    if (call === undefined) expect(read?.call).toBeUndefined();
    else expect(read?.call).toMatchObject(call);
  });

  it.each([[[7]], [[{ resource: 7 }]], [[{ scopeSpans: {} }]], [[{ scopeSpans: [{ spans: 7 }] }]]])(
    'are refused as a whole in %j',
    async (groups) => {
      await expect(readSpans(groups)).rejects.toThrow('resourceSpans: expected resource and scopeSpans');
    },
  );

  it('may be none', async () => {
    expect(await readSpans([{}, { scopeSpans: [] }, { scopeSpans: [{}] }])).toEqual({ spans: [], received: 0, rejected: [] });
  });
});
