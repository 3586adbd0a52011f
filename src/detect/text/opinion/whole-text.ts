import type { TextDocument } from '../reading/document.js';
import type { Statement } from '../reading/statement.js';
import type { Around } from './features.js';
import { type Word, wordsOf } from './words.js';

/** A text as its sentences are compared with it. */
export class WholeText {
  private readonly counts = new Map<number, number>();
  private readonly subject: ReadonlySet<number>;
  private readonly talk: number;
  private readonly size: number;

  /** `words` are those of each statement. */
  constructor(
    { subject }: TextDocument,
    statements: readonly Statement[],
    private readonly words: readonly (readonly Word[])[],
  ) {
    this.size = statements.length < 3 ? 0 : statements.length < 12 ? 1 : statements.length < 60 ? 2 : 3;
    if (this.size > 1)
      for (const words of this.words)
        for (const word of words) if (isLong(word)) this.counts.set(word.hash, (this.counts.get(word.hash) ?? 0) + 1);
    const talking = statements.filter(({ tags }) => tags.has('mention') || tags.has('theme')).length / Math.max(4, statements.length);
    this.talk = talking === 0 ? 0 : talking < 0.06 ? 1 : talking < 0.15 ? 2 : 3;
    this.subject = new Set(
      wordsOf(`${subject.name} ${subject.description}`.toLowerCase(), [], [])
        .filter(isLong)
        .map(({ hash }) => hash),
    );
  }

  /** Words of the statement with this number. */
  wordsAt(at: number): readonly Word[] {
    return this.words[at] ?? [];
  }

  /** What the text says of a sentence of these words. */
  around(words: readonly Word[]): Around {
    const long = words.filter(isLong);
    const count = Math.max(1, long.length);
    const shared = long.filter(({ hash }) => this.subject.has(hash)).length;
    const alone = long.filter(({ hash }) => this.counts.get(hash) === 1).length / count;
    const strange = alone < 0.2 ? 0 : alone < 0.4 ? 1 : alone < 0.65 ? 2 : 3;
    return { talk: this.talk, shared: Math.min(2, shared), size: this.size, ...(this.size > 1 && { strange }) };
  }
}

function isLong({ start, end }: Word): boolean {
  return end - start > 3;
}
