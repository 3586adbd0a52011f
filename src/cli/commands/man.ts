import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execa } from 'execa';
import { OperationalError, UsageError } from '../../support/errors.js';
import { quote } from '../../support/quote.js';
import { didYouMean } from '../../support/suggest.js';
import type { CommandContext, Invocation } from '../command.js';
import { exitCodes } from '../exit-codes.js';
import { manPages } from '../man/pages.js';
import { version } from '../version.js';

/** `castellan man [command]`: opens its manual page in a terminal; elsewhere it prints the page's roff. */
export async function run({ operands }: Invocation, { io, commands = [] }: CommandContext): Promise<number> {
  const pages = manPages(commands, version);
  const name = ['castellan', ...operands.flatMap((word) => word.split(' '))].join('-');
  const page = pages.get(name);
  if (page === undefined) {
    const typed = operands.join(' ');
    const known = [...pages.keys()].slice(1).map((one) => one.replace('castellan-', '').replaceAll('-', ' '));
    throw new UsageError({
      message: `no page of "${quote(typed, 60)}"${didYouMean(typed, known)}`,
      hint: 'castellan --help lists the commands',
    });
  }
  if (process.stdout.isTTY) await open(name, page);
  else io.out(page);
  return exitCodes.success;
}

/** By a file of its own, because not every `man` reads standard input. */
async function open(name: string, page: string): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'castellan-man-'));
  try {
    const file = join(folder, `${name}.1`);
    writeFileSync(file, page);
    await execa('man', [file], { stdio: 'inherit' });
  } catch (cause) {
    throw new OperationalError({ where: 'man', message: 'cannot be started', hint: `castellan man > ${name}.1, or --help-all`, cause });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
