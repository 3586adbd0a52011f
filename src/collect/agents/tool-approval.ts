import type { Placed } from '../../model/ai-evidence.js';
import { segmentPattern } from './path-pattern.js';

/**
 * Tools of one server that an agent file's list lets run unasked. `@server` is all of its tools, `@server/pattern` those of
 * the pattern; the server may be a pattern too. A name without `@` is a tool of the program itself, and a bare `*` is
 * documented to approve nothing.
 */
export function toolsApproved(server: string, list: readonly Placed[]): Placed[] {
  const approved = list.flatMap((item): Placed[] => {
    const parts = /^@([^/]+)(?:\/(.*))?$/s.exec(item.value);
    if (!parts || !segmentPattern(parts[1] ?? '')(server)) return [];
    return [{ ...item, value: parts[2] === undefined || parts[2] === '' ? '*' : parts[2] }];
  });
  const all = approved.find((item) => item.value === '*');
  return all ? [all] : approved;
}
