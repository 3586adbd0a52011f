import type { FormatScanner, ScanInput } from '../../contract/format.js';
import { Malformed } from './byte-cursor.js';

/**
 * Wraps a scanner whose reader may throw Malformed: observations made before are kept, and the reason is reported as
 * `unread`.
 */
export function guarded(scanner: FormatScanner): FormatScanner {
  return {
    ...scanner,
    scan(input: ScanInput): void {
      if (input.member === undefined) input.setFormat(scanner.id);
      try {
        scanner.scan(input);
      } catch (error) {
        if (!(error instanceof Malformed)) throw error;
        input.unread(`${scanner.id}: ${error.message}`);
      }
    },
  };
}

/** Last part of a path, in lower case: `assets/Config.JSON` is `config.json`. */
export function lastPart(name: string): string {
  const slash = Math.max(name.lastIndexOf('/'), name.lastIndexOf('\\'));
  return name.slice(slash + 1).toLowerCase();
}

/** Passes each observation on once. A graph of a million nodes has a few dozen operators. */
export function distinct(limit: number, full: () => void): (key: string, tell: () => void) => void {
  const seen = new Set<string>();
  return (key, tell) => {
    if (seen.has(key) || seen.size > limit) return;
    seen.add(key);
    if (seen.size > limit) full();
    else tell();
  };
}
