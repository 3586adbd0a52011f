import { decodeText } from '../../support/decode.js';
import { InputError } from '../../support/errors.js';
import type { TextReader, TextReading } from '../../support/licenses/texts.js';
import { type DependencyDisk, isPlain } from './disk.js';

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

/** Reads the texts of licences that lie with packages. The list of texts to compare with is loaded with the first. */
export class LicenseTexts {
  private reader: TextReader | undefined;
  private readonly known = new Map<string, TextReading | null>();

  constructor(private readonly disk: DependencyDisk) {}

  /** True when more texts differ than are compared. */
  get isExhausted(): boolean {
    return this.known.size >= MOST_TEXTS;
  }

  /** What the texts of a folder say. Undefined: there is none, one is unknown, or two differ. */
  async inFolder(folder: string, below: string): Promise<FoundLicense | undefined> {
    if (!this.disk.isDirect(below, folder.slice(below.length + 1))) return undefined;
    const entries = this.disk.list(folder);
    const names = entries.flatMap(({ name, kind }) => (kind === 'file' && TEXT_NAME.test(name) && !CODE.test(name) ? [name] : []));
    // PEP 639 puts them into a folder.
    const inner = entries.some(({ name, kind }) => name === 'licenses' && kind === 'folder') && folder.endsWith('.dist-info');
    const files = inner ? [...names, ...this.disk.list(`${folder}/licenses`).map(({ name }) => `licenses/${name}`)] : names;
    if (files.length === 0 || files.length > MOST_FILES) return undefined;
    let first: FoundLicense | undefined;
    for (const file of files) {
      const found = await this.read(`${folder}/${file}`, file);
      if (found === undefined || (first !== undefined && first.expression !== found.expression)) return undefined;
      first ??= found;
    }
    return first;
  }

  /** What the text says that metadata name. */
  async named(folder: string, file: string, below: string): Promise<FoundLicense | undefined> {
    const plain = file
      .trim()
      .replace(/^\.\//, '')
      .replace(/^<(.*)>$/, '$1');
    const path = `${folder}/${plain}`;
    return isPlain(plain) && this.disk.isDirect(below, path.slice(below.length + 1)) ? this.read(path, plain) : undefined;
  }

  private async read(path: string, file: string): Promise<FoundLicense | undefined> {
    const text = textOf(this.disk, path);
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

function textOf(disk: DependencyDisk, path: string): string | undefined {
  try {
    const file = disk.file(path);
    return file && decodeText(file.bytes(), path);
  } catch (error) {
    if (error instanceof InputError) return undefined;
    throw error;
  }
}
