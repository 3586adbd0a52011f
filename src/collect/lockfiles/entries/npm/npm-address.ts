import type { ComponentSource } from '../../../../model/component.js';
import { redactUrl } from '../../../../support/redact.js';

const PUBLIC = /^https?:\/\/registry\.(?:npmjs\.org|yarnpkg\.com)\//i;
const GIT = /^(?:git(?:\+[a-z]+)?:|git@|ssh:|github:|gitlab:|bitbucket:|gist:)/i;
const GIT_OVER_HTTP = /^https?:\/\/[^#?]*\.git(?:[#?]|$)/i;
const CODELOAD = /^https?:\/\/codeload\.github\.com\/([^/]+\/[^/]+)\/(?:legacy\.)?tar\.gz\/([0-9a-f]{7,64})/i;
const HOSTED = /^(github|gitlab|bitbucket):([^#]+)/i;
const HOSTS: Readonly<Record<string, string>> = { github: 'github.com', gitlab: 'gitlab.com', bitbucket: 'bitbucket.org' };
const TARBALL = /\.(?:tgz|tar\.gz|tar)(?:$|[#?:])/i;
const FOLDER = /^(?:link|portal|workspace):/;
/** Registries whose tarball addresses lack the `/-/` of the npm registry's protocol. */
const REGISTRY_HOST = /^https?:\/\/(?:npm\.pkg\.github\.com|npm\.jsr\.io)\//i;

/**
 * Source of a package by the address that a lock resolved it to (`resolved`, `tarball`, the reference of a resolution).
 * Undefined for npm's and Yarn's public registries, and for texts that are not addresses.
 */
export function sourceOf(address: string, name: string): ComponentSource | undefined {
  if (address.startsWith('https://registry.npmjs.org/') || PUBLIC.test(address)) return undefined;
  if (GIT.test(address) || GIT_OVER_HTTP.test(address) || CODELOAD.test(address)) return readGitAddress(address);
  if (/^https?:/i.test(address)) return webSource(address, name);
  if (address.startsWith('file:') || /^\.{0,2}\//.test(address)) return { kind: 'file', url: withoutFragment(address) };
  return undefined;
}

/** A git source: the address without user info and fragment, and the commit if the fragment names one. */
export function readGitAddress(address: string): ComponentSource {
  const [, repository, sha] = CODELOAD.exec(address) ?? [];
  if (repository !== undefined && sha !== undefined) return { kind: 'git', url: `git+https://github.com/${repository}.git`, commit: sha };
  const commit = commitOf(address);
  return { kind: 'git', url: repositoryUrl(address), ...(commit !== undefined && { commit }) };
}

/** True for the address of a local folder: the project's own code, not a package of a registry. */
export function isFolder(address: string): boolean {
  return FOLDER.test(address) || (address.startsWith('file:') && !TARBALL.test(address));
}

/**
 * True for texts that package managers treat as a repository: git addresses, `github:owner/name` and bare `owner/name`.
 */
export function isGitRequirement(requirement: string): boolean {
  return (
    GIT.test(requirement) || GIT_OVER_HTTP.test(requirement) || /^[A-Za-z0-9_-][A-Za-z0-9_.-]*\/[A-Za-z0-9_.-]+(?:#.*)?$/.test(requirement)
  );
}

function webSource(address: string, name: string): ComponentSource {
  if (!address.includes('/-/') && !REGISTRY_HOST.test(address)) return { kind: 'url', url: withoutFragment(address) };
  const plain = address.replace(/%2f/i, '/');
  const end = plain.indexOf(`/${name}/-/`);
  const origin = /^https?:\/\/[^/]*/i.exec(plain)?.[0] ?? plain;
  return { kind: 'registry', url: redactUrl(end === -1 ? origin : plain.slice(0, end)) };
}

function repositoryUrl(address: string): string {
  const [, host = '', path] = HOSTED.exec(address) ?? [];
  if (path !== undefined) return `git+https://${HOSTS[host.toLowerCase()]}/${path.replace(/\.git$/, '')}.git`;
  const [, server, place] = /^git@([^:/]+):([^#]*)/.exec(address) ?? [];
  if (server !== undefined && place !== undefined) return `git+ssh://${server}/${place}`;
  return withoutFragment(address);
}

function withoutFragment(address: string): string {
  const hash = address.indexOf('#');
  return redactUrl(hash === -1 ? address : address.slice(0, hash));
}

/** Fragments are `#<sha>`, or Yarn's `#commit=<sha>` among other members. Branches and tags are ignored. */
function commitOf(address: string): string | undefined {
  const hash = address.indexOf('#');
  return hash === -1 ? undefined : /(?:^|&)(?:commit=)?([0-9a-f]{7,64})(?:&|$)/i.exec(address.slice(hash + 1))?.[1];
}
