import { AsyncLocalStorage, AsyncResource } from 'node:async_hooks';

/** Names and numbers only: never a header, a body, a query or a credential. */
export type SpanFacts = Readonly<Record<string, string | number | boolean>>;

/** Ids of a span in the form of W3C Trace Context: 32 and 16 hex digits. */
export interface SpanIds {
  traceId: string;
  spanId: string;
}

/** The span that another one belongs to, perhaps of another process. */
export interface ParentSpan extends SpanIds {
  isSampled: boolean;
}

export interface SpanStart {
  name: string;
  kind?: 'server' | 'client' | 'producer' | 'consumer';
  facts?: SpanFacts;
  /** Ids that were given out already. */
  ids?: Partial<SpanIds>;
  /** Absent: a trace of its own. */
  parent?: ParentSpan;
  /** Milliseconds since 1970; absent: now. */
  startMs?: number;
}

/** A span that has begun. */
export interface OpenSpan extends ParentSpan {
  /** Ends it once. `failed`: a word for what went wrong, not a message. */
  end(more?: { facts?: SpanFacts; failed?: string; endMs?: number }): void;
}

/** Makes spans and brings them away. */
export interface Tracer {
  start(span: SpanStart): OpenSpan;
}

const active = new AsyncLocalStorage<OpenSpan>();
let tracer: Tracer | undefined;

/** From now on spans are made, until the returned function is called. Without it nothing here costs more than a look at a variable. */
export function useTracer(next: Tracer): () => void {
  tracer = next;
  return () => {
    if (tracer === next) tracer = undefined;
  };
}

/** The span that the caller works for. */
export function currentSpan(): OpenSpan | undefined {
  return tracer && active.getStore();
}

/** Begins a span; undefined where none are made. */
export function startSpan(span: SpanStart): OpenSpan | undefined {
  return tracer?.start(span);
}

/** Runs `work` for a span: spans that begin in it belong to it. */
export function within<T>(span: OpenSpan | undefined, work: () => T): T {
  return span === undefined ? work() : active.run(span, work);
}

/** Runs `work` in a span of its own below the caller's. Where the caller has none, there is none. */
export async function spanned<T>(start: Omit<SpanStart, 'parent'>, work: () => Promise<T>): Promise<T> {
  const parent = currentSpan();
  if (tracer === undefined || parent === undefined) return work();
  const span = tracer.start({ ...start, parent });
  try {
    const done = await active.run(span, work);
    span.end();
    return done;
  } catch (error) {
    span.end({ failed: error instanceof Error ? error.name : 'error' });
    throw error;
  }
}

/** Runs `work` for nobody's span: what brings spans away has none. */
export function untraced<T>(work: () => T): T {
  return active.exit(work);
}

/** `work` as the caller's, also when another caller's turn runs it. */
export function asCaller<Args extends unknown[], T>(work: (...args: Args) => T): (...args: Args) => T {
  return tracer === undefined ? work : AsyncResource.bind(work);
}
