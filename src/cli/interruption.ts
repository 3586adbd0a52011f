import { endingSignals, endProgram } from './exit-codes.js';

type EndingSignal = keyof typeof endingSignals;

/** What work that hears no abort gets to end by itself, in milliseconds. */
const PATIENCE_MS = 150;

/**
 * SIGINT and SIGTERM. The first one aborts what runs, which cleans up after itself; what does not hear it is ended soon after, and a second
 * one ends everything at once. What must not stay behind then (half-written files, children) goes with the process's `exit` event.
 */
export class Interruption {
  static readonly signals = Object.keys(endingSignals) as EndingSignal[];
  private received: EndingSignal | undefined;
  private inOrder = false;
  private through = false;

  constructor(
    private readonly abort: AbortController,
    private readonly say: (line: string) => void,
  ) {}

  take(signal: EndingSignal): void {
    if (this.received !== undefined || this.through) this.end(this.received ?? signal);
    this.received = signal;
    this.abort.abort();
    if (!this.inOrder) setTimeout(() => this.end(signal), PATIENCE_MS).unref();
  }

  /** The command ends in order by itself. */
  wait(): void {
    this.inOrder = true;
  }

  /** The program is through: after a signal its last word and its code tell of that, whatever it found. */
  close(): void {
    this.through = true;
    if (this.received !== undefined) this.end(this.received);
  }

  private end(signal: EndingSignal): never {
    // What ends in order was not interrupted, and its log may be read by programs.
    if (!this.inOrder) this.say('interrupted');
    endProgram(endingSignals[signal]);
  }
}
