import { OperationalError, UsageError } from '../support/errors.js';
import { isLoopback } from '../system/address-list.js';

/** The address of the control plane as given, and the option or variable that gave it. */
export interface GivenAddress {
  text: string | undefined;
  where: string;
  /** True: the key may be sent over http:// to another machine. */
  allowHttp: boolean;
}

/**
 * The address of a control plane, which may have a path. Messages never repeat it, because it may hold a password. Throws
 * OperationalError when there is none, UsageError for one that would send the key to the wrong place.
 */
export function controlPlaneAddress({ text, where, allowHttp }: GivenAddress): URL {
  if (text === undefined) {
    const hint = 'say which: --control-plane URL, or SERVICE_CONTROL_PLANE';
    throw new OperationalError({ where, message: 'there is no control plane to push to', hint });
  }
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url?.protocol !== 'https:' && url?.protocol !== 'http:')
    throw new UsageError({ where, message: 'expected an address like https://castellan.example' });
  if (url.username !== '' || url.password !== '')
    throw new UsageError({ where, message: 'must not hold a user or password', hint: 'the key goes into a file: --key-file FILE' });
  if (url.search !== '' || url.hash !== '') throw new UsageError({ where, message: 'must end with its path' });
  if (url.protocol === 'http:' && !isOwnMachine(url) && !allowHttp)
    throw new UsageError({
      where,
      message: 'http:// would show the key to everybody on the way',
      hint: 'use https://, or allow it with --allow-http',
    });
  return url;
}

/** True for names and addresses of this machine only. */
export function isOwnMachine({ hostname }: URL): boolean {
  return isLoopback(hostname);
}

/** The address of a path below the control plane's own. */
export function below(base: URL, path: string, query: Readonly<Record<string, string>> = {}): string {
  const url = new URL(base.href);
  url.pathname = `${base.pathname.replace(/\/+$/, '')}${path}`;
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  return url.href;
}
