import { REDACTED, redactReason } from '../../support/redact.js';
import { safeText } from '../../support/terminal.js';

/** Lines before and after a place that go out with it. */
const BEFORE = 4;
const AFTER = 6;
/** Limit of characters of one excerpt, and those of them in front of the words that count. */
const MAX_LENGTH = 2_000;
const LEAD = 500;

/** A text without its secrets, line by line, so that places in it stay what they were. */
export class ShownText {
  private readonly lines: readonly string[];

  constructor(text: string) {
    const whole = new Set(redactReason(text).split('\n'));
    this.lines = text.split('\n').map((line) => safeText(shownLine(line, whole)));
  }

  /** The lines around a 1-based line, cut around `words` where they are long. */
  around(line: number, words = ''): string {
    const from = Math.max(0, line - 1 - BEFORE);
    const text = this.lines.slice(from, line + AFTER).join('\n');
    if (text.length <= MAX_LENGTH) return text;
    const at = text.indexOf(safeText(redactReason(words)).trim().slice(0, 40));
    const start = Math.max(0, at - LEAD);
    return text.slice(start, start + MAX_LENGTH);
  }
}

/**
 * A line that the redaction of the whole text leaves alone stays. Any other is redacted by itself; where that gives nothing that the whole
 * has, the line belongs to a secret of several lines and goes.
 */
function shownLine(line: string, whole: ReadonlySet<string>): string {
  if (whole.has(line)) return line;
  const shown = redactReason(line);
  return whole.has(shown) ? shown : REDACTED;
}
