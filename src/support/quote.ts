import { ownText } from './own-text.js';
import { redact } from './redact.js';
import { safeText, truncate } from './terminal.js';

/**
 * Evidence in the form in which a finding may show it: secrets are hidden, characters that control a terminal or are invisible are
 * written as code points, and at most `width` columns are kept. The text is cut before it is searched, so hostile lengths
 * cost nothing.
 */
export function quote(text: string, width = 160): string {
  return shown(redact(text.slice(0, width * 4)), width);
}

/**
 * The same of what stands behind `before` on its line, which may say that a secret follows: where that hides more of the text, and not of
 * the text alone, the quotation begins with the line.
 */
export function quoteBehind(before: string, text: string, width = 160): string {
  const part = text.slice(0, width * 4);
  const line = redact(before + part);
  if (line.startsWith(before)) return shown(line.slice(before.length), width);
  const alone = redact(part);
  return shown(line.endsWith(alone) ? alone : line, width);
}

function shown(redacted: string, width: number): string {
  return ownText(truncate(safeText(redacted), width));
}
