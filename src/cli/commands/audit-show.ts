import { resolve } from 'node:path';
import { resolveSettings } from '../../config/resolve.js';
import type { Settings } from '../../config/settings.js';
import { filesOfLog } from '../../runtime/evidence/log-file.js';
import { isObject, type JsonObject, own, parseJson } from '../../support/json.js';
import { plural } from '../../support/listing.js';
import { safeText } from '../../support/terminal.js';
import type { CommandContext, Invocation } from '../command.js';
import { exitCodes } from '../exit-codes.js';
import { knownFormat } from '../known-format.js';
import { eachLine } from '../runtime-log.js';

const COLUMNS = ['time', 'server', 'client', 'tool', 'effect', 'rule', 'reason'] as const;

/** Events that say when a log or a session begins and ends. */
const FRAMES: ReadonlySet<unknown> = new Set(['start', 'open', 'close', 'end']);

/** `castellan audit show FILE`: what the log of a relay says, as a table that a person reads. It does not check the log. */
export async function run({ flags, operands }: Invocation, { environment, cwd, io }: CommandContext): Promise<number> {
  const settings = resolveSettings({ flags, environment, file: {} });
  const asJson = knownFormat(settings.format[0] ?? 'console', ['console', 'json'], 'audit show') === 'json';
  const shown: JsonObject[] = [];
  let unread = 0;
  for (const path of filesOfLog(resolve(cwd, operands[0] ?? '')))
    await eachLine(path, (text) => {
      const record = recordOf(text, path);
      if (!record) unread += 1;
      else if (isWanted(record, settings)) shown.push(record);
      return true;
    });
  if (asJson) io.out(`${JSON.stringify(shown, undefined, 2)}\n`);
  else io.out(tableOf(shown));
  if (unread > 0) io.err(`${plural(unread, 'line')} cannot be read: see castellan audit verify`);
  return exitCodes.success;
}

function recordOf(text: string, path: string): JsonObject | undefined {
  try {
    const value = parseJson(text, path);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** `--effect deny` also shows what would have been denied. */
function isWanted(record: JsonObject, { effect, server, tool }: Settings): boolean {
  if (FRAMES.has(own(record, 'kind'))) return false;
  if (effect !== undefined && own(record, 'effect') !== effect && own(record, 'would') !== effect) return false;
  return (server === undefined || own(record, 'server') === server) && (tool === undefined || own(record, 'tool') === tool);
}

function tableOf(records: readonly JsonObject[]): string {
  const columns = COLUMNS.filter((column) => column !== 'client' || records.some((record) => own(record, column) !== undefined));
  const rows = [columns.map((column) => column.toUpperCase()), ...records.map((record) => columns.map((column) => cell(record, column)))];
  const widths = columns.map((_, at) => Math.min(40, Math.max(...rows.map((row) => row[at]?.length ?? 0))));
  return rows
    .map(
      (row) =>
        `${row
          .map((text, at) => text.padEnd(widths[at] ?? 0))
          .join('  ')
          .trimEnd()}\n`,
    )
    .join('');
}

function cell(record: JsonObject, column: (typeof COLUMNS)[number]): string {
  const text = (key: string) => {
    const value = own(record, key);
    return typeof value === 'string' ? safeText(value) : '';
  };
  if (column === 'tool') return text('tool') || text('method');
  if (column !== 'effect') return text(column);
  return text('effect') === text('would') ? text('effect') : `${text('effect')} (would ${text('would')})`;
}
