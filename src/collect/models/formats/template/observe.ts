import type { ScanInput } from '../../contract/format.js';
import { hiddenTextsOf } from './backdoor.js';
import { escapesOf } from './escape.js';
import { piecesOf } from './tokens.js';

/** Chat templates have some kilobytes; the largest published ones about 20. */
const MAX_TEMPLATE = 512 * 1024;
const MAX_REPORTED = 20;

/** One template with its key or file. */
export interface TemplateText {
  key: string;
  text: string;
  /** False for a key that no loader renders by itself. */
  loaded?: boolean;
  offset?: number;
}

/** Reads a Jinja template and observes how it leaves its sandbox and what it hides. Nothing is rendered. */
export function observeTemplate(input: ScanInput, template: TemplateText): void {
  const { key, text, loaded = true, offset = 0 } = template;
  if (text.length > MAX_TEMPLATE) input.unread(`template ${key} is larger than ${MAX_TEMPLATE / 1024} KiB`);
  const pieces = piecesOf(text.slice(0, MAX_TEMPLATE));
  if (pieces.some((piece) => !piece.closed)) input.unread(`template ${key} has an unclosed tag`);
  const escapes = first(escapesOf(pieces));
  for (const found of escapes) {
    input.observe({
      kind: 'template.escape',
      evidence: `${key}: ${found.evidence}`,
      offset: offset + found.offset,
      facts: { how: found.how, loaded },
    });
  }
  for (const found of first(hiddenTextsOf(pieces))) {
    input.observe({
      kind: 'template.hidden',
      evidence: `${key}: ${found.evidence}`,
      offset: offset + found.offset,
      facts: { how: found.how, loaded },
    });
  }
}

/** Stops after enough results, because one template may repeat a finding a hundred thousand times. */
function first<Found>(all: Iterable<Found>): Found[] {
  const kept: Found[] = [];
  for (const found of all) if (kept.push(found) >= MAX_REPORTED) break;
  return kept;
}
