import { introspectAll } from '../../collect/mcp/introspect-all.js';
import { comparePins } from '../../collect/mcp/pin-drift.js';
import { resolveSettings } from '../../config/resolve.js';
import type { PinnedServer, PinSet } from '../../model/pins.js';
import { OperationalError } from '../../support/errors.js';
import type { CommandContext, Invocation } from '../command.js';
import { exitCodes } from '../exit-codes.js';
import { LiveServers } from '../live-servers.js';
import { readPins, writePins } from '../pin-store.js';
import { findConfiguredServer } from '../relay-server.js';
import { driftLines } from '../terminal/drift-lines.js';

/** `castellan pin accept SERVER`: asks the server what it offers, shows what differs from its pins, and takes that as approved. */
export async function run({ flags, operands }: Invocation, context: CommandContext): Promise<number> {
  const { lock, yes } = resolveSettings({ flags, environment: context.environment, file: {} });
  const name = operands[0] ?? '';
  const pinned = readPins(lock, context.cwd);
  const configured = await findConfiguredServer(name, context);
  const live = new LiveServers(context, yes);
  try {
    const { issues } = await introspectAll([configured], live.access, { cwdOf: () => context.cwd, signal: context.signal });
    const [now] = live.observed;
    const [issue] = issues;
    if (!now) throw new OperationalError({ where: name, message: issue?.reason ?? 'the server was not asked' });
    const before = pinned.servers.filter(({ ref, name: known }) => ref === now.ref || known === name);
    const drifts = comparePins({ servers: before }, { servers: [now] });
    for (const line of drifts.flatMap(driftLines)) context.io.err(line);
    if (drifts.length === 0) context.io.err(`${name} is as it was pinned`);
    else if (!(await live.confirm('Take this as approved'))) return exitCodes.failed;
    else await writePins(accepted(pinned, before, now), lock, context);
    return exitCodes.success;
  } finally {
    live.close();
  }
}

/** The integrity of a package is kept where it is still the same package. */
function accepted({ servers }: PinSet, before: readonly PinnedServer[], now: PinnedServer): PinSet {
  const same = before.find(
    ({ package: from }) => from !== undefined && from.name === now.package?.name && from.version === now.package.version,
  )?.package?.integrity;
  const taken = now.package && same !== undefined ? { ...now, package: { ...now.package, integrity: same } } : now;
  const rest = servers.filter((server) => !before.includes(server));
  return { servers: [...rest, taken].sort((a, b) => (a.ref < b.ref ? -1 : 1)) };
}
