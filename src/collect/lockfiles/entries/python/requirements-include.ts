import type { ReadContext, SourceFile } from '../../../reader.js';

/** Why an include was not read. */
export interface RefusedInclude {
  kind: 'outside_root' | 'missing_include';
  reason: string;
}

/**
 * An included file, with its own folder relative to the file being read, so that its includes can be resolved in turn.
 */
export interface Include {
  file: SourceFile;
  folder: string;
}

/** Finds the file that `-r` or `-c` names. Nothing outside the root or on the network is read. */
export function findInclude(context: ReadContext, folder: string, target: string): Include | RefusedInclude {
  const shown = JSON.stringify(target.slice(0, 80));
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(target))
    return { kind: 'missing_include', reason: 'includes a file on the network, which is not fetched' };
  const path = target.startsWith('/') || folder === '' ? target : `${folder}/${target}`;
  if (context.outside(path)) return { kind: 'outside_root', reason: `includes ${shown}, which lies outside the scanned folder` };
  const file = target === '' ? undefined : context.sibling(path);
  if (!file) return { kind: 'missing_include', reason: `includes ${shown}, which does not exist here` };
  const slash = path.lastIndexOf('/');
  return { file, folder: slash === -1 ? '' : path.slice(0, slash) };
}
