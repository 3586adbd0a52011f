import type { ReadContext, ReadResult } from '../../../reader.js';
import { report } from '../report.js';
import { manifestBeside, type NpmManifest } from './npm-manifest.js';
import { alternatives, globMatches, pathMatches } from './workspace-globs.js';

/** A member of a workspace and its manifest. */
export interface WorkspaceMember {
  /** Relative to the folder of the file being read. */
  folder: string;
  manifest: NpmManifest;
}

/** Limits for the folders searched for one workspace, and for the depth of `**`. */
const MAX_FOLDERS = 20_000;
const MAX_DEPTH = 8;

/**
 * Manifests of the folders that match a manifest's `workspaces` patterns (`packages/*`, `**`, `{a,b}`, `!not-this`).
 */
export function workspaceMembers(patterns: readonly string[], context: ReadContext, result: ReadResult): WorkspaceMember[] {
  const search = new Search(context);
  const excluded = patterns
    .filter((pattern) => pattern.startsWith('!'))
    .flatMap((pattern) => alternatives(pattern.slice(1)).map(segmentsOf));
  for (const pattern of patterns) {
    if (!pattern.startsWith('!')) for (const alternative of alternatives(pattern)) search.expand('', segmentsOf(alternative));
  }
  if (search.isFull) report(result, `more than ${MAX_FOLDERS} folders in the workspace`, { kind: 'too_many' });
  const folders = [...search.found].filter((folder) => !excluded.some((pattern) => pathMatches(pattern, folder.split('/')))).sort();
  return folders.flatMap((folder) => {
    const manifest = manifestBeside(context, `${folder}/package.json`, result);
    return manifest ? [{ folder, manifest }] : [];
  });
}

class Search {
  readonly found = new Set<string>();
  private visited = 0;

  constructor(private readonly context: ReadContext) {}

  get isFull(): boolean {
    return this.visited > MAX_FOLDERS;
  }

  expand(folder: string, [segment, ...rest]: readonly string[], depth = 0): void {
    if (segment === undefined) {
      if (folder !== '') this.found.add(folder);
      return;
    }
    if (depth > MAX_DEPTH || ++this.visited > MAX_FOLDERS) return;
    if (!/[*?]/.test(segment)) {
      this.expand(join(folder, segment), rest, depth);
      return;
    }
    if (segment === '**') this.expand(folder, rest, depth);
    for (const name of this.context.list(folder === '' ? '.' : folder)) {
      if (name === 'node_modules' || name.startsWith('.')) continue;
      if (segment === '**') this.expand(join(folder, name), [segment, ...rest], depth + 1);
      else if (globMatches(segment, name)) this.expand(join(folder, name), rest, depth + 1);
    }
  }
}

function segmentsOf(pattern: string): string[] {
  return pattern.split('/').filter((part) => part !== '' && part !== '.');
}

function join(folder: string, name: string): string {
  return folder === '' ? name : `${folder}/${name}`;
}
