/** The parts of the labelled texts: the one that the rules were made with, and one that came later. Both have the same form. */
export const PARTS = ['visible', 'second'] as const;

export type TextPart = (typeof PARTS)[number];
