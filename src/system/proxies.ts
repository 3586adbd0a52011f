/** Addresses of the proxies that the environment names, empty for none, as undici wants them: it reads its own environment for what is absent. */
export function proxiesOf(environment: Readonly<Record<string, string | undefined>>) {
  const read = (name: string) => environment[name.toLowerCase()] || environment[name] || '';
  return { httpProxy: read('HTTP_PROXY'), httpsProxy: read('HTTPS_PROXY') || read('HTTP_PROXY'), noProxy: read('NO_PROXY') };
}

/** The proxy that a request to the address goes through, undefined for none. */
export function proxyFor(url: URL, environment: Readonly<Record<string, string | undefined>>): string | undefined {
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
