import type { JsonObject } from '../../support/json.js';
import type { Refusal } from '../frames/answers.js';
import type { Message } from '../frames/message.js';
import type { PendingRequest, Side } from './session.js';

export type Request = Extract<Message, { kind: 'request' }>;
export type Answer = Extract<Message, { kind: 'answer' }>;

/** What becomes of a message that does not go on as it is: it is refused, or goes on changed. */
export type Change = { refused: Refusal } | { value: JsonObject };

/** Something the relay itself refused or kept back. */
export interface Incident {
  side: Side;
  rule: string;
  reason: string;
  method?: string | undefined;
}

/** Judges messages, in their order. It neither waits nor throws. */
export interface Inspector {
  /** True when it wants to see every request of the client, not only those that it judges. */
  readonly seesAll: boolean;
  /** A client's request; undefined lets it pass. */
  request(message: Request): Change | undefined;
  /** A server's answer; undefined lets it pass. */
  answer(message: Answer, asked: PendingRequest): Change | undefined;
  /** Decisions that it has taken down so far. */
  readonly decisions: number;
  note(incident: Incident): void;
  /** A text from outside as it may be shown to a person: without what may be secret. */
  shown(text: string): string;
  /** Called before anything that was judged goes on: by then it is on record. False: it is not, and must not go on without. */
  commit(): boolean;
  /** This message does not go on, because what was decided on it is not on record. Gives the refusal, which is taken down in its place. */
  withhold(message: Request | Answer): Refusal;
  /** The session is over. */
  close(): void | Promise<void>;
}

/** Requests that a server answers by saying what it is: of revisions with a handshake, and of those without (2026-07-28 and later). */
export const greetings: ReadonlySet<string> = new Set(['initialize', 'server/discover']);

/** Requests of a client that are judged, or whose answers are. All others pass before an inspector is there. */
export const judgedRequests: ReadonlySet<string> = new Set(['tools/call']);
export const judgedAnswers: ReadonlySet<string> = new Set([
  ...greetings,
  'tools/call',
  'tools/list',
  'prompts/list',
  'resources/list',
  'resources/templates/list',
]);
