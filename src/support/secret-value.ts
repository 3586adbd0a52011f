import { crc32 } from './crc32.js';
import { wordsOfName } from './name-words.js';
import { providerKeys } from './provider-keys.js';

/** GitHub's and npm's tokens: thirty characters and their CRC-32 in base 62 (GitHub, "Behind GitHub's new authentication token formats"). */
const CHECKED = /\b(?:gh[pousr]|npm)_([A-Za-z0-9]{30})([A-Za-z0-9]{6})\b/g;

/** True when some part of the text has the shape of a provider's secret; a checksum must be right where the format has one. */
export function hasSecretShape(text: string): boolean {
  if (providerKeys.some((shape) => shape.test(text))) return true;
  for (const [, body = '', check = ''] of text.matchAll(CHECKED)) if (base62(crc32(body)) === check) return true;
  return false;
}

/** Like `hasSecretShape`, but with any checksum and any surroundings: for gateway decisions, which should rather deny too much. */
export function mayHoldSecret(text: string): boolean {
  return hasSecretShape(text) || text.search(CHECKED) !== -1;
}

const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

function base62(value: number): string {
  let text = '';
  for (let left = value; left > 0; left = Math.floor(left / 62)) text = DIGITS.charAt(left % 62) + text;
  return text.padStart(6, '0');
}

/** Placeholders that a client, a shell or a person replaces by the value later. */
const REFERENCES =
  /\$\{\{[^}]{0,200}\}\}|\{\{[^}]{0,200}\}\}|\$\{[^}]{0,200}\}|\$\([^)]{0,200}\)|\$env:[A-Za-z_]\w{0,80}|\$[A-Za-z_]\w{0,80}|%[A-Za-z_]\w{0,80}%|\{(?:env|file|input|cmd|secret):[^}]{0,200}\}|<[^<>]{1,80}>/g;

const STAND_IN =
  /^(?:op|vault|keychain|secret|secretmanager|ssm|env|file|bws|doppler|infisical):|^(?:your|my|the|insert|enter|put|add|paste|replace|change|set|todo|fixme|tbd|dummy|fake|sample|example|placeholder|redacted|hidden|secret-here|none|null|undefined|true|false|yes|no|on|off)(?:$|[\s_.:-]|(?<=replace|change)me)/i;

