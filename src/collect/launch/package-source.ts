import type { ServerPackage } from '../../model/agent.js';

const SEMVER = /^v?\d+\.\d+\.\d+(?:-[0-9A-Za-z.-]+)?(?:\+[0-9A-Za-z.-]+)?$/;
/** PEP 440 version without local label. A single number is not accepted as a pinned version. */
const PEP440 =
  /^v?(?:\d+!)?\d+(?:\.\d+)+(?:[-_.]?(?:a|b|c|rc|alpha|beta|pre|preview)[-_.]?\d*)?(?:[-_.]?(?:post|rev|r)[-_.]?\d*)?(?:[-_.]?dev[-_.]?\d*)?$/i;
const COMMIT = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/i;
const VERSION_TAG = /^v?\d+(?:\.\d+)+(?:[-+][0-9A-Za-z.-]+)?$/;

/** A package spec of npm (npm-package-arg): `@scope/name@1.2.3`, `github:owner/repo#ref`, `git+https://…`. */
export function npmSource(spec: string): ServerPackage | undefined {
  const git = gitSource(spec, '#');
  if (git) return git;
  if (/^(?:file:|\.{0,2}\/|https?:)/.test(spec)) return undefined;
  const plain = spec.startsWith('npm:') ? spec.slice(4) : spec;
  const at = plain.lastIndexOf('@');
  const [name, version] = at > 0 ? [plain.slice(0, at), plain.slice(at + 1)] : [plain, ''];
  return pinned('npm', name, SEMVER.test(version) ? version : null);
}

/**
 * A requirement of Python's runners: `name==1.0`, `name[extra]==1.0`, `name@1.0` (uv), `git+https://…@ref`, `name @
 * git+…`.
 */
export function pypiSource(spec: string): ServerPackage | undefined {
  const direct = spec.replace(/^[A-Za-z0-9][A-Za-z0-9._-]*(?:\[[^\]]*\])?\s*@\s*(?=[a-z+]+:)/, '');
  const git = gitSource(direct, '@');
  if (git) return git;
  if (/^(?:\.{0,2}\/|~|file:|https?:)|\.whl$/.test(direct)) return undefined;
  const [, name = '', rest = ''] = /^([A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9])?)\s*(?:\[[^\]]*\])?\s*(.*)$/s.exec(spec) ?? [];
  const version = /^(?:===?|@)\s*([^\s,;*]+)$/.exec(rest.trim())?.[1];
  return name === '' ? undefined : pinned('pypi', name, version !== undefined && PEP440.test(version) ? version : null);
}

/** `jsr:@scope/name@1.0.0` and `npm:name@1.0.0` as Deno accepts them; a path may follow the version. */
export function denoSource(spec: string): ServerPackage | undefined {
  const [, registry, rest = ''] = /^(npm|jsr):\/?(.*)$/.exec(spec) ?? [];
  if (registry === undefined) return undefined;
  const [, name = '', version = ''] = /^((?:@[^/@]+\/)?[^/@]+)(?:@([^/]+))?/.exec(rest) ?? [];
  return pinned(registry, name, SEMVER.test(version) ? version : null);
}

/** `example.com/module/cmd@v1.2.3`, also with a pseudo-version (Go modules reference, "Version queries"). */
export function goSource(spec: string): ServerPackage | undefined {
  const [name = '', version = ''] = spec.split('@');
  if (!/^[a-z0-9-]+(?:\.[a-z0-9-]+)+\//i.test(name)) return undefined;
  return pinned('golang', name, SEMVER.test(version) ? version : null);
}

/** `Package@1.2.3` of `dnx` and `dotnet tool exec`. */
export function nugetSource(spec: string): ServerPackage {
  const [name = '', version = ''] = spec.split('@');
  return pinned('nuget', name, /^\d+(?:\.\d+){1,3}(?:-[0-9A-Za-z.-]+)?$/.test(version) ? version : null);
}

function pinned(ecosystem: string, name: string, version: string | null): ServerPackage {
  return { ecosystem, name, version, floating: version === null };
}

/** A git repository, named by host and path. A full commit, or a tag that looks like a version, does not float. */
function gitSource(spec: string, mark: '#' | '@'): ServerPackage | undefined {
  const short =
    /^(?:(github|gitlab|bitbucket):)([^/\s:@]+\/[^#\s]+)(?:#(.*))?$/.exec(spec) ??
    /^()([A-Za-z0-9-]+\/[A-Za-z0-9._-]+)(?:#(.*))?$/.exec(spec);
  if (short && !spec.startsWith('@')) {
    const [, host = '', path = '', ref] = short;
    return repository(`${HOSTS[host] ?? 'github.com'}/${path}`, ref);
  }
  const [, place] =
    /^git\+(?:https?|ssh|git|file):\/\/(.+)$/.exec(spec) ??
    /^(?:git|ssh):\/\/(.+)$/.exec(spec) ??
    /^https?:\/\/([^?#]+\.git(?:[#@].*)?)$/.exec(spec) ??
    [];
  if (place === undefined) return undefined;
  const bare = place.replace(/^[^/@]*@/, '');
  const at = mark === '#' ? bare.indexOf('#') : bare.indexOf('@');
  const fragment = (at === -1 ? '' : bare.slice(at + 1)).replace(/#.*$/, '');
  return repository((at === -1 ? bare : bare.slice(0, at)).replace(/#.*$/, ''), fragment || undefined);
}

const HOSTS: Readonly<Record<string, string>> = { github: 'github.com', gitlab: 'gitlab.com', bitbucket: 'bitbucket.org' };

function repository(place: string, ref: string | undefined): ServerPackage {
  const version = ref !== undefined && (COMMIT.test(ref) || VERSION_TAG.test(ref)) ? ref : null;
  return pinned('git', place.replace(/\.git$/, ''), version);
}
