import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { optionName } from '../../config/option-name.js';
import { rateOf } from '../../config/relay-settings.js';
import type { Setting } from '../../config/setting.js';
import { type SettingKey, selectSettings } from '../../config/settings.js';
import { presetNames } from '../../runtime/judge/presets.js';
import type { HeadOf } from '../../runtime/shield/plan.js';
import { OperationalError } from '../../support/errors.js';
import { startCommand } from '../../system/start-command.js';
import type { CommandContext, Invocation } from '../command.js';
import { headerFromAnywhere } from '../given-header.js';
import { readPins } from '../pin-store.js';

/** What `shield` stands for. */
const DEFAULTS = { mode: 'enforce', policy: 'strict' } as const;
/** Words in place of a file. */
const NO_FILES: readonly string[] = [...presetNames, 'off'];

/**
 * The words to put before servers: castellan as a relay with the options that were typed, files by absolute path. Throws what the relay would
 * throw for them when it starts, because then no server would.
 */
export async function relayHead({ flags }: Invocation, context: CommandContext): Promise<HeadOf> {
  const { cwd, environment } = context;
  const chosen: Readonly<Record<string, unknown>> = { ...DEFAULTS, ...flags };
  await refuseBroken(chosen, cwd);
  const taken = new Set(selectSettings('proxy').map(([key]) => key));
  const options = selectSettings('shield install')
    .filter(([key, { group }]) => taken.has(key) && group !== 'general')
    .flatMap(([key, setting]) => typed([key, setting], chosen[key], context));
  const start = startCommand(environment);
  return (name) => [...start, 'proxy', ...(name.startsWith('-') ? [`--server=${name}`] : ['--server', name]), ...options, '--'];
}

/** The words for servers where nobody chose any: for looking alone. */
export function defaultHead(name: string): string[] {
  return ['castellan', 'proxy', '--server', name, '--'];
}

function typed([key, setting]: [SettingKey, Setting], value: unknown, context: CommandContext): string[] {
  const option = optionName(setting);
  if (typeof value === 'boolean') return [value ? option : option.replace('--', '--no-')];
  return [value ?? []].flat().flatMap((one) => {
    const word = String(one);
    if (key === 'otlpHeader') return [option, headerFromAnywhere(word, option, context)];
    const isFile = setting.flag?.includes('<file>') === true && !NO_FILES.includes(word);
    return [option, isFile ? resolve(context.cwd, word) : word];
  });
}

async function refuseBroken({ policy, lock, rate, keyFile }: Readonly<Record<string, unknown>>, cwd: string): Promise<void> {
  if (typeof policy === 'string' && !NO_FILES.includes(policy))
    (await import('../gateway/gateway-policies.js')).readGatewayPolicies(policy, cwd);
  if (typeof lock === 'string') readPins(lock, cwd);
  if (typeof rate === 'string') rateOf(rate);
  if (typeof keyFile === 'string' && !existsSync(resolve(cwd, keyFile)))
    throw new OperationalError({ where: keyFile, message: 'there is no such file' });
}
