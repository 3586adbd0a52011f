import { createHmac } from 'node:crypto';
import { canonicalJson } from '../support/canonical-json.js';
import { isObject } from '../support/json.js';
import { type AuditEntry, type ChainHead, type ChainVerdict, ChainVerifier, type KeyRing } from './chain.js';

/** Last line of an export: the head of the chain, so that an export cut short is noticed. */
export function trailerLine(tenantId: string, head: ChainHead | undefined, ring: KeyRing): string {
  const trailer = { trailer: { tenant_id: tenantId, head: head ?? null } };
  const key = ring.keys.get(ring.current) ?? new Uint8Array();
  return `${JSON.stringify({ ...trailer, key_id: ring.current, mac: createHmac('sha256', key).update(canonicalJson(trailer)).digest('hex') })}\n`;
}

/** Verifies the lines of an export. A line that is no JSON, a missing trailer or one of another chain make it invalid. */
export async function verifyLines(lines: AsyncIterable<string>, ring: KeyRing): Promise<ChainVerdict> {
  let verifier: ChainVerifier | undefined;
  let events = 0;
  let verdict: ChainVerdict | undefined;
  for await (const line of lines) {
    if (line.trim() === '') continue;
    const value = parsed(line);
    if (value === undefined) return { valid: false, events, first_bad_seq: events + 1, reason: 'a line is not JSON' };
    if (verdict) return { valid: false, events, first_bad_seq: events + 1, reason: 'the export goes on after its trailer' };
    if ('trailer' in value) {
      verdict = judgeTrailer(value, verifier, { events, ring });
      continue;
    }
    verifier ??= new ChainVerifier(String(value.tenant_id), ring);
    verifier.take(value as unknown as AuditEntry);
    events += 1;
  }
  return verdict ?? { valid: false, events, first_bad_seq: events + 1, reason: 'the export ends without its trailer' };
}

function parsed(line: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function judgeTrailer(
  line: Record<string, unknown>,
  verifier: ChainVerifier | undefined,
  { events, ring }: { events: number; ring: KeyRing },
): ChainVerdict {
  const { trailer, key_id: keyId, mac, ...more } = line;
  const key = typeof keyId === 'string' ? ring.keys.get(keyId) : undefined;
  const expected = key && createHmac('sha256', key).update(canonicalJson({ trailer })).digest('hex');
  if (expected === undefined || expected !== mac || Object.keys(more).length > 0)
    return { valid: false, events, first_bad_seq: events + 1, reason: 'the trailer was changed' };
  const head = isObject(trailer) && isObject(trailer.head) ? (trailer.head as unknown as ChainHead) : undefined;
  if (!verifier) {
    return head ? { valid: false, events, first_bad_seq: 1, reason: 'all events are missing' } : { valid: true, events: 0 };
  }
  return verifier.end(head);
}
