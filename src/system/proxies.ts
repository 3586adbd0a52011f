import { UsageError } from '../support/errors.js';

type Environment = Readonly<Record<string, string | undefined>>;

const PROTOCOLS = /^(?:https?|socks5?):$/;

/**
 * Addresses of the proxies that the environment names, empty for none, as undici wants them: it reads its own environment for what is absent.
 * `proxy.example:3128` means http, as with curl. Throws UsageError, without the value, for what is no address.
 */
export function proxiesOf(environment: Environment) {
  const read = (name: string) => {
    const value = environment[name.toLowerCase()] || environment[name] || '';
    const address = proxyAddress(value);
    if (value !== '' && address === undefined)
      throw new UsageError({
        message: `${name} is no address of a proxy; one is http://proxy.example:3128 or http://user:password@proxy.example:3128`,
      });
    return address?.href ?? '';
  };
  const httpProxy = read('HTTP_PROXY');
  return { httpProxy, httpsProxy: read('HTTPS_PROXY') || httpProxy, noProxy: environment['no_proxy'] || environment['NO_PROXY'] || '' };
}

/** What a variable like HTTPS_PROXY means; undefined where it is no address of a proxy. */
export function proxyAddress(text: string): URL | undefined {
  const whole = (text.includes('://') ? text : `http://${text}`).replace(/^socks5h:/i, 'socks5:');
  const url = URL.canParse(whole) ? new URL(whole) : undefined;
  return url && PROTOCOLS.test(url.protocol) && url.hostname !== '' && /^\/?$/.test(url.pathname) ? url : undefined;
}

/** The proxy that a request to the address goes through, undefined for none. */
export function proxyFor(url: URL, environment: Environment): string | undefined {
  const { httpProxy, httpsProxy, noProxy } = proxiesOf(environment);
  const proxy = url.protocol === 'http:' ? httpProxy : httpsProxy;
  if (proxy === '') return undefined;
  const port = url.port || (url.protocol === 'http:' ? '80' : '443');
  const exempt = noProxy.split(/[,\s]+/).some((entry) => entry !== '' && exempts(entry.toLowerCase(), url.hostname.toLowerCase(), port));
  return exempt ? undefined : proxy;
}

/** `*`, a host, `.domain` or `*.domain`, each with a port or without. */
function exempts(entry: string, host: string, port: string): boolean {
  if (entry === '*') return true;
  const [, name = '', only] = /^(.+?)(?::(\d+))?$/.exec(entry) ?? [];
  if (only !== undefined && only !== port) return false;
  const domain = name.replace(/^\*?\./, '');
  return host === domain || host.endsWith(`.${domain}`);
}
