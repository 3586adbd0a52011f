import type { ClaimedFile } from './claimed-files.js';
import type { AiClient } from './clients/client.js';
import { type ConfigNode, memberNode } from './config/config-node.js';
import type { ConfigFiles } from './config-files.js';
import type { FileFinder, FoundFile } from './search-root.js';

/** A configuration file that the user names, wherever it is. */
export interface NamedFile {
  absolute: string;
  /** As reports show it. */
  path: string;
}

/**
 * The clients that a file named by the user may belong to: those with a file of this name; otherwise every client whose
 * place for servers exists in this document, those with unnamed project files first.
 */
export function namedCandidate(
  named: NamedFile,
  clients: readonly AiClient[],
  { finder, open }: { finder: FileFinder; open: ConfigFiles },
): ClaimedFile | undefined {
  const folder = named.absolute.slice(0, named.absolute.lastIndexOf('/')) || '/';
  const file: FoundFile = { ...named, symlink: false, root: { absolute: folder, shown: '', scope: 'project' } };
  if (finder.files.info(named.absolute, true)?.kind !== 'file') {
    finder.report(named.path, 'unreadable', 'no such file');
    return undefined;
  }
  const name = lastPart(named.absolute);
  const byName = clients.filter((client) =>
    [...Object.values(client.paths).flat(), ...client.project].some((path) => lastPart(path) === name),
  );
  if (byName.length > 0) return { file, clients: byName };
  const root = open.read(file)?.root;
  const holders = clients.filter(
    (client) => client.claims === undefined && client.servers.some(({ at }) => at.length > 0 && holds(root, at)),
  );
  const first = holders.filter((client) => client.id === 'generic-mcp-json');
  if (holders.length > 0) return { file, clients: [...first, ...holders] };
  if (root) finder.report(named.path, 'unsupported_config', 'no client we know keeps its servers like this');
  return undefined;
}

function lastPart(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

/** True when the document has a value at these keys; `*` matches any key. */
function holds(node: ConfigNode | undefined, at: readonly string[]): boolean {
  const [key, ...rest] = at;
  if (key === undefined) return node !== undefined;
  if (node?.kind !== 'map') return false;
  if (key === '*') return [...node.entries.values()].some((child) => holds(child, rest));
  return holds(memberNode(node, key), rest);
}
