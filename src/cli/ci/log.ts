import type { Io } from '../terminal/console-io.js';

/**
 * A log in which no line of what is scanned can be a command to the system. Text is held back until its line is whole; `flush` gives the
 * rest. Without `plain` the log is the stream as it is.
 */
export class PlainLog {
  private held = '';

  constructor(
    private readonly to: Io,
    private readonly plain: ((line: string) => string) | undefined,
  ) {}

  get io(): Io {
    const { plain } = this;
    if (!plain) return this.to;
    return {
      out: (text) => this.take(text, plain),
      err: (text) => this.to.err(text.split('\n').map(plain).join('\n')),
    };
  }

  flush(): void {
    if (this.held === '') return;
    this.to.out(this.plain?.(this.held) ?? this.held);
    this.held = '';
  }

  private take(text: string, plain: (line: string) => string): void {
    // A carriage return alone ends a line, too, for who reads the log.
    const lines = `${this.held}${text}`.split(/(?<=\n|\r(?!\n))/);
    this.held = lines.at(-1)?.endsWith('\n') ? '' : (lines.pop() ?? '');
    if (lines.length > 0) this.to.out(lines.map(plain).join(''));
  }
}
