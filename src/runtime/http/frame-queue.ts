import { type Outgoing, outgoing } from './outgoing.js';

/** Bytes of frames that wait to be sent, before no more are taken. */
const MAX_QUEUED = 256 * 1024;
const LINE_FEED = 10;

/** Frames on their way to a remote server: each is a request of its own, sent after the one before it. */
export class FrameQueue {
  private readonly frames: Buffer[] = [];
  private bytes = 0;
  private isPumping = false;
  private isClosed = false;

  constructor(
    /** Resolves when the next frame may follow. Never rejects. */
    private readonly dispatch: (out: Outgoing) => Promise<void>,
    private readonly drained: () => void,
  ) {}

  get isFull(): boolean {
    return this.bytes > MAX_QUEUED;
  }

  get isEmpty(): boolean {
    return this.frames.length === 0;
  }

  /** Takes lines, each a frame. */
  send(bytes: Buffer): void {
    let from = 0;
    for (let at = bytes.indexOf(LINE_FEED); at !== -1; at = bytes.indexOf(LINE_FEED, from)) {
      this.add(bytes.subarray(from, at));
      from = at + 1;
    }
    if (from < bytes.length) this.add(bytes.subarray(from));
    if (!this.isPumping) void this.pump();
  }

  /** Sends no more, not even what waits. */
  close(): void {
    this.isClosed = true;
    this.frames.length = 0;
  }

  private add(frame: Buffer): void {
    if (frame.length === 0 || this.isClosed) return;
    // What it was read from may be used again by the time it goes out.
    this.frames.push(Buffer.from(frame));
    this.bytes += frame.length;
  }

  private async pump(): Promise<void> {
    this.isPumping = true;
    for (let frame = this.frames.shift(); frame; frame = this.frames.shift()) {
      await this.dispatch(outgoing(frame, JSON.parse(frame.toString('utf8'))));
      const wasFull = this.isFull;
      this.bytes -= frame.length;
      if (wasFull && !this.isFull) this.drained();
    }
    this.isPumping = false;
  }
}
