import { formatExpression, isGroup, isNothing, leavesOf, parseExpression } from '../support/licenses/expression.js';
import { safeText } from '../support/terminal.js';

/** A licence as an SBOM may state it: an id of the SPDX list, an expression of such ids, or a free name. */
export type License = { kind: 'id' | 'expression' | 'name'; text: string };

/** Longer texts are treated as names, because validators read expressions recursively. */
const MAX_EXPRESSION = 1_000;

/**
 * One licence of a component, for an SBOM. A text that is neither an id nor a valid expression stays a name: a wrong guess would be
 * worse than none. Undefined for texts without information (`NOASSERTION`, empty).
 */
export function licenseForm(word: string): License | undefined {
  const text = safeText(word).trim();
  if (text === '' || /^(?:NOASSERTION|NONE|UNKNOWN)$/i.test(text)) return undefined;
  const node = text.length > MAX_EXPRESSION ? undefined : parseExpression(text);
  // References to other documents mean nothing in ours, and what nobody asserts is no part of an SBOM's expression.
  if (node === undefined || leavesOf(node).some((leaf) => leaf.license.startsWith('DocumentRef-') || isNothing(leaf)))
    return { kind: 'name', text };
  const isId = !isGroup(node) && node.plus === undefined && node.exception === undefined && !node.license.startsWith('LicenseRef-');
  return { kind: isId ? 'id' : 'expression', text: formatExpression(node) };
}

/** The licences of a component, without repetitions, in the order of the evidence. */
export function licenseForms(words: readonly string[]): License[] {
  const found = new Map<string, License>();
  for (const word of words) {
    const license = licenseForm(word);
    if (license) found.set(license.text, license);
  }
  return [...found.values()];
}
