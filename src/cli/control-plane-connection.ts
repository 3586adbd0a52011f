import { resolve } from 'node:path';
import { controlPlaneAddress, isOwnMachine } from '../client/address.js';
import type { ClientOptions } from '../client/control-plane.js';
import { type Credential, credentialOf } from '../client/credential.js';
import { givenBy, type SettingSources } from '../config/resolve.js';
import type { Settings } from '../config/settings.js';
import { OperationalError, UsageError } from '../support/errors.js';
import { makeClock } from '../system/clock.js';
import { lazyHttp } from '../system/lazy-http.js';
import { readSecretFile } from '../system/secret-files.js';
import { believedAuthorities } from './authorities.js';
import type { CommandContext } from './command.js';

/** A command that speaks to a control plane, with the values that the user typed. */
export interface ConnectingCommand extends CommandContext {
  flags: SettingSources['flags'];
}

/** How the control plane of the settings is reached, all but how patiently. Throws UsageError or OperationalError naming the mistake. */
export function connectionFor(settings: Settings, command: ConnectingCommand): Omit<ClientOptions, 'policy'> {
  if (settings.offline)
    throw new UsageError({ where: givenBy('offline', command), message: 'opens no connection, so nothing can be pushed' });
  const base = controlPlaneAddress({
    text: settings.controlPlane,
    where: givenBy('controlPlane', command),
    allowHttp: settings.allowHttp,
  });
  const credential = credentialFor(settings, command);
  const authorities = settings.caFile === undefined ? undefined : believedAuthorities(settings.caFile, command);
  // A push to this machine uses no proxy, because the proxy would see the key.
  const http = lazyHttp(isOwnMachine(base) ? {} : command.environment, undefined, authorities);
  return { base, credential, http, clock: makeClock(undefined), signal: command.signal };
}

function credentialFor(settings: Settings, { cwd, ...sources }: ConnectingCommand): Credential {
  const { keyFile, controlPlaneKeyFile, controlPlaneKey: key } = settings;
  const file = keyFile ?? controlPlaneKeyFile;
  if (keyFile === undefined && controlPlaneKeyFile !== undefined && key !== undefined)
    throw new UsageError({
      where: givenBy('controlPlaneKey', sources),
      message: `${givenBy('controlPlaneKeyFile', sources)} is set as well; one of them is enough`,
    });
  if (file !== undefined) return credentialOf(readSecretFile(resolve(cwd, file)), file);
  if (key !== undefined) return credentialOf(key, givenBy('controlPlaneKey', sources));
  const hint = 'name a file that holds it: --key-file FILE, or set SERVICE_CONTROL_PLANE_KEY';
  throw new OperationalError({ where: '--key-file', message: 'there is no key for the control plane', hint });
}
