import { isObject, type JsonObject } from '../../support/json.js';
import { memberIn } from '../../support/json-parts.js';
import { retryAfterMs } from '../../system/retry.js';
import { parsed } from '../connectors/connector.js';
import { type OutsideAnswer, type OutsideOptions, type OutsideRequest, Unreachable } from '../outbound/outbound.js';
import type { Notice } from './notice.js';

/** The service asks to wait. */
export class Throttled extends Error {
  constructor(
    message: string,
    readonly waitMs: number,
  ) {
    super(message);
  }
}

/** It may work later: no answer, an error of the service, a refused key. */
export class TryLater extends Error {}

/** It will not work however often it is tried: no such project, a body that the service does not take. */
export class RefusedByService extends Error {}

/** A ticket at its service. */
export interface Filed {
  id: string;
  /** For people; null when the service gives none. */
  url: string | null;
  isClosed: boolean;
}

/** Where a ticket belongs. */
export interface Wanted {
  /** The key under which it is found again: letters, digits, `-`; at most 50. */
  label: string;
  destination: string;
  /** RFC 3339 time before which it cannot have been made. */
  since: string;
}

/** Sends one request with a time limit. Rejects with Unreachable, and when the sender may no longer send. */
export type Ask = (request: OutsideRequest) => Promise<OutsideAnswer>;

/**
 * A service that takes tickets, with a key. Rejects with Throttled, TryLater or Refused; texts from outside are not in
 * their messages.
 */
export interface Desk {
  /** The ticket with the label. Undefined when there is none, or when the service cannot be asked for one. */
  find(wanted: Wanted): Promise<Filed | undefined>;
  create(wanted: Wanted, notice: Notice): Promise<Filed>;
  comment(filed: Filed, wanted: Wanted, notice: Notice): Promise<void>;
  /** Says why, and closes. A ticket that people have closed already stays so. */
  close(filed: Filed, wanted: Wanted, notice: Notice): Promise<void>;
  reopen(filed: Filed, wanted: Wanted, notice: Notice): Promise<void>;
}

/** What the server needs to reach a service. */
export type DeskOptions = OutsideOptions & { publicUrl?: string };

/** A kind of service that findings can be delivered to. */
export interface Destination {
  title: string;
  /** Environment variables that configure it; each may instead name a file with `_FILE` added to the variable's name. */
  settings: readonly string[];
  /** The form of a destination, and what it is called in messages. */
  place: RegExp;
  expected: string;
  /** Undefined when the settings are incomplete. */
  desk(options: DeskOptions, ask: Ask): Desk | undefined;
}

const DAY_S = 86_400;
const PAUSE_S = 60;
const TIMEOUT_MS = 10_000;

/** Asks, and gives the JSON object of a successful answer; an empty answer gives an empty object. */
export async function askJson(ask: Ask, request: OutsideRequest): Promise<JsonObject> {
  const answer = await asked(ask, request);
  refuseAnswer(answer);
  if (answer.text.trim() === '') return {};
  const body = parsed(answer.text);
  if (!isObject(body)) throw new TryLater('gave an answer that cannot be understood');
  return body;
}

export async function asked(ask: Ask, request: OutsideRequest): Promise<OutsideAnswer> {
  try {
    return await ask({ timeoutMs: TIMEOUT_MS, ...request });
  } catch (error) {
    throw error instanceof Unreachable ? new TryLater(error.message) : error;
  }
}

/** Throws unless the answer is a success. */
export function refuseAnswer({ status, headers }: Pick<OutsideAnswer, 'status' | 'headers'>): void {
  if (status >= 200 && status < 300) return;
  const message = `answered ${status}`;
  const asksToWait = headers.get('retry-after') ?? resetOf(headers);
  if (status === 429 || (asksToWait !== undefined && (status === 403 || status === 503))) throw new Throttled(message, waitOf(asksToWait));
  if (status === 401 || status === 403) throw new TryLater(`${message}: the key is refused, or may not do this`);
  if (status >= 500 || status === 408 || status === 425) throw new TryLater(message);
  if (status >= 300 && status < 400) throw new RefusedByService(`${message}: redirects are not followed`);
  throw new RefusedByService(message);
}

/** When a limit that is used up begins anew, as an HTTP date (GitHub: `x-ratelimit-reset`, in seconds of the epoch). */
function resetOf(headers: Headers): string | undefined {
  const reset = Number(headers.get('x-ratelimit-reset'));
  return headers.get('x-ratelimit-remaining') === '0' && reset > 0 ? new Date(reset * 1000).toUTCString() : undefined;
}

/** Milliseconds of a Retry-After header, within a day; a minute without one. */
export function waitOf(header: string | undefined): number {
  const ms = retryAfterMs(header, Date.now()) ?? PAUSE_S * 1000;
  return Math.min(Math.max(ms, 1000), DAY_S * 1000);
}

/** A text or number of an answer, as text. Rejects when the answer has none. */
export function neededText(body: unknown, ...path: readonly string[]): string {
  const found = memberIn(body, ...path);
  if (typeof found === 'string' && found !== '') return found;
  if (typeof found === 'number') return String(found);
  throw new TryLater('gave an answer that cannot be understood');
}

export function jsonRequest(
  url: string,
  headers: Readonly<Record<string, string>>,
  body: unknown,
  method: OutsideRequest['method'] = 'POST',
): OutsideRequest {
  return { url, method, headers: { ...headers, 'content-type': 'application/json' }, body: JSON.stringify(body) };
}
