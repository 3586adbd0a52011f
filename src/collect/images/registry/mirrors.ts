import { parse, TomlError } from 'smol-toml';
import type { MirroredRegistry, RegistryMirror } from '../../../model/registry-account.js';
import { UsageError } from '../../../support/errors.js';
import { isObject, type JsonObject, parseJson } from '../../../support/json.js';
import { type ImageReference, isRegistryHost, isRepository } from './reference.js';

/** One place where an image may be fetched. */
export interface ImagePlaceOfRegistry {
  host: string;
  repository: string;
  /** It is known to speak http without TLS. */
  isPlain: boolean;
}

/**
 * What docker's `daemon.json` or the `registries.conf` of podman and its kin say of mirrors. Throws UsageError for a text that is neither.
 * `insecure` of registries.conf is not heard: certificates are checked, and hosts without TLS are named by an option.
 */
export function mirrorsIn(text: string, where: string): MirroredRegistry[] {
  return /^\s*\{/.test(text) ? daemonMirrors(text, where) : registriesConf(text, where);
}

/** `docker.io=mirror.example:5000/hub`. Throws UsageError. */
export function namedMirror(text: string, where: string): MirroredRegistry {
  const at = text.indexOf('=');
  return { prefix: placeIn(text.slice(0, at), where).place, mirrors: [mirrorIn(text.slice(at + 1), where)] };
}

/** One entry for each prefix, with the mirrors of all of them in their order. */
export function joinedMirrors(registries: readonly MirroredRegistry[]): MirroredRegistry[] {
  const byPrefix = new Map<string, MirroredRegistry>();
  for (const one of registries) {
    const known = byPrefix.get(one.prefix);
    byPrefix.set(one.prefix, { ...known, ...one, mirrors: [...(known?.mirrors ?? []), ...one.mirrors] });
  }
  return [...byPrefix.values()];
}

/** Mirrors of Docker Hub alone: docker knows no others. */
function daemonMirrors(text: string, where: string): MirroredRegistry[] {
  let value: unknown;
  try {
    value = parseJson(text, where);
  } catch (cause) {
    throw new UsageError({ where, message: cause instanceof Error ? cause.message : 'it is no JSON', cause });
  }
  const urls = isObject(value) ? (value['registry-mirrors'] ?? []) : undefined;
  if (!Array.isArray(urls)) throw new UsageError({ where, message: 'registry-mirrors: expected a list of addresses' });
  return urls.length === 0 ? [] : [{ prefix: 'docker.io', mirrors: urls.map((url) => mirrorIn(String(url), where)) }];
}

function registriesConf(text: string, where: string): MirroredRegistry[] {
  let value: JsonObject;
  try {
    value = parse(text) as JsonObject;
  } catch (cause) {
    if (!(cause instanceof TomlError)) throw cause;
    throw new UsageError({ where, line: cause.line, message: 'it is neither TOML nor the JSON of daemon.json', cause });
  }
  return tables(value['registry'], where).map((entry) => {
    const location = textOf(entry['location']);
    const prefix = textOf(entry['prefix']) ?? location;
    if (prefix === undefined) throw new UsageError({ where, message: 'a registry has neither prefix nor location' });
    const digestOnly = entry['mirror-by-digest-only'] === true;
    return {
      prefix: prefix.startsWith('*.') ? prefix : placeIn(prefix, where).place,
      ...(location !== undefined && { location: placeIn(location, where).place }),
      ...(entry['blocked'] === true && { blocked: true as const }),
      mirrors: tables(entry['mirror'], where).map((mirror) => confMirror(mirror, digestOnly, where)),
    };
  });
}

function confMirror(mirror: JsonObject, digestOnly: boolean, where: string): RegistryMirror {
  const location = textOf(mirror['location']);
  if (location === undefined) throw new UsageError({ where, message: 'a mirror has no location' });
  const only =
    { 'digest-only': 'digest', 'tag-only': 'tag' }[textOf(mirror['pull-from-mirror']) ?? ''] ?? (digestOnly ? 'digest' : undefined);
  return { ...mirrorIn(location, where), ...(only !== undefined && { only: only as 'digest' | 'tag' }) };
}

function tables(value: unknown, where: string): JsonObject[] {
  if (value === undefined) return [];
  if (!Array.isArray(value) || !value.every(isObject)) throw new UsageError({ where, message: 'registry and mirror are lists of tables' });
  return value;
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** `https://mirror.example/hub`, or without the protocol. */
function mirrorIn(text: string, where: string): RegistryMirror {
  const { place, plain } = placeIn(text, where);
  return { location: place, ...(plain && { plain_http: true as const }) };
}

function placeIn(text: string, where: string): { place: string; plain: boolean } {
  const [, protocol, rest = ''] = /^(?:(https?):\/\/)?(.*?)\/*$/.exec(text) ?? [];
  const [host = '', ...path] = rest.split('/');
  if (!isRegistryHost(host) || (path.length > 0 && !isRepository(path.join('/'))))
    throw new UsageError({ where, message: `expected a host, or a host and a path, not ${JSON.stringify(text.slice(0, 80))}` });
  return { place: [host.toLowerCase(), ...path].join('/'), plain: protocol === 'http' };
}

/**
 * Where an image is looked for: at the mirrors of the longest prefix that fits, in their order, then at its own registry. Undefined where
 * the configuration blocks it.
 */
export function placesOf(image: ImageReference, registries: readonly MirroredRegistry[]): ImagePlaceOfRegistry[] | undefined {
  const full = `${image.host}/${image.repository}`;
  const [best] = registries.filter(({ prefix }) => fits(prefix, full, image.host)).sort((a, b) => b.prefix.length - a.prefix.length);
  if (best?.blocked) return undefined;
  if (!best) return [{ host: image.host, repository: image.repository, isPlain: false }];
  const isWild = best.prefix.startsWith('*.');
  const at = (location: string, isPlain: boolean): ImagePlaceOfRegistry => {
    const rest = isWild ? `/${image.repository}` : full.slice(best.prefix.length);
    const moved = `${location}${rest}`;
    const slash = moved.indexOf('/');
    return { host: moved.slice(0, slash), repository: moved.slice(slash + 1), isPlain };
  };
  const kind = image.digest === undefined ? 'tag' : 'digest';
  const mirrors = best.mirrors.filter(({ only }) => only === undefined || only === kind);
  return [
    ...mirrors.map(({ location, plain_http: isPlain }) => at(location, isPlain === true)),
    at(best.location ?? (isWild ? image.host : best.prefix), false),
  ];
}

function fits(prefix: string, full: string, host: string): boolean {
  if (prefix.startsWith('*.')) return host.endsWith(prefix.slice(1));
  return full === prefix || full.startsWith(`${prefix}/`);
}
