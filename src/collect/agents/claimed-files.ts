import type { Steps } from '../../support/turns.js';
import type { AiClient } from './clients/client.js';
import type { ConfigDocument } from './config/config-node.js';
import type { ConfigFiles } from './config-files.js';
import type { FileFinder, FoundFile } from './search-root.js';
import type { ScopeRoots } from './search-roots.js';

/** A file with the clients that it may belong to, in the registry's order. */
export interface ClaimedFile {
  file: FoundFile;
  clients: AiClient[];
}

/** The paths of a client to search for. */
export type PathsOf = (client: AiClient) => { machine: readonly string[]; project: readonly string[] };

/**
 * Finds the files of all clients below the roots, one search per step: each file once, sorted by its shown path. The
 * places that were searched are added to `looked`.
 */
export function* findCandidates(
  clients: readonly AiClient[],
  pathsOf: PathsOf,
  context: { roots: ScopeRoots; finder: FileFinder; looked?: Set<string> },
): Steps<ClaimedFile[]> {
  const { roots, finder, looked } = context;
  const found = new Map<string, ClaimedFile>();
  for (const client of clients) {
    const { machine, project } = pathsOf(client);
    const searches = [
      ...machine.flatMap((path) => roots.resolve(path, client) ?? []),
      ...roots.projects.flatMap((root) => project.map((glob) => ({ root, glob }))),
    ];
    for (const { root, glob } of searches) {
      yield;
      looked?.add(root.shown + glob);
      for (const file of finder.find(root, glob)) {
        const known = found.get(file.absolute);
        if (known === undefined) found.set(file.absolute, { file, clients: [client] });
        else if (!known.clients.includes(client)) known.clients.push(client);
      }
    }
  }
  return [...found.values()].sort((a, b) => (a.file.path < b.file.path ? -1 : 1));
}

/**
 * Opens a file and decides which client it belongs to: one that recognises its content, else the first that needs no
 * such check.
 */
export function claim(candidate: ClaimedFile, configs: ConfigFiles): { client: AiClient; document: ConfigDocument } | undefined {
  const { file, clients } = candidate;
  const json5 = clients.some((client) => client.json5);
  const shared = clients.every((client) => client.listed === 'with-servers');
  const document = configs.read(file, { json5, shared });
  if (document === undefined) return undefined;
  const owner =
    clients.find((client) => client.claims?.(document.root, file.path)) ?? clients.find((client) => client.claims === undefined);
  return owner && { client: owner, document };
}
