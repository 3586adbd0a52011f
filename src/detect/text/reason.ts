import { quote } from '../../support/quote.js';
import { looksRandom, redactReason } from '../../support/redact.js';
import type { Concept } from './lexicon/concepts.js';
import { isForbidden, type Statement, wordOf } from './reading/statement.js';

/** Concepts of what is done. */
export const ACTS: readonly Concept[] = [
  ...(['take', 'give', 'run', 'fetch', 'follow', 'decode', 'store', 'void', 'wipe', 'disable', 'replace'] as const),
  ...(['claim', 'grant', 'bypass', 'paste', 'download', 'starter'] as const),
];
/** Concepts of where it goes. */
const PLACES: readonly Concept[] = ['recipient', 'elsewhere'];
/** Concepts of what it is done to, and where to. */
export const THINGS: readonly Concept[] = [
  ...(['secret', 'context', 'prompt', 'memory', 'precious', 'protection', 'recipient', 'trace', 'approval', 'elsewhere'] as const),
  ...(['otherTools', 'instructions', 'homePath', 'address', 'risky', 'credential'] as const),
];
/** Concepts of how it is done or asked for. */
export const MANNERS: readonly Concept[] = ['hush', 'coerce', 'trust', 'consent', 'unbound', 'persona', 'blind', 'disclose'];
/** Concepts that only help rules, or whose words the path or host beside them says better. */
const UNSAID: ReadonlySet<Concept> = new Set([...PLACES, 'homePath', 'address', 'risky']);
/** Manners that speak for the writer. */
const HONEST: ReadonlySet<Concept> = new Set(['consent', 'disclose']);

const MAX_WORDS = 4;
const MAX_WIDTH = 60;
const HOST = /(?:\b[a-z][a-z0-9+.-]{1,20}:\/\/(?:[^\s/@]{1,200}@)?|@)([a-z0-9-][a-z0-9.-]{0,250}\.[a-z]{2,}|\d{1,3}(?:\.\d{1,3}){3})/gi;
/** A path of a home, of the root or of a hidden folder, not of an address. */
const PATH = /(?<=^|[\s`"'(=:,[<])(?:(?:~|\$HOME|%\w{1,40}%)?[\\/][\w.@*-][\w.@*\\/-]{2,200}|\.[a-z][\w-]{1,60}(?:\/[\w.-]{1,80}){0,6})/g;

/** Hosts that a statement names. */
export function hostsIn({ original }: Statement): string[] {
  return [...new Set([...original.matchAll(HOST)].map(([, host = '']) => quote(host, 80)))];
}

/**
 * What a statement that made a finding does, to what, where to, and what speaks against it, in its own words: `Act: read, post; object:
 * ~/.aws/credentials; destination: x.example; raised by: without telling.` Redacted; empty where it names none of them.
 */
export function reasonOf(statement: Statement): string {
  const paths = pathsIn(statement);
  const hosts = hostsIn(statement);
  const things = wordsOf(
    statement,
    THINGS.filter((concept) => !UNSAID.has(concept)),
  );
  const manners = wordsOf(
    statement,
    MANNERS.filter((concept) => !HONEST.has(concept)),
  );
  const { channel } = statement.passage;
  const parts: [string, string[]][] = [
    ['act', wordsOf(statement, ACTS, true).filter((word) => !hosts.some((host) => host.includes(word)))],
    ['object', withoutParts([...paths, ...things])],
    ['destination', hosts.length > 0 ? hosts : wordsOf(statement, PLACES)],
    ['raised by', [...manners, ...(channel === 'open' ? [] : [channel]), ...statement.disguises]],
  ];
  const said = parts.filter(([, words]) => words.length > 0).map(([name, words]) => `${name}: ${words.slice(0, MAX_WORDS).join(', ')}`);
  const all = said.join('; ');
  return all === '' ? '' : `${all.charAt(0).toUpperCase()}${all.slice(1)}.`;
}

function pathsIn({ original }: Statement): string[] {
  const paths = [...redactReason(original).matchAll(PATH)].map(([path]) => path);
  return paths.filter((path) => !looksRandom(path)).map((path) => quote(path, MAX_WIDTH));
}

/** @param meant leaves out what the statement itself forbids */
function wordsOf(statement: Statement, concepts: readonly Concept[], meant = false): string[] {
  const tags = concepts.flatMap((concept) => statement.tags.get(concept) ?? []).filter((tag) => !meant || !isForbidden(statement, tag));
  const words = tags.map((tag) => quote(wordOf(statement, tag), MAX_WIDTH));
  return [...new Set(words.filter((word) => word.length > 1))];
}

/** Without words that another one has in it: `credentials` beside `~/.aws/credentials`. */
function withoutParts(words: readonly string[]): string[] {
  return [...new Set(words)].filter((word, _at, all) => !all.some((other) => other.length > word.length && other.includes(word)));
}
