/** How a piece of text reaches the agent. Everything but `open` is unseen by a person who looks at the page. */
export type Channel =
  | 'open'
  | 'comment'
  | 'hidden-style'
  | 'concealed'
  | 'alt'
  | 'far'
  | 'tags'
  | 'selectors'
  | 'bidi'
  | 'spaced'
  | 'encoded';

/** What a block is on the page. `shell` is a fence of commands, `shown` one of text, `code` any other. */
export type BlockKind = 'prose' | 'item' | 'quote' | 'heading' | 'table' | 'shell' | 'shown' | 'code' | 'front';

/** True for a fence of what a machine reads. */
export function isCode({ role }: Passage): boolean {
  return role === 'shell' || role === 'code';
}

/** True for what stands in a fence. */
export function isFenced(passage: Passage): boolean {
  return passage.role === 'shown' || isCode(passage);
}

/**
 * A code for each letter that could stand as it is, or for letters that some files cannot hold; base64, rot13 and their like; or what hides
 * it from a search as well.
 */
export type Encoding = 'letters' | 'script' | 'block' | 'cipher';

/** A piece of a document that is read as one: a paragraph, a list item, a comment, a decoded text. */
export interface Passage {
  raw: string;
  /** Offset of `raw` in the document. */
  base: number;
  channel: Channel;
  role: BlockKind;
  /** Headings above it, outermost first, joined by ` / `. */
  heading: string;
  /** Text of the paragraph before, when it ends with a colon; of the table's first row for a row. */
  leadIn: string;
  /** Begin of the block after a quote, which may say what the quote is. */
  after?: string;
  /** True for text that does not stand in the document as such: every offset in it means `base`. */
  derived?: boolean;
  /** Letters joined without knowing where words end. */
  unspaced?: boolean;
  /** How it is encoded. Absent in an address, whose letters need an encoding. */
  encoding?: Encoding;
}
