import { isObject } from '../../support/json.js';
import { providerKeys } from '../../support/provider-keys.js';
import { REDACTED } from '../../support/redact.js';
import { hasSecretShape, isPlaceholder } from '../../support/secret-value.js';

/** Shorter texts hold no key of a provider. */
const SHORTEST = 16;

/** Keys whose check digits are looked at, and a private key with all of its lines. */
const MORE = [
  /\b(?:gh[pousr]|npm)_[A-Za-z0-9]{36}\b/,
  /-----BEGIN (?:[A-Z0-9]{1,20} ){0,4}PRIVATE KEY(?: BLOCK)?-----[\s\S]*?(?:-----END [A-Z0-9 ]{0,60}-----|$)/,
];
const KEYS = [...MORE, ...providerKeys].map(({ source, flags }) => new RegExp(source, `g${flags}`));

/** The text without the keys of providers that are in it; the same text where there are none. */
function withoutKeys(text: string): string {
  if (text.length < SHORTEST) return text;
  return KEYS.reduce(
    (left, key) => left.replace(key, (match) => (isPlaceholder(match) || !hasSecretShape(match) ? match : REDACTED)),
    text,
  );
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
