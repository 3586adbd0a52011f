import { InputError } from '../support/errors.js';
import type { Purl } from './purl-parts.js';
import { type PurlRule, purlRule } from './purl-rules.js';

export type { Purl } from './purl-parts.js';

/** Parts of a purl text, in canonical form. Throws InputError with the reason when the text is no purl of its type. */
export function parsePurl(text: string): Purl {
  const [beforeSubpath, subpathText] = splitLast(text.trim(), '#');
  const [beforeQualifiers, qualifierText] = splitLast(beforeSubpath, '?');
  const { type, rest } = splitType(text, beforeQualifiers);
  const rule = purlRule(type);
  const { path, version } = splitVersion(text, rest);
  const segments = path.split('/').filter((segment) => segment !== '');
  const nameSegments = rule?.pathName ? segments.splice(1) : segments.splice(-1);
  const purl: Purl = { type, name: nameSegments.map((segment) => decode(text, segment)).join('/') };
  if (segments.length > 0) purl.namespace = segments.map((segment) => decode(text, segment)).join('/');
  if (version) purl.version = decode(text, version);
  const qualifiers = parseQualifiers(text, qualifierText, rule);
  if (qualifiers) purl.qualifiers = qualifiers;
  const subpath = subpathText === undefined ? '' : canonicalSubpath(decodeSegments(text, subpathText));
  if (subpath) purl.subpath = subpath;
  return checked(text, normalise(purl, rule));
}

/**
 * The canonical text of a purl: case and spelling of its type applied, qualifiers sorted, characters encoded. Never throws;
 * `purlProblem` says whether the parts make a purl at all.
 */
export function formatPurl(given: Purl): string {
  const rule = purlRule(given.type);
  const purl = rule ? normalise(given, rule) : given;
  const name = rule?.pathName ? encodePath(purl.name) : encode(purl.name);
  let text = purl.namespace ? `pkg:${purl.type}/${encodePath(purl.namespace)}/${name}` : `pkg:${purl.type}/${name}`;
  if (purl.version) text += `@${encode(purl.version)}`;
  if (purl.qualifiers) text += formatQualifiers(purl.qualifiers);
  if (purl.subpath) text += formatSubpath(purl.subpath);
  return text;
}

/** The canonical spelling of a purl text. Throws InputError when it is none. */
export function canonicalPurl(text: string): string {
  return formatPurl(parsePurl(text));
}

/** Why the parts are no valid purl (no name, a namespace its type has not, …); undefined when they are. */
export function purlProblem(purl: Purl): string | undefined {
  if (!TYPE.test(purl.type)) return 'its type is not letters, digits, "." and "-"';
  if (!purl.name) return 'it has no name';
  const badKey = Object.keys(purl.qualifiers ?? {}).find((key) => !KEY.test(key));
  if (badKey !== undefined) return `its qualifier "${badKey.slice(0, 40)}" is not a key of letters, digits, ".", "-" and "_"`;
  const rule = purlRule(purl.type.toLowerCase());
  if (rule?.namespace === 'none' && purl.namespace) return `type ${purl.type} has no namespace`;
  if (rule?.namespace === 'required' && !purl.namespace) return `type ${purl.type} needs a namespace`;
  return rule?.problem?.(purl);
}

const TYPE = /^[a-z][a-z0-9.-]*$/i;
const KEY = /^[a-z][a-z0-9._-]*$/i;

function checked(text: string, purl: Purl): Purl {
  const problem = purlProblem(purl);
  if (problem !== undefined) throw invalid(text, problem);
  return purl;
}

function invalid(text: string, reason: string): InputError {
  return new InputError({ issue: 'invalid_entry', message: `"${text.slice(0, 80)}" is not a package URL: ${reason}` });
}

function splitLast(text: string, mark: string): [string, string | undefined] {
  const at = text.lastIndexOf(mark);
  return at === -1 ? [text, undefined] : [text.slice(0, at), text.slice(at + 1)];
}

