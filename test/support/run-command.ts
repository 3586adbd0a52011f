import type { CommandContext, Invocation } from '../../src/cli/command.js';
import { CastellanError, describe } from '../../src/support/errors.js';

export interface CommandResult {
  code: number;
  out: string;
  err: string;
}

interface Command {
  run(invocation: Invocation, context: CommandContext): Promise<number>;
}

/** Runs one command in this process, as the program would: expected errors end as text and a code. */
export async function runCommand(
  command: Command,
  operands: readonly string[],
  flags: Readonly<Record<string, unknown>> = {},
  cwd = process.cwd(),
  environment: Readonly<Record<string, string>> = {},
): Promise<CommandResult> {
  const result: CommandResult = { code: 0, out: '', err: '' };
  const io = {
    out: (text: string) => {
      result.out += text;
    },
    err: (line: string) => {
      result.err += `${line}\n`;
    },
  };
  try {
    result.code = await command.run(
      { operands, flags },
      { io, environment: { LANG: 'C.UTF-8', ...environment }, signal: new AbortController().signal, cwd },
    );
  } catch (error) {
    if (!(error instanceof CastellanError)) throw error;
    result.code = error.kind === 'usage' ? 2 : 1;
    result.err += describe(error);
  }
  return result;
}
