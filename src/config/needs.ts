import { UsageError } from '../support/errors.js';
import { optionName } from './option-name.js';
import { type Settings, selectSettings } from './settings.js';

/**
 * Refuses a setting that would have no effect, because the setting it needs was not given. Throws UsageError naming it. `told`: the
 * settings that count as given, because variables may be set for other commands.
 */
export function refuseIdle(command: string, values: Settings, told: Readonly<Record<string, unknown>> = values): void {
  const own = selectSettings(command);
  for (const [key, setting] of own) {
    const { needs } = setting;
    if (needs === undefined || !isGiven(told, key) || needs.some((leader) => isGiven(values, leader))) continue;
    const leaders = own.filter(([leader]) => needs.includes(leader)).map(([, leader]) => optionName(leader));
    throw new UsageError({ where: optionName(setting), message: `means nothing without ${leaders.join(' or ')}` });
  }
}

function isGiven(values: Readonly<Record<string, unknown>>, key: string): boolean {
  const value = values[key];
  if (typeof value === 'object' && value !== null) return Object.keys(value).length > 0;
  return value !== undefined && value !== false;
}
