import type { Setting } from '../../config/setting.js';
import { selectSettings } from '../../config/settings.js';
import type { CommandEntry } from '../command.js';
import { groupsOf, helpText, optionsOf } from '../help-text.js';
import { bold, entryLines, roffText } from './roff.js';

/**
 * Every manual page as roff (man macros), by its name without the section: `castellan`, `castellan-db-update`. They are made from the tables
 * that `--help` is made from.
 */
export function manPages(commands: readonly CommandEntry[], version: string): Map<string, string> {
  const pages = commands.map((entry): [string, string] => [pageName(entry), commandPage(commands, entry, version)]);
  return new Map([['castellan', programPage(commands, version)], ...pages]);
}

function pageName({ name }: CommandEntry): string {
  return `castellan-${name.replaceAll(' ', '-')}`;
}

function programPage(commands: readonly CommandEntry[], version: string): string {
  return pageOf('castellan', version, [
    '.SH NAME',
    `castellan ${roffText('- security scanner for AI agents, MCP servers and the software under them')}`,
    '.SH SYNOPSIS',
    `${bold('castellan')} ${roffText('command [options] [operands]')}`,
    '.br',
    `${bold('castellan')} ${roffText('command --help')}`,
    '.SH DESCRIPTION',
    roffText(
      'Finds what is vulnerable, malicious or misconfigured in a project and in the AI agents that work on it. Each command has a page of its own.',
    ),
    '.SH COMMANDS',
    ...commands.flatMap(({ name, summary }) => entryLines(name, `${summary}.`)),
    '.SH EXIT STATUS',
    roffText(
      '0: nothing stands against it. 1: a gate matched, the result is incomplete, or something failed. 2: usage. 3: the advisory database is too old. 130 and 143: a signal.',
    ),
    '.SH SEE ALSO',
    ...seeAlso(commands),
  ]);
}

function commandPage(commands: readonly CommandEntry[], entry: CommandEntry, version: string): string {
  const name = pageName(entry);
  const usage = ['[options]', ...(entry.operands === undefined ? [] : [entry.operands])].join(' ');
  const [first = ''] = entry.name.split(' ');
  const siblings = commands.filter((one) => one.name !== entry.name && one.name.split(' ')[0] === first);
  return pageOf(name, version, [
    '.SH NAME',
    `${roffText(name)} ${roffText(`- ${entry.summary}`)}`,
    '.SH SYNOPSIS',
    `${bold(`castellan ${entry.name}`)} ${roffText(usage)}`,
    '.SH DESCRIPTION',
    roffText(`${entry.summary}.`),
    '.SH OPTIONS',
    ...optionLines(entry),
    ...(entry.formats === undefined ? [] : ['.SH FORMATS', roffText(`${entry.formats.join(', ')}. The first is the default.`)]),
    ...environmentLines(entry),
    '.SH EXIT STATUS',
    roffText(`${entry.exits}.`),
    '.SH EXAMPLES',
    '.nf',
    ...entry.examples.map(roffText),
    '.fi',
    '.SH SEE ALSO',
    ...seeAlso(siblings, 'castellan'),
  ]);
}

function optionLines(entry: CommandEntry): string[] {
  return groupsOf(optionsOf(entry)).flatMap(([title, options]) => [
    `.SS ${roffText(title)}`,
    ...options.flatMap(([flag, setting]) => entryLines(namesOf(flag, setting), `${helpText(entry, setting)}.`)),
  ]);
}

function namesOf(flag: string, { negatable }: Setting): string {
  return negatable ? `${flag}, ${flag.replace('--', '--no-')}` : flag;
}

function environmentLines(entry: CommandEntry): string[] {
  const read = selectSettings(entry.name).filter(([, { env }]) => env !== undefined);
  const lines = read.flatMap(([, setting]) => entryLines(`SERVICE_${setting.env}`, `${setting.helpFor?.[entry.name] ?? setting.help}.`));
  return ['.SH ENVIRONMENT', roffText('Each may also be written CASTELLAN_X. Options win over variables.'), ...lines];
}

function seeAlso(entries: readonly CommandEntry[], ...more: string[]): string[] {
  const names = [...more, ...entries.map(pageName)];
  return names.map((name, at) => `${bold(name)}(1)${at < names.length - 1 ? ',' : ''}`);
}

/** The date stays empty: a page is of a version. */
function pageOf(name: string, version: string, lines: readonly string[]): string {
  return `${[`.TH ${roffText(name.toUpperCase())} 1 "" "castellan ${roffText(version)}" "Castellan"`, '.nh', '.ad l', ...lines].join('\n')}\n`;
}
