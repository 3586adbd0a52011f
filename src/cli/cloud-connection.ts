import { resolve } from 'node:path';
import { type CloudSettingKey, cloudOptions, cloudSettings } from '../config/cloud-settings.js';
import { optionName } from '../config/option-name.js';
import { type Settings, settings as table } from '../config/settings.js';
import type { CloudConnection, CloudProviderId } from '../model/cloud.js';
import { UsageError } from '../support/errors.js';
import type { CloudDoor } from '../system/context.js';
import { lazyFetch } from '../system/lazy-http.js';
import type { CommandContext } from './command.js';

/** Options that are those of no one cloud. */
const OF_ALL: readonly string[] = ['cloud', 'account', 'name', 'emit'];

/**
 * The connection that the options describe. Throws UsageError for an option of another cloud, for a value that is none, and, if the
 * connection is to be used (`isWhole`), for one that is missing.
 */
export async function cloudConnectionOf(provider: CloudProviderId, settings: Settings, isWhole: boolean): Promise<CloudConnection> {
  const { account: names, configuration: fields, own = [] } = cloudOptions[provider];
  const known: readonly string[] = [...OF_ALL, ...names, ...Object.values(fields), ...own];
  for (const key of Object.keys(cloudSettings) as CloudSettingKey[]) {
    if (!known.includes(key) && isGiven(settings[key]))
      throw new UsageError({ where: optionName(cloudSettings[key]), message: `is no option of ${provider}` });
  }
  const given = Object.entries(fields).filter(([, key]) => isGiven(settings[key]));
  const configuration = Object.fromEntries(given.map(([field, key]) => [field, settings[key]]));
  await requireValid(provider, configuration, isWhole);
  const account = await accountOf(provider, settings);
  // AWS tells which account the session is of; the others cannot be asked without one.
  if (isWhole && account === '' && provider !== 'aws') throw missing(names[0] ?? 'account', provider);
  return { provider, account, configuration };
}

function missing(key: keyof typeof table, provider: CloudProviderId): UsageError {
  return new UsageError({ where: optionName(table[key]), message: `is needed for ${provider}` });
}

function isGiven(value: unknown): boolean {
  return value !== undefined && !(Array.isArray(value) && value.length === 0);
}

/** As the API checks it, with the names of our options. */
async function requireValid(provider: CloudProviderId, configuration: object, isWhole: boolean): Promise<void> {
  const { cloudConfigurations } = await import('../api/cloud.js');
  const shape = cloudConfigurations[provider];
  const [issue] = (isWhole ? shape : shape.partial()).safeParse(configuration).error?.issues ?? [];
  const field = String(issue?.path[0] ?? '');
  const key = cloudOptions[provider].configuration[field];
  if (key && !Object.hasOwn(configuration, field)) throw missing(key, provider);
  if (issue) throw new UsageError({ where: key ? optionName(table[key]) : provider, message: issue.message });
}

/** Empty where the session decides. */
async function accountOf(provider: CloudProviderId, settings: Settings): Promise<string> {
  const { cloudAccounts } = await import('../api/cloud.js');
  for (const key of cloudOptions[provider].account) {
    const value = settings[key];
    const text = Array.isArray(value) ? value[0] : value;
    if (text === undefined) continue;
    if (!cloudAccounts[provider].test(text)) throw new UsageError({ where: optionName(table[key]), message: `not one of ${provider}` });
    return text;
  }
  return settings.roleArn?.split(':')[4] ?? '';
}

/** Access to clouds with the session of the person at this machine. */
export function personalDoor(settings: Settings, { environment, cwd }: Pick<CommandContext, 'environment' | 'cwd'>): CloudDoor {
  const key = settings.privateKeyFile;
  return {
    fetch: lazyFetch(environment),
    directFetch: lazyFetch({}),
    environment: { ...environment, ...(key !== undefined && { SNOWFLAKE_PRIVATE_KEY_FILE: resolve(cwd, key) }) },
    identity: 'developer',
  };
}
