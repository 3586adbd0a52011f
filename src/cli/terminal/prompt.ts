import { createInterface, type Interface } from 'node:readline/promises';
import { safeText } from '../../support/terminal.js';

/** True where a person can read a question and answer it. */
export function canAsk(): boolean {
  return process.stdin.isTTY && process.stderr.isTTY;
}

/** Asks the person at the terminal; its input is open from the first question until it is closed. */
export class Prompt {
  private input: Interface | undefined;

  constructor(private readonly signal: AbortSignal) {}

  /** The answer, without spaces around it. */
  async ask(question: string): Promise<string> {
    this.input ??= createInterface({ input: process.stdin, output: process.stderr });
    return (await this.input.question(safeText(question), { signal: this.signal })).trim();
  }

  /** True for a yes. */
  async agrees(text: string): Promise<boolean> {
    return /^y(es)?$/i.test(await this.ask(`${text}? [y]es, [n]o: `));
  }

  close(): void {
    this.input?.close();
  }
}
