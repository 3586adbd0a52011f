import { isObject, type JsonObject } from '../../support/json.js';
import { redact, redactReason } from '../../support/redact.js';
import { hasSecretShape, isSecretValue } from '../../support/secret-value.js';
import { Unprocessable } from '../failures.js';
import { shapeFault } from './reference-shape.js';

/** Long runs that are not names: hexadecimal, or mixed letters and digits without a separator. */
const HEX = /(?<![0-9A-Fa-f-])[0-9A-Fa-f]{32,}(?![0-9A-Fa-f-])/;
const RUN = /[A-Za-z0-9+/=_-]{24,}/g;

/** Nothing that a person writes is nested deeper. */
const MAX_DEPTH = 64;

/** How to check the texts of a body. */
export interface BodyTexts {
  /**
   * Fields whose texts may look like secrets without being any: there only the shapes of providers' keys are refused.
   * `a.b` also matches items of lists.
   */
  patternsOnly?: readonly string[];
  /** True when ids without meaning are normal, as identity providers send them. */
  opaque?: boolean;
}

/**
 * Throws Unprocessable, naming the field but not its text, when a text of the body looks like a secret, or its key
 * names one.
 */
export function refuseSecrets(body: unknown, texts: BodyTexts = {}): void {
  look(body, [], texts);
}

function look(value: unknown, place: readonly string[], texts: BodyTexts): void {
  if (place.length > MAX_DEPTH) throw new Unprocessable(`${placeOf(place)}: nested too deep`);
  if (typeof value === 'string') {
    if (isRefused(value, place, texts)) throw refused(placeOf(place));
  } else if (Array.isArray(value)) {
    for (const [index, one] of value.entries()) look(one, [...place, String(index)], texts);
  } else if (isObject(value)) {
    for (const [key, one] of Object.entries(value)) {
      if (texts.opaque && isPassword(key, value)) continue;
      if (isRefused(key, place, texts)) throw refused(placeOf(place));
      look(one, [...place, key], texts);
    }
  }
}

/**
 * True for the attribute of RFC 7643 section 4.1.1, which providers send and this service does not store; by itself, or
 * as the target of an operation.
 */
function isPassword(key: string, { path }: JsonObject): boolean {
  return /^password$/i.test(key) || (key === 'value' && typeof path === 'string' && /^password$/i.test(path));
}

function isRefused(text: string, place: readonly string[], { patternsOnly = [], opaque = false }: BodyTexts): boolean {
  const path = place.filter((step) => !/^\d+$/.test(step)).join('.');
  if (patternsOnly.some((one) => path === one || path.startsWith(`${one}.`))) return hasSecretShape(text);
  const name = place.at(-1);
  return looksSecret(text, name) || (!opaque && redactReason(text) !== text);
}

/** The path of a field. Keys that the caller invented are not repeated. */
function placeOf(place: readonly string[]): string {
  return place.map((step) => (/^(?:\d{1,6}|[a-z_][A-Za-z_]{0,40})$/.test(step) ? step : '*')).join('.') || 'body';
}

/**
 * Like `refuseSecrets`, for a reference, where more texts are names: one of a known form passes unless it contains a
 * provider's key.
 */
export function refuseSecretReference(ref: { provider: string; mode: string; external_ref: string }): void {
  const { external_ref: text } = ref;
  const named = ref.mode !== 'env' && ref.mode !== 'file' && shapeFault(ref) === undefined && !isOpaque(text);
  // The steps of a path are checked one by one, because the steps of a real path are seldom as long as a secret.
  const parts = ref.mode === 'file' && shapeFault(ref) === undefined ? text.split(/[\\/]/) : [text];
  const secret = named ? hasSecretShape(text) || holdsPassword(text) : looksSecret(text) || parts.some(isOpaque);
  if (secret) throw new Unprocessable('external_ref: looks like a secret; expected the name of one');
}

/** True for `bob:…@host`, in an address or alone; the parts of an ARN have colons in between. */
function holdsPassword(text: string): boolean {
  return !text.startsWith('arn:') && /(?:^|\/\/)[^/\s:@]*:[^/\s@]+@/.test(text);
}

function looksSecret(text: string, name?: string): boolean {
  return hasSecretShape(text) || isSecretValue(name, text) || redact(text) !== text;
}

function isOpaque(text: string): boolean {
  // UUIDs, and versions of secrets after the secret's name, are not secrets.
  const bare = text.replace(/(?<=\/secrets\/[\w-]{1,127}\/)[0-9a-f]{32}$/i, '');
  if (HEX.test(bare)) return true;
  return (bare.match(RUN) ?? []).some((run) => isMixed(run) && !/^[a-z0-9]+(?:[-_/=][a-zA-Z0-9]+)+$/.test(run));
}

/** True for small and capital letters and digits that alternate often, as in base 64. */
function isMixed(run: string): boolean {
  const changes = run.match(/[a-z](?=[A-Z0-9])|[A-Z](?=[0-9])|[0-9](?=[A-Za-z])/g) ?? [];
  return /[a-z]/.test(run) && /[A-Z]/.test(run) && /\d/.test(run) && changes.length >= 4;
}

function refused(name: string): Unprocessable {
  return new Unprocessable(`${name}: looks like a secret, which does not belong here`);
}
