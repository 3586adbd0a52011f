import { OperationalError } from '../support/errors.js';
import { isObject, type JsonObject, own } from '../support/json.js';
import { REDACTED, redact } from '../support/redact.js';
import { mayHoldSecret } from '../support/secret-value.js';
import { inertLine, safeLines } from '../support/terminal.js';
import { below } from './address.js';
import type { Credential } from './credential.js';
import { jobPath } from './intakes.js';

/** An answer before it is read. */
export interface Answered {
  status: number;
  headers: Readonly<Record<string, string>>;
  text: string;
}

/** The service's answer to a push, safe to be shown. */
export interface PushAnswer {
  status: number;
  /** The service's own words, for a refusal. */
  detail?: string;
  /** The result of a push that was accepted. */
  accepted?: Accepted;
  /** Number of tries, and the wait that the service asked for if that was too long. */
  tries?: number;
  waitMs?: number;
}

export interface Accepted {
  jobId?: string;
  sourceId?: string;
  /** Address of the job. */
  address?: string;
  /** Counts by name, as the service gives them: `received`, `new`, `resolved`, …; without those that are 0. */
  counts: Readonly<Record<string, number>>;
  rejected: { index: number; reason: string }[];
  /** Reasons why the service could not read everything. */
  issues: string[];
  /** True: the service has seen a newer complete push of the source, so it changed nothing. */
  isLate: boolean;
  /** False: the push does not count as everything there is of the source. */
  complete?: boolean;
  /** True: the service repeated its stored answer to the same push. */
  isReplayed: boolean;
}

/** The address that answered, for messages. */
interface Asked {
  base: URL;
  credential: Credential;
}

/** Reads an answer. Throws OperationalError for a success that is no answer of a control plane, such as a page of a portal or proxy. */
export function readOutcome(answered: Answered, { base, credential }: Asked, where: string): PushAnswer {
  const { status, headers, text } = answered;
  const value = parsed(text);
  const say = (words: string) => shown(words, credential);
  if (status >= 200 && status < 300) {
    if (text.trim() !== '' && !isObject(value)) throw notOurs(say(headers['content-type']?.slice(0, 80) ?? 'no type'), where);
    return { status, accepted: acceptedOf(isObject(value) ? value : {}, { base, headers, say }) };
  }
  if (status >= 300 && status < 400) return { status, detail: say(redirectWords(headers.location, where)) };
  const detail = isObject(value) ? MEMBERS.map((name) => own(value, name)).find((one) => typeof one === 'string') : undefined;
  return { status, ...(typeof detail === 'string' && detail.trim() !== '' && { detail: say(detail) }) };
}

/** Members that may hold an error's message, the contract's own first. */
const MEMBERS = ['detail', 'message', 'error'];

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function notOurs(type: string, where: string): OperationalError {
  return new OperationalError({ where, message: `the answer (${type}) is not that of a control plane`, hint: 'is the address right?' });
}

function redirectWords(location: string | undefined, where: string): string {
  const target = location !== undefined && URL.canParse(location, where) ? new URL(location, where) : undefined;
  if (!target) return 'points elsewhere; the key does not follow';
  return `points to ${target.origin}${target.pathname.slice(0, 2000)}; the key does not follow, name that address if it is the right one`;
}

/** Longer messages are not meant for people and are cut. */
const MAX_DETAIL = 4000;

/** The service's own words, without secrets and without characters that control a terminal or a build system. */
function shown(words: string, { secret }: Credential): string {
  const without = words.slice(0, MAX_DETAIL).replaceAll(secret.reveal(), REDACTED);
  const lines = safeLines(mayHoldSecret(without) ? redact(without) : without).split('\n');
  return lines.map(inertLine).join('\n');
}

interface Reader {
  base: URL;
  headers: Answered['headers'];
  say(words: string): string;
}

/** Names of the counts, in the order in which they are shown. */
const COUNTS = [
  'received',
  'accepted',
  'new',
  'updated',
  'unchanged',
  'resolved',
  'reopened',
  'stale',
  'duplicates',
  'components',
  'tool_calls',
];

function acceptedOf(value: JsonObject, { base, headers, say }: Reader): Accepted {
  const jobId = idOf(value, 'job_id');
  const sourceId = idOf(value, 'source_id');
  const counts = COUNTS.flatMap((name): [string, number][] => {
    const count = own(value, name);
    return typeof count === 'number' && (count > 0 || name === 'received' || name === 'accepted') ? [[name, count]] : [];
  });
  const rejected = own(value, 'rejected');
  const complete = own(value, 'complete');
  const issues = own(value, 'issues');
  return {
    ...(jobId !== undefined && { jobId, address: below(base, jobPath(jobId)) }),
    ...(sourceId !== undefined && { sourceId }),
    counts: Object.fromEntries(counts),
    rejected: Array.isArray(rejected) ? rejected.flatMap((item) => rejectedOf(item, say)) : [],
    ...(typeof complete === 'boolean' && { complete }),
    issues: Array.isArray(issues) ? issues.flatMap((issue) => (typeof issue === 'string' ? [say(issue)] : [])) : [],
    isLate: own(value, 'late') === true,
    isReplayed: headers['idempotency-replayed'] === 'true',
  };
}

function idOf(value: JsonObject, name: string): string | undefined {
  const id = own(value, name);
  return typeof id === 'string' && /^[a-z]{2,5}_[0-9A-Za-z]{1,64}$/.test(id) ? id : undefined;
}

function rejectedOf(item: unknown, say: (words: string) => string): { index: number; reason: string }[] {
  const index = isObject(item) ? own(item, 'index') : undefined;
  const reason = isObject(item) ? own(item, 'reason') : undefined;
  return typeof index === 'number' && typeof reason === 'string' ? [{ index, reason: say(reason) }] : [];
}
