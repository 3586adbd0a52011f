import type { EventSink, RuntimeEvent } from '../evidence/event.js';
import type { Spool } from './spool.js';
import { type EventSender, wireLine } from './wire-event.js';

export interface SessionSinkOptions extends EventSender {
  session: string;
  spool: Spool;
  clock(): number;
  say(line: string): void;
  /** Something was kept that the service should know at once. */
  onUrgent(): void;
  /** The session is over. */
  onClose(): Promise<void>;
}

/** Takes a session's events to the spool, and counts them. */
export class SessionSink implements EventSink {
  readonly isKept = true;
  /** Since the session began. */
  readonly counts = { decided: 0, denied: 0, dropped: 0 };
  private pending: { line: string; isDenied: boolean }[] = [];
  private isUrgent = false;
  private seq = 0;
  /** Events that found no room since that was last said. */
  private untold = 0;
  private isFull = false;

  constructor(private readonly options: SessionSinkOptions) {}

  take(event: RuntimeEvent): void {
    const isDenied = event.effect === 'deny';
    this.pending.push({ line: this.line(event), isDenied });
    this.counts.decided += 1;
    if (isDenied) this.counts.denied += 1;
    if (event.effect !== 'allow' || event.would !== 'allow') this.isUrgent = true;
  }

  commit(isBinding = false): boolean {
    if (this.pending.length === 0 && this.untold === 0) return true;
    const { spool, session, onUrgent } = this.options;
    const { pending } = this;
    const lines = pending.map(({ line }) => line);
    this.pending = [];
    const told = this.untold === 0 ? [] : [this.line(lost(this.untold))];
    if (!spool.append(session, [...told, ...lines])) {
      const withheld = isBinding ? pending.filter(({ isDenied }) => !isDenied).length : 0;
      this.counts.decided -= withheld;
      this.drop(lines.length - withheld);
      return false;
    }
    this.untold = 0;
    this.isFull = false;
    if (this.isUrgent || told.length > 0) onUrgent();
    this.isUrgent = false;
    return true;
  }

  close(): Promise<void> {
    this.commit();
    return this.options.onClose();
  }

  private drop(events: number): void {
    this.counts.dropped += events;
    this.untold += events;
    if (this.isFull || events === 0) return;
    this.isFull = true;
    const { say, spool, session } = this.options;
    say('the spool of events for the control plane is full, or cannot be written: from here on events are lost to it');
    // One line finds room in any case: should this process be killed, nobody takes what is missing for silence.
    spool.append(session, [this.line(FULL)], true);
  }

  private line(event: RuntimeEvent): string {
    this.seq += 1;
    return wireLine(event, this.options, this.seq, new Date(this.options.clock()));
  }
}

const RULE = 'evidence.spool-full';
const FULL: RuntimeEvent = {
  kind: 'protocol',
  effect: 'warn',
  would: 'warn',
  rule: RULE,
  reason: 'the spool is full: events from here on are lost',
};

/** What the service did not take is kept on disk up to a limit. */
export function refusedAndRemoved(events: number): RuntimeEvent {
  const reason = `${events} events that the service refused were removed from the disk: too many are kept there`;
  return { ...FULL, rule: 'evidence.refused-full', reason };
}

function lost(events: number): RuntimeEvent {
  return { ...FULL, reason: `${events} events found no room in the spool and are lost` };
}
