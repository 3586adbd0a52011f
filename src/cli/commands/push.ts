import { resolve } from 'node:path';
import { type Document, type DocumentFile, documentPushes, recognise } from '../../client/documents.js';
import type { PushRequest, PushScope } from '../../client/push.js';
import { resolveSettings } from '../../config/resolve.js';
import { UsageError } from '../../support/errors.js';
import { safeText } from '../../support/terminal.js';
import { openInputFile } from '../../system/input-file.js';
import type { CommandContext, Invocation } from '../command.js';
import type { Pushed } from '../end-of-scan.js';
import { exitCodes } from '../exit-codes.js';
import { openPushing, type Pushing } from '../pushing.js';

/** `castellan push FILE…`: sends saved results to the control plane. It recognises every file before it sends the first. */
export async function run({ flags, operands }: Invocation, context: CommandContext): Promise<number> {
  const settings = resolveSettings({ flags, environment: context.environment, file: {} });
  if (operands.length === 0) throw new UsageError({ where: 'push', message: 'there is no file to push' });
  const pushing = openPushing(settings, { ...context, flags });
  const documents: Document[] = [];
  for (const name of operands) documents.push(await recognise(fileOf(name, context.cwd)));
  const prepared: PushRequest[][] = [];
  for (const document of documents) prepared.push(await documentPushes(document, scopeOf(document, documents, pushing.scope)));
  const failed: Pushed[] = [];
  let taken = 0;
  for (const pushes of prepared) {
    const pushed = await sendInTurn(pushes, pushing, context);
    if (pushed.code === exitCodes.success) taken += 1;
    else failed.push(pushed);
    if (pushed.isLast) break;
  }
  if (failed.length > 0 && documents.length > 1) context.io.err(`error: ${documents.length - taken} of ${documents.length} were not taken`);
  // A temporary failure decides the exit code, because another run may then succeed, whatever else is wrong.
  return failed.some(({ code }) => code === exitCodes.failed) ? exitCodes.failed : (failed[0]?.code ?? exitCodes.success);
}

function fileOf(name: string, cwd: string): DocumentFile {
  const { writtenAt, chunks } = openInputFile(resolve(cwd, name), name);
  return { name, writtenAt, chunks };
}

/** Of several documents of one kind none is complete: the second would resolve findings that only the first has. */
function scopeOf(document: Document, all: readonly Document[], { source, isPartial }: PushScope): PushScope {
  return { source, isPartial: isPartial || all.some((other) => other !== document && other.kind === document.kind) };
}

/** Stops at the first that fails. */
async function sendInTurn(pushes: readonly PushRequest[], pushing: Pushing, { io }: CommandContext): Promise<Pushed> {
  for (const push of pushes) {
    const pushed = await pushing.send(push, (line) => io.out(`${line}\n`));
    if (pushed.reason === undefined) continue;
    io.err(`error: ${safeText(push.name)}  ${pushed.reason}`);
    return pushed;
  }
  return { code: exitCodes.success };
}
