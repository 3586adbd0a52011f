import type { AiClient } from './clients/client.js';
import type { FileFinder, SearchRoot } from './search-root.js';
import type { ScopeRoots } from './search-roots.js';

/** A file with instructions for a client. */
export interface InstructionFile {
  /** The first client that reads it. */
  client: string;
  path: string;
  absolute: string;
}

/**
 * Finds the rules, memories, skills, commands and agent files of all clients below home and projects: each file once,
 * sorted by path.
 */
export function findInstructions(clients: readonly AiClient[], roots: ScopeRoots, finder: FileFinder): InstructionFile[] {
  const found = new Map<string, InstructionFile>();
  for (const { client, glob } of eachGlobOnce(clients))
    for (const search of searchesFor(client, glob, roots))
      for (const { absolute, path } of finder.find(search.root, search.glob)) {
        const isFile = finder.files.info(absolute, true)?.kind === 'file';
        if (isFile && !found.has(absolute)) found.set(absolute, { client: client.id, path, absolute });
      }
  return [...found.values()].sort((a, b) => (a.path < b.path ? -1 : 1));
}

function eachGlobOnce(clients: readonly AiClient[]): { client: AiClient; glob: string }[] {
  const first = new Map<string, AiClient>();
  for (const client of clients) for (const glob of client.instructions) if (!first.has(glob)) first.set(glob, client);
  return [...first].map(([glob, client]) => ({ client, glob }));
}

/** Where to search for a glob: below home, or below each project. */
function searchesFor(client: AiClient, glob: string, roots: ScopeRoots): { root: SearchRoot; glob: string }[] {
  if (!glob.startsWith('~/')) return roots.projects.map((root) => ({ root, glob }));
  const home = roots.resolve(glob, client);
  return home ? [home] : [];
}
