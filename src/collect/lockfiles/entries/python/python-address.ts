import type { ComponentSource } from '../../../../model/component.js';
import { redactUrl } from '../../../../support/redact.js';
import { gitSource } from '../git-source.js';
import { looksLikeVersion, pypiName } from './python-requirement.js';

/**
 * What the address of a requirement refers to: a package that comes from no index, or a folder of the project itself.
 */
export type Address = { folder: string; name?: string } | { source: ComponentSource; name?: string; version: string | null };

/** Distribution files that pip can install (PEP 427, PEP 625, and the older forms). */
const ARCHIVE = /\.(?:whl|zip|tar\.gz|tgz|tar\.bz2|tar\.xz|tar|egg)$/i;

/**
 * Reads a direct reference: VCS address (`git+https://host/x@ref#egg=name`), archive URL, `file:` URL or path. The name
 * is taken from `#egg=` or the file name of a wheel or source archive, the version only from the file name.
 */
export function readAddress(address: string): Address {
  const [place = '', fragment = ''] = splitOnce(address, '#');
  const egg = /(?:^|&)egg=([A-Za-z0-9._-]+)/.exec(fragment)?.[1];
  const named = egg === undefined ? {} : { name: pypiName(egg) };
  const vcs = /^(git|hg|svn|bzr)\+(.*)$/i.exec(place);
  if (vcs) return { ...named, version: null, source: repository(vcs[1] ?? '', vcs[2] ?? '') };
  if (/^(?:https?|ftps?|s3):\/\//i.test(place)) return { ...fromFileName(place), ...named, source: { kind: 'url', url: redactUrl(place) } };
  const path = withoutExtras(place.replace(/^file:(?:\/\/(?:localhost)?)?/i, ''));
  return ARCHIVE.test(path) ? { ...fromFileName(path), ...named, source: { kind: 'file', url: path } } : { ...named, folder: path };
}

/**
 * True when a requirement line is a path or URL by pip's rules: it has a scheme, a separator, a leading dot or an
 * archive's name.
 */
export function isAddress(text: string): boolean {
  const [first = ''] = text.split(/\s|#/, 1);
  return /^[a-z][a-z0-9+.-]*:/i.test(first) || first.startsWith('.') || /[\\/]/.test(first.split('[', 1)[0] ?? '') || ARCHIVE.test(first);
}

/** Version in the file name of an address, if that is an archive of the named project. */
export function versionInFileName(address: string, name: string): string | null {
  const found = fromFileName(splitOnce(address, '#')[0] ?? '');
  return found.name === name ? found.version : null;
}

/** Only git has commits that advisories and purls refer to. */
function repository(system: string, place: string): ComponentSource {
  const [base, ref] = splitRef(place);
  return system.toLowerCase() === 'git' ? gitSource(base, ref) : { kind: 'url', url: redactUrl(base) };
}

/** Splits off `@ref`, which is part of the path; an `@` before the host belongs to the user info. */
function splitRef(place: string): [base: string, ref?: string] {
  const host = place.indexOf('://');
  const path = place.indexOf('/', host === -1 ? 0 : host + 3);
  const at = place.lastIndexOf('@');
  return path === -1 || at < path ? [place] : [place.slice(0, at), place.slice(at + 1)];
}

/**
 * Wheels are named `name-version-…-tags`, source archives `name-version`; names escape `-`, but those of old archives
 * did not.
 */
function fromFileName(place: string): { name?: string; version: string | null } {
  const [path = ''] = place.split('?', 1);
  const file = decode(path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1));
  if (!ARCHIVE.test(file)) return { version: null };
  const stem = file.replace(ARCHIVE, '');
  const parts = stem.split('-');
  const isWheel = /\.whl$/i.test(file) && parts.length >= 5;
  const name = isWheel ? parts[0] : parts.slice(0, -1).join('-');
  const version = isWheel ? parts[1] : parts.at(-1);
  return name && version && looksLikeVersion(version) ? { name: pypiName(name), version } : { version: null };
}

/** `./folder[extra]` names the folder. */
function withoutExtras(path: string): string {
  return path.endsWith(']') && path.includes('[') ? path.slice(0, path.lastIndexOf('[')) : path;
}

/** File names in URLs escape `+`. A text with an invalid escape is used as it is. */
function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function splitOnce(text: string, mark: string): string[] {
  const at = text.indexOf(mark);
  return at === -1 ? [text] : [text.slice(0, at), text.slice(at + 1)];
}
