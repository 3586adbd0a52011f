import type { AiClient } from '../../collect/agents/clients/client.js';
import type { ClientDocument } from './client-document.js';

/** Why no file of a client may be edited; undefined where it may. Told from what the registry says of the client. */
export function clientReason({ paths, project, servers, unsupported, indirect, scope }: AiClient): string | undefined {
  const hasFile = [...Object.values(paths), project].some((globs) => globs.length > 0);
  if (servers.length === 0 || !hasFile)
    return unsupported ? 'it keeps its servers in a program text' : 'it keeps its servers in no file that could be edited';
  if (indirect) return 'its file only names servers, which others describe';
  if (scope === 'managed') return 'an administrator sets it';
  if (scope === 'plugin') return 'it belongs to a plugin, whose next version replaces it';
  return undefined;
}

/** Why the text of a file may not be edited; undefined where it may. */
export function documentReason({ document, servers }: ClientDocument): string | undefined {
  const twice = document.duplicates.find(({ pointer }) => servers.some((server) => meets(pointer, server.pointer)));
  return twice && `it has a name twice, in line ${twice.line}`;
}

/** True when one of two pointers is the other, or leads to it. */
function meets(a: string, b: string): boolean {
  return `${a}/`.startsWith(`${b}/`) || `${b}/`.startsWith(`${a}/`);
}
