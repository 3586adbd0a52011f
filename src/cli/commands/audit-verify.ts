import { createReadStream } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import type { ChainVerdict, KeyRing } from '../../audit/chain.js';
import { verifyLines } from '../../audit/export-lines.js';
import { resolveSettings } from '../../config/resolve.js';
import { diskError } from '../../system/disk-error.js';
import type { CommandContext, Invocation } from '../command.js';
import { exitCodes } from '../exit-codes.js';
import { isRuntimeLog, readRing } from '../key-ring.js';
import { pathsOf } from '../open-context.js';
import { databaseUrlOf, givenSettings } from '../serve-options.js';

/** `castellan audit verify [file]`: an export, the log of a relay, or without a file every chain of the control plane's database. */
export async function run({ flags, operands }: Invocation, context: CommandContext): Promise<number> {
  const { environment, cwd, io } = context;
  const settings = resolveSettings({ flags, environment, file: {} });
  const data = pathsOf(settings, environment).data;
  const database = settings.db === undefined ? join(data, 'control-plane.db') : resolve(cwd, settings.db);
  const keyFile = settings.auditKeyFile ?? join(settings.db === undefined ? data : dirname(database), 'audit.key');
  const [file] = operands;
  if (file !== undefined && isRuntimeLog(resolve(cwd, file))) {
    const { verifyRuntimeLog } = await import('../runtime-log.js');
    return verifyRuntimeLog(file, { cwd, keyFile: settings.auditKeyFile ?? join(data, 'runtime', 'log.key'), io });
  }
  const ring = readRing(resolve(cwd, keyFile));
  const verdicts =
    file === undefined
      ? await verifyDatabase(databaseUrlOf(givenSettings(settings, { environment, cwd, flags })), database, ring)
      : [{ name: file, verdict: await verifyFile(resolve(cwd, file), ring) }];
  for (const { name, verdict } of verdicts) io.out(`${lineOf(name, verdict)}\n`);
  if (verdicts.length === 0) io.out('no tenant has an audit chain yet\n');
  return verdicts.every(({ verdict }) => verdict.valid) ? exitCodes.success : exitCodes.failed;
}

function lineOf(name: string, { valid, events, first_bad_seq, reason }: ChainVerdict): string {
  if (valid) return `${name}: valid, ${events} events`;
  return `${name}: NOT valid${first_bad_seq === undefined ? '' : ` from event ${first_bad_seq}`}: ${reason ?? 'unknown reason'}`;
}

function verifyFile(path: string, ring: KeyRing): Promise<ChainVerdict> {
  const input = createReadStream(path);
  const failed = new Promise<never>((_, reject) => {
    input.once('error', (cause) => reject(diskError(path, 'cannot be read', cause)));
  });
  return Promise.race([verifyLines(createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY }), ring), failed]);
}

interface Named {
  name: string;
  verdict: ChainVerdict;
}

async function verifyDatabase(databaseUrl: string | undefined, path: string, ring: KeyRing): Promise<Named[]> {
  const { verifyAllChains } = await import('../../control-plane/start/verify-chains.js');
  return verifyAllChains({ path, ring, ...(databaseUrl !== undefined && { databaseUrl }) });
}
