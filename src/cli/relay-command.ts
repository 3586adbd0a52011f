import { rateOf } from '../config/relay-settings.js';
import { resolveSettings } from '../config/resolve.js';
import { relayStdio } from '../runtime/relay-stdio.js';
import { UsageError } from '../support/errors.js';
import { safeText } from '../support/terminal.js';
import type { CommandContext, Invocation } from './command.js';
import { exitCodes } from './exit-codes.js';
import type { RelayRun, RelayWishes } from './relay-run.js';

/**
 * Relays over standard streams. Gives the server's exit code; the last line on stderr says so where it is not 0. Nothing is loaded before
 * the server starts that is not needed to relay its first frame.
 */
export async function runRelay(run: RelayRun, { flags }: Invocation, context: CommandContext): Promise<number> {
  const settings = resolveSettings({ flags, environment: context.environment, file: {} });
  const wishes: RelayWishes = { settings, flags, rate: rateOf(settings.rate) };
  const [program] = run.argv;
  if (program === undefined)
    throw new UsageError({
      message: 'no server is named',
      hint: 'castellan proxy [options] -- COMMAND [arguments], or castellan proxy --url URL',
    });
  context.endsInOrder?.();
  const name = settings.server ?? run.name ?? baseName(program);
  const say = (line: string) => context.io.err(`castellan: ${safeText(line)}`);
  const code = await relayStdio({
    start: { argv: run.argv, env: withoutKey(run.env), cwd: run.cwd ?? context.cwd },
    server: name,
    maxBytes: settings.maxMessage,
    inspector: async () => (await import('./relay-inspection.js')).inspectionFor(run, wishes, { ...context, say }),
    signal: context.signal,
    say,
  });
  if (context.signal.aborted) return exitCodes.interrupted;
  if (code !== 0) say(`exit code ${code} is that of the server ${name}`);
  return code;
}

/** The key of the control plane is ours: the server gets what it would get without us, but for that. */
function withoutKey(env: Readonly<Record<string, string>>): Record<string, string> {
  const { SERVICE_CONTROL_PLANE_KEY: _, CASTELLAN_CONTROL_PLANE_KEY: __, ...rest } = env;
  return rest;
}

function baseName(program: string): string {
  return program.slice(Math.max(program.lastIndexOf('/'), program.lastIndexOf('\\')) + 1);
}