const FILLER =
  /^(?:[a-z]{1,8}[-_]){0,3}(?:[xX]{3,}|\.{3,}|\*{3,}|…|_{3,}|-{3,}|0{6,}|#{3,})[xX.*_0-9a-fA-F-]*$|^(?:123456|abcdef|deadbeef)[0-9a-f]*$/i;

/** Texts that are obviously no real value: `sk-your-key-here`, `API_KEY_HERE`. */
const SAYS_SO = /(?:^|[-_.\s])(?:your|here|example|placeholder|changeme|replace[-_]?me|todo|xxx+|dummy|redacted)(?:$|[-_.\s])/i;

/** The name of a kind of value, a masked value, or a remark in brackets: `password`, `••••`, `[redacted]`. */
const NO_VALUE = /^(?:password|passwd|passphrase|pwd|token|secret|api[-_ ]?key|key)$|^[•●·∙]+$|^\[[A-Za-z][\w .-]{0,60}\]$/i;

/** Keys that providers print in their own documentation end so: `AKIA…EXAMPLE`. */
const SHOWN = /EXAMPLE(?:KEY)?$/;

/** The word before the credential in a header (RFC 9110 section 11.4, and what services made up). */
const SCHEME = /^(?:Bearer|Basic|Token|ApiKey|Api-Key|Key|Bot|SSWS|Splunk|GenieKey)(?:\s+|$)/i;

/** True for a placeholder of a value given elsewhere or later: `${TOKEN}`, `{env:X}`, `<key>`, `YOUR_KEY`, `changeme`, `xxxx`. */
export function isPlaceholder(value: string): boolean {
  const text = value.trim().replace(SCHEME, '');
  if (text === '') return true;
  const left = text.replace(REFERENCES, '');
  if (left !== text) return !hasSecretShape(left) && left.replace(/[^A-Za-z0-9]/g, '').length < 12;
  return STAND_IN.test(text) || FILLER.test(text) || SAYS_SO.test(text) || SHOWN.test(text) || NO_VALUE.test(text);
}

const CREDENTIAL_WORD =
  /^(?:pwd|pass|passphrase|requirepass|masterauth|pat|auth|authorization|cookie|dsn|bearer|credentials?)$|(?:key|token|secret|password|passwd)$/;
const ORDINARY_WORD = /^(?:monkey|donkey|turkey|jockey|hockey|whiskey|mickey|hotkey)$/;
/** Words before `key` or `token` that make it something else: `primary-key`, `max-token`, `public-key`. */
const ORDINARY_BEFORE = new Set(
  'public publishable pub max min num limit primary foreign sort partition cache hot shortcut idempotency object row index answer encoding'.split(
    ' ',
  ),
);
/** Pairs of words that name a credential anywhere in a name, unless the last word only describes the credential. */
const INSIDE = /(?:^|_)(?:secret|private|access|service|api|encryption|signing|master|role)_?(?:access_)?key(?:_|$)/;
const DESCRIBES =
  /^(?:ids?|names?|files?|filename|paths?|dir|folder|header|prefix|suffix|type|mode|format|length|size|ttl|count|limit|expiry|expires|url|uri|endpoint|location|alias|version|algorithm|field|env|var)$/;

/** True for the name of a variable, header, flag or query parameter that holds a credential. */
export function namesSecret(name: string): boolean {
  const words = wordsOfName(name);
  const last = words.at(-1) ?? '';
  if (words.some((word) => word === 'public' || word === 'publishable')) return false;
  if (CREDENTIAL_WORD.test(last)) return !ORDINARY_WORD.test(last) && !ORDINARY_BEFORE.has(words.at(-2) ?? '');
  return INSIDE.test(words.join('_')) && !DESCRIBES.test(last);
}

/** Keys that are meant to be seen: publishable keys of payment and analytics services, public keys. */
const PUBLIC = /^(?:pk_(?:live|test)_|phc_|pub-|ssh-(?:rsa|ed25519)|ecdsa-sha2|-----BEGIN (?:PUBLIC KEY|CERTIFICATE))/;

const PATH = /^(?:~|\.{1,2})?[/\\]|^[A-Za-z]:[\\/]|^[\w.-]+(?:\/[\w.-]+)+\.[a-z]{2,5}$|\.(?:pem|key|json|txt|crt|p12|pfx)$/i;
const SHORTEST = 8;
const ADDRESS = /^[a-z][a-z0-9+.-]{1,20}:\/\//i;

/**
 * True when a literal value is a secret: by its shape, by credentials inside an address, or because its name says so and it is
 * no placeholder, path, number or public key.
 */
export function isSecretValue(name: string | undefined, value: string): boolean {
  const text = value.trim();
  if (ADDRESS.test(text)) return (hasSecretShape(text) && !isPlaceholder(text)) || addressHasSecret(text);
  if (isPlaceholder(text) || PUBLIC.test(text)) return false;
  if (hasSecretShape(text) || connectionHasPassword(text)) return true;
  if (name === undefined) return false;
  const bare = text.replace(SCHEME, '');
  if (!namesSecret(name) && (bare === text || !/auth/i.test(name))) return false;
  return isOpaque(/cookie$/i.test(name) ? bare.replace(/;\s+/g, ';') : bare);
}

/** A text without spaces that is no path and no number. */
function isOpaque(text: string): boolean {
  if (text.length < SHORTEST || /^[\d.,:_-]+$/.test(text) || /\s/.test(text.slice(0, 200))) return false;
  return !PATH.test(text) || hasRandomPart(text);
}

/** A part of a path that nobody would name in this way: it is base 64, which may begin with a slash. */
function hasRandomPart(text: string): boolean {
  const parts = text.match(/[A-Za-z0-9+=]{20,}/g) ?? [];
  return parts.some((part) => /[a-z]/.test(part) && /[A-Z]/.test(part) && /\d/.test(part));
}

/** User info with a password, or a query parameter whose name means a secret. Placeholders do not count. */
function addressHasSecret(address: string): boolean {
  const [, user = '', query = ''] = /^[a-z][a-z0-9+.-]*:\/\/(?:([^/?#\s]*)@)?[^?#]*(?:\?([^#]*))?/i.exec(address) ?? [];
  const colon = user.indexOf(':');
  const password = colon === -1 ? '' : user.slice(colon + 1);
  if (password !== '' && !isPlaceholder(password)) return true;
  return query.split('&').some((pair) => {
    const [name = '', given = ''] = pair.split('=');
    return namesSecret(name) && given.length >= SHORTEST && !isPlaceholder(given);
  });
}

/** What a shell puts in its place: `"$(cat /run/secrets/db)"`. */
const REFERENCE = /^["']?\$[({A-Za-z_]/;

/** `Server=…;Password=…` and `host=… password=…` of database drivers, `AccountKey=…` of storage. */
function connectionHasPassword(text: string): boolean {
  const password = /(?:^|[;\s])(?:password|pwd|accountkey|sharedaccesskey|sharedaccesssignature)\s{0,4}=\s{0,4}([^;\s]{4,400})/i.exec(
    text,
  )?.[1];
  return password !== undefined && !isPlaceholder(password) && !REFERENCE.test(password);
}