function splitType(text: string, body: string): { type: string; rest: string } {
  if (body.slice(0, 4).toLowerCase() !== 'pkg:') throw invalid(text, 'it does not begin with "pkg:"');
  let start = 4;
  while (body.charAt(start) === '/') start++;
  const slash = body.indexOf('/', start);
  if (slash === -1) throw invalid(text, 'it has a type or a name, not both');
  return { type: body.slice(start, slash).toLowerCase(), rest: body.slice(slash + 1) };
}

/** The last `@` begins the version, but for one that begins a segment: `npm/@scope/name` written without encoding. */
function splitVersion(text: string, rest: string): { path: string; version?: string } {
  const at = rest.lastIndexOf('@');
  if (at === -1) return { path: rest };
  if (at > 0 && rest.charAt(at - 1) !== '/') return { path: rest.slice(0, at), version: rest.slice(at + 1) };
  if (!rest.includes('/', at)) throw invalid(text, 'it has no name');
  return { path: rest };
}

function decode(text: string, part: string): string {
  if (!part.includes('%')) return part;
  try {
    return decodeURIComponent(part);
  } catch {
    throw invalid(text, 'its percent-encoding is broken');
  }
}

function decodeSegments(text: string, path: string): string {
  return path
    .split('/')
    .map((segment) => decode(text, segment))
    .join('/');
}

function parseQualifiers(text: string, part: string | undefined, rule: PurlRule | undefined): Record<string, string> | undefined {
  if (!part) return undefined;
  const found = new Map<string, string>();
  for (const pair of part.split('&')) {
    const equals = pair.indexOf('=');
    if (equals === -1) {
      if (pair === '') continue;
      throw invalid(text, `its qualifier "${pair.slice(0, 40)}" has no value`);
    }
    const given = pair.slice(0, equals);
    const key = given.toLowerCase();
    if (!KEY.test(key) || (rule?.strictKeys && key !== given)) throw invalid(text, `"${given.slice(0, 40)}" is not a qualifier key`);
    if (found.has(key)) throw invalid(text, `its qualifier "${key.slice(0, 40)}" is given twice`);
    found.set(key, decode(text, pair.slice(equals + 1)));
  }
  const filled = [...found].filter(([, value]) => value !== '');
  return filled.length > 0 ? Object.fromEntries(filled) : undefined;
}

/** `.` and `..` are dropped, so that a subpath never leaves the package. */
function canonicalSubpath(path: string): string {
  return path
    .split('/')
    .filter((segment) => segment !== '' && segment !== '.' && segment !== '..')
    .join('/');
}

function normalise(purl: Purl, rule: PurlRule | undefined): Purl {
  if (!rule?.lower && !rule?.name) return purl;
  const result = { ...purl };
  for (const part of rule.lower ?? []) {
    const value = result[part];
    if (value !== undefined) result[part] = value.toLowerCase();
  }
  if (rule.name) result.name = rule.name(result.name, result);
  return result;
}

/** Characters that stand for themselves everywhere: most names and versions have no others. */
const PLAIN = /^[A-Za-z0-9._~:-]*$/;

function encode(part: string): string {
  if (PLAIN.test(part)) return part;
  const encoded = encodeURIComponent(part.replace(/\p{Surrogate}/gu, '\ufffd'));
  return encoded.replaceAll('%3A', ':').replace(/[!'()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`);
}

function encodePath(path: string): string {
  if (PLAIN.test(path)) return path;
  const scope = path.slice(1);
  if (path.startsWith('@') && PLAIN.test(scope)) return `%40${scope}`;
  return path
    .split('/')
    .filter((segment) => segment !== '')
    .map(encode)
    .join('/');
}

function formatQualifiers(qualifiers: Readonly<Record<string, string>>): string {
  const pairs = Object.keys(qualifiers)
    .filter((key) => qualifiers[key])
    .map((key) => [key.toLowerCase(), qualifiers[key] ?? ''] as const)
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return pairs.length === 0 ? '' : `?${pairs.map(([key, value]) => `${key}=${encode(value)}`).join('&')}`;
}

function formatSubpath(subpath: string): string {
  const path = encodePath(canonicalSubpath(subpath));
  return path === '' ? '' : `#${path}`;
}
