import { providerKeys } from './provider-keys.js';
import { REDACTED } from './redact.js';
import { isPlaceholder, isSecretValue, namesSecret } from './secret-value.js';

/** Longest argument that is searched, in characters. Nobody types a longer one. */
const MAX_LENGTH = 16_384;

/**
 * Arguments as reports may show them: literal secrets are hidden, whether they follow a flag, stand behind `=`, in an address
 * or inside a command line. All else stays as written, placeholders too.
 */
export function redactArguments(args: readonly string[]): string[] {
  const isFetch = args.some((arg) => FETCHES.test(`${arg} `));
  return args.map((arg, index) => {
    const shown = redactCommand(arg);
    const before = args[index - 1] ?? '';
    if (shown !== arg || arg.startsWith('-') || !/^--?[A-Za-z][^=]*$/.test(before)) return shown;
    if (/^(?:-u|--user|--proxy-user)$/.test(before) && isFetch)
      return arg.replace(/:(.+)$/s, (whole, word: string) => (isPassword(word) ? `:${REDACTED}` : whole));
    return isSecretValue(before.replace(/^-+/, ''), arg) ? hide(arg) : arg;
  });
}

/** An address as reports may show it: `<redacted>` for passwords, secret query values and secret parts of the path. */
export function redactAddress(url: string): string {
  const match = /^([a-z][a-z0-9+.-]{0,20}:\/\/)([^/?#\s]*@)?([^?#]*)(\?[^#]*)?(#.*)?$/is.exec(url.slice(0, MAX_LENGTH));
  if (!match) return hidden(undefined, url);
  const [, scheme = '', user = '', place = '', query = '', fragment = ''] = match;
  const path = place.split('/').map((part) => hidden(undefined, part));
  const pairs = query.split('&').map((pair) => redactPair(pair.replace(SIGNATURE, hideSignature), '='));
  return hideKeys(scheme + redactUser(user) + path.join('/') + pairs.join('&') + hidden(undefined, fragment));
}

/** Signed addresses of storage services: anybody with the signature can get the file. */
const SIGNATURE = /^(\??(?:sig|signature|x-amz-signature|x-goog-signature)=)(.{8,})$/i;

function hideSignature(whole: string, name: string, value: string): string {
  return isPlaceholder(value) ? whole : `${name}${REDACTED}`;
}

const KEYS = providerKeys.map((key) => new RegExp(key.source, `g${key.flags}`));

/** Keys that reach over several parts of an address. */
function hideKeys(url: string): string {
  return KEYS.reduce((shown, key) => shown.replace(key, REDACTED), url);
}

function redactUser(user: string): string {
  const colon = user.indexOf(':');
  if (colon === -1) return user === '' ? '' : `${isTokenUser(user.slice(0, -1)) ? REDACTED : user.slice(0, -1)}@`;
  const password = user.slice(colon + 1, -1);
  return password === '' || isPlaceholder(password) ? user : `${user.slice(0, colon + 1)}${REDACTED}@`;
}

/** User info that is a token and no user name: a single value before the `@`. */
function isTokenUser(user: string): boolean {
  return isSecretValue(undefined, user) || (user.length >= 20 && !/[.@]/.test(user) && isRandom(user));
}

/** `Name: value`, also behind `--header=`; with the scheme of a credential before it, or several cookies. */
const HEADER = /^(--?[A-Za-z][A-Za-z-]{0,40}=)?([A-Za-z][A-Za-z0-9-]{0,80}):(\s*)([A-Za-z][A-Za-z-]{1,11}\s+)?(\S+(?:;\s+\S+)*)$/;

/** One argument, or a whole command line or program text, as reports may show it. */
export function redactCommand(text: string): string {
  if (text.length > MAX_LENGTH) return `${redactCommand(text.slice(0, MAX_LENGTH))}…`;
  const header = redactHeader(text);
  if (header !== text) return header;
  if (!/\s/.test(text)) return redactWord(text);
  return text.includes('-----BEGIN') ? hidden(undefined, text) : redactLine(text);
}

function redactHeader(text: string): string {
  const [, flag = '', name = '', space = '', scheme = '', value = ''] = HEADER.exec(text) ?? [];
  return name !== '' && isSecretValue(name, scheme + value) ? `${flag}${name}:${space}${scheme}${REDACTED}` : text;
}

/** A header in quotes, a name with its value in quotes, user and password of curl. */
const QUOTED_HEADER = /(["'])([A-Za-z][A-Za-z0-9-]{0,80}:[^"'\n]{1,4000})\1/g;
const QUOTED_VALUE = /\b([A-Za-z_][\w-]{0,80})(\\?["']?\s{0,3}(?:[=:]|=>)\s{0,3}\\?)(["'])([^"'\n]{1,4000})\3/g;
/** A passphrase of several words behind its option or name. */
const QUOTED_WORDS = /\b(pass(?:phrase|word|wd)?|secret)(\s{0,3}[=: ]\s{0,3})(["'])([^"'\n]{8,4000})\3/gi;
const PLAIN_VALUE = /\b([A-Za-z_][\w-]{0,80})(:\s{1,3})([^\s"'`;|&()]{8,4000})/g;
const USER = /(\s(?:-u|--user|--proxy-user)[ =]["']?[^\s:"']{1,200}:)([^\s"']{1,400})/g;

/** Programs whose `-u` is a user with a password; elsewhere it is a user with a group. */
const FETCHES = /(?:^|[\s/"'(])(?:curl|wget|xh)(?:\.exe)?\s/i;
/** A helper that does no more than print its key. */
const PRINTED = /\b((?:echo|printf)\s{1,4}(?:-\w{1,4}\s{1,4})?["']?)([^\s"'`;|&()]{16,4000})/g;

function isPassword(text: string): boolean {
  return text.length >= 4 && !/^\d+$/.test(text) && !isPlaceholder(text);
}

function isRandom(text: string): boolean {
  return /\d/.test(text) && /[a-z]/i.test(text) && isSecretValue('token', text);
}

/** Hides quoted parts by their names first, then each word by itself, and a flag's value by the flag's name. */
function redactLine(line: string): string {
  const quoted = line
    .replace(QUOTED_HEADER, (_whole, mark: string, header: string) => mark + redactHeader(header) + mark)
    .replace(QUOTED_VALUE, (whole, name: string, between: string, mark: string, value: string) =>
      isSecretValue(name, value) ? name + between + mark + REDACTED + mark : whole,
    )
    .replace(QUOTED_WORDS, (whole, name: string, between: string, mark: string, value: string) =>
      isPlaceholder(value) ? whole : name + between + mark + REDACTED + mark,
    )
    .replace(PLAIN_VALUE, (whole, name: string, between: string, value: string) =>
      namesSecret(name) && isSecretValue(name, value) ? name + between + REDACTED : whole,
    )
    .replace(USER, (whole, user: string, password: string) => (isPassword(password) && FETCHES.test(line) ? user + REDACTED : whole))
    .replace(PRINTED, (whole, before: string, value: string) => (isRandom(value) ? before + REDACTED : whole));
  let flag: string | undefined;
  return quoted.replace(/[^\s"'`;|&()]+/g, (word) => {
    const shown = flag !== undefined && !word.startsWith('-') && isSecretValue(flag, word) ? REDACTED : redactWord(word);
    flag = /^--?[A-Za-z][A-Za-z0-9_-]*$/.test(word) ? word.replace(/^-+/, '') : undefined;
    return shown;
  });
}

function redactWord(word: string): string {
  if (/^[a-z][a-z0-9+.-]{0,20}:\/\//i.test(word)) return redactAddress(word);
  return redactPair(word, '=');
}

/** `name=value` with the value hidden where it is a secret; the value may be a pair or an address again. */
function redactPair(pair: string, mark: string): string {
  const at = pair.indexOf(mark);
  if (at <= 0 || at === pair.length - 1) return hidden(undefined, pair);
  const name = pair.slice(0, at).replace(/^[-?]+/, '');
  const value = pair.slice(at + 1);
  if (/^[a-z][a-z0-9+.-]{0,20}:\/\//i.test(value)) return `${pair.slice(0, at + 1)}${redactAddress(value)}`;
  const inner = pair.startsWith('-') && /^[A-Za-z_][\w.-]*=/.test(value) ? redactPair(value, mark) : value;
  if (inner !== value) return pair.slice(0, at + 1) + inner;
  return isSecretValue(name, value) ? `${pair.slice(0, at + 1)}${REDACTED}` : hidden(undefined, pair);
}

function hidden(name: string | undefined, value: string): string {
  return value !== '' && isSecretValue(name, value) ? hide(value) : value;
}

/** An address keeps what is no secret in it. */
function hide(value: string): string {
  if (!/^[a-z][a-z0-9+.-]{0,20}:\/\//i.test(value)) return REDACTED;
  const shown = redactAddress(value);
  return shown === value ? REDACTED : shown;
}
