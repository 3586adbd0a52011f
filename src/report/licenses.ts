import parse from 'spdx-expression-parse';
import deprecated from 'spdx-license-ids/deprecated.json' with { type: 'json' };
import ids from 'spdx-license-ids/index.json' with { type: 'json' };
import { safeText } from '../support/terminal.js';

/** One licence as an SBOM may write it: an id of the SPDX list, an expression of such, or a name nobody can check. */
export type License = { kind: 'id' | 'expression' | 'name'; text: string };

const CANONICAL = new Map([...ids, ...deprecated].map((id) => [id.toLowerCase(), id]));

/** Longer texts are names: the parser is recursive. */
const MAX_EXPRESSION = 1_000;

/**
 * Reads one licence word of the evidence. Ids are recognised in any case; what is neither id nor valid expression stays a name,
 * because guessing a licence is worse than not knowing it. Undefined for words that say nothing (`NOASSERTION`, empty).
 */
export function readLicense(word: string): License | undefined {
  const text = safeText(word).trim();
  if (text === '' || /^(?:NOASSERTION|NONE|UNKNOWN)$/i.test(text)) return undefined;
  const id = CANONICAL.get(text.toLowerCase());
  if (id !== undefined) return { kind: 'id', text: id };
  return isExpression(text) ? { kind: 'expression', text } : { kind: 'name', text };
}

/** The licences of a component, without repetitions, in the order of the evidence. */
export function readLicenses(words: readonly string[]): License[] {
  const found = new Map<string, License>();
  for (const word of words) {
    const license = readLicense(word);
    if (license) found.set(license.text, license);
  }
  return [...found.values()];
}

/** References to other documents (`DocumentRef-…`) mean nothing in ours, so an expression with one is a name. */
function isExpression(text: string): boolean {
  if (text.length > MAX_EXPRESSION || text.includes('DocumentRef-') || !/^[\w.+():\- ]+$/.test(text)) return false;
  try {
    parse(text);
    return true;
  } catch {
    return false;
  }
}
