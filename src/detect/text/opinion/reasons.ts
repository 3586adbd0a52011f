import type { Instance } from './instances.js';
import { distanceTo, type OpinionModel, scoreOf, type Threshold } from './model.js';
import type { Word } from './words.js';

/** Words that are named as reasons, and the longest sentence whose words are all tried. */
const NAMED = 3;
const TRIED = 60;

/** The words without which the opinion of a sentence would be best: each is taken out by itself, the ones that matter most come first. */
export function reasonsOf(instance: Instance, model: OpinionModel, threshold: Threshold): string[] {
  const distance = (words: readonly Word[]) => {
    const { cells, gravity } = instance.without(words);
    return distanceTo(threshold, scoreOf(model, cells), gravity);
  };
  const whole = distance([]);
  const { text } = instance.statement;
  const drops = new Map<string, number>();
  for (const word of instance.words.slice(0, TRIED)) {
    const shown = text.slice(word.start, word.end);
    const drop = whole - distance([word]);
    if (drop > (drops.get(shown) ?? 0)) drops.set(shown, drop);
  }
  return [...drops]
    .sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1))
    .slice(0, NAMED)
    .map(([word]) => word);
}
