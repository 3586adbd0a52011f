import type { AiClient } from '../../collect/agents/clients/client.js';
import { install, isChange, type Planned, plansOf } from '../../runtime/shield/carry-out.js';
import type { ShieldedFile } from '../../runtime/shield/client-files.js';
import { type InstallPlan, isLocal, planInstall } from '../../runtime/shield/plan.js';
import { clientReason } from '../../runtime/shield/writable.js';
import { plural } from '../../support/listing.js';
import type { CommandContext, Invocation } from '../command.js';
import { exitCodes } from '../exit-codes.js';
import { openShieldFiles, type ShieldFiles } from '../shield/files.js';
import { relayHead } from '../shield/head.js';
import { mayWrite, sayRefused, writePlans } from '../shield/writing.js';

/** `castellan shield install`: puts castellan before the servers that clients start, after showing what it would write. */
export async function run(invocation: Invocation, context: CommandContext): Promise<number> {
  const opened = openShieldFiles(invocation, context);
  const { settings, record, files, clients } = opened;
  const headOf = await relayHead(invocation, context);
  const plans = plansOf(files, record, (document, recorded) => planInstall(document, headOf, recorded));
  const changes = plans.filter(isChange);
  const agreed = changes.length > 0 && (await mayWrite(changes, settings, context));
  const refused = [
    ...files.flatMap(leftOut),
    ...plans.flatMap(({ path, plan }) => plan.refused.map(({ server, reason }) => ({ path, name: server.name, reason }))),
    ...(settings.client.length > 0 ? clients.flatMap(closed) : []),
  ];
  const left = sayRefused(refused, context);
  const done = agreed ? await putIn(changes, { ...opened, context }) : [];
  if (agreed) {
    const count = done.reduce((sum, { plan }) => sum + plan.shielded.length, 0);
    context.io.err(`${plural(count, 'server')} in ${plural(done.length, 'file')} now start through castellan; restart their clients`);
  } else context.io.err(changes.length === 0 ? nothing(plans) : 'nothing was written');
  const isDone = agreed ? done.length === changes.length : changes.length === 0 || settings.dryRun;
  return isDone && left === 0 ? exitCodes.success : exitCodes.failed;
}

async function putIn(changes: readonly Planned<InstallPlan>[], { store, record, context }: ShieldFiles & { context: CommandContext }) {
  const unlock = store.lock();
  try {
    let now = store.read();
    const done = await writePlans(
      changes,
      async (change) => {
        now = await install(change, { store, record: now, signal: context.signal });
      },
      context,
    );
    store.tidy(record, now);
    return done;
  } finally {
    unlock();
  }
}

/** A client that was asked for, and whose files are none to edit. */
function closed(client: AiClient): { path: string; reason: string }[] {
  const reason = clientReason(client);
  return reason === undefined ? [] : [{ path: client.title, reason }];
}

/** A file that holds servers which should be shielded, or may hold some, and cannot be edited. */
function leftOut({ client, file, document, reason }: ShieldedFile): { path: string; reason: string }[] {
  const isWanted = client === undefined || clientReason(client) === undefined;
  const holds = document === undefined || document.servers.some(isLocal);
  return reason !== undefined && isWanted && holds ? [{ path: file.path, reason }] : [];
}

function nothing(plans: readonly { plan: { servers: readonly unknown[] } }[]): string {
  const count = plans.reduce((sum, { plan }) => sum + plan.servers.length, 0);
  return count === 0 ? 'no server was found to shield' : `nothing to write: ${plural(count, 'server')} start through castellan already`;
}
