import { isObject } from '../../support/json.js';
import { holdsPrivateKey, isEvidentKey, PRIVATE_KEY } from '../../support/key-evidence.js';
import { providerKeys } from '../../support/provider-keys.js';
import { REDACTED } from '../../support/redact.js';
import { hasSecretShape } from '../../support/secret-value.js';

/** Shorter texts hold no key of a provider. */
const SHORTEST = 16;

/** Keys whose check digits are looked at. */
const CHECKED = /\b(?:gh[pousr]|npm)_[A-Za-z0-9]{36}\b/g;

const KEYS = providerKeys.map(({ source, flags }) => new RegExp(source, `g${flags}`));
/** A private key counts with all of its lines, not by its frame. */
const FRAME = '-----BEGIN ';

/** The text without the keys of providers that are in it; the same text where there are none. */
function withoutKeys(text: string): string {
  if (text.length < SHORTEST) return text;
  const left = text.replace(CHECKED, (match) => (hasSecretShape(match) ? REDACTED : match));
  const unframed = left.includes(FRAME) ? withoutPrivateKeys(left) : left;
  return KEYS.reduce(
    (rest, key) => rest.replace(key, (match) => (!match.startsWith(FRAME) && isEvidentKey(match) ? REDACTED : match)),
    unframed,
  );
}

function withoutPrivateKeys(text: string): string {
  return text.replace(PRIVATE_KEY, (match, kind: string, headers: string, body: string, end: string | undefined, at: number) => {
    const isEnded = end !== undefined || at + match.length === text.length;
    return holdsPrivateKey({ kind, headers, body, isEnded }) ? REDACTED : match;
  });
}
/** The value with every secret in its texts replaced, names of members left alone; the same value where there is none. */
export function withoutSecrets(value: unknown): unknown {
  if (typeof value === 'string') return withoutKeys(value);
  if (Array.isArray(value)) {
    const items: readonly unknown[] = value;
    const changed = items.map(withoutSecrets);
    return changed.some((item, at) => item !== items[at]) ? changed : value;
  }
  if (!isObject(value)) return value;
  let changed: Record<string, unknown> | undefined;
  for (const [name, member] of Object.entries(value)) {
    const left = withoutSecrets(member);
    if (left === member) continue;
    changed ??= { ...value };
    changed[name] = left;
  }
  return changed ?? value;
}
