import type { AiClient } from './clients/client.js';
import type { FileFinder } from './search-root.js';
import type { ScopeRoots } from './search-roots.js';

/** A file that tells a client what to do. */
export interface InstructionFile {
  /** The first client that reads it. */
  client: string;
  path: string;
  absolute: string;
}

/** Rules, memories, skills, commands and agent files of all clients below home and projects, each file once, sorted by path. */
export function findInstructions(clients: readonly AiClient[], roots: ScopeRoots, finder: FileFinder): InstructionFile[] {
  const found = new Map<string, InstructionFile>();
  const asked = new Set<string>();
  for (const client of clients) {
    for (const glob of client.instructions) {
      if (asked.has(glob)) continue;
      asked.add(glob);
      const home = glob.startsWith('~/') ? roots.resolve(glob, client) : undefined;
      const searches = home ? [home] : glob.startsWith('~/') ? [] : roots.projects.map((root) => ({ root, glob }));
      for (const search of searches) {
        for (const { absolute, path } of finder.find(search.root, search.glob)) {
          const isFile = finder.files.info(absolute, true)?.kind === 'file';
          if (isFile && !found.has(absolute)) found.set(absolute, { client: client.id, path, absolute });
        }
      }
    }
  }
  return [...found.values()].sort((a, b) => (a.path < b.path ? -1 : 1));
}
