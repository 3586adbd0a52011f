import { redact } from './redact.js';
import { safeText, truncate } from './terminal.js';

/**
 * Evidence as a finding may show it: what has the shape of a secret is hidden, what steers a terminal or cannot be seen is
 * written as its code point, and at most `width` columns are kept. The text is cut before it is searched, so hostile lengths
 * cost nothing.
 */
export function quote(text: string, width = 160): string {
  return truncate(safeText(redact(text.slice(0, width * 4))), width);
}
