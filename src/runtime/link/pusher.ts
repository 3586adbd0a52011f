import { basename } from 'node:path';
import type { PushAnswer } from '../../client/answer.js';
import { measureContent } from '../../client/content.js';
import type { ControlPlaneClient } from '../../client/control-plane.js';
import { OperationalError } from '../../support/errors.js';
import { plural } from '../../support/listing.js';
import { linesOf, type Spool, type SpoolPart } from './spool.js';

/** The kinds of sources that a relay, and a gateway of several servers, report as. */
export type RuntimeKind = 'runtime.proxy' | 'runtime.gateway';

export interface PusherOptions {
  client: ControlPlaneClient;
  spool: Spool;
  kind: RuntimeKind;
  source: string | undefined;
  /** Words for a refusal. */
  refusal(answer: PushAnswer): string;
  say(line: string): void;
}

/** What came of a push. */
export type Pushed =
  | { outcome: 'taken' }
  /** Milliseconds that the service asks to wait. */
  | { outcome: 'later'; waitMs?: number | undefined }
  /** No further one will be taken. */
  | { outcome: 'stopped'; answer: PushAnswer };

/** Statuses that refuse what was sent, whoever sends it: all the others refuse the sender. */
const BAD_CONTENT: ReadonlySet<number> = new Set([400, 413, 422]);

/** Sends what the spool holds, part by part: each counts once, however often it is sent. */
export class Pusher {
  /** Events that the service did not take. */
  refusedEvents = 0;
  /** Those of them that are kept no more, since that was last told to the service. */
  removedEvents = 0;

  constructor(private readonly options: PusherOptions) {}

  /** Sends all that waits, until something fails. */
  async drain(isOver: () => boolean = () => false): Promise<Pushed> {
    for (let part = this.options.spool.next(); part && !isOver(); part = this.options.spool.next()) {
      const pushed = await this.send(part);
      if (pushed.outcome !== 'taken') return pushed;
    }
    return { outcome: 'taken' };
  }

  /** Sends a sign of life. */
  async beat(session: string, heartbeat: object): Promise<Pushed> {
    const answer = await this.post(session, 'a sign of life', [], { heartbeat });
    if (answer === undefined || isTemporary(answer)) return { outcome: 'later', waitMs: answer?.waitMs };
    // A sign of life that cannot be read is no reason to keep what was decided.
    return answer.accepted || BAD_CONTENT.has(answer.status) ? { outcome: 'taken' } : { outcome: 'stopped', answer };
  }

  private async send(part: SpoolPart): Promise<Pushed> {
    const { spool, say } = this.options;
    const lines = linesOf(part);
    const answer = lines.length === 0 ? EMPTY : await this.post(part.session, basename(part.path), lines, {});
    if (answer === undefined || isTemporary(answer)) return { outcome: 'later', waitMs: answer?.waitMs };
    if (answer.accepted) {
      this.tellRejected(answer);
      spool.sent(part, lines.length);
      return { outcome: 'taken' };
    }
    if (!BAD_CONTENT.has(answer.status)) return { outcome: 'stopped', answer };
    say(`${plural(lines.length, 'event')} cannot be sent: ${this.options.refusal(answer)}`);
    this.refusedEvents += lines.length;
    const removed = spool.refused(part, lines.length);
    if (removed > 0) say(`${plural(removed, 'event')} that the control plane refused earlier made room and are kept no more`);
    this.removedEvents += removed;
    return { outcome: 'taken' };
  }

  private tellRejected({ accepted }: PushAnswer): void {
    const [first, ...others] = accepted?.rejected ?? [];
    if (!first) return;
    this.refusedEvents += others.length + 1;
    this.options.say(`the control plane did not take ${plural(others.length + 1, 'event')}: ${first.reason}`);
  }

  /** Undefined where there was no answer. */
  private async post(session: string, name: string, lines: readonly string[], more: object): Promise<PushAnswer | undefined> {
    const { client, kind, source } = this.options;
    const head = JSON.stringify({ kind, session_id: session, ...(source !== undefined && { source_id: source }), ...more });
    const body = `${head.slice(0, -1)},"events":[${lines.join(',')}]}`;
    const content = await measureContent(() => [body], name);
    try {
      // What is sent again has the same bytes, and so the same idempotency key; signs of life differ by their time.
      const madeAt = lines.length > 0 ? {} : { madeAt: String(process.hrtime.bigint()) };
      return await client.send({ name, intake: 'pushProxyAudit', query: {}, content, ...madeAt });
    } catch (error) {
      if (error instanceof OperationalError) return undefined;
      throw error;
    }
  }
}

const EMPTY: PushAnswer = { status: 200, accepted: { counts: {}, rejected: [], issues: [], isLate: false, isReplayed: false } };

function isTemporary({ status, waitMs }: PushAnswer): boolean {
  return status >= 500 || status === 429 || status === 408 || status === 425 || (status === 409 && waitMs !== undefined);
}
