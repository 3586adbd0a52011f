import { safeText } from '../../support/terminal.js';
import type { Inspector } from './inspector.js';

/** Characters shown of what a server said that is no message. */
const SHOWN = 2_000;

export interface StrayTeller {
  /** What the server is called. */
  server: string;
  inspector: Promise<Inspector>;
  /** One line on standard error. */
  say(line: string): void;
}

/** Tells the user of what a server said and its client does not get, without what may be secret in it: so it waits for who judges that. */
export function strayTeller({ server, inspector, say }: StrayTeller): (line: Buffer, reason: string) => void {
  return (line, reason) => {
    // The lines after it may take its place in memory.
    const text = line.toString('utf8', 0, 2 * SHOWN);
    void inspector.then(
      (ready) => say(`${server}: ${safeText(ready.shown(text).slice(0, SHOWN))} (kept from the client: ${reason})`),
      // What cannot be judged is not shown either: the relay ends then, and says why.
      () => {},
    );
  };
}
