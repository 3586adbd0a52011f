import { UsageError } from '../support/errors.js';
import { quote } from '../support/quote.js';
import { readChoice } from './choice.js';
import { parseDuration } from './duration.js';
import { type Environment, readVariable, variableOf } from './environment.js';
import { optionName } from './option-name.js';
import type { Setting } from './setting.js';
import { type SettingKey, type Settings, settings } from './settings.js';

/** A value as the user wrote it, and the option, variable or line to name in an error. */
interface Raw {
  value: unknown;
  where: string;
}

/** The sources of values, strongest first. Flags and file keys are by setting key. */
export interface SettingSources {
  flags: Readonly<Partial<Record<SettingKey, unknown>>>;
  environment: Environment;
  /** Values of castellan.yaml, each with its place. */
  file: Readonly<Partial<Record<SettingKey, Raw>>>;
}

/** Every setting's value. Throws UsageError naming the option, variable or line whose value is wrong. */
export function resolveSettings(sources: SettingSources): Settings {
  const entries = Object.entries(settings) as [SettingKey, Setting][];
  const values = entries.map(([key, setting]) => {
    const raw = rawValue(key, setting, sources);
    return [key, raw === undefined ? absent(setting) : coerce(setting, raw)];
  });
  return Object.fromEntries(values) as Settings;
}

function rawValue(key: SettingKey, setting: Setting, sources: SettingSources): Raw | undefined {
  const flag = sources.flags[key];
  if (flag !== undefined) return { value: flag, where: optionName(setting) };
  const variable = setting.env === undefined ? undefined : readVariable(sources.environment, setting.env);
  if (variable !== undefined) return { value: variable, where: variableOf(sources.environment, setting.env ?? '') };
  return sources.file[key] ?? (setting.default === undefined ? undefined : { value: setting.default, where: optionName(setting) });
}

/** The option or variable by which a setting was given; its option when it was not given. */
export function givenBy(key: SettingKey, { flags, environment }: Omit<SettingSources, 'file'>): string {
  return rawValue(key, settings[key], { flags, environment, file: {} })?.where ?? optionName(settings[key]);
}

function absent(setting: Setting): unknown {
  if (setting.type === 'flag') return false;
  if (setting.type === 'pairs') return {};
  return setting.type === 'list' ? [] : undefined;
}

function coerce(setting: Setting, raw: Raw): unknown {
  switch (setting.type) {
    case 'flag':
      return flagValue(raw);
    case 'list':
      return listValue(setting, raw);
    case 'pairs':
      return pairsValue(setting, raw);
    case 'duration':
      return parseDuration(textValue(raw), raw.where);
    case 'number':
      return numberValue(setting, raw);
    case 'choice':
      return readChoice(setting, textValue(raw), raw.where);
    default:
      return textValue(raw);
  }
}

function flagValue({ value, where }: Raw): boolean {
  if (typeof value === 'boolean') return value;
  const text = String(value).toLowerCase();
  if (text === '1' || text === 'true' || text === 'yes' || text === 'on') return true;
  if (text === '0' || text === 'false' || text === 'no' || text === 'off') return false;
  throw new UsageError({ where, message: `expected true or false, got "${quote(String(value), 40)}"` });
}

function listValue({ commas }: Setting, { value, where }: Raw): string[] {
  const items: unknown[] = Array.isArray(value) ? value : [value];
  const texts = items.map((item) => textValue({ value: item, where }));
  if (!commas) return texts;
  return texts.flatMap((text) => text.split(',').map((part) => textValue({ value: part.trim(), where })));
}

/** Pairs `value=name`, separated by commas; the last `=` separates value and name. */
function pairsValue(setting: Setting, { value, where }: Raw): Record<string, string> {
  const pairs = listValue({ ...setting, commas: true }, { value, where }).map((text) => {
    const at = text.lastIndexOf('=');
    if (at <= 0 || at === text.length - 1) throw new UsageError({ where, message: 'expected value=name pairs with commas between' });
    const name = text.slice(at + 1);
    return [text.slice(0, at), setting.choices ? readChoice(setting, name, where) : name] as const;
  });
  return Object.fromEntries(pairs);
}

function textValue({ value, where }: Raw): string {
  if (typeof value === 'string' && value !== '') return value;
  if (typeof value === 'number') return String(value);
  throw new UsageError({ where, message: 'expected a text' });
}

function numberValue({ least = 0, most = Number.MAX_SAFE_INTEGER }: Setting, raw: Raw): number {
  const text = textValue(raw);
  const value = Number(text);
  if (/^\d{1,15}$/.test(text) && value >= least && value <= most) return value;
  throw new UsageError({ where: raw.where, message: `expected a whole number from ${least} to ${most}, got "${quote(text, 40)}"` });
}
