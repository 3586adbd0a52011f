import { recordedFile } from '../../runtime/shield/carry-out.js';
import { readOnlyClients } from '../../runtime/shield/client-files.js';
import { type ServerStatus, shieldStatus } from '../../runtime/shield/status.js';
import { quote } from '../../support/quote.js';
import { safeText } from '../../support/terminal.js';
import { strangeStart } from '../../system/start-command.js';
import type { CommandContext, Invocation } from '../command.js';
import { exitCodes } from '../exit-codes.js';
import { printAnswer } from '../print-answer.js';
import { openShieldFiles } from '../shield/files.js';
import { defaultHead } from '../shield/head.js';

/** One file as the answer shows it. */
interface FileStatus {
  client: string | null;
  path: string;
  /** Why it cannot be edited. */
  reason?: string;
  servers: ServerStatus[];
}

/** `castellan shield status`: which servers of which clients start through castellan. */
export async function run(invocation: Invocation, context: CommandContext): Promise<number> {
  const { settings, record, files, clients } = openShieldFiles(invocation, context);
  const shown = files.map((file): FileStatus => {
    const recorded = file.disk && recordedFile(record, file.disk.path);
    return {
      client: file.client?.id ?? null,
      path: file.file.path,
      ...(file.reason !== undefined && { reason: file.reason }),
      servers: shieldStatus(file, { recorded, headOf: defaultHead, strange: strangeStart }),
    };
  });
  const closed = readOnlyClients()
    .filter(({ client }) => clients.includes(client))
    .map(({ client, reason }) => ({ client: client.id, title: client.title, reason }));
  const json = { files: shown, read_only_clients: closed };
  await printAnswer(
    { draw: () => [...shown.flatMap(fileLines), ...closedLines(closed), ...countLine(shown)], json },
    { settings, context },
  );
  return exitCodes.success;
}

function fileLines({ client, path, reason, servers }: FileStatus): string[] {
  const width = Math.min(Math.max(...servers.map(({ name }) => name.length), 0), 40);
  return [
    safeText(`${client ?? 'file'}  ${path}${reason === undefined ? '' : `  read-only: ${reason}`}`),
    ...servers.map(({ name, project, status, reason: why }) =>
      safeText(
        `  ${quote(name, 60).padEnd(width)}  ${status}${why === undefined || why === reason ? '' : `: ${why}`}${project === undefined ? '' : `  (${project})`}`,
      ),
    ),
  ];
}

function closedLines(closed: readonly { client: string; reason: string }[]): string[] {
  const reasons = [...new Set(closed.map(({ reason }) => reason))];
  return reasons.map((reason) => {
    const ids = closed.filter((one) => one.reason === reason).map(({ client }) => client);
    return `read-only, ${reason}: ${ids.sort().join(', ')}`;
  });
}

function countLine(files: readonly FileStatus[]): string[] {
  const all = files.flatMap(({ servers }) => servers);
  const count = all.filter(({ status }) => status === 'shielded').length;
  return [all.length === 0 ? 'no server was found' : `${count} of ${all.length} servers start through castellan`];
}
