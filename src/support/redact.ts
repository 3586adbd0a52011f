import { providerKeys } from './provider-keys.js';

/** The text that replaces a value that may be secret. */
export const REDACTED = '<redacted>';

interface Shape {
  pattern: RegExp;
  /** Replacement; `$1` keeps the part that names the secret. */
  with: string;
}

/** A text without any of these words or marks has none of the shapes below. Most lines need no further test. */
const HINT =
  /[:=@]|--|net1?(?:\.exe)?\s|sshpass|ey[JI]|AKIA|ASIA|gh[pousr]_|github_pat|glpat|xox|sk-|sk_|rk_|AIza|npm_|pypi-|hf_|-----BEGIN|SG\.|bearer|basic|[A-Za-z0-9_-]{20}/i;

const NAME =
  '(?:api[_-]?key|access[_-]?key(?:[_-]?id)?|secret(?:[_-]?(?:access[_-]?)?key)?|client[_-]?secret|token|passwd|password|pwd|credential|auth(?:orization)?|pass(?:phrase|code)|(?:private|account|encryption|signing|master|shared[_-]?access|service[_-]?role|subscription|storage|hmac)[_-]?key|dsn|cookie|session[_-]?id|signature|sig)';

const SHAPES: readonly Shape[] = [
  {
    pattern:
      /-----BEGIN [A-Z0-9 ]{0,40}(?:PRIVATE KEY|CERTIFICATE|PGP MESSAGE)[A-Z ]{0,20}-----[\s\S]*?(?:-----END [A-Z0-9 ]{0,40}(?:PRIVATE KEY|CERTIFICATE|PGP MESSAGE)[A-Z ]{0,20}-----|$)/g,
    with: REDACTED,
  },
  // User info of addresses: scheme://user:pass@host
  { pattern: /\b([a-z][a-z0-9+.-]{1,20}:\/\/)[^\s/@'"<>]{1,400}@/gi, with: `$1${REDACTED}@` },
  // The same where a quotation begins behind the colon of the scheme.
  { pattern: /((?:^|[^:])\/\/)[^\s/@'"<>:]{0,200}:[^\s/@'"<>]{1,400}@/g, with: `$1${REDACTED}@` },
  // The password of `curl -u user:password`; two numbers are a user and a group of a system.
  {
    pattern: /((?:^|\s)(?:-u|--user|--proxy-user)[ =]["']?[^\s:"'=]{1,200}:)(?!\d{1,10}(?![^\s"'])|[$%<{])[^\s"']{4,400}/g,
    with: `$1${REDACTED}`,
  },
  // The password of a new account: `net user name password /add`, and that of `sshpass -p password`.
  {
    pattern: /\b(net1?(?:\.exe)?\s{1,4}user\s{1,4}(?![/-])\S{1,100}\s{1,4})(?![*/<$%])\S{1,200}(?=\s{1,4}\/[a-z])/gi,
    with: `$1${REDACTED}`,
  },
  { pattern: /\b(sshpass\s{1,4}-p\s{0,4})(?![<$%])\S{1,200}/gi, with: `$1${REDACTED}` },
  { pattern: /\b(bearer|basic|digest|negotiate)\s+[A-Za-z0-9+/=._~-]{8,}/gi, with: `$1 ${REDACTED}` },
  { pattern: /\bey[JI][A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{4,}(?:\.[A-Za-z0-9_-]*)?/g, with: REDACTED },
  { pattern: /\b(?:AKIA|ASIA|AGPA|AIDA|AROA|ANPA)[A-Z0-9]{12,20}\b/g, with: REDACTED },
  {
    pattern:
      /\b(?:gh[pousr]_[A-Za-z0-9]{20,255}|github_pat_[A-Za-z0-9_]{20,255}|glpat-[A-Za-z0-9_-]{16,}|xox[abeoprs]-[A-Za-z0-9-]{10,}|xapp-[A-Za-z0-9-]{10,})/g,
    with: REDACTED,
  },
  { pattern: /\b(?:sk|rk|pk)[-_](?:live|test|proj|ant|or|svcacct|admin)?[-_]?[A-Za-z0-9_-]{16,}/g, with: REDACTED },
  {
    pattern:
      /\b(?:AIza[A-Za-z0-9_-]{30,}|ya29\.[A-Za-z0-9_-]{20,}|npm_[A-Za-z0-9]{30,}|pypi-[A-Za-z0-9_-]{20,}|hf_[A-Za-z0-9]{20,}|SG\.[A-Za-z0-9_-]{16,}\.[A-Za-z0-9_-]{16,}|dop_v1_[a-f0-9]{40,}|shp(?:at|ca|pa|ss)_[a-fA-F0-9]{24,}|dapi[a-f0-9]{32}|lin_api_[A-Za-z0-9]{30,}|sq0[a-z]{3}-[A-Za-z0-9_-]{20,})/g,
    with: REDACTED,
  },
  ...providerKeys.map((key) => ({ pattern: new RegExp(key.source, `g${key.flags}`), with: REDACTED })),
  // name: "value", name=value, "name": "value", ?name=value; quotes may be escaped.
  {
    pattern: new RegExp(
      `((?:^|[^A-Za-z0-9])[A-Za-z0-9_.-]{0,40}${NAME}[A-Za-z0-9_-]{0,20}\\\\{0,3}["']?\\s{0,4}(?:[:=]|=>)\\s{0,4})(\\\\{0,3}["'])(?!(?:true|false|null|none)\\2)((?:(?!\\2)[^\\r\\n]){3,4000})\\2`,
      'gi',
    ),
    with: `$1$2${REDACTED}$2`,
  },
  {
    pattern: new RegExp(
      `((?:^|[^A-Za-z0-9])[A-Za-z0-9_.-]{0,40}${NAME}[A-Za-z0-9_-]{0,20}["']?\\s{0,4}(?:[:=]|=>)\\s{0,4})(?!(?<=\\bsecretsmanager:)[A-Z]{3,40}\\b|<redacted>|["'\\\\\\s$%{[<]|(?:true|false|null|none)(?![\\w.-]))([^\\s&"',;}\\])]{3,4000})`,
      'gi',
    ),
    with: `$1${REDACTED}`,
  },
  {
    pattern: new RegExp(
      `(--?[A-Za-z0-9-]{0,40}${NAME}[A-Za-z0-9-]{0,20}\\s{1,4})(?!<redacted>|-)(?:\\\\{0,3}"[^"\\r\\n]{3,4000}"|\\\\{0,3}'[^'\\r\\n]{3,4000}'|["']?[^\\s"']{3,4000}["']?)`,
      'gi',
    ),
    with: `$1${REDACTED}`,
  },
];

/**
 * Replaces everything that looks like a secret. For texts from outside that we write (logs, errors, evidence). In doubt it
 * hides. Linear in the length of the text.
 */
export function redact(text: string): string {
  if (!HINT.test(text)) return text;
  return SHAPES.reduce((result, shape) => result.replace(shape.pattern, shape.with), text);
}

/** An address without user info, and without the values of query parameters and fragment. Not an address: redacted as text. */
export function redactUrl(url: string): string {
  const match = /^([a-z][a-z0-9+.-]*:\/\/)(?:[^/?#@]*@)?([^?#]*)(\?[^#]*)?/i.exec(url);
  if (!match) return redact(url);
  const [, scheme = '', place = '', query = ''] = match;
  return scheme + place + query.replace(/=[^&]*/g, `=${REDACTED}`);
}

/** A value that must not be printed by accident: text and JSON forms show the placeholder. */
export class Secret {
  readonly #value: string;

  constructor(value: string) {
    this.#value = value;
  }

  /** The value itself, for the one place that sends it. */
  reveal(): string {
    return this.#value;
  }

  toString(): string {
    return REDACTED;
  }

  toJSON(): string {
    return REDACTED;
  }

  [Symbol.for('nodejs.util.inspect.custom')](): string {
    return REDACTED;
  }
}

/** Runs of base 64 as lines of keys are: mixed cases and digits, long or padded. */
const ENCODED = /(?<![A-Za-z0-9+/=_-])(?:[A-Za-z0-9+/]{40,}={0,2}|[A-Za-z0-9+/]{14,}={1,2})(?![A-Za-z0-9+/=])/g;

/**
 * The reason why something could not be read, with its quotation of the text hidden: the quotation may be a line of a key without
 * the words around it by which we would recognise a key.
 */
export function redactReason(reason: string): string {
  return redact(reason).replace(ENCODED, (run) => (looksRandom(run) ? REDACTED : run));
}

/** Letters of both cases and digits: rather a piece of a key than a word or a path. */
export function looksRandom(run: string): boolean {
  return /[a-z]/.test(run) && /[A-Z]/.test(run) && /\d/.test(run);
}
