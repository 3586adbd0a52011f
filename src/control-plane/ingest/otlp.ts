import { z } from 'zod';
import { MAX_SPANS } from '../../api/traces.js';
import type { JsonObject } from '../../support/json.js';
import { quote } from '../../support/quote.js';
import { Turns } from '../../support/turns.js';
import { Unprocessable } from '../failures.js';
import { chunksOf } from '../store/layer/many-rows.js';
import { type Rejected, sortItems } from './items.js';
import type { ServerSighting } from './runtime-graph.js';

const value = z.object({ stringValue: z.string(), intValue: z.union([z.string(), z.number()]), boolValue: z.boolean() }).partial();
const attributes = z.array(z.object({ key: z.string(), value: value.optional() })).max(200);

/**
 * Ids are in hex, because OTLP/JSON differs in that from other protobuf JSON; times are nanoseconds, as text or number.
 */
const otlpSpan = z.object({
  traceId: z.string().regex(/^(?!0+$)[0-9a-fA-F]{32}$/, 'expected 32 hex digits'),
  spanId: z.string().regex(/^(?!0+$)[0-9a-fA-F]{16}$/, 'expected 16 hex digits'),
  parentSpanId: z
    .string()
    .regex(/^(?:[0-9a-fA-F]{16})?$/, 'expected 16 hex digits')
    .optional(),
  name: z.string().min(1).max(1000),
  kind: z.union([z.number(), z.string()]).optional(),
  startTimeUnixNano: z.union([z.string().regex(/^\d{1,20}$/, 'expected nanoseconds'), z.number().min(0)]),
  endTimeUnixNano: z.union([z.string().regex(/^\d{1,20}$/, 'expected nanoseconds'), z.number().min(0)]).optional(),
  attributes: attributes.optional(),
  status: z.object({ code: z.union([z.number(), z.string()]).optional() }).optional(),
});

const scopeSpans = z.object({ spans: z.array(z.unknown()).optional() });
const resourceSpans = z.object({
  resource: z.object({ attributes: attributes.optional() }).optional(),
  scopeSpans: z.array(scopeSpans).optional(),
});

/** A span in the form that is stored. */
export interface Span {
  traceId: string;
  spanId: string;
  service: string | null;
  name: string;
  startedAt: string;
  endedAt: string | null;
  document: JsonObject;
  /** Set when the span is a tool call. */
  call?: ServerSighting;
}

export interface ReadSpans {
  spans: Span[];
  received: number;
  rejected: Rejected[];
}

/** Spans of an OTLP/JSON request; indexes of rejected ones count through the whole request. */
export async function readSpans(groups: readonly unknown[]): Promise<ReadSpans> {
  const turns = new Turns();
  const read: ReadSpans = { spans: [], received: 0, rejected: [] };
  for (const group of groups) {
    const parsed = resourceSpans.safeParse(group);
    if (!parsed.success) throw new Unprocessable('resourceSpans: expected resource and scopeSpans');
    const service = textOf(parsed.data.resource?.attributes, 'service.name');
    const items = (parsed.data.scopeSpans ?? []).flatMap(({ spans }) => spans ?? []);
    if (read.received + items.length > MAX_SPANS) throw new Unprocessable(`resourceSpans: more than ${MAX_SPANS} spans`);
    for (const some of chunksOf(items)) {
      if (turns.isOver) await turns.pass();
      const { accepted, rejected } = sortItems(some, otlpSpan);
      read.rejected.push(...rejected.map(({ index, reason }) => ({ index: read.received + index, reason })));
      read.received += some.length;
      for (const span of accepted) read.spans.push(spanOf(span, service));
    }
  }
  return read;
}

type OtlpSpan = z.output<typeof otlpSpan>;
type Attributes = OtlpSpan['attributes'];

function spanOf(span: OtlpSpan, service: string | undefined): Span {
  const call = callOf(span.attributes, service);
  return {
    traceId: span.traceId.toLowerCase(),
    spanId: span.spanId.toLowerCase(),
    service: service ?? null,
    name: quote(span.name, 300),
    startedAt: timeOfNanos(span.startTimeUnixNano),
    endedAt: span.endTimeUnixNano === undefined ? null : timeOfNanos(span.endTimeUnixNano),
    document: { kind: span.kind, status: span.status, parent_span_id: span.parentSpanId, attributes: span.attributes },
    ...(call && { call }),
  };
}

/** Attribute names of tool calls in the semantic conventions for generative AI and MCP, and in their predecessors. */
const TOOL = ['gen_ai.tool.name', 'mcp.tool.name', 'tool.name'] as const;
const SERVER = ['mcp.server.name', 'server.name', 'gen_ai.tool.server'] as const;
const AGENT = ['gen_ai.agent.id', 'gen_ai.agent.name', 'agent.name'] as const;

function callOf(attributes: Attributes, service: string | undefined): ServerSighting | undefined {
  const tool = firstOf(attributes, TOOL);
  if (tool === undefined) return undefined;
  // If the server is not stated, it is the service that makes the call.
  return { tool, server: firstOf(attributes, SERVER) ?? service ?? 'unnamed', agent: firstOf(attributes, AGENT) ?? service };
}

function firstOf(attributes: Attributes, keys: readonly string[]): string | undefined {
  return keys.map((key) => textOf(attributes, key)).find((text) => text !== undefined);
}

function textOf(attributes: Attributes, key: string): string | undefined {
  const text = attributes?.find((one) => one.key === key)?.value?.stringValue;
  return text === undefined || text === '' ? undefined : quote(text, 200);
}

const LATEST_MS = Date.parse('9999-12-31T23:59:59.999Z');

function timeOfNanos(nanos: string | number): string {
  return new Date(Math.min(Math.floor(Number(nanos) / 1e6), LATEST_MS)).toISOString();
}
