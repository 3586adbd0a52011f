import { optionName } from '../config/option-name.js';
import { RELAYS } from '../config/relay-settings.js';
import type { Setting } from '../config/setting.js';
import { selectSettings } from '../config/settings.js';
import type { Invocation } from './command.js';

/** A command of the relay as the user typed it. */
export interface RelayInvocation extends Invocation {
  command: (typeof RELAYS)[number];
}

/**
 * Reads the plain form of a command that relays: options in words of their own, then `--` and the server's command, where neither an address
 * names the server nor a file several. Undefined for all else (help, slips, other spellings), which is left to the whole program: it takes
 * several times as long to load.
 */
export function readRelayArguments(argv: readonly string[]): RelayInvocation | undefined {
  const command = RELAYS.find((name) => name.split(' ').every((word, at) => argv[at] === word));
  const bar = argv.indexOf('--');
  if (command === undefined || (bar === -1 && command !== 'run proxy' && !argv.includes('--url') && !argv.includes('--listen')))
    return undefined;
  const end = bar === -1 ? argv.length : bar;
  const words = argv.slice(command.split(' ').length, end);
  const options = new Map(selectSettings(command).flatMap(([key, setting]) => namesOf(key, setting)));
  const flags: Record<string, unknown> = {};
  const operands: string[] = [];
  while (words.length > 0) {
    const word = words.shift() ?? '';
    const option = options.get(word);
    if (!option && (word.startsWith('-') || command !== 'run proxy')) return undefined;
    if (!option) operands.push(word);
    else if (option.isFlag) flags[option.key] = option.value;
    else if (!take(option, words.shift(), flags)) return undefined;
  }
  return { command, flags, operands: [...operands, ...argv.slice(end + 1)] };
}

interface RelayOption {
  key: string;
  setting: Setting;
  isFlag: boolean;
  value: boolean;
}

function namesOf(key: string, setting: Setting): [string, RelayOption][] {
  if (setting.flag === undefined) return [];
  const name = optionName(setting);
  const option = { key, setting, isFlag: setting.type === 'flag', value: !name.startsWith('--no-') };
  const short = /^-[a-z](?=,)/.exec(setting.flag)?.[0];
  return [
    [name, option],
    ...(short === undefined ? [] : [[short, option] as [string, RelayOption]]),
    ...(setting.negatable ? [[name.replace('--', '--no-'), { ...option, value: false }] as [string, RelayOption]] : []),
  ];
}

/** False for a value that has to be explained to the user. */
function take({ key, setting }: RelayOption, value: string | undefined, flags: Record<string, unknown>): boolean {
  if (value === undefined || value === '' || value.startsWith('-')) return false;
  if (setting.choices && !setting.choices.includes(value)) return false;
  flags[key] = setting.type === 'list' ? [...[flags[key] ?? []].flat(), value] : value;
  return true;
}
