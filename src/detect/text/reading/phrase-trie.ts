import { dataFile } from '../../../support/data-file.js';
import { pairsOf } from '../../../support/data-table.js';
import { type Concept, concepts } from '../lexicon/concepts.js';
import { lexica } from '../lexicon/registry.js';
import { isGlued, isWordUnit } from './letters.js';

/** A word or phrase found in clean text, and what it stands for. Offsets are into the clean text. */
export interface Tag {
  concept: Concept;
  start: number;
  end: number;
  /** The language of the word, where it counts. */
  language?: string;
}

interface Ending {
  concept: Concept;
  /** Any ending of the word may follow. */
  open: boolean;
  language?: string;
}

interface Node {
  next: Map<number, Node>;
  endings: Ending[];
}

/** Units below this are Latin letters, digits and punctuation; phrases made of them alone make up the table. */
const LATIN_END = 0x250;
const BEYOND_LATIN = /[\u0250-\uffff]/;

/** A trie as one table: the row of a node holds, per class of unit, the number of the next node; 0 is none. */
interface Table {
  /** Class of each Latin unit; 0 for units in no phrase. */
  classes: Uint8Array;
  width: number;
  next: Uint32Array;
  endings: readonly (readonly Ending[] | undefined)[];
}

/** Phrases of one kind: those of Latin letters in a table, the others in a tree. */
class Phrases {
  private latin: Table | undefined;
  private wide: Node | undefined;

  constructor(private readonly fill: (insert: Insert) => void) {}

  tag(text: string, anywhere: boolean): Tag[] {
    const tags: Tag[] = [];
    this.latin ??= tableOf(this.trie((phrase) => !BEYOND_LATIN.test(phrase)));
    const table = this.latin;
    eachStart(text, anywhere, (at) => walkTable(table, text, at, tags, anywhere));
    if (!BEYOND_LATIN.test(text)) return tags;
    this.wide ??= this.trie((phrase) => BEYOND_LATIN.test(phrase));
    const root = this.wide;
    eachStart(text, anywhere, (at) => walk(root, text, at, tags, anywhere));
    return tags.sort((a, b) => a.start - b.start || a.end - b.end);
  }

  private trie(belongs: (phrase: string) => boolean): Node {
    const top = node();
    this.fill((phrase, concept, language) => {
      if (belongs(phrase)) insert(top, phrase, concept, language);
    });
    return top;
  }
}

type Insert = (phrase: string, concept: Concept, language?: string) => void;

const lexicon = new Phrases((add) => {
  for (const words of lexica)
    for (const concept of concepts)
      for (const phrase of (words[concept] ?? '').split(', ')) add(phrase.trim().replaceAll('’', "'"), concept);
});

const frameWords = new Phrases((add) => {
  for (const [phrase, classes] of pairsOf(dataFile('frame-words.tsv')))
    for (const each of classes.split(',')) {
      const [concept, language] = each.split(':') as [Concept, string];
      add(phrase, concept, language);
    }
});

/**
 * Every word of the lexica in `text`, which must be clean (see clean.ts), by start and then by end. `anywhere` ignores word
 * boundaries, for letters that were joined without knowing where words end. Cost: length times the longest phrase that begins
 * there. Phrases of other scripts are looked for only in texts that leave Latin.
 */
export function tagText(text: string, anywhere = false): Tag[] {
  return lexicon.tag(text, anywhere);
}

/** The same for words of frames. They are many, so only what reads frames asks for them. */
export function tagFrameWords(text: string, anywhere = false): Tag[] {
  return frameWords.tag(text, anywhere);
}

function eachStart(text: string, anywhere: boolean, visit: (at: number) => void): void {
  let before = false;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    const glued = isGlued(code);
    if (!before || anywhere || glued) visit(at);
    before = !glued && isWordUnit(code);
  }
}

function walkTable({ classes, width, next, endings }: Table, text: string, start: number, tags: Tag[], anywhere: boolean): void {
  let node = 0;
  for (let at = start; at < text.length; at++) {
    const code = text.charCodeAt(at);
    const unit = code < LATIN_END ? (classes[code] ?? 0) : 0;
    if (unit === 0) return;
    node = next[node * width + unit] ?? 0;
    if (node === 0) return;
    const found = endings[node];
    if (found !== undefined) addTags(found, text, start, at, tags, anywhere);
  }
}

function walk(from: Node, text: string, start: number, tags: Tag[], anywhere: boolean): void {
  let node: Node | undefined = from;
  for (let at = start; at < text.length; at++) {
    node = node.next.get(text.charCodeAt(at));
    if (node === undefined) return;
    addTags(node.endings, text, start, at, tags, anywhere);
  }
}

function addTags(endings: readonly Ending[], text: string, start: number, last: number, tags: Tag[], anywhere: boolean): void {
  for (const ending of endings) {
    const { concept, open, language } = ending;
    if (open || anywhere || endsWord(text, last))
      tags.push(language === undefined ? { concept, start, end: last + 1 } : { concept, start, end: last + 1, language });
  }
}

function endsWord(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return (
    isGlued(code) || at + 1 === text.length || !isWordUnit(code) || !isWordUnit(text.charCodeAt(at + 1)) || isGlued(text.charCodeAt(at + 1))
  );
}

/** Nodes are numbered breadth first: the rows that every word passes lie together. */
function tableOf(root: Node): Table {
  const nodes = [root];
  for (const node of nodes) nodes.push(...node.next.values());
  const numbers = new Map(nodes.map((node, index) => [node, index]));
  const classes = new Uint8Array(LATIN_END);
  let width = 1;
  for (const code of new Set(nodes.flatMap((node) => [...node.next.keys()]))) classes[code] = width++;
  const next = new Uint32Array(nodes.length * width);
  for (const [index, node] of nodes.entries())
    for (const [code, child] of node.next) next[index * width + (classes[code] ?? 0)] = numbers.get(child) ?? 0;
  return { classes, width, next, endings: nodes.map((node) => (node.endings.length > 0 ? node.endings : undefined)) };
}

function insert(top: Node, phrase: string, concept: Concept, language?: string): void {
  if (phrase === '') return;
  const open = phrase.endsWith('*');
  const letters = open ? phrase.slice(0, -1) : phrase;
  let at = top;
  for (let index = 0; index < letters.length; index++) at = step(at, letters.charCodeAt(index));
  if (!at.endings.some((ending) => ending.concept === concept && ending.language === language))
    at.endings.push(language === undefined ? { concept, open } : { concept, open, language });
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
