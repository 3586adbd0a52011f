import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { PushAnswer } from '../../client/answer.js';
import type { ControlPlaneClient } from '../../client/control-plane.js';
import type { GatewayPolicy } from '../../policy/gateway/policy.js';
import { type CastellanError, describe } from '../../support/errors.js';
import type { EventSink } from '../evidence/event.js';
import { type FeedAnswer, type LivePolicies, PolicyFeed } from './live-policies.js';
import { Pace } from './pace.js';
import { type Pushed, Pusher, type RuntimeKind } from './pusher.js';
import { refusedAndRemoved, SessionSink } from './session-sink.js';
import { Spool } from './spool.js';
import type { EventSender } from './wire-event.js';

export interface LinkOptions {
  kind: RuntimeKind;
  client: ControlPlaneClient;
  /** The same service, asked with more patience: at the start there may be nothing else to go by. */
  patient: ControlPlaneClient;
  /** Distinguishes services and keys; holds no secret. */
  identity: string;
  /** Private folder of the runtime's data. */
  folder: string;
  /** What the relayed server, or the gateway, is called: whoever relays to it next takes over its spool. */
  name: string;
  /** The source that the user names. */
  source: string | undefined;
  maxPolicyAgeMs: number;
  maxSpoolBytes?: number;
  /** Sessions come and go: the link stays until it is closed. Else the last session ends it. */
  staysOpen?: true;
  /** Checks policies as the API gives them. Throws CastellanError for what cannot be judged by. */
  readPolicies(items: readonly unknown[]): Promise<readonly GatewayPolicy[]>;
  /** The error that a refusal of the service is. */
  refusal(answer: PushAnswer): CastellanError;
  /** Milliseconds since 1970. */
  clock(): number;
  say(line: string): void;
}

/** What one session of a relay needs of the control plane. */
export interface LinkedSession {
  policies: LivePolicies;
  /** Ends the session when it is closed. */
  events: EventSink;
}

const [PUSH_MS, POLL_MS, BEAT_MS, LONGEST_MS] = [3_000, 20_000, 30_000, 60_000] as const;
/** What the first frames need comes first: only then is anything loaded that speaks to the service, unless a call is denied before. */
const START_MS = 1_000;
/** For what is left to be sent when the last session ends: the server is given longer to leave. */
const LAST_MS = 800;
const MAX_SPOOL_BYTES = 32 * 1024 * 1024;

interface OpenSession {
  sink: SessionSink;
  sender: EventSender;
  lastBeat: number;
}

/**
 * The link between relays and a control plane: its policies come in, what is decided goes out by way of a spool, and signs of life say that
 * somebody is there. Nothing of it is waited for while a call is judged.
 */
export class Link {
  private readonly sessions = new Map<string, OpenSession>();
  private readonly pushPace = new Pace(PUSH_MS, LONGEST_MS);
  private readonly pollPace = new Pace(POLL_MS, LONGEST_MS);
  private readonly spool: Spool;
  private readonly pusher: Pusher;
  private turn: Promise<unknown> = Promise.resolve();
  private readonly told = new Set<string>();
  private readonly endings = new Set<Promise<void>>();
  private isOver = false;
  private isStopped = false;

  private constructor(
    private readonly options: LinkOptions,
    private readonly feed: PolicyFeed,
  ) {
    const { folder, name, identity, client, kind, source, refusal, say, maxSpoolBytes = MAX_SPOOL_BYTES } = options;
    const place = `${name.replace(/[^A-Za-z0-9._-]+/g, '_').slice(0, 80)}-${hashOf(`${name}\0${kind}\0${identity}`)}`;
    this.spool = new Spool(join(folder, 'spool', place), maxSpoolBytes);
    this.pusher = new Pusher({ client, spool: this.spool, kind, source, refusal: (answer) => refusal(answer).message, say });
  }

  /** Opens the link once there are policies to go by. Throws CastellanError where there are none. */
  static async open(options: LinkOptions): Promise<Link> {
    const { client, patient, folder, identity, maxPolicyAgeMs, source, readPolicies, refusal, clock, say } = options;
    const copyPath = join(folder, `policies-${hashOf(`${identity}\0${source ?? ''}`)}.json`);
    const feed = await PolicyFeed.open({
      client,
      patient,
      copyPath,
      maxAgeMs: maxPolicyAgeMs,
      source,
      read: readPolicies,
      refusal,
      clock,
      say,
    });
    const link = new Link(options, feed);
    void link.keepPushing();
    void link.keepPolling();
    return link;
  }

  session(session: string, sender: EventSender): LinkedSession {
    const { clock, say } = this.options;
    const sink = new SessionSink({
      ...{ ...sender, session, clock, say },
      spool: this.spool,
      onUrgent: () => this.pushPace.hurry(),
      onClose: () => this.ended(session),
    });
    this.sessions.set(session, { sink, sender, lastBeat: Number.NEGATIVE_INFINITY });
    return { policies: this.feed, events: sink };
  }

