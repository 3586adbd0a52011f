import { realpathSync } from 'node:fs';
import { resolve } from 'node:path';
import { resolveSettings } from '../../config/resolve.js';
import type { Settings } from '../../config/settings.js';
import type { ScanRequest } from '../../model/request.js';
import { runScan } from '../../scan/run.js';
import { OperationalError, UsageError } from '../../support/errors.js';
import { makeClock } from '../../system/clock.js';
import { diskFiles } from '../../system/files.js';
import type { CommandContext, Invocation } from '../command.js';
import { writeCrashLog } from '../crash-log.js';
import { exitCodes } from '../exit-codes.js';
import { flagText } from '../flag-values.js';
import { readNamedFile } from '../named-file.js';
import { openContext } from '../open-context.js';
import { findProjectConfig } from '../project-config.js';
import { scanRequest } from '../scan-request.js';
import { version } from '../version.js';

/** `castellan mcp serve`: the scanner as read-only MCP tools, on stdio, or on HTTP with `--http`. */
export async function run(invocation: Invocation, context: CommandContext): Promise<number> {
  const { flags } = invocation;
  const root = rootFolder(flagText(flags.root) ?? '.', context.cwd);
  const config = findProjectConfig(flagText(flags.config), [], root);
  const file = config ? (await import('../../config/project-file.js')).parseProjectFile(config.text, config.path).values : {};
  const settings = resolveSettings({ flags, environment: context.environment, file });
  const base = await scanRequest(settings, [], config, root);
  const { openTools } = await import('../../mcp-server/entry.js');
  const tools = openTools({
    ...openAccess(settings, { ...context, cwd: root }),
    root,
    request: base,
    onUnexpected(error) {
      const place = writeCrashLog(error, context.environment);
      context.io.err(`something went wrong inside castellan${place ? `; detail: ${place}` : ''}`);
    },
  });
  if (flags.http === true) await serveHttp(tools.onHttp, root, { settings, context });
  else await tools.onStdio(context.signal);
  return context.signal.aborted ? exitCodes.interrupted : exitCodes.success;
}

/** What the tools may use. Each scan opens its own context and closes it, so the next scan sees an update of the database. */
function openAccess(settings: Settings, command: CommandContext) {
  const open = (signal: AbortSignal) =>
    openContext({ settings, command: { ...command, signal: AbortSignal.any([signal, command.signal]) }, demo: false, onEvent: () => {} });
  return {
    version,
    files: diskFiles,
    async scan(request: ScanRequest, signal: AbortSignal) {
      const scanContext = open(signal);
      try {
        return await runScan(request, scanContext, version);
      } finally {
        scanContext.advisories.source?.close();
      }
    },
    openAdvisories: () => open(command.signal).advisories,
    clock: makeClock(command.environment.SOURCE_DATE_EPOCH),
  };
}

interface Listening {
  settings: Settings;
  context: CommandContext;
}

type Listen = (at: { host: string; port: number; key?: string }) => Promise<{ url: string; close(): Promise<void> }>;

async function serveHttp(listen: Listen, root: string, { settings, context: { io, signal, cwd } }: Listening): Promise<void> {
  const { keyFile } = settings;
  const key = keyFile === undefined ? undefined : readNamedFile(keyFile, cwd).trim();
  const { host = '127.0.0.1', port = 0 } = settings;
  const listener = await listen({ host, port, ...(key !== undefined && { key }) });
  io.err(`listening on ${listener.url}, root ${root}`);
  await new Promise<void>((resolveStop) => {
    signal.addEventListener('abort', () => resolveStop(), { once: true });
    if (signal.aborted) resolveStop();
  });
  await listener.close();
}

function rootFolder(path: string, cwd: string): string {
  const absolute = resolve(cwd, path);
  const kind = diskFiles.info(absolute, true)?.kind;
  if (kind === undefined) throw new OperationalError({ where: '--root', message: `no such folder: ${path}` });
  if (kind !== 'folder') throw new UsageError({ where: '--root', message: `no folder: ${path}` });
  return realpathSync(absolute).replaceAll('\\', '/');
}
