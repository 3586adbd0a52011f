import { createHmac } from 'node:crypto';
import { dirname } from 'node:path';
import type { KeyRing } from '../../audit/chain.js';
import { LOG_START, type LogLink, type LogTie, openLine, sealLine } from '../../audit/log-chain.js';
import { OperationalError } from '../../support/errors.js';
import { makePrivateFolder } from '../../system/make-folder.js';
import type { EventSink, RuntimeEvent } from './event.js';
import { claimLog, type LogClaim } from './log-claim.js';
import { LogFile } from './log-file.js';

/** Bytes of one file of a log. */
export const MAX_LOG_BYTES = 16 * 1024 * 1024;

/** Characters that wait for a disk that takes nothing. */
const MAX_WAITING = 4 * 1024 * 1024;

/** Who is behind an event. */
export interface EventOrigin {
  session: string;
  server: string;
  /** Who signed in, where several do. */
  client?: string;
}

export interface EventLogOptions extends EventOrigin {
  path: string;
  ring: KeyRing;
  /** Milliseconds since 1970. */
  clock(): number;
  maxBytes?: number;
}

/** An event since the last commit. */
interface Taken {
  event: RuntimeEvent;
  origin: EventOrigin;
  /** Milliseconds since 1970. */
  at: number;
}

const PASSED = { effect: 'allow', would: 'allow' } as const;

/** The log as a file of JSON lines, each sealed and tied to the one before it. What was committed outlives this process. */
export class EventLog implements EventSink {
  readonly isKept = true;
  readonly path: string;
  private readonly claim: LogClaim;
  private readonly file: LogFile;
  private link: LogLink;
  private taken: Taken[] = [];
  /** Sealed lines that wait for a disk that takes nothing. */
  private waiting = '';
  /** Events that found no room there, since that was last told. */
  private lost = 0;

  /** Throws OperationalError where no log can be written. */
  constructor(private readonly options: EventLogOptions) {
    makePrivateFolder(dirname(options.path));
    const claim = claimLog(options.path);
    if (!claim) throw new OperationalError({ where: options.path, message: 'the log cannot be claimed' });
    this.claim = claim;
    this.path = claim.path;
    let torn: number;
    try {
      this.file = new LogFile(claim.path, options.maxBytes ?? MAX_LOG_BYTES);
      const found = this.file.recover();
      torn = found.torn;
      this.link = found.last === undefined ? LOG_START : linkOf(found.last, options.ring, claim.path);
    } catch (error) {
      claim.release();
      throw error;
    }
    this.mark({ kind: 'start', ...PASSED, ...(torn > 0 && { details: { torn_bytes: torn } }) });
  }

  take(event: RuntimeEvent, origin: EventOrigin = this.options): void {
    this.taken.push({ event, origin, at: this.options.clock() });
  }

  commit(isBinding = false): boolean {
    const taken = this.taken;
    if (taken.length === 0 && this.waiting === '') return true;
    this.taken = [];
    const told = this.lost === 0 ? [] : [{ event: lost(this.lost), origin: this.options, at: this.options.clock() }];
    const { text, link } = this.sealed([...told, ...taken]);
    try {
      this.file.append(this.waiting + text);
    } catch {
      this.wait(isBinding ? taken.filter(({ event }) => event.effect === 'deny') : taken);
      return false;
    }
    this.link = link;
    this.waiting = '';
    this.lost = 0;
    return true;
  }

  close(): void {
    this.take({ kind: 'end', ...PASSED });
    this.commit();
    this.file.close();
    this.claim.release();
  }

  /** A part of this log, for one of the sessions that share it: what it takes bears that session's names. */
  of(origin: EventOrigin): EventSink {
    this.mark({ kind: 'open', ...PASSED }, origin);
    return {
      isKept: true,
      take: (event) => this.take(event, origin),
      commit: (isBinding) => this.commit(isBinding),
      close: () => {
        this.take({ kind: 'close', ...PASSED }, origin);
        this.commit();
      },
    };
  }

  /** Where a session begins: written with whatever comes next, however that is decided. */
  private mark(event: RuntimeEvent, origin: EventOrigin = this.options): void {
    this.wait([{ event, origin, at: this.options.clock() }]);
  }

  private wait(taken: readonly Taken[]): void {
    if (this.waiting.length > MAX_WAITING) {
      this.lost += taken.length;
      return;
    }
    const { text, link } = this.sealed(taken);
    this.link = link;
    this.waiting += text;
  }

  /** Lines as they go on from the last one that was written or waits. */
  private sealed(taken: readonly Taken[]): { text: string; link: LogLink } {
    let [text, link] = ['', this.link];
    for (const { event, origin, at } of taken) {
      const { session, server, client } = origin;
      const from = { session, server, time: new Date(at).toISOString(), ...(client !== undefined && { client }) };
      const sealed = sealLine((tie) => canonicalRecord({ ...event, ...from, ...tie }), link, this.options.ring);
      link = sealed.link;
      text += sealed.line;
    }
    return { text, link };
  }
}

function lost(events: number): RuntimeEvent {
  const reason = `${events} decisions could not be recorded and are lost`;
  return { kind: 'protocol', effect: 'warn', would: 'warn', rule: 'evidence.log-full', reason };
}

/** Canonical JSON: the members are written down in its order, which is several times as fast as to sort them. */
function canonicalRecord(record: RuntimeEvent & LogTie & EventOrigin & { time: string }): string {
  const { client, effect, key_id, kind, method, policy, prev, reason, rule, seq, server, session, time, tool, trace_id, would } = record;
  const shapes = record.arguments?.map(({ hash, kind: type, length, name }) => ({ hash, kind: type, length, name }));
  const details = record.details && Object.fromEntries(Object.entries(record.details).sort(([a], [b]) => (a < b ? -1 : 1)));
  const members = { arguments: shapes, client, details, effect, key_id, kind, method, policy, prev, reason, rule };
  return JSON.stringify({ ...members, seq, server, session, time, tool, trace_id, would });
}

/** A log that was changed is not gone on with: nobody could tell later where it was. */
function linkOf(line: string, ring: KeyRing, path: string): LogLink {
  const opened = openLine(line, ring);
  if ('link' in opened) return opened.link;
  throw new OperationalError({
    where: path,
    message: `its last record ${opened.fault}`,
    hint: 'see `castellan audit verify`, then move it away or name another log',
  });
}

/** The key that the hashes of arguments in this log are made with. */
export function shapeKey(ring: KeyRing, path: string): Uint8Array {
  const key = ring.keys.get(ring.current) ?? new Uint8Array();
  return createHmac('sha256', key).update(`argument shapes\0${path}`).digest();
}
