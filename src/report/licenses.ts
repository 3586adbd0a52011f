import parse from 'spdx-expression-parse';
import deprecated from 'spdx-license-ids/deprecated.json' with { type: 'json' };
import ids from 'spdx-license-ids/index.json' with { type: 'json' };
import { safeText } from '../support/terminal.js';

/** A licence as an SBOM may state it: an id of the SPDX list, an expression of such ids, or a free name. */
export type License = { kind: 'id' | 'expression' | 'name'; text: string };

const CANONICAL = new Map([...ids, ...deprecated].map((id) => [id.toLowerCase(), id]));

/** Longer texts are treated as names, because the parser is recursive. */
const MAX_EXPRESSION = 1_000;

/**
 * Reads one licence text of the evidence. Ids are recognised in any case. A text that is neither an id nor a valid
 * expression stays a name: a wrong guess would be worse than none. Undefined for texts without information
 * (`NOASSERTION`, empty).
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

/**
 * An expression with references to other documents (`DocumentRef-…`) is treated as a name, because they mean nothing in
 * ours.
 */
function isExpression(text: string): boolean {
  if (text.length > MAX_EXPRESSION || text.includes('DocumentRef-') || !/^[\w.+():\- ]+$/.test(text)) return false;
  try {
    parse(text);
    return true;
  } catch {
    return false;
  }
}
