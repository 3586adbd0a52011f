import { Secret } from '../../support/redact.js';
import { lazyHttp } from '../../system/lazy-http.js';
import { isOffline } from '../ci/arguments.js';
import { GivenInputs } from '../ci/inputs.js';
import { PlainLog } from '../ci/log.js';
import { ciSystemOf } from '../ci/registry.js';
import { runCi } from '../ci/run.js';
import type { CommandContext, Invocation } from '../command.js';

/** `castellan ci`: a scan as a job of a CI system has it. Everything is asked by variables, and told as the system hears it. */
export async function run(_invocation: Invocation, context: CommandContext): Promise<number> {
  const { environment, cwd, io, signal, program } = context;
  if (!program) throw new TypeError('started without the program');
  const entry = ciSystemOf(environment);
  const given = new GivenInputs(environment, entry.inputPrefix);
  const token = given.text('token');
  const job = {
    environment,
    workspace: cwd,
    io,
    http: lazyHttp(environment),
    name: given.text('comment-name'),
    api: given.text('api-url') || undefined,
    token: token === '' ? undefined : new Secret(token),
    isOffline: isOffline(given, context),
    clock: Date.now,
    signal,
  };
  const { open } = await entry.load();
  const system = open(job);
  const log = new PlainLog(io, system.plain);
  return runCi({ given, system, context: { ...context, io: log.io }, log, program });
}
