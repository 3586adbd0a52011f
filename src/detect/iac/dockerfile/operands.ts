import type { CallWord } from '../views/shell-calls.js';

/** The words of a command that are neither options nor values of those options that take one. */
export function operandsOf(words: readonly CallWord[], withValue: RegExp): CallWord[] {
  const operands: CallWord[] = [];
  let isOver = false;
  for (let at = 0; at < words.length; at++) {
    const word = words[at];
    if (!word) continue;
    if (!isOver && word.text === '--') isOver = true;
    else if (isOver || !word.text.startsWith('-')) operands.push(word);
    else if (withValue.test(word.text)) at++;
  }
  return operands.filter(({ text }) => text !== '');
}
