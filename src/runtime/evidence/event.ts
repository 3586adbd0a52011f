import type { ArgumentShape } from '../../support/argument-shape.js';

/** What came of a message. */
export type RuntimeEffect = 'allow' | 'warn' | 'redact' | 'deny';

/** One thing that the runtime has decided or seen. Never holds a value of an argument or a result. */
export interface RuntimeEvent {
  /** `call`: a tool call; `result`: an answer to one; `list`: what a server offers; `request`: any other frame; `protocol`: refused for its form; `open`, `close`: a session of a log that several share. */
  kind: 'start' | 'open' | 'call' | 'result' | 'list' | 'request' | 'protocol' | 'close' | 'end';
  method?: string;
  tool?: string;
  effect: RuntimeEffect;
  /** What would have happened if everything were enforced. */
  would: RuntimeEffect;
  policy?: string;
  rule?: string;
  reason?: string;
  /** Of a call. */
  arguments?: ArgumentShape[];
  /** Of the caller's W3C trace context. */
  trace_id?: string;
  /** More about the start: revision of the program, mode, preset. */
  details?: Readonly<Record<string, string | number>>;
}

/** Where events go. */
export interface EventSink {
  /** False where nothing is recorded at all. */
  readonly isKept: boolean;
  /** Takes an event; it is safe once `commit` has returned true. */
  take(event: RuntimeEvent): void;
  /** False when events could not be kept. `isBinding`: what was let through since the last time is then withheld, and is no event any more. */
  commit(isBinding?: boolean): boolean;
  /** Ends the session; a promise where that takes a moment. */
  close(): void | Promise<void>;
}
