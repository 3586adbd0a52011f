import { safeText } from '../../support/terminal.js';

/** Bytes shown of what a server said that is no message. */
const SHOWN = 2_000;

/** Tells the user of something that a server said and its client does not get. */
export function strayText(server: string, line: Buffer, reason: string): string {
  return `${server}: ${safeText(line.toString('utf8', 0, SHOWN))} (kept from the client: ${reason})`;
}
