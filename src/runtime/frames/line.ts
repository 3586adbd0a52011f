import type { IdFinder } from './id-finder.js';
import type { Fault } from './message.js';

/** A frame, parsed once: its value, nothing at all (a blank line), or why it is refused. */
export type Parsed = { value: unknown } | { fault: Fault } | undefined;

/** One line of a stream: the bytes `from`…`to` of a buffer, without its line feed. */
export interface Line {
  buffer: Buffer;
  from: number;
  to: number;
  /** Set for a line above the limit, whose bytes were not kept: what could be told of it. */
  tooLong?: IdFinder;
  /** Set once it is parsed, where it has to wait for its judge. */
  parsed?: Parsed;
}
