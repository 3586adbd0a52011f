import { canonicalJson } from '../support/canonical-json.js';

/** An audit event as it is stored. The MAC covers all fields but `mac`. */
export interface AuditEntry {
  seq: number;
  event_id: string;
  tenant_id: string;
  /** RFC 3339 UTC, milliseconds. */
  timestamp: string;
  actor: string;
  auth_method: string;
  /** `<target>.<verb>`. */
  action: string;
  target_type: string;
  target_id: string | null;
  outcome: string;
  request_id: string;
  trace_id: string;
  details: Record<string, unknown>;
  /** MAC of the event before; 64 zeros for the first. */
  prev_hash: string;
  /** Id of the key that made the MAC. */
  key_id: string;
  /** HMAC-SHA256 as lower-case hex. */
  mac: string;
}

/** The end of a chain. It has a MAC of its own, so that a shortened chain is not valid. */
export interface ChainHead {
  seq: number;
  mac: string;
  key_id: string;
  head_mac: string;
}

/** The keys by their ids; the newest makes new MACs. */
export interface KeyRing {
  current: string;
  keys: ReadonlyMap<string, Uint8Array>;
}

/**
 * The ring of a key file: one base64 key a line, the last the current one. A key's id is the start of its hash. Undefined when a line
 * is no key of at least 32 bytes, or there is none.
 */
export function keyRing(text: string): KeyRing | undefined {
  const lines = text.split('\n').map((line) => line.trim());
  const keys = lines.filter((line) => line !== '').map((line) => Buffer.from(line, 'base64'));
  const last = keys.at(-1);
  if (!last || keys.some((key) => key.length < 32)) return undefined;
  return { current: keyId(last), keys: new Map(keys.map((key) => [keyId(key), key])) };
}

function keyId(key: Uint8Array): string {
  return process.getBuiltinModule('node:crypto').createHash('sha256').update(key).digest('hex').slice(0, 12);
}

export type Unsealed = Omit<AuditEntry, 'mac' | 'key_id' | 'prev_hash' | 'seq'>;

/** The `prev_hash` of the first event. */
export const GENESIS = '0'.repeat(64);

/** Links an event to the head. Returns the entry and the new head. */
export function seal(event: Unsealed, head: ChainHead | undefined, ring: KeyRing): { entry: AuditEntry; head: ChainHead } {
  const linked = { ...event, seq: (head?.seq ?? 0) + 1, prev_hash: head?.mac ?? GENESIS, key_id: ring.current };
  const entry = { ...linked, mac: macOf(ring, ring.current, canonicalJson(linked)) ?? '' };
  return { entry, head: sealHead(event.tenant_id, entry, ring) };
}

function sealHead(tenant: string, { seq, mac: last }: AuditEntry, ring: KeyRing): ChainHead {
  const head = { seq, mac: last, key_id: ring.current };
  return { ...head, head_mac: macOf(ring, ring.current, canonicalJson({ tenant_id: tenant, ...head })) ?? '' };
}

/** HMAC-SHA256 of canonical JSON. Undefined when the ring lacks the key. */
export function macOf(ring: KeyRing, keyId: string, canonical: string): string | undefined {
  const key = ring.keys.get(keyId);
  return key && process.getBuiltinModule('node:crypto').createHmac('sha256', key).update(canonical).digest('hex');
}

export interface ChainVerdict {
  valid: boolean;
  /** Events that were read. */
  events: number;
  /** Number of the first event that was changed or is missing, if known. */
  first_bad_seq?: number;
  reason?: string;
}

/** Walks a chain of one tenant in the order of its sequence; needs no more than one entry in memory. */
export class ChainVerifier {
  private last = GENESIS;
  private seq = 0;
  private bad: { seq: number; reason: string } | undefined;

  constructor(
    private readonly tenant: string,
    private readonly ring: KeyRing,
  ) {}

  /** Takes the next entry; false once the chain is known to be broken. */
  take(entry: AuditEntry): boolean {
    if (this.bad) return false;
    const reason = this.fault(entry);
    // The number in a damaged entry cannot be trusted.
    const seq = reason === 'missing' || !Number.isSafeInteger(entry.seq) ? this.seq + 1 : entry.seq;
    if (reason !== undefined) this.bad = { seq, reason: REASONS[reason] ?? reason };
    this.last = entry.mac;
    this.seq += 1;
    return this.bad === undefined;
  }

  private fault(entry: AuditEntry): string | undefined {
    if (entry.seq > this.seq + 1) return 'missing';
    if (entry.seq !== this.seq + 1) return 'order';
    if (entry.tenant_id !== this.tenant) return 'tenant';
    const { mac: stated, ...rest } = entry;
    const expected = macOf(this.ring, entry.key_id, canonicalJson(rest));
    if (expected === undefined) return 'key';
    if (expected !== stated) return 'changed';
    return entry.prev_hash === this.last ? undefined : 'link';
  }

  /** The verdict, judged against the head. Without a head we cannot tell whether the end is missing, so the chain is not valid. */
  end(head: ChainHead | undefined): ChainVerdict {
    const { bad, seq } = this;
    if (bad) return { valid: false, events: seq, first_bad_seq: bad.seq, reason: bad.reason };
    if (!head && seq === 0) return { valid: true, events: 0 };
    if (!head) return { valid: false, events: seq, first_bad_seq: seq + 1, reason: 'the head of the chain is missing' };
    if (!isSealedHead(this.tenant, head, this.ring))
      return { valid: false, events: seq, first_bad_seq: seq + 1, reason: 'the head of the chain was changed' };
    if (head.seq !== seq || head.mac !== this.last)
      return { valid: false, events: seq, first_bad_seq: Math.min(seq, head.seq) + 1, reason: 'the chain does not end at its head' };
    return { valid: true, events: seq };
  }
}

function isSealedHead(tenant: string, { head_mac, ...rest }: ChainHead, ring: KeyRing): boolean {
  return macOf(ring, rest.key_id, canonicalJson({ tenant_id: tenant, ...rest })) === head_mac;
}

/**
 * What is wrong at the end of a chain; undefined for nothing. It reads two rows, so it can be asked often; only the walk from the first event
 * (`ChainVerifier`) proves the whole chain. `last`: the event with the highest number.
 */
export function faultAtEnd(
  tenant: string,
  { head, last }: { head: ChainHead | undefined; last: AuditEntry | undefined },
  ring: KeyRing,
): string | undefined {
  if (!head) return last && 'the head of the chain is missing';
  if (!isSealedHead(tenant, head, ring)) return 'the head of the chain was changed';
  if (last?.seq !== head.seq || last.mac !== head.mac) return 'the chain does not end at its head';
  const { mac: stated, ...rest } = last;
  const expected = macOf(ring, last.key_id, canonicalJson(rest));
  if (expected === undefined) return REASONS.key;
  return expected === stated ? undefined : REASONS.changed;
}

const REASONS: Readonly<Record<string, string>> = {
  missing: 'an event is missing',
  order: 'events are out of order',
  tenant: 'the event belongs to another tenant',
  key: 'the event names a key that is not known',
  changed: 'the event was changed',
  link: 'the event does not follow the one before it',
};
