import { Command } from 'commander';
import { UsageError } from '../support/errors.js';
import { quote } from '../support/quote.js';
import { didYouMean } from '../support/suggest.js';
import { HELP_ALL } from './help-text.js';

/** commander's command, with our messages for unknown options and commands. */
export class CommandLine extends Command {
  override createCommand(name?: string): CommandLine {
    return new CommandLine(name);
  }

  /** commander calls this for an option that the command does not have. */
  unknownOption(flag: string): never {
    const name = flag.split('=', 1)[0] ?? flag;
    const known = [...this.options.flatMap(({ long, short }) => [long, short].filter((one) => one != null)), '--help', HELP_ALL];
    const likely = name.startsWith('--')
      ? didYouMean(
          name,
          known.filter((one) => one.startsWith('--')),
        )
      : '';
    throw new UsageError({ message: `unknown option "${quote(name, 60)}"${likely}`, hint: `castellan ${pathOf(this)}--help lists them` });
  }
}

function pathOf(command: Command): string {
  return command.parent ? `${pathOf(command.parent)}${command.name()} ` : '';
}

/** Throws UsageError for an unknown command, also with `--help`: commander would print the help of the program. */
export function requireKnownCommand(program: Command, words: readonly string[]): void {
  let command = program;
  for (const word of words[0] === 'help' ? words.slice(1) : words) {
    if (word.startsWith('-') || command.commands.length === 0) return;
    const next = command.commands.find((one) => one.name() === word);
    // A word that names no command may be an operand.
    if (!next && command.registeredArguments.length > 0) return;
    if (!next) {
      const known = command.commands.map((one) => one.name());
      const all = command === program ? [...known, 'help'] : known;
      throw new UsageError({
        message: `unknown command "${quote(`${pathOf(command)}${word}`, 60)}"${didYouMean(word, all)}`,
        hint: `castellan ${pathOf(command)}--help lists them`,
      });
    }
    command = next;
  }
}
