import { join } from 'node:path';
import { isOwnMachine } from '../client/address.js';
import type { Settings } from '../config/settings.js';
import { UsageError } from '../support/errors.js';
import { Secret } from '../support/redact.js';
import type { JudgeDoor } from '../system/context.js';
import { lazyHttp } from '../system/lazy-http.js';
import { believedAuthorities } from './authorities.js';
import type { CommandContext } from './command.js';
import { givenHeader } from './given-header.js';
import { pathsOf } from './open-context.js';

const [ADDRESS, MODEL, KEY] = ['--judge', '--judge-model', '--judge-key'] as const;

/**
 * How the judge at an address is asked. Throws UsageError for an address that cannot be one or would show the key, and with `--offline`;
 * OperationalError where the key's variable or file is missing or may be read by others.
 */
export function judgeDoor(text: string, settings: Settings, command: CommandContext): JudgeDoor {
  if (settings.offline) throw new UsageError({ where: ADDRESS, message: 'means to open connections, which --offline forbids' });
  const url = completionsAddress(text);
  const { judgeModel: model, judgeKey: key } = settings;
  if (model === undefined) throw new UsageError({ where: ADDRESS, message: 'needs the name of a model', hint: `${MODEL} NAME` });
  if (url.protocol === 'http:' && !isOwnMachine(url) && !settings.allowHttp && key !== undefined)
    throw new UsageError({
      where: ADDRESS,
      message: 'http:// would show the key to everybody on the way',
      hint: 'use https://, or allow it with --allow-http',
    });
  const authorities = settings.caFile === undefined ? undefined : believedAuthorities(settings.caFile, command);
  return {
    // A judge on this machine is asked without a proxy, because the proxy would see the texts.
    http: lazyHttp(isOwnMachine(url) ? {} : command.environment, undefined, authorities),
    url: url.href,
    model,
    ...(key !== undefined && { authorization: authorizationOf(key, command) }),
    cacheFolder: join(pathsOf(settings, command.environment).data, 'judge-answers'),
  };
}

/** The address of chat completions: as given where it names them, else below the given one. */
function completionsAddress(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url?.protocol !== 'https:' && url?.protocol !== 'http:')
    throw new UsageError({ where: ADDRESS, message: 'expected an address like http://127.0.0.1:11434' });
  if (url.username !== '' || url.password !== '')
    throw new UsageError({ where: ADDRESS, message: 'must not hold a user or password', hint: `${KEY} file:PATH` });
  const path = url.pathname.replace(/\/+$/, '');
  if (!path.endsWith('/chat/completions')) url.pathname = `${path.endsWith('/v1') ? path : `${path}/v1`}/chat/completions`;
  return url;
}

function authorizationOf(source: string, command: CommandContext): Secret {
  if (!/^(?:env|file):./s.test(source))
    throw new UsageError({ where: KEY, message: 'expected env:VARIABLE or file:PATH, because everybody on the machine sees arguments' });
  const [, value] = givenHeader(`Authorization=Bearer ${source}`, KEY, command);
  return new Secret(value);
}
