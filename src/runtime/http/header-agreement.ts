import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { headerTextOf, namedBy, type Outgoing } from './outgoing.js';

/** A header's value, as one text. */
export function joinedHeader({ headers }: Pick<IncomingMessage, 'headers'>, name: string): string | undefined {
  const value = headers[name];
  return Array.isArray(value) ? value.join(', ') : value;
}

/**
 * Why the headers of a request do not say what its body says: others on the way may judge by the headers alone (2026-07-28). A header that is
 * missing is for the server to refuse: `isServer` where nobody comes after us.
 */
export function disagreement(
  headers: IncomingHttpHeaders,
  { method, params, revision }: { [Key in 'method' | 'params' | 'revision']?: Outgoing[Key] | undefined },
  { isServer }: { isServer: boolean },
): string | undefined {
  const repeated = [
    ['MCP-Protocol-Version', revision, 'revision'],
    ['Mcp-Method', method, 'method'],
    ['Mcp-Name', namedBy({ method, params }), 'name'],
  ] as const;
  for (const [header, value, what] of repeated) {
    const said = joinedHeader({ headers }, header.toLowerCase());
    if (value === undefined || (said === undefined && !isServer)) continue;
    if (said === undefined || headerTextOf(said) !== value) return `the header ${header} does not name the ${what} of the body`;
  }
  return undefined;
}
