import type { Command } from 'commander';
import type { Setting } from '../config/setting.js';
import { selectSettings } from '../config/settings.js';
import { wrap } from '../support/terminal.js';
import type { CommandEntry } from './command.js';

/** `--help-all`: every option of a command, with its choices and its default. */
export const HELP_ALL = '--help-all';

const WIDTH = 80;

/** A command with more options than this has a short help, without the options that few people need. */
const MAX_SHOWN = 16;

/** Examples of the short help. */
const MAX_EXAMPLES = 2;

/** The short help: one screen, one line for each option that most people need. */
export function shortHelp(command: Command, entry: CommandEntry): string {
  const all = optionsOf(entry);
  const special = all.filter(([, { group }]) => group !== 'general');
  const shown = special.length > MAX_SHOWN ? special.filter(([, { common }]) => common === true || common?.includes(entry.name)) : special;
  const left = special.length - shown.length;
  const width = Math.max(...shown.map(([flag]) => flag.length), 0) + 4;
  const lines = groupsOf(shown).flatMap(([title, options]) => [
    `${title}:`,
    ...options.flatMap(([flag, setting]) => inColumns(flag, briefly(entry, setting, WIDTH - width), width)),
  ]);
  return `${[
    ...head(command, entry),
    ...lines,
    `More: --help-all (${left > 0 ? `${left} more options, ` : ''}choices and defaults), -q, -v, --no-color`,
    '',
    ...entry.examples.slice(0, MAX_EXAMPLES).map((line) => `  $ ${line}`),
    ...exits(entry),
  ].join('\n')}\n`;
}

/** The full help. */
export function allHelp(command: Command, entry: CommandEntry): string {
  const all = optionsOf(entry);
  const width = Math.min(Math.max(...all.map(([flag]) => flag.length), 0) + 4, 36);
  const lines = groupsOf(all).flatMap(([title, options]) => [
    `${title}:`,
    ...options.flatMap(([flag, setting]) => inColumns(flag, helpText(entry, setting), width)),
    '',
  ]);
  const formats = entry.formats === undefined ? [] : [...wrap(`Formats: ${entry.formats.join(', ')}`, WIDTH), ''];
  return `${[
    ...head(command, entry),
    ...lines,
    'Examples:',
    ...entry.examples.map((line) => `  $ ${line}`),
    '',
    ...formats,
    ...exits(entry),
  ].join('\n')}\n`;
}

/** The option on the left, its text in lines on the right. */
function inColumns(flag: string, text: string, width: number): string[] {
  const [first = '', ...rest] = wrap(text, WIDTH - width);
  return [`  ${flag.padEnd(width - 2)}${first}`, ...rest.map((line) => ' '.repeat(width) + line)];
}

function head(command: Command, { name, summary }: CommandEntry): string[] {
  return [`Usage: castellan ${name} ${command.usage()}`, `${summary}.`, ''];
}

function exits({ exits: text }: CommandEntry): string[] {
  return wrap(`Exit codes: ${text}`, WIDTH);
}

/** The options as the help shows them, with short forms aligned and with their settings. The help option comes last. */
export function optionsOf({ name }: CommandEntry): [string, Setting][] {
  const own = selectSettings(name).flatMap(([, setting]): [string, Setting][] =>
    setting.flag === undefined ? [] : [[setting.flag, setting]],
  );
  const help: Setting = { type: 'flag', group: 'general', help: 'this help; --help-all shows every option', commands: ['*'] };
  return [...own, ['-h, --help', help]];
}

export function groupsOf(options: readonly [string, Setting][]): [string, [string, Setting][]][] {
  const groups = new Map<string, [string, Setting][]>();
  for (const option of options) {
    const { group } = option[1];
    const title = group.charAt(0).toUpperCase() + group.slice(1);
    const known = groups.get(title);
    if (known) known.push(option);
    else groups.set(title, [option]);
  }
  return [...groups];
}

function helpOf({ name }: CommandEntry, { help, helpFor }: Setting): string {
  return helpFor?.[name] ?? help;
}

/** The option's text with its choices and its default: `fail from this severity up (critical, high; default: critical)`. */
export function helpText(entry: CommandEntry, setting: Setting): string {
  const { type, choices, default: unsaid } = setting;
  const help = helpOf(entry, setting);
  const silent = unsaid === undefined || type === 'flag' ? undefined : `default: ${unsaid}`;
  const more = [choices?.join(', '), silent].filter((part) => part !== undefined).join('; ');
  return more === '' ? help : `${help} (${more})`;
}

/** The longest form of the text that fits a line. The choices are dropped first, then the parts in brackets or after a semicolon. */
function briefly(entry: CommandEntry, setting: Setting, width: number): string {
  const help = helpOf(entry, setting);
  const { default: unsaid, type } = setting;
  const silent = unsaid === undefined || type === 'flag' ? help : `${help} (default: ${unsaid})`;
  const forms = [helpText(entry, setting), silent, help, help.replace(/ \([^)]*\)/g, ''), help.replace(/(?:; | \().*$/, '')];
  return forms.find((form) => form.length <= width) ?? forms.at(-1) ?? help;
}
