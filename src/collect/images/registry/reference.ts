const MAX_NAME = 255;
const COMPONENT = '[a-z0-9]+(?:(?:\\.|_{1,2}|-+)[a-z0-9]+)*';
const REPOSITORY = new RegExp(`^${COMPONENT}(?:/${COMPONENT})*$`);
const TAG = /^\w[\w.-]{0,127}$/;
const HOST = /^(?:[A-Za-z0-9](?:[A-Za-z0-9.-]*[A-Za-z0-9])?|\[[0-9A-Fa-f:]+\])(?::\d{1,5})?$/;

/** Names as the distribution specification writes them; nothing else becomes part of an address. */
export function isRepository(name: string): boolean {
  return name.length <= MAX_NAME && REPOSITORY.test(name);
}

export function isTag(name: string): boolean {
  return TAG.test(name);
}

/** A host as references of images write it. */
export function isRegistryHost(host: string): boolean {
  return host.length <= MAX_NAME && HOST.test(host);
}

/** Repositories of one registry. `*` stands for any text, slashes too; without one the name is asked for as it is. */
export interface RepositoryPattern {
  host: string;
  repository: string;
}

/** `ghcr.io/acme/app`, `ghcr.io/acme/*`, `docker.io/alpine`. Undefined for a text that names no registry, or no repository in it. */
export function repositoryPattern(text: string): RepositoryPattern | undefined {
  const slash = text.indexOf('/');
  const host = text.slice(0, slash).toLowerCase();
  if (slash < 1 || !isRegistryHost(host) || !/[.:]|^localhost$/.test(host)) return undefined;
  const rest = text.slice(slash + 1);
  const repository = host === 'docker.io' && !rest.includes('/') && !rest.includes('*') ? `library/${rest}` : rest;
  return isRepository(repository.replaceAll('*', 'x')) ? { host, repository } : undefined;
}

/** True where the name fits the pattern. */
export function fitsPattern(name: string, pattern: string): boolean {
  const [first = '', ...rest] = pattern.split('*');
  if (rest.length === 0) return name === pattern;
  if (!name.startsWith(first)) return false;
  const last = rest.pop() ?? '';
  let at = first.length;
  for (const piece of rest) {
    const found = name.indexOf(piece, at);
    if (found === -1) return false;
    at = found + piece.length;
  }
  return name.length - last.length >= at && name.endsWith(last);
}
