import { resolve } from 'node:path';
import { collectIac } from '../../collect/iac/collect.js';
import { shownRoots } from '../../collect/iac/shown-values.js';
import { Walk } from '../../collect/walk.js';
import { resolveSettings } from '../../config/resolve.js';
import { iacFamily } from '../../scan/iac-step.js';
import { UsageError } from '../../support/errors.js';
import { diskFiles } from '../../system/files.js';
import type { CommandContext, Invocation } from '../command.js';
import { commandFormats } from '../command-formats.js';
import { exitCodes } from '../exit-codes.js';
import { knownFormat } from '../known-format.js';

/** `castellan iac values DIR`: what the infrastructure code of a folder says once it is evaluated, and where each value comes from. */
export async function run({ flags, operands }: Invocation, { environment, cwd, io }: CommandContext): Promise<number> {
  const settings = resolveSettings({ flags, environment, file: {} });
  knownFormat(settings.format[0] ?? 'json', commandFormats['iac values'], 'iac values');
  const [given = '.'] = operands;
  const folder = resolve(cwd, given);
  if (diskFiles.info(folder, true)?.kind !== 'folder') throw new UsageError({ where: given, message: 'no such folder' });
  const walk = new Walk(diskFiles, folder, { excluded: () => false, wanted: iacFamily.wants });
  const { resources, issues } = await collectIac(diskFiles, { absolute: folder, prefix: '' }, [...walk.run()]);
  io.out(`${JSON.stringify({ roots: shownRoots(resources), issues: issues.map(({ collector: _, ...issue }) => issue) }, undefined, 2)}\n`);
  return issues.some(({ note }) => !note) ? exitCodes.failed : exitCodes.success;
}
