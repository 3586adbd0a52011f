import { type Choice, clauseOf, fill, frameOf, sentence, shapeOf } from './clauses.js';

export const CONSTRUCTIONS = [
  'imperative',
  'passive',
  'goes',
  'noun',
  'conditional',
  'polite',
  'question',
  'split',
  'list',
  'table',
  'comment',
  'front-matter',
  'parameter',
  'two-files',
  'two-tools',
] as const;
export type Construction = (typeof CONSTRUCTIONS)[number];

/** One or two sentences; the second one stands apart, in a list, a file or a tool of its own. */
export type Parts = readonly [string] | readonly [string, string];

/** The act in one construction. Constructions of places (front matter, parameter, comment) say it as an order. */
export function constructed(choice: Choice, construction: Construction): Parts {
  const clause = clauseOf(choice);
  const said = (text: string) => sentence(text, choice.language);
  const wrapped = (key: string) => said(fill(frameOf(choice, 'wrap', key), clause));
  switch (construction) {
    case 'passive':
      return [said(shapeOf(clause, 'pas'))];
    case 'goes':
      return [said(shapeOf(clause, 'goes'))];
    case 'noun':
    case 'conditional':
    case 'polite':
    case 'question':
      return [wrapped(construction)];
    case 'split':
    case 'list':
    case 'table':
    case 'two-files':
    case 'two-tools':
      return [wrapped('topic'), said(shapeOf(clause, 'it'))];
    default:
      return [said(shapeOf(clause, 'imp'))];
  }
}

/** `order` and `heading` are orders, the second below a heading that changes nothing; all others speak of an order and give none. */
export const FRAMINGS = ['order', 'heading', 'prohibition', 'quotation', 'documentation', 'test', 'report', 'changelog', 'threat'] as const;
export type Framing = (typeof FRAMINGS)[number];

/** True for the framings that leave an order what it is. */
export function isOrder(framing: Framing): boolean {
  return framing === 'order' || framing === 'heading';
}

/** The order as the framing puts it. */
export function framed(choice: Choice, framing: Framing): string {
  const clause = clauseOf(choice);
  if (isOrder(framing)) {
    const order = sentence(shapeOf(clause, 'imp'), choice.language);
    return framing === 'order' ? order : `# ${frameOf(choice, 'language', 'heading')}\n\n${order}`;
  }
  const text = fill(frameOf(choice, 'frame', framing), clause);
  return text.startsWith('- ') ? text : sentence(text, choice.language);
}