  private async keepPushing(): Promise<void> {
    await this.pushPace.wait(START_MS);
    while (!this.isOver && !this.isStopped) {
      const waitMs = await this.inTurn(() => this.round()).catch((error: unknown) => void this.tripped(error, this.pushPace));
      await this.pushPace.wait(waitMs);
    }
  }

  /** One request at a time: what waits is sent once. */
  private inTurn<T>(work: () => Promise<T>): Promise<T> {
    const next = this.turn.then(work);
    this.turn = next.catch(() => {});
    return next;
  }

  /** Sends what waits, then signs of life that are due. Gives the wait that the service asks for. */
  private async round(): Promise<number | undefined> {
    if (this.sessions.size > 0) this.adopt();
    const due = [...this.sessions].filter(([, { lastBeat }]) => performance.now() - lastBeat >= BEAT_MS);
    // No oftener than signs of life: an event that is refused itself makes others go.
    const [next] = due;
    if (next) this.tellRemoved(next[1]);
    let pushed = await this.pusher.drain(() => this.isOver);
    for (const [session] of due) if (pushed.outcome === 'taken' && !this.isOver) pushed = await this.beat(session, false);
    if (pushed.outcome === 'later') this.pushPace.failed();
    else this.pushPace.succeeded();
    if (pushed.outcome === 'stopped') {
      this.isStopped = true;
      this.tellRefused(pushed.answer, 'nothing more is sent to it');
    }
    return pushed.outcome === 'later' ? pushed.waitMs : undefined;
  }

  /** A disk that fails, or a fault of ours, ends no relay: it is said once, and tried again. */
  private tripped(error: unknown, pace: Pace): void {
    pace.failed();
    this.sayOnce(`the link to the control plane fails: ${describe(error)}`);
  }

  /** Each refusal once, whatever it was for. */
  private tellRefused(answer: PushAnswer, so: string): void {
    const { message } = this.options.refusal(answer);
    this.sayOnce(message, so);
  }

  private sayOnce(message: string, ...more: readonly string[]): void {
    if (!this.told.has(message)) this.options.say([message, ...more].join('; '));
    this.told.add(message);
  }

  private adopt(): void {
    try {
      this.spool.adopt();
    } catch {
      // What others have left waits for another time.
    }
  }

  private async beat(session: string, ended: boolean): Promise<Pushed> {
    const open = this.sessions.get(session);
    if (!open) return { outcome: 'taken' };
    open.lastBeat = performance.now();
    const {
      sink,
      sender: { server, agent, mode },
    } = open;
    const { decided, denied, dropped } = sink.counts;
    return this.pusher.beat(session, {
      ...(agent !== undefined && { agent: agent.slice(0, 200) }),
      server: server.slice(0, 200),
      mode,
      ...(this.feed.version !== '' && { policy_version: this.feed.version }),
      ...{ decided, denied, dropped: dropped + this.pusher.refusedEvents, waiting: this.spool.waiting, ended },
    });
  }

  /** As an event, which is an alert there: who looks for refused events has to know that some are gone. */
  private tellRemoved({ sink }: OpenSession): void {
    const { removedEvents } = this.pusher;
    if (removedEvents === 0) return;
    this.pusher.removedEvents = 0;
    sink.take(refusedAndRemoved(removedEvents));
    sink.commit();
  }

  private async keepPolling(): Promise<void> {
    // A copy from the disk may be old by now.
    await this.pollPace.wait(START_MS);
    while (!this.isOver) {
      const { outcome, answer } = await this.refresh();
      if (outcome === 'refused' && answer) {
        this.tellRefused(answer, 'it is asked for policies no more');
        return;
      }
      if (outcome === 'away') this.pollPace.failed();
      else this.pollPace.succeeded();
      await this.pollPace.wait(answer?.waitMs);
    }
  }

  private refresh(): Promise<FeedAnswer> {
    return this.feed.refresh().catch((error: unknown) => {
      this.tripped(error, this.pollPace);
      return { outcome: 'away' };
    });
  }

  private ended(session: string): Promise<void> {
    const ending = this.end(session).finally(() => this.endings.delete(ending));
    this.endings.add(ending);
    return ending;
  }

  /** What is left is sent within a moment, or by whoever relays to the server next. */
  private async end(session: string): Promise<void> {
    if (!this.isStopped && !this.pushPace.isFailing) await Promise.race([this.inTurn(() => this.lastWords(session)), pause(LAST_MS)]);
    this.sessions.delete(session);
    this.spool.end(session);
    if (this.sessions.size === 0 && !this.options.staysOpen) this.close();
  }

  /** Closes the link when the sessions that end have had their moment. */
  async finish(): Promise<void> {
    await Promise.all(this.endings);
    this.close();
  }

  private close(): void {
    this.isOver = true;
    this.pushPace.end();
    this.pollPace.end();
    this.spool.close();
  }

  private async lastWords(session: string): Promise<void> {
    try {
      const open = this.sessions.get(session);
      if (open) this.tellRemoved(open);
      const pushed = await this.pusher.drain(() => this.isOver);
      if (pushed.outcome === 'taken') await this.beat(session, true);
    } catch (error) {
      this.tripped(error, this.pushPace);
    }
  }
}

/** Names a folder or file by what it is for. */
function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 16);
}
