import { markdownText } from '../report/escape.js';
import type { LicensedComponent, LicenseInventory } from '../report/license-inventory.js';
import { type Leaf, leavesOf, parseExpression } from '../support/licenses/expression.js';

/** A notices file: each component with its licence, then the text of each licence once, where the SPDX list has it. */
export function* noticesOf({ components }: LicenseInventory, texts: ReadonlyMap<string, string>): Iterable<string> {
  yield '# Third-party notices\n\n';
  yield 'The components below are used under the licences named with them. The texts follow; years and holders of rights are those of each component.\n\n';
  const named = new Map<string, Leaf>();
  const textless: string[] = [];
  for (const component of components) {
    const stated = component.licenses.map(({ text }) => text);
    yield `- ${markdownText(labelOf(component))}: ${markdownText(stated.join(', ') || 'no licence stated')}\n`;
    const leaves = stated.flatMap((text) => leavesIn(text));
    for (const leaf of leaves) named.set(leaf.license, leaf);
    if (leaves.length === 0) textless.push(labelOf(component));
  }
  for (const license of [...named.keys()].sort()) {
    const text = texts.get(license);
    yield `\n## ${license}\n\n`;
    yield text === undefined ? 'The text of this licence is not on the SPDX list.\n' : `${fenced(text)}\n`;
  }
  if (textless.length === 0) return;
  yield '\n## Without a text\n\nThese components name no licence that has a known text. Add the text that they come with.\n\n';
  for (const label of textless) yield `- ${markdownText(label)}\n`;
}

function leavesIn(text: string): Leaf[] {
  const node = parseExpression(text);
  return node === undefined ? [] : leavesOf(node);
}

function labelOf({ name, version }: LicensedComponent): string {
  return version === null ? name : `${name} ${version}`;
}

/** No line of a licence ends the block that it stands in. */
function fenced(text: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([ticks]) => ticks.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}text\n${text.trimEnd()}\n${fence}`;
}
