import { optionName } from '../../config/option-name.js';
import type { Setting } from '../../config/setting.js';
import { selectSettings } from '../../config/settings.js';
import type { CommandEntry } from '../command.js';
import { commands } from '../commands/registry.js';

/** A command line as far as it is typed. */
export interface TypedLine {
  /** Words that name the command, or the beginning of such words: `[]`, `['db']`, `['db', 'update']`. */
  path: readonly string[];
  entry: CommandEntry | undefined;
  /** The word that is being typed. */
  current: string;
  /** The option whose value is being typed, if it is one; `before` is what stands before the value in the same word: `--format=`. */
  option: { setting: Setting; before: string } | undefined;
  /** Operands before the word. */
  operands: readonly string[];
  /** Options before the word by name, each with its values. */
  given: ReadonlyMap<string, readonly string[]>;
  /** True behind `--`. */
  isBehindBar: boolean;
}

/** One name of an option: `-f`, `--format`, `--no-redact`. */
export interface OptionName {
  name: string;
  setting: Setting;
}

/** Every long and short name of the options of a command. */
export function optionNames(command: string): OptionName[] {
  return selectSettings(command).flatMap(([, setting]) => {
    if (setting.flag === undefined) return [];
    const long = optionName(setting);
    const short = /^-[a-zA-Z](?=,)/.exec(setting.flag)?.[0];
    const names = [long, ...(short === undefined ? [] : [short]), ...(setting.negatable ? [long.replace('--', '--no-')] : [])];
    return names.map((name) => ({ name, setting }));
  });
}

/** Takes the words behind the name of the program apart; the last is the one that is being typed. Never throws. */
export function readTypedLine(words: readonly string[]): TypedLine {
  const before = words[0] === 'help' ? words.slice(1, -1) : words.slice(0, -1);
  const current = words.at(-1) ?? '';
  const path = pathOf(before);
  const entry = commands.find(({ name }) => name === path.join(' '));
  const options = new Map(optionNames(entry?.name ?? '').map(({ name, setting }) => [name, setting]));
  const given = new Map<string, string[]>();
  const operands: string[] = [];
  let waiting: string | undefined;
  let isBehindBar = false;
  for (const word of before.slice(path.length)) {
    const [name = '', ...value] = word.split('=');
    const setting = options.get(name);
    if (waiting !== undefined) {
      given.get(waiting)?.push(word);
      waiting = undefined;
    } else if (isBehindBar || !word.startsWith('-')) operands.push(word);
    else if (word === '--') isBehindBar = true;
    else if (setting) {
      const key = optionName(setting);
      given.set(key, [...(given.get(key) ?? []), ...(value.length > 0 ? [value.join('=')] : [])]);
      if (setting.type !== 'flag' && value.length === 0) waiting = key;
    }
  }
  const option = isBehindBar ? undefined : optionOf(waiting, current, options);
  return { path, entry, current, option, operands, given, isBehindBar };
}

function optionOf(waiting: string | undefined, current: string, options: ReadonlyMap<string, Setting>): TypedLine['option'] {
  const pending = waiting === undefined ? undefined : options.get(waiting);
  if (pending) return { setting: pending, before: '' };
  const [, name] = /^(--[a-z-]+)=/.exec(current) ?? [];
  const setting = name === undefined ? undefined : options.get(name);
  return setting && setting.type !== 'flag' ? { setting, before: `${name}=` } : undefined;
}

/** The longest beginning of the words that names a command or a group of commands. */
function pathOf(words: readonly string[]): string[] {
  const path: string[] = [];
  for (const word of words) {
    const longer = [...path, word].join(' ');
    if (!commands.some(({ name }) => name === longer || name.startsWith(`${longer} `))) break;
    path.push(word);
  }
  return path;
}
