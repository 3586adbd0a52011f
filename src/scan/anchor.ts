import type { Location } from '../model/component.js';
import type { Finding } from '../model/finding.js';
import { decodeText } from '../support/decode.js';
import { InputError } from '../support/errors.js';
import { limits } from '../support/limits.js';
import { lineHashes } from '../support/line-hash.js';
import type { Files } from '../system/files.js';

/**
 * Adds GitHub's `primaryLocationLineHash` to the locations of findings. Only files that have a finding are opened again, so
 * the many without one cost nothing; a file that changed or cannot be read meanwhile just gets no hash.
 */
export function anchorFindings(findings: readonly Finding[], files: Files, absoluteOf: (path: string) => string | undefined): void {
  const byPath = new Map<string, Location[]>();
  for (const finding of findings) {
    for (const location of finding.locations) {
      if (location.line === undefined || location.line_hash !== undefined) continue;
      const known = byPath.get(location.path);
      if (known) known.push(location);
      else byPath.set(location.path, [location]);
    }
  }
  for (const [path, locations] of byPath) anchorFile(files, absoluteOf(path), locations);
}

function anchorFile(files: Files, absolute: string | undefined, locations: readonly Location[]): void {
  if (absolute === undefined) return;
  try {
    const text = decodeText(files.read(absolute, limits.maxFileBytes), absolute);
    const hashes = lineHashes(text, new Set(locations.map((location) => location.line ?? 0)));
    for (const location of locations) {
      const hash = hashes.get(location.line ?? 0);
      if (hash !== undefined) location.line_hash = hash;
    }
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
  }
}
