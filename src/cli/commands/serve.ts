import { resolve } from 'node:path';
import { resolveSettings } from '../../config/resolve.js';
import { OperationalError } from '../../support/errors.js';
import { onNotice } from '../../support/notice.js';
import type { ReservedFile } from '../../system/secret-files.js';
import type { CommandContext, Invocation } from '../command.js';
import { exitCodes } from '../exit-codes.js';
import { serveOptions } from '../serve-options.js';
import { untilAborted } from '../until-aborted.js';
import { version } from '../version.js';

/** `castellan serve`: the control plane, until a signal ends it. */
export async function run(invocation: Invocation, context: CommandContext): Promise<number> {
  const { environment, io, signal, cwd } = context;
  const settings = resolveSettings({ flags: invocation.flags, environment, file: {} });
  const options = serveOptions(settings, { environment, cwd, flags: invocation.flags });
  if (settings.demo) return (await import('../serve-demo.js')).serveDemo({ values: settings, options, invocation, context });
  const { announceFirstStart, bootstrapAdmin, openControlPlane, serve } = await import('../../control-plane/start/start.js');
  // The log is JSON lines; its line `serving` names the database, the evidence store and the ways to sign in.
  onNotice(() => {});
  const quiet = settings.bootstrapAdmin !== undefined;
  const plane = await openControlPlane(options, {
    version,
    clock: Date.now,
    ...(!quiet && { logTo: { write: (line) => io.err(line.trimEnd()) } }),
  });
  const { bootstrapAdmin: tenant, force, keyFile } = settings;
  if (tenant !== undefined) {
    return handOut(keyFile, context, () => bootstrapAdmin(plane, tenant, force)).finally(() => plane.store.close());
  }
  context.endsInOrder?.();
  const serving = await serve(plane);
  await announceFirstStart(plane, serving.url, io);
  await untilAborted(signal);
  await serving.close();
  // Only two things end the server: a signal, and a log whose reader has gone.
  return exitCodes.interrupted;
}

/** Makes a key and writes it to the named file, otherwise to stdout. */
async function handOut(keyFile: string | undefined, { io, cwd }: CommandContext, makeKey: () => Promise<string>): Promise<number> {
  const file = keyFile === undefined ? undefined : await reserved(resolve(cwd, keyFile));
  const secret = await makeKey().catch((cause) => {
    file?.discard();
    throw cause;
  });
  if (file) file.write(`${secret}\n`);
  else io.out(`${secret}\n`);
  return exitCodes.success;
}

/** Runs before the key is made, because a key that cannot be written anywhere would be lost. */
async function reserved(path: string): Promise<ReservedFile> {
  const { reserveSecretFile } = await import('../../system/secret-files.js');
  const file = reserveSecretFile(path);
  if (!file) throw new OperationalError({ where: path, message: 'is there already; not overwritten' });
  return file;
}
