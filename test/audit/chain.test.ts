import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type AuditEntry, type ChainHead, ChainVerifier, keyRing, seal } from '../../src/audit/chain.js';
import { trailerLine, verifyLines } from '../../src/audit/export-lines.js';

const ring = keyRing(`${randomBytes(32).toString('base64')}\n${randomBytes(32).toString('base64')}\n`);
if (!ring) throw new Error('no ring');

function chain(length: number): { entries: AuditEntry[]; head: ChainHead | undefined } {
  const entries: AuditEntry[] = [];
  let head: ChainHead | undefined;
  for (let at = 0; at < length; at += 1) {
    const sealed = seal(
      {
        event_id: `aud_${at}`,
        tenant_id: 'acme',
        timestamp: new Date(at * 1000).toISOString(),
        actor: 'key:one',
        auth_method: 'api_key',
        action: 'source.create',
        target_type: 'source',
        target_id: `src_${at}`,
        outcome: 'success',
        request_id: 'req_1',
        trace_id: '0'.repeat(32),
        details: { nested: { value: at } },
      },
      head,
      ring ?? { current: '', keys: new Map() },
    );
    entries.push(sealed.entry);
    head = sealed.head;
  }
  return { entries, head };
}

function verdictOf(entries: readonly AuditEntry[], head: ChainHead | undefined) {
  const verifier = new ChainVerifier('acme', ring ?? { current: '', keys: new Map() });
  for (const entry of entries) verifier.take(entry);
  return verifier.end(head);
}

describe('an audit chain', () => {
  const { entries, head } = chain(20);

  it('verifies as it was written', () => {
    expect(verdictOf(entries, head)).toEqual({ valid: true, events: 20 });
    expect(verdictOf([], undefined)).toEqual({ valid: true, events: 0 });
  });

  it('names the first event that was changed, whichever member it was', () => {
    fc.assert(
      fc.property(fc.nat(19), fc.constantFrom('actor', 'action', 'outcome', 'timestamp', 'mac', 'prev_hash', 'event_id'), (at, member) => {
        const copy = entries.map((entry, index) => (index === at ? { ...entry, [member]: `${entry[member as 'actor']}x` } : entry));
        expect(verdictOf(copy, head)).toMatchObject({ valid: false, first_bad_seq: at + 1 });
      }),
    );
  });

  it('names where an event was dropped, swapped or cut off', () => {
    fc.assert(
      fc.property(fc.nat(18), (at) => {
        expect(verdictOf([...entries.slice(0, at), ...entries.slice(at + 1)], head)).toMatchObject({ valid: false, first_bad_seq: at + 1 });
        const swapped = [...entries];
        [swapped[at], swapped[at + 1]] = [entries[at + 1] as AuditEntry, entries[at] as AuditEntry];
        expect(verdictOf(swapped, head)).toMatchObject({ valid: false, first_bad_seq: at + 1 });
        expect(verdictOf(entries.slice(0, at), head)).toMatchObject({ valid: false, first_bad_seq: at + 1 });
      }),
    );
  });

  it('is not saved by a head that was moved along', () => {
    const short = chain(10);
    expect(verdictOf(short.entries, { ...short.head, seq: 9 } as ChainHead).valid).toBe(false);
    expect(verdictOf(entries, undefined)).toMatchObject({ valid: false, first_bad_seq: 21 });
    expect(verdictOf(entries.slice(0, 5), undefined)).toMatchObject({ valid: false, first_bad_seq: 6 });
    expect(verdictOf([{ ...entries[0], seq: 'one' } as unknown as AuditEntry], head)).toMatchObject({ valid: false, first_bad_seq: 1 });
  });

  it('survives an export, and an export cut short does not', async () => {
    if (!ring) throw new Error('no ring');
    const lines = entries.map((entry) => JSON.stringify(entry));
    const trailer = trailerLine('acme', head, ring).trim();
    expect(await verifyLines(stream([...lines, trailer]), ring)).toEqual({ valid: true, events: 20 });
    expect(await verifyLines(stream(lines), ring)).toMatchObject({ valid: false, reason: 'the export ends without its trailer' });
    expect(await verifyLines(stream([...lines.slice(0, 15), trailer]), ring)).toMatchObject({ valid: false, first_bad_seq: 16 });
    expect(await verifyLines(stream([...lines, trailer.replace('"acme"', '"globex"')]), ring)).toMatchObject({ valid: false });
    expect(await verifyLines(stream([...lines, trailer, lines[0] ?? '']), ring)).toMatchObject({ valid: false, first_bad_seq: 21 });
    expect(await verifyLines(stream([...lines, trailer, '']), ring)).toMatchObject({ valid: true });
    expect(await verifyLines(stream([...lines, trailer.replace('{', '{"note":"x",')]), ring)).toMatchObject({ valid: false });
  });
});

async function* stream(lines: readonly string[]): AsyncGenerator<string> {
  yield* lines;
}
