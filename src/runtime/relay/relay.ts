import type { Line } from '../frames/line.js';
import { parseFrame } from '../frames/parse-frame.js';
import type { Inspector } from './inspector.js';
import type { Peer } from './peer.js';
import { type FrameOutcome, Protocol } from './protocol.js';
import { RelaySession, type Side } from './session.js';

export interface RelayOptions {
  client: Peer;
  server: Peer;
  /** Frames that it has to judge wait for it; all others do not. */
  inspector: Promise<Inspector>;
  /** Bytes of one frame. */
  maxBytes: number;
  /** A line of the server that is no message, and why. */
  onStray(line: Buffer, reason: string): void;
  onEnd(side: Side): void;
}

/** What may wait to go back to a sender that does not read, before nothing more is taken from it. */
const MAX_BACKLOG = 256 * 1024;

/** Relays frames between a client and a server, in order, each judged before it goes on. A reader that is slow slows its sender down. */
export class Relay {
  private readonly lanes: Record<Side, Lane>;
  private readonly protocol: Protocol;
  private line: Buffer = Buffer.alloc(0);

  constructor(private readonly options: RelayOptions) {
    const { client, server, inspector, maxBytes } = options;
    this.protocol = new Protocol(new RelaySession(), (reason) => options.onStray(this.line, reason));
    this.lanes = { client: this.lane('client', client, server, maxBytes), server: this.lane('server', server, client, maxBytes) };
    void inspector.then(
      (ready) => {
        this.protocol.ready(ready);
        this.lanes.client.goOn();
        this.lanes.server.goOn();
      },
      // Whoever made it ends the relay; what waits is not let through.
      () => {},
    );
  }

  start(): void {
    this.lanes.client.open();
    this.lanes.server.open();
  }

  private lane(side: Side, from: Peer, to: Peer, maxBytes: number): Lane {
    return new Lane(from, to, {
      judge: (line) => this.judge(side, line, maxBytes),
      recorded: (outcomes) => this.protocol.recorded(outcomes),
      ended: () => this.options.onEnd(side),
      drained: () => {
        this.lanes.client.balance();
        this.lanes.server.balance();
      },
    });
  }

  /** Undefined: the frame has to wait. */
  private judge(side: Side, line: Line, maxBytes: number): FrameOutcome | undefined {
    const parsed = line.parsed ?? parseFrame(line, maxBytes);
    if (parsed === undefined) return {};
    this.line = line.buffer.subarray(line.from, line.to);
    if ('fault' in parsed) return this.protocol.refuse(side, parsed.fault);
    if (this.protocol.needsInspector(side, parsed.value)) {
      line.parsed = parsed;
      return undefined;
    }
    return this.protocol.judge(side, parsed.value);
  }
}

interface LaneWork {
  judge(line: Line): FrameOutcome | undefined;
  recorded(outcomes: readonly FrameOutcome[]): readonly FrameOutcome[];
  ended(): void;
  drained(): void;
}

/** One direction. */
class Lane {
  private waiting: Line[] = [];
  private isOver = false;
  private backlog = 0;
  private isPaused = false;

  constructor(
    private readonly from: Peer,
    private readonly to: Peer,
    private readonly work: LaneWork,
  ) {}

  open(): void {
    this.from.open({
      frames: (lines) => {
        if (this.waiting.length > 0) this.waiting.push(...lines);
        else this.take(lines);
      },
      ended: () => {
        this.isOver = true;
        if (this.waiting.length === 0) this.work.ended();
      },
      drained: this.work.drained,
    });
  }

  /** The inspector is there: what waited is judged. */
  goOn(): void {
    const lines = this.waiting;
    this.waiting = [];
    if (lines.length > 0) this.take(lines);
    if (this.isOver && lines.length > 0) this.work.ended();
    this.balance();
  }

  /** Reads on or waits, as the readers of what this lane sends keep up. */
  balance(): void {
    if (!this.from.isFull) this.backlog = 0;
    const mustWait = this.waiting.length > 0 || this.to.isFull || this.backlog > MAX_BACKLOG;
    if (mustWait === this.isPaused) return;
    this.isPaused = mustWait;
    if (mustWait) this.from.pause();
    else this.from.resume();
  }

  private take(lines: Line[]): void {
    const onward = new Run();
    const back: Buffer[] = [];
    this.work.recorded(this.judged(lines)).forEach((outcome, at) => {
      const line = lines[at];
      if (outcome.onward === true && line) onward.line(line);
      else if (outcome.onward instanceof Buffer) onward.bytes(outcome.onward);
      if (outcome.back) back.push(outcome.back);
    });
    for (const bytes of onward.end()) this.to.send(bytes);
    for (const bytes of back) {
      this.from.send(bytes);
      this.backlog += bytes.length;
    }
    this.balance();
  }

  /** From the first line on that has to wait, all do. */
  private judged(lines: Line[]): FrameOutcome[] {
    const outcomes: FrameOutcome[] = [];
    for (const line of lines) {
      const outcome = this.work.judge(line);
      if (outcome === undefined) {
        this.waiting = lines.slice(outcomes.length);
        break;
      }
      outcomes.push(outcome);
    }
    return outcomes;
  }
}

const LINE_FEED = Buffer.from('\n');

/** Frames that go on together: neighbours in one buffer leave in one piece, as they came. */
class Run {
  private readonly pieces: Buffer[] = [];
  private buffer: Buffer | undefined;
  private from = 0;
  private to = 0;

  line({ buffer, from, to }: Line): void {
    if (buffer === this.buffer && from === this.to) this.to = to + 1;
    else {
      this.flush();
      if (to < buffer.length) [this.buffer, this.from, this.to] = [buffer, from, to + 1];
      else this.pieces.push(buffer.subarray(from, to), LINE_FEED);
    }
  }

  bytes(bytes: Buffer): void {
    this.flush();
    this.pieces.push(bytes);
  }

  end(): Buffer[] {
    this.flush();
    return this.pieces;
  }

  private flush(): void {
    if (this.buffer) this.pieces.push(this.buffer.subarray(this.from, this.to));
    this.buffer = undefined;
  }
}
