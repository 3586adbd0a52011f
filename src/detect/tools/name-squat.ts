import type { ToolSet } from '../../model/ai-evidence.js';
import { stepBetween } from '../../support/one-step.js';
import { quote } from '../../support/quote.js';
import type { Rule } from '../contract/rule.js';
import { foldLookAlikes, isInvisible, isMixedScript } from '../text/letters.js';
import { type ToolDefinition, toolRef } from './definition.js';
import { KNOWN_SERVERS, KNOWN_WORDS } from './known-names.js';
import { toolRule } from './rules.js';
import { tokensOf } from './tool-words.js';
import { locationOf } from './wrong-hints.js';

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

/** How a name imitates another: with letters nobody can tell apart, or with digits for letters. */
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

/** Words that hold a digit between or after letters; `s3` and `oauth2` come to nothing later. */
function tokensWithDigits(name: string): string[] {
  return name
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => /[a-z]/.test(word) && /\d/.test(word) && word.length > 3);
}

/** The word with each digit read as the letter it resembles; at most a handful of readings. */
function lettersFor(word: string): string[] {
  let readings = [''];
  for (const char of word.slice(0, 40)) {
    const options = Object.hasOwn(DIGIT_LETTERS, char) ? (DIGIT_LETTERS[char] ?? []) : [char];
    readings = readings.flatMap((start) => options.map((option) => start + option)).slice(0, 16);
  }
  return readings;
}

/** TOL-07 for a tool: its name imitates a common one. Names wholly in one script are names. */
export const toolImitation: Rule<ToolDefinition> = {
  ...toolRule('TOL-07'),
  *check(definition) {
    const found = imitates(definition.name);
    if (found === undefined) return;
    yield {
      location: locationOf(definition, '/name'),
      subject: toolRef(definition.set, definition.name),
      severity: found.invisible ? 'high' : 'medium',
      evidence: `${quote(definition.name)} looks like ${quote(found.of)}`,
    };
  },
};

/** TOL-07 for a server: its name is one step away from a well-known one. */
export const serverImitation: Rule<ToolSet> = {
  ...toolRule('TOL-07'),
  *check(set) {
    const found = imitates(set.server);
    const near = found?.of ?? nearServer(set.server.toLowerCase());
    if (near === undefined) return;
    yield {
      location: { path: set.path, ...(set.line !== undefined && { line: set.line }), pointer: '/server' },
      subject: set.ref,
      severity: found?.invisible ? 'high' : 'medium',
      evidence: `${quote(set.server)} looks like ${quote(near)}`,
    };
  },
};

function nearServer(name: string): string | undefined {
  const core = name.replace(/^(?:mcp[-_]?(?:server[-_]?)?)|[-_]?(?:mcp[-_]?server|server|mcp)$/g, '');
  if (core.length < 5 || SERVERS.has(core) || tokensOf(core).length > 2) return undefined;
  return KNOWN_SERVERS.find((known) => known.length > 4 && known[0] === core[0] && isSlip(known, core));
}

/** A plural or another ending is a word of its own; a swapped, dropped or replaced letter is a slip or an imitation. */
function isSlip(known: string, name: string): boolean {
  const step = stepBetween(known, name);
  return step !== undefined && !(step === 'added' && name.startsWith(known)) && !(step === 'dropped' && known.startsWith(name));
}
