import type { Line } from '../frames/line.js';

/** One side of a relay, over whatever carries its frames. */
export interface Peer {
  /** Starts to read. Frames come in order; `ended` comes once, after the last of them. */
  open(take: { frames(lines: Line[]): void; ended(): void; drained(): void }): void;
  /** Stops and goes on reading: whoever sends has to wait meanwhile. */
  pause(): void;
  resume(): void;
  /** Sends bytes that are whole frames. */
  send(bytes: Buffer): void;
  /** True while more was sent than the other end has taken; `drained` follows. */
  readonly isFull: boolean;
  /** Sends what is left, then ends the stream. */
  end(): void;
}
