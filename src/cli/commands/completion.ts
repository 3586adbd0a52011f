import { UsageError } from '../../support/errors.js';
import { quote } from '../../support/quote.js';
import { didYouMean } from '../../support/suggest.js';
import type { CommandContext, Invocation } from '../command.js';
import { type Shell, scripts, shells } from '../completion/shells.js';
import { exitCodes } from '../exit-codes.js';

/** `castellan completion SHELL`: the script by which that shell completes our commands. */
export async function run({ operands }: Invocation, { io }: CommandContext): Promise<number> {
  io.out(scripts[shellOf(operands[0] ?? '')]);
  return exitCodes.success;
}

function shellOf(text: string): Shell {
  const shell = shells.find((one) => one === text.toLowerCase()) ?? (text.toLowerCase() === 'pwsh' ? 'powershell' : undefined);
  if (shell === undefined)
    throw new UsageError({
      message: `unknown shell "${quote(text, 40)}"${didYouMean(text, shells)}`,
      hint: `shells: ${shells.join(', ')}`,
    });
  return shell;
}
