import { type Concept, concepts } from './concepts.js';
import { isGlued, isWordUnit } from './letters.js';
import { lexica } from './lexicon/registry.js';

/** A word or phrase found in clean text, and what it stands for. Offsets are into the clean text. */
export interface Tag {
  concept: Concept;
  start: number;
  end: number;
}

interface Ending {
  concept: Concept;
  /** Any ending of the word may follow. */
  open: boolean;
}

interface Node {
  next: Map<number, Node>;
  endings: Ending[];
}

let root: Node | undefined;

/**
 * Every word of the lexica in `text`, which must be clean (see clean.ts). `anywhere` ignores word boundaries, for letters that
 * were joined without knowing where words end. Cost: length times the longest phrase that begins there.
 */
export function tagText(text: string, anywhere = false): Tag[] {
  root ??= build();
  const tags: Tag[] = [];
  let before = false;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (!before || anywhere || isGlued(code)) walk(root, text, at, tags, anywhere);
    before = isWordUnit(code) && !isGlued(code);
  }
  return tags;
}

function walk(from: Node, text: string, start: number, tags: Tag[], anywhere: boolean): void {
  let node: Node | undefined = from;
  for (let at = start; at < text.length; at++) {
    node = node.next.get(text.charCodeAt(at));
    if (node === undefined) return;
    for (const ending of node.endings) {
      if (ending.open || anywhere || endsWord(text, at)) tags.push({ concept: ending.concept, start, end: at + 1 });
    }
  }
}

function endsWord(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return (
    isGlued(code) || at + 1 === text.length || !isWordUnit(code) || !isWordUnit(text.charCodeAt(at + 1)) || isGlued(text.charCodeAt(at + 1))
  );
}

function build(): Node {
  const top = node();
  for (const lexicon of lexica) {
    for (const concept of concepts) {
      for (const phrase of (lexicon[concept] ?? '').split(', ')) insert(top, phrase.trim().replaceAll('’', "'"), concept);
    }
  }
  return top;
}

function insert(top: Node, phrase: string, concept: Concept): void {
  if (phrase === '') return;
  const open = phrase.endsWith('*');
  let at = top;
  for (const unit of open ? phrase.slice(0, -1) : phrase) {
    for (let index = 0; index < unit.length; index++) at = step(at, unit.charCodeAt(index));
  }
  if (!at.endings.some((ending) => ending.concept === concept)) at.endings.push({ concept, open });
}

function step(from: Node, code: number): Node {
  let next = from.next.get(code);
  if (next === undefined) {
    next = node();
    from.next.set(code, next);
  }
  return next;
}

function node(): Node {
  return { next: new Map(), endings: [] };
}
