import { InputError, UsageError } from '../support/errors.js';
import { isObject, own, parseJson } from '../support/json.js';
import type { PushScope } from './push.js';

/** The most items of one push: findings, spans, and groups of spans. */
const [MAX_FINDINGS, MAX_SPANS, MAX_GROUPS] = [1000, 10_000, 1000];

/** Part of a list, as the body of one push. */
export interface Batch {
  body: string;
  /** Time at which the items were observed, if they say so. */
  madeAt?: string;
}

/**
 * Divides a list of findings, or a body of the intake, into parts that the intake accepts. Only a list in one part can be complete for
 * its source. Throws UsageError for a list of something else.
 */
export function findingBatches(text: string, where: string, { source, isPartial }: PushScope): Batch[] {
  const value = parsed(text, where);
  const { findings, source_id: ownSource, ...rest } = Array.isArray(value) ? { findings: value } : bodyOf(value);
  if (!Array.isArray(findings) || !findings.every((item) => isObject(item) && 'id' in item && 'severity' in item))
    throw new UsageError({ where, message: 'expected findings, each with an id and a severity' });
  const parts = partsOf(findings, MAX_FINDINGS);
  const { observed_at: observed } = rest;
  return parts.map((part) => {
    const body = {
      ...((source ?? ownSource) !== undefined && { source_id: source ?? ownSource }),
      ...rest,
      ...((isPartial || parts.length > 1) && { complete: false }),
      findings: part,
    };
    return { body: JSON.stringify(body), ...(typeof observed === 'string' && { madeAt: observed }) };
  });
}

function bodyOf(value: unknown): Record<string, unknown> {
  return isObject(value) ? { ...value } : {};
}

function partsOf<T>(items: readonly T[], most: number): T[][] {
  const count = Math.max(1, Math.ceil(items.length / most));
  return Array.from({ length: count }, (_, at) => items.slice(at * most, (at + 1) * most));
}

/** Divides OTLP in JSON (one request, or one a line as collectors write them) into parts that the intake accepts. */
export function traceBatches(text: string, where: string): Batch[] {
  const groups = requestsOf(text, where).flatMap((request) => {
    const list = isObject(request) ? own(request, 'resourceSpans') : undefined;
    if (!Array.isArray(list)) throw new UsageError({ where, message: 'expected resourceSpans in every request' });
    return list;
  });
  const batches: unknown[][] = [[]];
  let spans = 0;
  for (const group of groups) {
    const count = spansOf(group);
    const last = batches.at(-1) ?? [];
    if (last.length > 0 && (spans + count > MAX_SPANS || last.length === MAX_GROUPS)) {
      batches.push([group]);
      spans = count;
    } else {
      last.push(group);
      spans += count;
    }
  }
  // Each span has an id, so the service recognises a span that is sent again.
  return batches.map((resourceSpans) => ({ body: JSON.stringify({ resourceSpans }), madeAt: '' }));
}

function requestsOf(text: string, where: string): unknown[] {
  try {
    return [parseJson(text, where)];
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    const lines = text.split('\n').filter((line) => line.trim() !== '');
    if (lines.length < 2) throw notJson(error, where);
    return lines.map((line) => parsed(line, where));
  }
}

function parsed(text: string, where: string): unknown {
  try {
    return parseJson(text, where);
  } catch (error) {
    throw error instanceof InputError ? notJson(error, where) : error;
  }
}

function notJson(cause: InputError, where: string): UsageError {
  return new UsageError({ where, message: cause.message, cause });
}

function spansOf(group: unknown): number {
  const scopes = isObject(group) ? own(group, 'scopeSpans') : undefined;
  if (!Array.isArray(scopes)) return 0;
  return scopes.reduce((sum: number, scope: unknown) => {
    const spans = isObject(scope) ? own(scope, 'spans') : undefined;
    return sum + (Array.isArray(spans) ? spans.length : 0);
  }, 0);
}
