import { endingSignals, endProgram } from './exit-codes.js';

type EndingSignal = keyof typeof endingSignals;

/** Milliseconds that work gets to end by itself after a signal, in case it ignores the abort. */
const PATIENCE_MS = 150;

/**
 * SIGINT and SIGTERM. The first signal aborts the running command, which cleans up after itself; a command that ignores it is ended soon
 * after. A second signal ends the process at once. The `exit` event then removes half-written files and ends child processes.
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

  /** The command stops in order by itself. */
  wait(): void {
    this.inOrder = true;
  }

  /** The program has finished. After a signal, its last line and exit code report the signal, not the command's result. */
  close(): void {
    this.through = true;
    if (this.received !== undefined) this.end(this.received);
  }

  private end(signal: EndingSignal): never {
    // A command that stopped in order was not interrupted. Its stderr may be a log for programs, so we print nothing.
    if (!this.inOrder) this.say('interrupted');
    endProgram(endingSignals[signal]);
  }
}
