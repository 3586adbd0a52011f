import { isObject } from '../../support/json.js';

/** Items of a list that are serialised at once: enough to make few calls, few enough to keep each piece small. */
const BATCH = 200;

/**
 * JSON indented by two spaces and ending in a line feed, yielded in pieces: members of the root, and batches of items
 * of its lists.
 */
export function* prettyJson(root: unknown): Generator<string> {
  if (!isObject(root)) {
    yield `${JSON.stringify(root, null, 2)}\n`;
    return;
  }
  let separator = '{\n';
  for (const [key, member] of Object.entries(root)) {
    if (member === undefined) continue;
    yield `${separator}  ${JSON.stringify(key)}: `;
    yield* prettyMember(member);
    separator = ',\n';
  }
  yield separator === '{\n' ? '{}\n' : '\n}\n';
}

function* prettyMember(member: unknown): Generator<string> {
  if (!Array.isArray(member) || member.length === 0) {
    yield within([member], '[\n  ', '\n]');
    return;
  }
  yield '[\n    ';
  for (let start = 0; start < member.length; start += BATCH) {
    if (start > 0) yield ',\n    ';
    yield within([member.slice(start, start + BATCH)], '[\n  [\n    ', '\n  ]\n]');
  }
  yield '\n  ]';
}

/**
 * Serialises a value wrapped in lists, as many as it has levels above it in the report, so that the indentation is
 * right; then cuts those lists off.
 */
function within(nested: readonly unknown[], opening: string, closing: string): string {
  return JSON.stringify(nested, null, 2).slice(opening.length, -closing.length);
}
