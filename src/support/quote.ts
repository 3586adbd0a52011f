import { ownText } from './own-text.js';
import { redact } from './redact.js';
import { safeText, truncate } from './terminal.js';

/**
 * Evidence in the form in which a finding may show it: secrets are hidden, characters that control a terminal or are invisible are
 * written as code points, and at most `width` columns are kept. The text is cut before it is searched, so hostile lengths
 * cost nothing.
 */
export function quote(text: string, width = 160): string {
  return ownText(truncate(safeText(redact(text.slice(0, width * 4))), width));
}
