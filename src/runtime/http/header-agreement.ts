import type { IncomingMessage } from 'node:http';
import { headerTextOf, namedBy, type Outgoing } from './outgoing.js';

/** A header's value, as one text. */
export function joinedHeader({ headers }: IncomingMessage, name: string): string | undefined {
  const value = headers[name];
  return Array.isArray(value) ? value.join(', ') : value;
}

/** Where headers repeat what the body says, both are to say the same: others on the way may judge by the headers (2026-07-28). */
export function disagreement(request: IncomingMessage, out: Outgoing): string | undefined {
  const said = (name: string) => {
    const value = joinedHeader(request, name);
    return value === undefined ? undefined : (headerTextOf(value) ?? '');
  };
  const differs = (name: string, value: string | undefined) => {
    const text = said(name);
    return text !== undefined && value !== undefined && text !== value;
  };
  if (out.method !== undefined && differs('mcp-method', out.method)) return 'the header Mcp-Method names another method than the body';
  if (differs('mcp-name', namedBy(out))) return 'the header Mcp-Name names another name than the body';
  if (differs('mcp-protocol-version', out.revision)) return 'the header MCP-Protocol-Version names another revision than the body';
  return undefined;
}
