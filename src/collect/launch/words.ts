import type { ServerPackage } from '../../model/agent.js';
import type { LaunchStep, LaunchWord } from '../../model/ai-evidence.js';

/** One word of a command line, with the index of the word of argv that it comes from. */
export type Word = LaunchWord;

/** What has been found so far. */
export interface LaunchState {
  package?: ServerPackage;
  image?: string;
  localPath?: string;
  runner?: string;
  envNames: Set<string>;
  envValues: { name: string; value: string; index: number }[];
  program: string;
  inner: string[];
  /** The commands found so far, outermost first. */
  steps: LaunchStep[];
  /** The command behind castellan, where it stands before the server. */
  relayed?: string[];
}

/** `npx` for `C:\node\NPX.CMD` and `/usr/bin/npx`. */
export function programName(text: string): string {
  const base = text.slice(Math.max(text.lastIndexOf('/'), text.lastIndexOf('\\')) + 1).toLowerCase();
  return base.replace(/\.(?:exe|cmd|bat|com|ps1)$/, '');
}

/** Options whose value is the next word. */
export type Valued = ReadonlySet<string>;

/** An option with its value, if it has one. */
export interface OptionWord {
  name: string;
  value?: string;
  index: number;
}

export interface ParsedOptions {
  options: OptionWord[];
  /** The words from the first one that is not an option. */
  operands: Word[];
}

/** Splits words into leading options and operands; `--` ends the options, `--x=v` contains its value. */
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

/** Removes leading `NAME=value` words and records them. */
export function takeAssignments(words: readonly Word[], state: LaunchState): Word[] {
  let at = 0;
  for (; at < words.length; at++) {
    const word = words[at];
    if (!word || !note(word, state)) break;
  }
  return words.slice(at);
}

/** Records one `NAME=value`; false for a word without that form. */
export function note(word: Word, state: LaunchState): boolean {
  const [, name, value] = ASSIGNMENT.exec(word.text) ?? [];
  if (name === undefined || value === undefined) return false;
  state.envNames.add(name);
  state.envValues.push({ name, value, index: word.index });
  return true;
}
