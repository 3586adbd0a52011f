import { type LicenseLists, type LicenseVerdict, licenseVerdicts } from '../../model/license.js';
import { leafCategory } from '../../support/licenses/categories.js';
import { type Expression, formatLeaf, isGroup, type Leaf } from '../../support/licenses/expression.js';
import { versionsFrom } from '../../support/licenses/ids.js';

/** What a policy says of an expression, and which of its licences decide. */
export interface Judged {
  verdict: LicenseVerdict;
  /** In order of appearance, each once. */
  because: Leaf[];
}

/**
 * Judges an expression: of a choice the best side counts, and the first of equals is named; of what holds together the worst
 * counts, and all that are as bad are named.
 */
export function judgeExpression(node: Expression, lists: LicenseLists): Judged {
  if (!isGroup(node)) return { verdict: judgeLeaf(node, lists), because: [node] };
  const parts = node.parts.map((part) => judgeExpression(part, lists));
  const ranks = parts.map(({ verdict }) => licenseVerdicts.indexOf(verdict));
  const rank = node.operator === 'OR' ? Math.min(...ranks) : Math.max(...ranks);
  const equals = parts.filter((_, index) => ranks[index] === rank);
  const deciding = node.operator === 'OR' ? equals.slice(0, 1) : equals;
  const because = new Map(deciding.flatMap((part) => part.because.map((leaf) => [formatLeaf(leaf), leaf] as const)));
  return { verdict: licenseVerdicts[rank] ?? 'review', because: [...because.values()] };
}

/** The first step that says something decides. */
function judgeLeaf(leaf: Leaf, lists: LicenseLists): LicenseVerdict {
  return (
    asItIs(leaf, lists) ??
    byVersion(leaf, lists) ??
    (leaf.exception === undefined ? undefined : (asItIs(alone(leaf), lists) ?? byVersion(leaf, lists, alone))) ??
    byEntries([`category:${leafCategory(leaf)}`], lists) ??
    lists.default
  );
}

function alone({ exception: _, ...leaf }: Leaf): Leaf {
  return leaf;
}

/** What the policy says of the licence with its exception; an exception that the policy names changes nothing. */
function asItIs(leaf: Leaf, lists: LicenseLists): LicenseVerdict | undefined {
  const weakened = leaf.exception !== undefined && lists.exceptions.includes(leaf.exception);
  return byEntries([formatLeaf(leaf), ...(weakened ? [formatLeaf(alone(leaf))] : [])], lists);
}

/**
 * Who may choose a later version takes the best of them, if the policy lists any: the others are then judged like any licence.
 * `listedAs` says in which form a version must be listed.
 */
function byVersion(leaf: Leaf, lists: LicenseLists, listedAs: (version: Leaf) => Leaf = (version) => version): LicenseVerdict | undefined {
  if (leaf.plus !== true && !leaf.license.endsWith('-or-later')) return undefined;
  const versions = versionsFrom(leaf.license).flatMap((license): Leaf[] =>
    license === leaf.license && leaf.plus === undefined
      ? []
      : [{ license, ...(leaf.exception !== undefined && { exception: leaf.exception }) }],
  );
  if (!versions.some((version) => asItIs(listedAs(version), lists) !== undefined)) return undefined;
  const verdicts = versions.filter(({ license }) => !license.endsWith('-or-later')).map((version) => judgeLeaf(version, lists));
  const listed = versions.flatMap((version) => asItIs(listedAs(version), lists) ?? []);
  return licenseVerdicts.find((verdict) => verdicts.includes(verdict) || listed.includes(verdict));
}

/** What the lists say of any of the texts; of several entries the strictest counts. */
function byEntries(texts: readonly string[], lists: LicenseLists): LicenseVerdict | undefined {
  return (['deny', 'review', 'allow'] as const).find((verdict) => lists[verdict].some((entry) => texts.some((text) => fits(entry, text))));
}

/** True when the entry is the text, or a pattern that fits it. */
export function fits(entry: string, text: string): boolean {
  if (!entry.includes('*')) return entry === text;
  if (text.startsWith('category:')) return false;
  const [head = '', ...rest] = entry.split('*');
  const tail = rest.pop() ?? '';
  if (!text.startsWith(head) || text.length < head.length + tail.length || !text.endsWith(tail)) return false;
  let at = head.length;
  for (const part of rest) {
    at = text.indexOf(part, at);
    if (at === -1) return false;
    at += part.length;
  }
  return at <= text.length - tail.length;
}
