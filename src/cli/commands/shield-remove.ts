import { existsSync } from 'node:fs';
import { forget, isChange, type Planned, plansOf, remove } from '../../runtime/shield/carry-out.js';
import { planRemove, type RemovePlan } from '../../runtime/shield/plan.js';
import type { RecordedFile } from '../../runtime/shield/record.js';
import { plural } from '../../support/listing.js';
import { quote } from '../../support/quote.js';
import type { CommandContext, Invocation } from '../command.js';
import { exitCodes } from '../exit-codes.js';
import { openShieldFiles, type ShieldFiles } from '../shield/files.js';
import { mayWrite, sayRefused, writePlans } from '../shield/writing.js';

/** `castellan shield remove`: takes castellan out of the configurations again. */
export async function run(invocation: Invocation, context: CommandContext): Promise<number> {
  const opened = openShieldFiles(invocation, context);
  const { settings, record } = opened;
  const plans = plansOf(opened.files, record, planRemove);
  const changes = plans.filter(isChange);
  const agreed = changes.length > 0 && (await mayWrite(changes, settings, context));
  const known = record.files.filter(({ client }) => opened.clients.some(({ id }) => id === client));
  const left = sayRefused(leftOut(plans, known, opened), context);
  const over = settings.dryRun ? [] : known.filter((file) => isOver(file, plans));
  const done = agreed || over.length > 0 ? await takeOut(agreed ? changes : [], over, { ...opened, context }) : [];
  if (agreed) {
    const count = done.reduce((sum, { plan }) => sum + plan.removed.length, 0);
    context.io.err(`${plural(count, 'server')} in ${plural(done.length, 'file')} start without castellan again; restart their clients`);
  } else context.io.err(changes.length === 0 ? 'no server that could be edited starts through castellan' : 'nothing was written');
  const isDone = agreed ? done.length === changes.length : changes.length === 0 || settings.dryRun;
  return isDone && left === 0 ? exitCodes.success : exitCodes.failed;
}

type Plan = Planned<RemovePlan>;

async function takeOut(changes: readonly Plan[], over: readonly RecordedFile[], opened: ShieldFiles & { context: CommandContext }) {
  const { store, record, context } = opened;
  const { io, signal } = context;
  const unlock = store.lock();
  try {
    let now = await forget(over, { store, record: store.read(), signal });
    const done = await writePlans(
      changes,
      async (change) => {
        now = await remove(change, { store, record: now, signal });
        for (const name of change.plan.byWords)
          io.err(`note: ${change.path}: ${quote(name, 60)} was edited since, so its words were put back, not its spacing`);
      },
      context,
    );
    for (const { path, before } of now.kept.slice(record.kept.length)) io.err(`note: ${path} as it was: ${store.backup(before)}`);
    store.tidy(record, now);
    return done;
  } finally {
    unlock();
  }
}

/** True for a file that is gone, or from which castellan was taken out by others. */
function isOver({ path }: RecordedFile, plans: readonly Plan[]): boolean {
  const plan = plans.find(({ disk }) => disk.path === path);
  return plan ? !isChange(plan) && plan.plan.refused.length === 0 : !existsSync(path);
}

function leftOut(plans: readonly Plan[], known: readonly RecordedFile[], { store }: ShieldFiles) {
  const lost = known.filter(({ path }) => existsSync(path) && !plans.some(({ disk }) => disk.path === path));
  return [
    ...plans.flatMap(({ path, plan }) => plan.refused.map(({ server, reason }) => ({ path, name: server.name, reason }))),
    ...lost.map(({ path, before }) => ({ path, reason: `it cannot be edited now; as it was: ${store.backup(before)}` })),
  ];
}
