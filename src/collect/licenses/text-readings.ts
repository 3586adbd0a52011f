import type { TextReader, TextReading } from '../../support/licenses/texts.js';

const TEXT_NAME = /^(?:[a-z]{2,8}-)?(?:un)?licen[cs]e(?:[-._][\w.-]*)?$|^copying(?:[-._][\w.-]*)?$/i;
const CODE = /\.(?:[cm]?[jt]sx?|json|py|rb|go|php|map|html?|ya?ml|toml|docs?)$/i;
/** Files with texts of licences in one folder. */
const MOST_FILES = 8;
/** Different texts of one scan; most packages have one of a few dozen. */
const MOST_TEXTS = 2_000;

/** A licence told by its text. */
export interface FoundLicense extends TextReading {
  /** Name of the file, relative to the package's folder. */
  file: string;
}

/** True for the name of a file that holds the text of a licence. */
export function isTextName(name: string): boolean {
  return TEXT_NAME.test(name) && !CODE.test(name);
}

/** What texts of licences are, each read once. The list of texts to compare with is loaded with the first. */
export class TextReadings {
  private reader: TextReader | undefined;
  private readonly known = new Map<string, TextReading | null>();

  /** True when more texts differ than are compared. */
  get isExhausted(): boolean {
    return this.known.size >= MOST_TEXTS;
  }

  /** What the texts of one package say together; `textOf` gives the text of a file. Undefined: there is none, one is unknown, or two differ. */
  async together(files: readonly string[], textOf: (file: string) => string | undefined): Promise<FoundLicense | undefined> {
    if (files.length > MOST_FILES) return undefined;
    let first: FoundLicense | undefined;
    for (const file of files) {
      const found = await this.read(textOf(file), file);
      if (found === undefined || (first !== undefined && first.expression !== found.expression)) return undefined;
      first ??= found;
    }
    return first;
  }

  async read(text: string | undefined, file: string): Promise<FoundLicense | undefined> {
    if (text === undefined || this.isExhausted) return undefined;
    const { textWords } = await import('../../support/licenses/text-words.js');
    const key = `${/SPDX-License-Identifier:.*/.exec(text)?.[0] ?? ''}\n${textWords(text).join(' ')}`;
    const before = this.known.get(key);
    const reading = before === undefined ? ((await this.open()).read(text) ?? null) : before;
    this.known.set(key, reading);
    return reading === null ? undefined : { ...reading, file };
  }

  private async open(): Promise<TextReader> {
    if (this.reader === undefined) {
      const [{ TextReader }, { spdxTexts }] = await Promise.all([
        import('../../support/licenses/texts.js'),
        import('../../support/licenses/spdx-texts.js'),
      ]);
      this.reader = new TextReader(spdxTexts());
    }
    return this.reader;
  }
}
