import { stepBetween } from '../../support/one-step.js';
import { foldLookAlikes, isInvisible, isMixedScript } from '../text/reading/letters.js';
import { KNOWN_SERVERS, KNOWN_WORDS } from './known-names.js';
import { splitName } from './tool-words.js';

const SERVERS = new Set(KNOWN_SERVERS);
const WORDS = new Set(KNOWN_WORDS);
const DIGIT_LETTERS: Readonly<Record<string, readonly string[]>> = {
  '0': ['o'],
  '1': ['l', 'i'],
  '3': ['e'],
  '4': ['a'],
  '5': ['s'],
  '7': ['t'],
  '9': ['g'],
};

/** How a name imitates another: with letters that look the same, or with digits for letters. */
export function imitates(name: string): { invisible: boolean; of: string } | undefined {
  const shown = [...name].filter((char) => !isInvisible(char)).join('');
  if (shown !== name) return { invisible: true, of: shown };
  const words = name.split(/[^\p{L}\p{N}]+/u);
  if (words.some(isMixedScript)) return { invisible: true, of: foldLookAlikes(name) };
  const compatible = name.normalize('NFKC');
  if (compatible !== name && /^[\x20-\x7e]+$/.test(compatible)) return { invisible: true, of: compatible };
  const turned = tokensWithDigits(name)
    .flatMap(lettersFor)
    .find((word) => WORDS.has(word) || SERVERS.has(word));
  return turned === undefined ? undefined : { invisible: false, of: turned };
}

/** Words with a digit between or after letters; `s3` and `oauth2` are sorted out later. */
function tokensWithDigits(name: string): string[] {
  return name
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => /[a-z]/.test(word) && /\d/.test(word) && word.length > 3);
}

/** The word with each digit replaced by the letter it resembles; at most a handful of variants. */
function lettersFor(word: string): string[] {
  let readings = [''];
  for (const char of word.slice(0, 40)) {
    const options = Object.hasOwn(DIGIT_LETTERS, char) ? (DIGIT_LETTERS[char] ?? []) : [char];
    readings = readings.flatMap((start) => options.map((option) => start + option)).slice(0, 16);
  }
  return readings;
}

/** The well-known server whose name is one step away. */
export function nearServer(name: string): string | undefined {
  const core = name.replace(/^(?:mcp[-_]?(?:server[-_]?)?)|[-_]?(?:mcp[-_]?server|server|mcp)$/g, '');
  if (core.length < 5 || SERVERS.has(core) || splitName(core).length > 2) return undefined;
  return KNOWN_SERVERS.find((known) => known.length > 4 && known[0] === core[0] && isSlip(known, core));
}

/**
 * A plural or another ending makes another word; a swapped, dropped or replaced letter is a typing error or an
 * imitation.
 */
function isSlip(known: string, name: string): boolean {
  const step = stepBetween(known, name);
  return step !== undefined && !(step === 'added' && name.startsWith(known)) && !(step === 'dropped' && known.startsWith(name));
}
