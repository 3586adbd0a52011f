import type { ServerPackage } from '../../model/agent.js';
import type { LaunchStep, LaunchWord } from '../../model/ai-evidence.js';

/** One word of a launch line, and which word of argv it stands in. */
export type Word = LaunchWord;

/** What is known so far. */
export interface LaunchState {
  package?: ServerPackage;
  image?: string;
  localPath?: string;
  runner?: string;
  envNames: Set<string>;
  envValues: { name: string; value: string; index: number }[];
  program: string;
  inner: string[];
  /** Every command met so far, outermost first. */
  steps: LaunchStep[];
}

/** `npx` for `C:\node\NPX.CMD` and `/usr/bin/npx`. */
export function programName(text: string): string {
  const base = text.slice(Math.max(text.lastIndexOf('/'), text.lastIndexOf('\\')) + 1).toLowerCase();
  return base.replace(/\.(?:exe|cmd|bat|com|ps1)$/, '');
}

/** Options that take the next word as their value. */
export type Valued = ReadonlySet<string>;

/** An option with its value where it has one. */
export interface OptionWord {
  name: string;
  value?: string;
  index: number;
}

export interface ParsedOptions {
  options: OptionWord[];
  /** From the first word that is no option. */
  operands: Word[];
}

/** Splits words into leading options and what follows; `--` ends the options, `--x=v` carries its value. */
export function parseOptions(words: readonly Word[], valued: Valued): ParsedOptions {
  const options: OptionWord[] = [];
  let at = 0;
  for (; at < words.length; at++) {
    const word = words[at];
    if (!word?.text.startsWith('-') || word.text === '-') break;
    if (word.text === '--') {
      at++;
      break;
    }
    const equals = word.text.indexOf('=');
    if (equals > 0) options.push({ name: word.text.slice(0, equals), value: word.text.slice(equals + 1), index: word.index });
    else if (valued.has(word.text)) {
      const value = words[++at];
      options.push({ name: word.text, index: value?.index ?? word.index, ...(value && { value: value.text }) });
    } else options.push({ name: word.text, index: word.index });
  }
  return { options, operands: words.slice(at) };
}

/** Value of the last of these options. */
export function lastValue(options: readonly OptionWord[], ...names: string[]): string | undefined {
  return options.findLast((option) => names.includes(option.name))?.value;
}

const ASSIGNMENT = /^([A-Za-z_][A-Za-z0-9_]*)=(?!=)(.*)$/s;

/** Takes `NAME=value` words off the front, noting them. */
export function takeAssignments(words: readonly Word[], state: LaunchState): Word[] {
  let at = 0;
  for (; at < words.length; at++) {
    const word = words[at];
    if (!word || !note(word, state)) break;
  }
  return words.slice(at);
}

/** Notes one `NAME=value`; false for a word that is none. */
export function note(word: Word, state: LaunchState): boolean {
  const [, name, value] = ASSIGNMENT.exec(word.text) ?? [];
  if (name === undefined || value === undefined) return false;
  state.envNames.add(name);
  state.envValues.push({ name, value, index: word.index });
  return true;
}
