import { isChange, type Planned } from '../../runtime/shield/carry-out.js';
import type { ClientDocument } from '../../runtime/shield/client-document.js';
import type { LeftOut } from '../../runtime/shield/plan.js';
import { shownDiff } from '../../runtime/shield/shown-diff.js';
import { CastellanError, describe, UsageError } from '../../support/errors.js';
import { quote } from '../../support/quote.js';
import { redact } from '../../support/redact.js';
import { safeText } from '../../support/terminal.js';
import type { CommandContext } from '../command.js';
import { canAsk, Prompt } from '../terminal/prompt.js';

type Plan = Planned<{ document: ClientDocument; refused: LeftOut[] }>;

/** Prints what would change in a file. Values of the file are never shown. */
export function showDiff({ path, symlink, disk, project, before, plan }: Plan, { io }: CommandContext): void {
  const target = symlink ? ` (a link to ${disk.path})` : '';
  const lines = [`--- ${path}${target}`, `+++ ${path}`, ...shownDiff(before, plan.document)];
  for (const line of lines) io.out(`${safeText(redact(line))}\n`);
  if (project !== undefined) io.err(`note: ${safeText(path)} belongs to a project: whoever shares it gets these paths, too`);
}

/** True when the changes may be made. Throws UsageError where nobody can be asked and no consent was given. */
export async function mayWrite(
  changes: readonly Plan[],
  wishes: { yes: boolean; dryRun: boolean },
  context: CommandContext,
): Promise<boolean> {
  const { yes, dryRun } = wishes;
  if (!yes && !dryRun && !canAsk()) throw new UsageError({ message: 'nobody can be asked here: add --yes to write, or --dry-run to look' });
  for (const change of changes) showDiff(change, context);
  if (dryRun) return false;
  if (yes) return true;
  const prompt = new Prompt(context.signal);
  try {
    return await prompt.agrees(changes.length === 1 ? 'Write this file' : `Write these ${changes.length} files`);
  } finally {
    prompt.close();
  }
}

/** Does the work on each file; one that fails is told of, and the others are done. Returns those that were done. */
export async function writePlans<P extends Plan>(
  changes: readonly P[],
  write: (change: P) => Promise<void>,
  context: CommandContext,
): Promise<P[]> {
  const done: P[] = [];
  for (const change of changes.filter(isChange)) {
    try {
      context.signal.throwIfAborted();
      await write(change);
      done.push(change);
    } catch (error) {
      if (!(error instanceof CastellanError)) throw error;
      context.io.err(`error: ${describe(error)}`);
    }
  }
  return done;
}

/** One line for each server, or file, that stays as it is though it should not. Returns their number. */
export function sayRefused(refused: readonly { path: string; name?: string; reason: string }[], { io }: CommandContext): number {
  for (const { path, name, reason } of refused)
    io.err(`warning: ${safeText(path)}: ${name === undefined ? '' : `${quote(name, 60)}: `}${safeText(reason)}`);
  return refused.length;
}
