import { redact, redactReason } from '../../support/redact.js';
import { hasSecretShape, isSecretValue } from '../../support/secret-value.js';
import { Unprocessable } from '../failures.js';
import { shapeFault } from './reference-shape.js';

/** Long runs in which nobody names things: hexadecimal, or mixed letters and digits without a separator. */
const HEX = /(?<![0-9A-Fa-f-])[0-9A-Fa-f]{32,}(?![0-9A-Fa-f-])/;
const RUN = /[A-Za-z0-9+/=_-]{24,}/g;

/** Texts of a body by the names of their fields, nested ones by path. */
export type Texts = Readonly<Record<string, unknown>>;

/** Throws Unprocessable, naming the field and not its text, where a text holds what looks like a secret. */
export function refuseSecrets(texts: Texts): void {
  for (const [name, value] of Object.entries(texts)) {
    if (typeof value === 'string' && saysSecret(value)) throw refused(name);
    if (typeof value === 'object' && value !== null) {
      for (const [key, one] of Object.entries(value)) {
        if (saysSecret(key) || (typeof one === 'string' && saysSecret(one, key))) throw refused(name);
      }
    }
  }
}

/** The same for a reference, of which more is a name: a known shape of one passes unless it holds a provider's key. */
export function refuseSecretReference(ref: { provider: string; mode: string; external_ref: string }): void {
  const { external_ref: text } = ref;
  const named = ref.mode !== 'env' && ref.mode !== 'file' && shapeFault(ref) === undefined && !isOpaque(text);
  // The steps of a path are names one by one; a secret that looks like a path seldom has only short steps.
  const parts = ref.mode === 'file' && shapeFault(ref) === undefined ? text.split(/[\\/]/) : [text];
  const secret = named ? hasSecretShape(text) : looksSecret(text) || parts.some(isOpaque);
  if (secret) throw new Unprocessable('external_ref: looks like a secret; expected the name of one');
}

function saysSecret(text: string, name?: string): boolean {
  return looksSecret(text, name) || redactReason(text) !== text;
}

function looksSecret(text: string, name?: string): boolean {
  return hasSecretShape(text) || isSecretValue(name, text) || redact(text) !== text;
}

function isOpaque(text: string): boolean {
  // A UUID, and the version of a secret behind its name, are names.
  const bare = text.replace(/(?<=\/secrets\/[\w-]{1,127}\/)[0-9a-f]{32}$/i, '');
  if (HEX.test(bare)) return true;
  return (bare.match(RUN) ?? []).some((run) => isMixed(run) && !/^[a-z0-9]+(?:[-_/=][a-zA-Z0-9]+)+$/.test(run));
}

/** Small and capital letters and digits, changing often, as in base 64. */
function isMixed(run: string): boolean {
  const changes = run.match(/[a-z](?=[A-Z0-9])|[A-Z](?=[0-9])|[0-9](?=[A-Za-z])/g) ?? [];
  return /[a-z]/.test(run) && /[A-Z]/.test(run) && /\d/.test(run) && changes.length >= 4;
}

function refused(name: string): Unprocessable {
  return new Unprocessable(`${name}: looks like a secret, which does not belong here`);
}
