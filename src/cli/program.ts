import { type Command, CommanderError, Option } from 'commander';
import { readChoice } from '../config/choice.js';
import { optionName } from '../config/option-name.js';
import { selectSettings, settings } from '../config/settings.js';
import { onNotice } from '../support/notice.js';
import { redact } from '../support/redact.js';
import { safeLines } from '../support/terminal.js';
import type { CommandContext, CommandEntry, Invocation } from './command.js';
import { groupSummaries } from './command-groups.js';
import { commands } from './commands/registry.js';
import { exitCodes } from './exit-codes.js';
import { allHelp, HELP_ALL, shortHelp } from './help-text.js';
import { CommandLine, requireKnownCommand } from './program-command.js';
import { version } from './version.js';

/** Runs the command line; returns the exit code. */
export async function runProgram(argv: readonly string[], context: CommandContext): Promise<number> {
  let code: number = exitCodes.success;
  const program = new CommandLine('castellan');
  const wantsAll = argv.includes(HELP_ALL);
  program
    .description('Security scanner for AI agents, MCP servers and the software under them')
    .version(version, '-V, --version', 'print the version')
    .configureOutput({ writeOut: context.io.out, writeErr: (text) => context.io.err(safeLines(redact(text.trimEnd()))) })
    .exitOverride();
  for (const entry of commands) {
    const command = addCommand(program, entry, async (invocation) => {
      const module = await entry.load();
      if (invocation.flags.quiet !== true) onNotice(context.io.err);
      code = await module.run(invocation, { ...context, program: runProgram, commands });
    });
    command.helpInformation = () => (wantsAll ? allHelp : shortHelp)(command, entry);
  }
  splitOptions(program, argv[0]);
  try {
    const words = argv.map((word) => (word === HELP_ALL ? '--help' : word));
    requireKnownCommand(program, words);
    await program.parseAsync(words, { from: 'user' });
  } catch (error) {
    if (error instanceof CommanderError) return commanderCode(error);
    throw error;
  }
  return code;
}

/** A command that takes operands and has subcommands, too: what stands behind the name of a subcommand is an option of that one alone. */
function splitOptions(program: Command, first: string | undefined): void {
  const command = program.commands.find((one) => one.name() === first);
  if (command === undefined || command.commands.length === 0 || command.registeredArguments.length === 0) return;
  program.enablePositionalOptions();
  command.enablePositionalOptions();
}

/** commander has already printed its message. Help and version are not errors. */
function commanderCode(error: CommanderError): number {
  return error.exitCode === 0 ? exitCodes.success : exitCodes.usage;
}

function addCommand(program: Command, entry: CommandEntry, action: (invocation: Invocation) => Promise<void>): Command {
  const command = subcommand(program, entry.name).summary(entry.summary).description(`${entry.summary}.`);
  if (entry.operands) command.argument(entry.operands);
  for (const [, setting] of selectSettings(entry.name)) {
    if (!setting.flag) continue;
    const option = new Option(setting.flag);
    if (setting.choices) option.argParser((value: string) => readChoice(setting, value, optionName(setting)));
    if (setting.type === 'list')
      // An option takes only the value right after it: `--sbom app.json .` still scans the folder.
      option.argParser((value: string, before: string[] | undefined) => [...(before ?? []), value]);
    command.addOption(option);
    if (setting.negatable) command.addOption(new Option(setting.flag.replace('--', '--no-')));
  }
  command.action(() => action({ flags: defined(command.optsWithGlobals()), operands: command.args }));
  return command;
}

/** commander gives `--no-x` options the default true; only what the user typed counts as a flag. */
function defined(options: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(options).filter(([key, value]) => value !== undefined && !(value === true && isNegated(key))));
}

function isNegated(key: string): boolean {
  return Object.entries(settings).some(([name, setting]) => name === key && 'flag' in setting && setting.flag.includes('--no-'));
}

function subcommand(program: Command, name: string): Command {
  const [first, second] = name.split(' ');
  if (first === undefined || second === undefined) return program.command(name);
  const group =
    program.commands.find((command) => command.name() === first) ??
    program
      .command(first)
      .summary(groupSummaries[first] ?? '')
      .exitOverride();
  return group.command(second);
}
