import type { ReadIssue } from '../../../reader.js';
import { isGoVersion } from '../../entries/go-modules.js';

/** A module with a content hash in go.sum, in the last version listed. */
export interface GoSumModule {
  name: string;
  version: string;
  line: number;
  /** `h1:` and the base64 hash of the module's files. */
  integrity: string;
}

/**
 * Reads go.sum. Lines are sorted by module and version, so the last one with a content hash is the highest version in
 * the build; lines with `/go.mod` only say that a version was considered.
 */
export function readGoSum(text: string, path: string): { modules: GoSumModule[]; issues: ReadIssue[] } {
  const modules = new Map<string, GoSumModule>();
  const issues: ReadIssue[] = [];
  text.split(/\r?\n/).forEach((content, index) => {
    const [name, version, integrity, ...more] = content.trim().split(/\s+/);
    if (!name) return;
    const line = index + 1;
    const plain = version?.replace(/\/go\.mod$/, '');
    if (plain === undefined || integrity === undefined || more.length > 0 || !isGoVersion(plain))
      issues.push({ kind: 'invalid_entry', reason: 'not a line of go.sum', path, line });
    else if (plain === version) modules.set(name, { name, version: version.slice(1), line, integrity });
  });
  return { modules: [...modules.values()], issues };
}
