import type { Location } from '../model/component.js';
import type { Finding } from '../model/finding.js';
import type { ScanRequest } from '../model/request.js';
import { decodeText } from '../support/decode.js';
import { InputError } from '../support/errors.js';
import { limits } from '../support/limits.js';
import { lineHashes } from '../support/line-hash.js';
import type { Files } from '../system/files.js';
import { absolutePath } from './plan.js';

/**
 * Adds GitHub's `primaryLocationLineHash` to the locations of findings. Only files that have a finding are opened again, so
 * the many without one cost nothing; a file that changed or cannot be read meanwhile just gets no hash.
 */
export function anchorFindings(findings: readonly Finding[], request: ScanRequest, files: Files): void {
  const byPath = new Map<string, Location[]>();
  for (const finding of findings) {
    // The hash of a line with a password could be tried out.
    if (finding.kind === 'secret') continue;
    for (const location of finding.locations) {
      const { line, line_hash: hash, layer } = location;
      // The file of an image is not among those of the host.
      if (line === undefined || hash !== undefined || layer !== undefined) continue;
      const known = byPath.get(location.path);
      if (known) known.push(location);
      else byPath.set(location.path, [location]);
    }
  }
  for (const [path, locations] of byPath) anchorFile(files, absoluteOf(request, path), locations);
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

/** Report paths are relative to the one target, or to the working folder where there are several. */
function absoluteOf(request: ScanRequest, path: string): string | undefined {
  const only = request.targets.length === 1 ? request.targets[0] : undefined;
  if (request.demo || path.startsWith('~')) return undefined;
  if (!only) return absolutePath(request.cwd, path);
  const target = absolutePath(request.cwd, only.value);
  return target.endsWith(`/${path}`) ? target : absolutePath(target, path);
}
