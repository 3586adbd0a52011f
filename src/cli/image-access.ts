import { readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import type { Settings } from '../config/settings.js';
import type { ImageLimits } from '../model/image.js';
import type { MirroredRegistry } from '../model/registry-account.js';
import { UsageError } from '../support/errors.js';
import { quote } from '../support/quote.js';
import { Secret } from '../support/redact.js';
import type { ImageDoor, RegistrySignIn } from '../system/context.js';
import { diskError } from '../system/disk-error.js';
import type { LayerStore } from '../system/layer-store.js';
import { lazyFetch } from '../system/lazy-http.js';
import { lazyOutside } from '../system/outside.js';
import { systemProcesses } from '../system/processes.js';
import type { SocketGet } from '../system/socket-http.js';
import type { CommandContext } from './command.js';
import { readNamedFile } from './named-file.js';
import { ownEnvironment } from './own-environment.js';

/** Loaded when a scan asks for an image of an engine. */
const lazySocketGet: SocketGet = async (...asked) => (await import('../system/socket-http.js')).socketGet(...asked);

/**
 * How images are reached: registries unless the scan is offline, archives through standard input, and this machine's engines. Throws
 * UsageError and OperationalError for a user without a password.
 */
export function imageDoor(settings: Settings, command: CommandContext, layers: () => Promise<LayerStore | undefined>): ImageDoor {
  const { environment } = command;
  const own = ownEnvironment(environment);
  const believed = async () => (await import('../system/registry-authorities.js')).registryAuthorities(own, homedir());
  return {
    ...(!settings.offline && { fetch: lazyFetch(environment, undefined, believed), outside: lazyOutside(environment, believed) }),
    processes: systemProcesses,
    environment: own,
    get home() {
      return homedir();
    },
    signIn: signInOf(settings, command),
    plainHosts: settings.registryPlainHttp.map((host) => host.toLowerCase()),
    ...(settings.registryMirror.length > 0 && { mirrors: lazyMirrors(settings.registryMirror, command.cwd) }),
    stdin: () => process.stdin,
    engine: lazySocketGet,
    ...(settings.imageCache && { layers }),
  };
}

/** The mirrors of options and of the files that they name. What is wrong in a file is said when an image is fetched. */
function lazyMirrors(texts: readonly string[], cwd: string): () => Promise<MirroredRegistry[]> {
  const files = new Map(texts.filter((text) => !text.includes('=')).map((path) => [path, readNamedFile(path, cwd)]));
  return async () => (await import('./registry-mirrors.js')).mirrorsOf(texts, '--registry-mirror', (path) => files.get(path) ?? '');
}

function signInOf(settings: Settings, { cwd }: CommandContext): RegistrySignIn | undefined {
  const { registryUser: named, registryPassword, registryPasswordFile: file } = settings;
  if (named === undefined) return undefined;
  const [, user, host] = /^(.+)@([^@/]+)$/.exec(named) ?? [];
  if (user === undefined || host === undefined)
    throw new UsageError({ where: '--registry-user', message: `expected USER@HOST, not ${quote(named, 80)}` });
  const password = file === undefined ? registryPassword : (file === '-' ? typedPassword(settings) : readNamedFile(file, cwd)).trim();
  if (!password)
    throw new UsageError({
      where: '--registry-user',
      message: 'the user has no password',
      hint: 'set SERVICE_REGISTRY_PASSWORD, or name a file with --registry-password-file',
    });
  return { host: host.toLowerCase(), user, password: new Secret(password) };
}

/** The password from standard input, of which nothing else may be read. */
function typedPassword({ image }: Settings): string {
  const where = '--registry-password-file';
  if (image.includes('-')) throw new UsageError({ where, message: 'standard input is the image already' });
  try {
    return readFileSync(0, 'utf8');
  } catch (cause) {
    throw diskError('standard input', 'cannot be read', cause);
  }
}

const NAMES: Readonly<Record<string, keyof ImageLimits>> = {
  image: 'imageBytes',
  layer: 'layerBytes',
  entries: 'entries',
  memory: 'memory',
  scratch: 'scratch',
};
const UNITS: Readonly<Record<string, number>> = { '': 1, KiB: 2 ** 10, MiB: 2 ** 20, GiB: 2 ** 30 };

/** `scratch=16GiB`. Throws UsageError. */
export function namedLimits(texts: readonly string[]): Partial<ImageLimits> {
  return Object.fromEntries(
    texts.map((text) => {
      const [, name = '', amount = '', unit = ''] = /^([a-z]+)=(\d{1,12})([KMG]iB)?$/.exec(text) ?? [];
      const key = NAMES[name];
      const value = Number(amount) * (UNITS[unit] ?? 1);
      if (key === undefined || value === 0 || !Number.isSafeInteger(value))
        throw new UsageError({
          where: '--image-limit',
          message: `expected ${Object.keys(NAMES).join(', ')} and an amount, such as scratch=16GiB, not ${quote(text, 80)}`,
        });
      return [key, value];
    }),
  );
}
