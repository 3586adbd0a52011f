import { writeSync } from 'node:fs';
import { CastellanError, describe } from '../support/errors.js';
import { safeLines } from '../support/terminal.js';
import type { CommandContext } from './command.js';
import { endProgram, exitCodeOf } from './exit-codes.js';
import { type RelayInvocation, readRelayArguments } from './relay-argv.js';

/*
 * Where the program starts for commands that relay. Users start their servers anew all day, and each start waits for us: so nothing is
 * loaded here that the first frame does not need. Whatever is not typed in the plain form goes the way of all other commands.
 */

/** Codes are 128 and the signal's number. */
const SIGNALS = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 } as const;

const STDERR = 2;

const invocation = readRelayArguments(process.argv.slice(2));
if (invocation) void main(invocation);
else void import('./main.js');

async function main(typed: RelayInvocation): Promise<void> {
  const abort = new AbortController();
  let ended: number | undefined;
  for (const [signal, code] of Object.entries(SIGNALS))
    process.on(signal, () => {
      ended ??= code;
      abort.abort();
    });
  const io = { out: (text: string) => write(1, text), err: (line: string) => write(STDERR, `${safeLines(line)}\n`) };
  const context: CommandContext = { io, environment: process.env, signal: abort.signal, cwd: process.cwd() };
  const code = await run(typed, context).catch(async (error: unknown) => {
    io.err(`error: ${error instanceof CastellanError ? describe(error) : await unexpected(error)}`);
    return exitCodeOf(error);
  });
  endProgram(ended ?? code);
}

async function run(typed: RelayInvocation, context: CommandContext): Promise<number> {
  if (typed.command === 'proxy') return (await import('./commands/proxy.js')).run(typed, context);
  if (typed.command === 'shield') return (await import('./commands/shield.js')).run(typed, context);
  return (await import('./commands/run-proxy.js')).run(typed, context);
}

/** A reader of ours that is gone, or slow, is no reason to stop relaying. */
function write(fd: number, text: string): void {
  try {
    writeSync(fd, text);
  } catch {
    // Nobody reads it.
  }
}

async function unexpected(error: unknown): Promise<string> {
  const { writeCrashLog } = await import('./crash-log.js');
  const place = writeCrashLog(error, process.env);
  return `something went wrong inside castellan (${describe(error).split('\n', 1)[0]})${place ? `; detail: ${place}` : ''}`;
}
