import { join, resolve } from 'node:path';
import { resolveSettings } from '../../config/resolve.js';
import { UsageError } from '../../support/errors.js';
import { backUpSqlite } from '../../system/sqlite-backup.js';
import type { CommandContext, Invocation } from '../command.js';
import { exitCodes } from '../exit-codes.js';
import { pathsOf } from '../open-context.js';
import { showBytes } from '../terminal/units.js';

/** `castellan db backup FILE`: the control plane's database as it is now, whether or not `serve` runs. */
export async function run({ flags, operands }: Invocation, { environment, cwd, io }: CommandContext): Promise<number> {
  const settings = resolveSettings({ flags, environment, file: {} });
  if (settings.databaseUrl !== undefined) {
    throw new UsageError({
      where: 'SERVICE_DATABASE_URL',
      message: 'a PostgreSQL database is backed up by its own program',
      hint: 'pg_dump --format=custom --file=castellan.dump <address>, as a role with BYPASSRLS: see docs/operations.md',
    });
  }
  const { data } = pathsOf(settings, environment);
  const file = resolve(cwd, operands[0] ?? '');
  const size = backUpSqlite(join(data, 'control-plane.db'), file);
  const auditKey = settings.auditKeyFile === undefined ? join(data, 'audit.key') : resolve(cwd, settings.auditKeyFile);
  io.err(`backed up — ${showBytes(size)} in ${file}`);
  io.err(
    `copy now, too: ${join(data, 'evidence')} (the bytes of evidence) and ${auditKey} (without it the audit chain cannot be verified)`,
  );
  return exitCodes.success;
}
