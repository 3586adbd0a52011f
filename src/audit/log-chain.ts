import { canonicalJson } from '../support/canonical-json.js';
import { isObject, type JsonObject, own } from '../support/json.js';
import { GENESIS, type KeyRing, macOf } from './chain.js';

/** Where a log's chain stands: the number of its last record, and that record's MAC. */
export interface LogLink {
  seq: number;
  mac: string;
}

export const LOG_START: LogLink = { seq: 0, mac: GENESIS };

/** Members of a record that tie it to the one before it. */
export interface LogTie {
  seq: number;
  prev: string;
  key_id: string;
}

/**
 * A record as one line that continues the chain, and where the chain then stands. `canonical` gives its canonical JSON with the tie among
 * its members.
 */
export function sealLine(canonical: (tie: LogTie) => string, { seq, mac }: LogLink, ring: KeyRing): { line: string; link: LogLink } {
  const linked = canonical({ seq: seq + 1, prev: mac, key_id: ring.current });
  const made = macOf(ring, ring.current, linked) ?? '';
  return { line: `${linked.slice(0, -1)},"mac":"${made}"}\n`, link: { seq: seq + 1, mac: made } };
}

/** The record of a line whose MAC is right, and where the chain stands after it; else what is wrong with it. */
export function openLine(line: string, ring: KeyRing): { record: JsonObject; link: LogLink } | { fault: string } {
  const value = parsed(line);
  if (value === undefined) return { fault: 'is cut short, or no record' };
  const { mac, ...record } = value;
  const [seq, keyId] = [own(record, 'seq'), own(record, 'key_id')];
  if (typeof mac !== 'string' || typeof keyId !== 'string' || !Number.isSafeInteger(seq)) return { fault: 'is no record' };
  const expected = macOf(ring, keyId, canonicalJson(record));
  if (expected === undefined) return { fault: 'names a key that is not known' };
  return expected === mac ? { record, link: { seq: Number(seq), mac } } : { fault: 'was changed' };
}

function parsed(line: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

export interface LogVerdict {
  records: number;
  /** The first line that is not what it was; where files follow each other, counted in its own file. */
  bad?: { file: string; line: number; reason: string };
  /** Records before the first one that is there were rotated away. */
  startsLate: boolean;
  /** The last session was not closed: it still runs, was killed, or the end of the log was cut off. */
  isOpen: boolean;
}

/** Checks that lines are the records they were, none missing between them; files of a rotated log in their order, the oldest first. */
export class LogVerifier {
  private link: LogLink | undefined;
  private records = 0;
  private bad: LogVerdict['bad'];
  private startsLate = false;
  private readonly open = new Set<unknown>();

  constructor(private readonly ring: KeyRing) {}

  /** False once the log is known to be damaged. */
  take(text: string, file: string, line: number): boolean {
    if (this.bad) return false;
    const opened = openLine(text, this.ring);
    const reason = 'fault' in opened ? opened.fault : this.misplaced(opened.record, opened.link);
    if (reason !== undefined) this.bad = { file, line, reason };
    else if ('link' in opened) this.keep(opened.record, opened.link);
    return this.bad === undefined;
  }

  end(): LogVerdict {
    const { records, bad, startsLate, open } = this;
    return { records, ...(bad && { bad }), startsLate, isOpen: open.size > 0 };
  }

  private misplaced(record: JsonObject, { seq }: LogLink): string | undefined {
    if (!this.link) return undefined;
    if (seq !== this.link.seq + 1) return seq > this.link.seq ? 'comes after a record that is missing' : 'is out of order';
    return own(record, 'prev') === this.link.mac ? undefined : 'does not follow the record before it';
  }

  private keep(record: JsonObject, link: LogLink): void {
    if (!this.link) this.startsLate = link.seq !== 1;
    this.link = link;
    this.records += 1;
    const [kind, session] = [own(record, 'kind'), own(record, 'session')];
    if (kind === 'start') this.open.add(session);
    // A log has one writer at a time: whoever begins has found the one before it gone.
    if (kind === 'start' && this.open.size > 1) for (const earlier of this.open) if (earlier !== session) this.open.delete(earlier);
    if (kind === 'end') this.open.delete(session);
  }
}
