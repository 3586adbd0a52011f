import type { JsonObject } from '../../support/json.js';
import type { ReadIssue } from '../reader.js';

/**
 * Issues that could hide packages at the top of a JSON document: members that the format does not have, and repeated
 * members, of which JSON.parse keeps only the last.
 */
export function topLevelIssues(text: string, root: JsonObject, known: ReadonlySet<string>): ReadIssue[] {
  const unknown = Object.keys(root).filter((key) => !known.has(key));
  const issues: ReadIssue[] = unknown
    .slice(0, 20)
    .map((key) => ({ kind: 'invalid_entry', reason: `"${key.slice(0, 40)}" is no member of such a document` }));
  const repeated = repeatedMember(text);
  if (repeated !== undefined)
    issues.push({ kind: 'invalid_entry', reason: `"${repeated.slice(0, 40)}" is given twice; the first was not read` });
  return issues;
}

const MARK = /["{}[\]]/g;

/** First member name that occurs twice in the outermost object of a valid JSON text. */
function repeatedMember(text: string): string | undefined {
  const seen = new Set<string>();
  let depth = 0;
  MARK.lastIndex = 0;
  for (let hit = MARK.exec(text); hit !== null; hit = MARK.exec(text)) {
    if (hit[0] === '{' || hit[0] === '[') depth++;
    else if (hit[0] !== '"') depth--;
    else {
      const end = endOfString(text, hit.index + 1);
      MARK.lastIndex = end + 1;
      if (depth !== 1 || !/^\s{0,1000}:/.test(text.slice(end + 1, end + 1002))) continue;
      const name = text.slice(hit.index + 1, end);
      if (seen.has(name)) return name;
      seen.add(name);
    }
  }
  return undefined;
}

function endOfString(text: string, from: number): number {
  let at = from;
  while (at < text.length && text.charCodeAt(at) !== 34) at += text.charCodeAt(at) === 92 ? 2 : 1;
  return at;
}
