/** The parts of the labelled texts: the one that the rules were made with, and one that came later. Both have the same form. */
export const PARTS = ['visible', 'second'] as const;

export type TextPart = (typeof PARTS)[number];

/** How many folds the families of all parts are dealt to. */
export const FOLDS = 5;

/** The fold of a family, 0 to 4, by its name alone: a new family moves no other one. */
export function foldOf(family: string): number {
  let hash = 0x811c9dc5;
  for (const unit of family) hash = Math.imul(hash ^ (unit.codePointAt(0) ?? 0), 0x01000193);
  return ((hash ^ (hash >>> 15)) >>> 0) % FOLDS;
}
