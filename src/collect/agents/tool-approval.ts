import type { Placed } from '../../model/ai-evidence.js';
import { segmentPattern } from './path-pattern.js';

/**
 * Tools of one server that an agent file's list approves in advance. `@server` approves all of its tools,
 * `@server/pattern` those that match the pattern; the server may be a pattern too. A name without `@` is a built-in
 * tool of the client, and by documentation a bare `*` approves nothing.
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
