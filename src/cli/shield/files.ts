import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import type { AiClient } from '../../collect/agents/clients/client.js';
import { aiClients } from '../../collect/agents/registry.js';
import { resolveSettings } from '../../config/resolve.js';
import type { Settings } from '../../config/settings.js';
import { type ShieldedFile, shieldedFiles } from '../../runtime/shield/client-files.js';
import type { ShieldRecord } from '../../runtime/shield/record.js';
import { ShieldStore } from '../../runtime/shield/store.js';
import { UsageError } from '../../support/errors.js';
import { quote } from '../../support/quote.js';
import { didYouMean } from '../../support/suggest.js';
import type { CommandContext, Invocation } from '../command.js';
import { pathsOf } from '../open-context.js';
import { ownEnvironment } from '../own-environment.js';

/** What the commands of shield work on. */
export interface ShieldFiles {
  settings: Settings;
  store: ShieldStore;
  record: ShieldRecord;
  files: ShieldedFile[];
  /** The clients that were asked for; all where none was named. */
  clients: readonly AiClient[];
}

/**
 * Opens the clients' files of this user, of this folder, and of the projects in which castellan was put before servers. Throws UsageError
 * for an unknown client, OperationalError for a damaged record.
 */
export function openShieldFiles({ flags }: Invocation, { environment, cwd }: CommandContext): ShieldFiles {
  const settings = resolveSettings({ flags, environment, file: {} });
  const named = settings.client.map(knownClient);
  const store = new ShieldStore(join(pathsOf(settings, environment).data, 'shield'));
  const record = store.read();
  const here = cwd.replaceAll('\\', '/');
  const others = new Set(record.files.flatMap(({ project }) => (project === undefined || project === here ? [] : [project])));
  const scope = {
    os: process.platform === 'darwin' || process.platform === 'win32' ? process.platform : ('linux' as const),
    home: { absolute: homedir().replaceAll('\\', '/') },
    projects: [
      { absolute: here, prefix: '' },
      ...[...others].filter((folder) => existsSync(folder)).map((absolute) => ({ absolute, prefix: `${absolute}/` })),
    ],
    environment: ownEnvironment(environment),
  };
  const files = named.length === 0 ? shieldedFiles(scope, undefined) : named.flatMap((client) => shieldedFiles(scope, client));
  return { settings, store, record, files, clients: named.length === 0 ? aiClients : named };
}

function knownClient(id: string): AiClient {
  const client = aiClients.find((one) => one.id === id);
  if (client) return client;
  const ids = aiClients.map((one) => one.id);
  throw new UsageError({
    where: '--client',
    message: `unknown client "${quote(id, 40)}"${didYouMean(id, ids)}`,
    hint: `clients: ${[...ids].sort().join(', ')}`,
  });
}
