import { LineCursor } from '../../../support/line-index.js';

/**
 * Finds the lines of texts of a JSON document, which must be asked for in file order; each search continues after the
 * last text found.
 */
export class JsonTextLines {
  private readonly cursor: LineCursor;
  private offset = 0;

  constructor(private readonly text: string) {
    this.cursor = new LineCursor(text);
  }

  /**
   * Line of the next such text, as the value of `key` if one is given. Once a text is not found, the result stays
   * undefined.
   */
  next(value: string, key?: string): number | undefined {
    const needle = JSON.stringify(value);
    const owner = key === undefined ? /$/ : new RegExp(`"${key}"\\s{0,40}:\\s{0,40}$`);
    for (let at = this.text.indexOf(needle, this.offset); at !== -1; at = this.text.indexOf(needle, at + needle.length)) {
      if (!owner.test(this.text.slice(Math.max(0, at - 120), at))) continue;
      this.offset = at + needle.length;
      return this.cursor.at(at);
    }
    this.offset = this.text.length;
    return undefined;
  }
}
