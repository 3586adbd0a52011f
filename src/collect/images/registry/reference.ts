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

/** An image as docker names it. */
export interface ImageReference {
  host: string;
  repository: string;
  tag?: string;
  digest?: string;
}

const HUB = 'docker.io';

/** `alpine:3.20`, `ghcr.io/acme/app@sha256:…`; without a host it is Docker Hub's. Undefined for a text that names no image. */
export function imageReference(text: string): ImageReference | undefined {
  const [named = '', digest, ...rest] = text.split('@');
  if (rest.length > 0 || (digest !== undefined && !/^sha(?:256:[0-9a-f]{64}|512:[0-9a-f]{128})$/.test(digest))) return undefined;
  const slash = named.indexOf('/');
  const first = named.slice(0, Math.max(0, slash));
  const hasHost = slash > 0 && (/[.:]/.test(first) || first === 'localhost');
  const path = hasHost ? named.slice(slash + 1) : named;
  const colon = path.lastIndexOf(':');
  const [name, tag] = colon > path.lastIndexOf('/') ? [path.slice(0, colon), path.slice(colon + 1)] : [path, undefined];
  const host = hasHost ? (first === 'index.docker.io' ? HUB : first.toLowerCase()) : HUB;
  const repository = host === HUB && !name.includes('/') ? `library/${name}` : name;
  if (!isRepository(repository) || !isRegistryHost(host) || (tag !== undefined && !isTag(tag))) return undefined;
  return { host, repository, ...(tag !== undefined && { tag }), ...(digest !== undefined && { digest }) };
}

/** True for a text that can only mean an image: it has a tag, a digest, or the host of a registry. `./x` is a path. */
export function readsAsReference(text: string): boolean {
  if (text.startsWith('.') || text.startsWith('/') || text.startsWith('~') || text.includes('\\')) return false;
  const reference = imageReference(text);
  if (!reference) return false;
  const first = text.split('/')[0] ?? '';
  const hasHost = text.includes('/') && (/[.:]/.test(first) || first === 'localhost');
  return reference.tag !== undefined || reference.digest !== undefined || hasHost;
}
