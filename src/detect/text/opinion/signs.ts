import { type Verb, verbsOf } from '../checks/verbs.js';
import type { TextDocument } from '../reading/document.js';
import { isMaker } from '../reading/maker-hosts.js';
import { isBareAddress, isDropHost, isFilledIn, isForeignHost, type Place } from '../reading/places.js';
import { isForbidden, type Statement } from '../reading/statement.js';
import { hashOf } from './hash.js';

const SHAPES: readonly (readonly [name: string, shape: RegExp])[] = [
  ['home', /(?:~|\$home|%userprofile%|%appdata%|\/(?:home|users)\/\w+|\/root)[/\\]/],
  ['hidden file', /[/\\]\.[a-z][\w-]*/],
  [
    'login file',
    /\.(?:env|netrc|npmrc|pypirc|git-credentials|pem|p12|pfx|kdbx|ovpn|jks|aws|ssh|kube|gnupg|azure|docker\/config)\b|\bid_(?:rsa|dsa|ecdsa|ed25519)\b|\bcredentials?\.(?:json|db|ya?ml|toml)\b|\/etc\/(?:shadow|passwd)\b|\bwallet\b|\bkey ?chain\b|\bcookies?\b/,
  ],
  ['system file', /\/etc\/|\/usr\/|\/var\/|c:\\windows|\\system32|hklm|hkcu/],
  ['start file', /\.(?:bashrc|zshrc|profile|bash_profile|zshenv)\b|\bcron\w*|launch ?(?:agent|daemon)|systemd|autostart|\bhooks?\b/],
  [
    'agent file',
    /\.(?:cursor|windsurf|cline)\w*\b|\.mcp\.json|(?<=\b(?:claude|agents|gemini|skill|memory|soul))\.md\b|(?<=settings)\.json|copilot-instructions/,
  ],
  ['pipe to shell', /\|\s*(?:sudo\s+)?(?:ba|z|da)?sh\b|\|\s*(?:python3?|node|iex)\b|\b(?:iex|invoke-expression|eval)\b/],
  ['fetch', /\b(?:curl|wget|iwr|invoke-webrequest)\b/],
  ['slot', /[{<$]\{?[\w ]{2,40}[}>]|%[a-z]\b/],
  ['query', /[?&]\w{1,20}=/],
  ['span', /`[^`]{3,}`/],
  ['flag', /(?:^|\s)--[a-z][\w-]+/],
  ['secret name', /(?:_key|_token|_secret|password|passwd|passphrase)\b|\$\{?\w*(?:key|token|secret)/],
  ['blob', /[a-z0-9+/=]{40,}/],
  ['long number list', /(?:\b\d{1,3}\b[, ]+){8,}/],
];
const SHAPE_HASHES = SHAPES.map(([name]) => hashOf(`shape ${name}`));

const names = new Map<string, number>();

/** The hash of a sign's name, remembered: there are few names. */
export function signOf(name: string): number {
  let hash = names.get(name);
  if (hash === undefined) {
    hash = hashOf(name);
    names.set(name, hash);
  }
  return hash;
}

/** The kind of a place, by who can read what is sent there. */
export function placeSign({ kind, host }: Place, { subject }: TextDocument): number {
  if (kind === 'account' || kind === 'phone') return signOf(`place ${kind}`);
  const owner = isBareAddress(host)
    ? 'bare'
    : isDropHost(host)
      ? 'drop'
      : !isForeignHost(host, subject)
        ? 'own'
        : isMaker(host)
          ? 'maker'
          : isFilledIn(host)
            ? 'filled in'
            : 'foreign';
  return signOf(`place ${kind} ${owner}`);
}

/** What a sentence could make an order of: its acts, objects, places and manner, each sign as a hash of its name. */
export function signsOf(statement: Statement, places: readonly number[]): number[] {
  const { text, tags } = statement;
  const signs = new Set<number>(places);
  const negated = tags.get('negate') ?? [];
  for (const [concept, words] of tags) {
    const forbidden = negated.length > 0 && concept !== 'negate' && words.every((tag) => isForbidden(statement, tag));
    signs.add(signOf(forbidden ? `no ${concept}` : concept));
  }
  for (const verb of verbsOf(text)) {
    const way = wayOf(text, verb, negated);
    for (const act of verb.acts) signs.add(signOf(`${way} ${act}`));
  }
  for (const [at, [, shape]] of SHAPES.entries()) if (shape.test(text)) signs.add(SHAPE_HASHES[at] ?? 0);
  return [...signs];
}

function wayOf(text: string, { start, form }: Verb, negated: readonly { start: number; end: number }[]): string {
  if (negated.some(({ end }) => end <= start && start - end < 40)) return 'not';
  if (form !== 'base') return form;
  return CLAUSE.test(text.slice(Math.max(0, start - 24), start)) ? 'order' : 'base';
}

/** Where an imperative can begin. */
const CLAUSE =
  /(?:^[\s\d.)>*#\-[\]"'`]{0,24}|[,;:>.!)\]–—-][*_"'”]{0,3} |\b(?:then|and|also|always|please|must|should|shall|first|now|silently|quietly|you|just|simply|to) )$/;

/** Where and how a sentence is said. */
export function frameOf({ passage, disguises, text, mention, banned }: Statement, { kind, addressee, argument }: TextDocument): number[] {
  const signs = [signOf(`kind ${kind}`), signOf(`to ${addressee}`), signOf(`role ${passage.role}`), signOf(`channel ${passage.channel}`)];
  if (mention || banned) signs.push(signOf('framed'));
  if (argument) signs.push(signOf('argument'));
  if (passage.encoding !== undefined) signs.push(signOf(`encoding ${passage.encoding}`));
  for (const disguise of new Set(disguises)) signs.push(signOf(`disguise ${disguise}`));
  signs.push(signOf(`length ${text.length < 40 ? 0 : text.length < 120 ? 1 : text.length < 300 ? 2 : 3}`));
  return signs;
}
