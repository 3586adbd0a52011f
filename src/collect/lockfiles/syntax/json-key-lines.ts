import { LineCursor } from '../../../support/line-index.js';

/**
 * Finds the lines of object keys of a JSON text, which must be asked for in file order. A string equal to the key that
 * is not a key is skipped, but a nested key of that name is not: use the lines for display only.
 */
export class JsonKeyLines {
  private readonly cursor: LineCursor;
  private offset = 0;

  constructor(private readonly text: string) {
    this.cursor = new LineCursor(text);
  }

  /**
   * Line of the next such key. Once a key is not found after the previous one, the result stays undefined, so that the
   * text is read only once.
   */
  next(key: string): number | undefined {
    const needle = JSON.stringify(key);
    for (let at = this.text.indexOf(needle, this.offset); at !== -1; at = this.text.indexOf(needle, at + needle.length)) {
      if (!/^\s*:/.test(this.text.slice(at + needle.length, at + needle.length + 40))) continue;
      this.offset = at + needle.length;
      return this.cursor.at(at);
    }
    this.offset = this.text.length;
    return undefined;
  }
}
