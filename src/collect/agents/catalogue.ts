import type { ClientFile, FileServer } from './client-file.js';
import type { System } from './clients/client.js';
import { type ConfigNode, memberNode } from './config/config-node.js';
import type { FileFinder, FoundFile } from './search-root.js';
import { readServer } from './server-entry.js';

/** A file that describes servers by name, for registries that refer to them. */
export interface Catalogue {
  file: FoundFile;
  root: ConfigNode;
}

/** Servers that a registry enables, with the catalogue that describes each. */
export interface CataloguedServer extends FileServer {
  catalogue: FoundFile;
}

/**
 * Looks up the servers that a registry enables in the catalogues beside it; the first catalogue with the name describes
 * the server. A name in none of them is reported, because an unknown server would run.
 */
export function cataloguedServers(
  registry: { client: ClientFile['client']; file: FoundFile; root: ConfigNode },
  catalogues: readonly Catalogue[],
  context: { os: System; finder: FileFinder },
): CataloguedServer[] {
  const { client, file, root } = registry;
  const key = client.indirect?.at ?? '';
  const enabled = memberNode(root, key);
  if (enabled?.kind !== 'map') return [];
  return [...enabled.entries].flatMap(([name, entry]) => {
    const refuse = (reason: string) => context.finder.report(file.path, 'unsupported_config', `server "${name}": ${reason}`, entry.line);
    for (const { file: catalogue, root: described } of catalogues) {
      const node = memberNode(memberNode(described, key), name);
      if (node === undefined) continue;
      const reading = readServer({ name, node, location: { at: [key] } }, { client, path: file.path, os: context.os });
      if (reading.kind === 'server') return [{ configured: reading.configured, catalogue }];
      if (reading.kind === 'problem') refuse(reading.reason);
      return [];
    }
    refuse('no catalogue describes it');
    return [];
  });
}
