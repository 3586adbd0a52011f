import type { AiClient, System } from '../../collect/agents/clients/client.js';
import { maxConfigBytes } from '../../collect/agents/config/read-config.js';
import { findClientFiles } from '../../collect/agents/find-client-files.js';
import { aiClients } from '../../collect/agents/registry.js';
import type { FoundFile } from '../../collect/agents/search-root.js';
import type { DiscoveryScope } from '../../collect/agents/search-roots.js';
import { decodeText } from '../../support/decode.js';
import { InputError } from '../../support/errors.js';
import { diskFiles } from '../../system/files.js';
import { openUserFile, type UserFile } from '../../system/user-file.js';
import { type ClientDocument, openDocument } from './client-document.js';
import { clientReason, documentReason } from './writable.js';

/** A file of a client. `reason`: why it must stay as it is; then it may lack what could not be read. */
export interface ShieldedFile {
  client?: AiClient;
  file: Pick<FoundFile, 'path' | 'symlink'> & { root?: FoundFile['root'] };
  document?: ClientDocument;
  disk?: UserFile;
  reason?: string;
}

const BOM = Buffer.from([0xef, 0xbb, 0xbf]);

/** The files of all clients of a user and of projects, or of one client, in the order of their paths. */
export function shieldedFiles(scope: DiscoveryScope, only: AiClient | undefined): ShieldedFile[] {
  const { files, issues } = findClientFiles(diskFiles, scope);
  const told = only ? findClientFiles(diskFiles, scope, [only]).issues : issues;
  const found = files
    .filter(({ client }) => only === undefined || client.id === only.id)
    .map(({ client, file }) => opened(client, file, scope.os));
  const read = new Set(found.flatMap(({ file, document }) => (document ? [file.path] : [])));
  const broken = told.filter(({ path }) => !read.has(path)).map(({ path, reason }) => ({ file: { path, symlink: false }, reason }));
  return [...found.filter(({ document }) => document === undefined || document.servers.length > 0), ...broken].sort((a, b) =>
    a.file.path < b.file.path ? -1 : 1,
  );
}

/** Clients of which no file may be edited, with the reason. */
export function readOnlyClients(): { client: AiClient; reason: string }[] {
  return aiClients.flatMap((client) => {
    const reason = clientReason(client);
    return reason === undefined ? [] : [{ client, reason }];
  });
}

function opened(client: AiClient, file: FoundFile, os: System): ShieldedFile {
  try {
    const disk = openUserFile(file.absolute, maxConfigBytes);
    const bytes = typeof disk === 'string' ? diskFiles.read(file.absolute, maxConfigBytes) : disk.bytes;
    const text = decodeText(bytes, file.path);
    const document = openDocument({ client, file, os }, text);
    const reason = clientReason(client) ?? (typeof disk === 'string' ? disk : (documentReason(document) ?? encodingReason(disk, text)));
    return { client, file, document, ...(typeof disk !== 'string' && { disk }), ...(reason !== undefined && { reason }) };
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    return { client, file, reason: error.message };
  }
}

function encodingReason(disk: UserFile, text: string): string | undefined {
  return encoded(disk, text).equals(disk.bytes) ? undefined : 'it is not written in UTF-8';
}

/** A text as bytes of a file, with the byte order mark that the file has. */
export function encoded({ bytes }: UserFile, text: string): Buffer {
  const body = Buffer.from(text);
  return bytes.subarray(0, BOM.length).equals(BOM) ? Buffer.concat([BOM, body]) : body;
}
