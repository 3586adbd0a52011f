import { cloudSettings } from './cloud-settings.js';
import { gateSettings } from './gate-settings.js';
import { inputSettings } from './input-settings.js';
import { programSettings } from './program-settings.js';
import { pushSettings } from './push-settings.js';
import { RELAYS, relaySettings } from './relay-settings.js';
import { serveSettings } from './serve-settings.js';
import type { Setting } from './setting.js';

/**
 * Every setting of the program, once. Flags win over the environment, the environment over castellan.yaml, that over the
 * default. `--help`, completion and docs/configuration.md are printed from this table.
 */
export const settings = {
  ...inputSettings,
  ...cloudSettings,
  ...gateSettings,
  ...programSettings,
  ...pushSettings,
  ...serveSettings,
  ...relaySettings,
} as const satisfies Record<string, Setting>;

export type SettingKey = keyof typeof settings;

type ValueOf<S extends Setting> = S['type'] extends 'flag'
  ? boolean
  : S['type'] extends 'list'
    ? string[]
    : S['type'] extends 'duration'
      ? number
      : S['type'] extends 'pairs'
        ? Readonly<Record<string, S extends { choices: readonly (infer C)[] } ? C : string>>
        : S['type'] extends 'number'
          ? S extends { default: string }
            ? number
            : number | undefined
          : S['type'] extends 'choice'
            ? S extends { choices: readonly (infer C)[]; default: string }
              ? C
              : S extends { choices: readonly (infer C)[] }
                ? C | undefined
                : string
            : S extends { default: string }
              ? string
              : string | undefined;

/** Every setting with its value: durations in milliseconds, numbers within their bounds, lists split, pairs by value, flags as booleans. */
export type Settings = { [K in SettingKey]: ValueOf<(typeof settings)[K]> };

/** The settings a command has, in table order. */
export function selectSettings(command: string): [SettingKey, Setting][] {
  const all = Object.entries(settings) as [SettingKey, Setting][];
  return all.filter(([, setting]) => setting.commands.some((name) => name === '*' || name === command || isWithin(command, name)));
}

/** True for a command of a group: `policy show` of `policy`. `shield` is a command of its own, and no group of its settings. */
function isWithin(command: string, group: string): boolean {
  return command.startsWith(`${group} `) && !RELAYS.some((relay) => relay === group);
}
