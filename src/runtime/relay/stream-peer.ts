import type { Readable, Writable } from 'node:stream';
import { LineSplitter } from '../frames/line-splitter.js';
import type { Peer } from './peer.js';

/** A peer that speaks in lines: standard streams of this process or of a child. */
export class StreamPeer implements Peer {
  private readonly lines: LineSplitter;

  constructor(
    private readonly input: Readable,
    private readonly output: Writable,
    maxBytes: number,
  ) {
    this.lines = new LineSplitter(maxBytes);
  }

  get isFull(): boolean {
    return this.output.writableNeedDrain;
  }

  open({ frames, ended, drained }: Parameters<Peer['open']>[0]): void {
    let isOver = false;
    const over = () => {
      if (isOver) return;
      isOver = true;
      const rest = this.lines.end();
      if (rest) frames([rest]);
      ended();
    };
    this.input.on('data', (chunk: Buffer) => {
      const lines = this.lines.push(chunk);
      if (lines.length > 0) frames(lines);
    });
    this.input.on('end', over).on('error', over).on('close', over);
    // Who does not read any more is gone; that its input ends as well is no more than a matter of time.
    this.output.on('drain', drained).on('error', over);
  }

  pause(): void {
    this.input.pause();
  }

  resume(): void {
    this.input.resume();
  }

  send(bytes: Buffer): void {
    if (this.output.writable) this.output.write(bytes);
  }

  end(): void {
    if (this.output.writable) this.output.end();
  }
}
