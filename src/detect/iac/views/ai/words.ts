import type { SourcePlace } from '../../../../model/iac.js';
import type { CommandWord } from './ai-container.js';

/** The words of a command as far as blanks tell them apart; quotes around a word or a flag's value are dropped. */
export function wordsOfText(text: string | undefined, at: SourcePlace): CommandWord[] {
  return (text?.match(/(?:[^\s"']|"[^"]*"|'[^']*')+/g) ?? []).map((word) => ({ text: unquoted(word), at }));
}

function unquoted(word: string): string {
  return word.replace(/(["'])(.*?)\1/g, '$2');
}

/** The value of a flag, `--name=value` or `--name value`; a flag alone is empty. Undefined: it is not there. */
export function flagValue(words: readonly CommandWord[], names: readonly string[]): CommandWord | undefined {
  for (const [index, { text, at }] of words.entries()) {
    const match = /^--?([\w.-]+)(?:=(.*))?$/s.exec(text);
    if (!match?.[1] || !names.includes(match[1])) continue;
    const next = words[index + 1];
    return { text: match[2] ?? (next && !next.text.startsWith('-') ? next.text : ''), at };
  }
  return undefined;
}
