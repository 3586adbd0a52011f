import { randomBytes } from 'node:crypto';
import type { RuntimeEffect } from '../evidence/event.js';

/** A call as its span tells of it: names, never values. */
export interface SpannedCall {
  tool: string;
  server: string;
  agent?: string | undefined;
  /** The caller's W3C trace context, as it was given. */
  traceparent: unknown;
  /** What was decided on it, and by which rule. */
  effect: RuntimeEffect;
  rule?: string | undefined;
}

/** What became of a call. */
export interface SpanOutcome {
  /** What was decided on its answer, where that was more than to let it pass. */
  effect?: RuntimeEffect;
  rule?: string;
  /** The server answered that it failed. */
  isError: boolean;
}

/** Spans of the calls of one session. */
export interface CallSpans {
  /** A call begins; gives its trace id. `id` is that of its request. */
  begin(id: string | number, call: SpannedCall): string;
  end(id: string | number, outcome: SpanOutcome): void;
  /** The session is over: calls without an answer have none. */
  close(): Promise<void>;
}

/** A span in OTLP/JSON (opentelemetry-proto, ExportTraceServiceRequest): ids in hex, times in nanoseconds as text. */
export interface OtlpSpan {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  kind: number;
  startTimeUnixNano: string;
  endTimeUnixNano: string;
  attributes: { key: string; value: { stringValue: string } }[];
  status: { code: number };
}

/** SPAN_KIND_CLIENT: the relay calls a server on behalf of an agent. */
const CLIENT = 3;
const [UNSET, ERROR] = [0, 2] as const;
/** Calls under way that are remembered; of more the oldest is told as it is. */
const MOST_OPEN = 1_000;
const MAX_NAME = 200;

interface OpenSpan {
  call: SpannedCall;
  parent: TraceParent | undefined;
  traceId: string;
  startedAt: number;
  since: number;
}

/** Where spans go. */
export interface SpanTaker {
  take(span: OtlpSpan): void;
  /** A session is over. */
  leave(): Promise<void>;
  /** Milliseconds since 1970. */
  clock(): number;
}

/** Makes one span of each call, as the child of its caller's; of a caller that is not sampled none. */
export class SessionSpans implements CallSpans {
  private readonly open = new Map<string | number, OpenSpan>();

  constructor(
    private readonly session: string,
    private readonly to: SpanTaker,
  ) {}

  begin(id: string | number, call: SpannedCall): string {
    const parent = traceParent(call.traceparent);
    const traceId = parent?.traceId ?? randomBytes(16).toString('hex');
    const [oldest] = this.open.keys();
    if (this.open.size >= MOST_OPEN && oldest !== undefined) this.end(oldest, { isError: false });
    this.open.set(id, { call, parent, traceId, startedAt: this.to.clock(), since: performance.now() });
    return traceId;
  }

  end(id: string | number, { isError, ...outcome }: SpanOutcome): void {
    const span = this.open.get(id);
    this.open.delete(id);
    if (!span || span.parent?.isSampled === false) return;
    const { call, parent, traceId, startedAt, since } = span;
    const { effect, rule } = { effect: call.effect, rule: call.rule, ...outcome };
    const start = BigInt(startedAt) * 1_000_000n;
    const took = BigInt(Math.max(0, Math.round((performance.now() - since) * 1_000_000)));
    const isFailed = isError || effect === 'deny';
    this.to.take({
      traceId,
      spanId: randomBytes(8).toString('hex'),
      ...(parent && { parentSpanId: parent.spanId }),
      name: `tools/call ${call.tool.slice(0, MAX_NAME)}`,
      kind: CLIENT,
      startTimeUnixNano: String(start),
      endTimeUnixNano: String(start + took),
      attributes: attributesOf({ ...call, effect, rule }, this.session, isFailed),
      status: { code: isFailed ? ERROR : UNSET },
    });
  }

  async close(): Promise<void> {
    for (const id of [...this.open.keys()]) this.end(id, { isError: false });
    await this.to.leave();
  }
}

/** Names of the semantic conventions for generative AI and MCP, and two of our own. */
function attributesOf({ tool, server, agent, effect, rule }: SpannedCall, session: string, isFailed: boolean): OtlpSpan['attributes'] {
  const named = {
    'mcp.method.name': 'tools/call',
    'mcp.session.id': session,
    'mcp.server.name': server,
    'gen_ai.operation.name': 'execute_tool',
    'gen_ai.tool.name': tool,
    'gen_ai.agent.name': agent,
    'error.type': isFailed ? (effect === 'deny' ? 'denied' : 'tool_error') : undefined,
    'castellan.effect': effect,
    'castellan.rule': rule,
  };
  return Object.entries(named).flatMap(([key, text]) => (text ? [{ key, value: { stringValue: text.slice(0, MAX_NAME) } }] : []));
}

export interface TraceParent {
  traceId: string;
  spanId: string;
  isSampled: boolean;
}

/** Reads `traceparent` (W3C Trace Context, section 3.2); undefined where it is none. */
export function traceParent(text: unknown): TraceParent | undefined {
  if (typeof text !== 'string') return undefined;
  const [, version, traceId = '', spanId = '', flags = '', more] =
    /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/.exec(text) ?? [];
  const isKnown = version !== undefined && version !== 'ff' && (version !== '00' || more === undefined);
  if (!isKnown || /^0+$/.test(traceId) || /^0+$/.test(spanId)) return undefined;
  return { traceId, spanId, isSampled: (Number.parseInt(flags, 16) & 1) === 1 };
}
