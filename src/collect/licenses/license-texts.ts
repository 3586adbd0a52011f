import { decodeText } from '../../support/decode.js';
import { InputError } from '../../support/errors.js';
import { type DependencyDisk, isPlain } from './disk.js';
import { type FoundLicense, isTextName, TextReadings } from './text-readings.js';

/** Reads the texts of licences that lie with packages. */
export class LicenseTexts {
  private readonly readings = new TextReadings();

  constructor(private readonly disk: DependencyDisk) {}

  get isExhausted(): boolean {
    return this.readings.isExhausted;
  }

  /** What the texts of a folder say. Undefined: there is none, one is unknown, or two differ. */
  async inFolder(folder: string, below: string): Promise<FoundLicense | undefined> {
    if (!this.disk.isDirect(below, folder.slice(below.length + 1))) return undefined;
    const entries = this.disk.list(folder);
    const names = entries.flatMap(({ name, kind }) => (kind === 'file' && isTextName(name) ? [name] : []));
    // PEP 639 puts them into a folder.
    const inner = entries.some(({ name, kind }) => name === 'licenses' && kind === 'folder') && folder.endsWith('.dist-info');
    const files = inner ? [...names, ...this.disk.list(`${folder}/licenses`).map(({ name }) => `licenses/${name}`)] : names;
    return this.readings.together(files, (file) => textOf(this.disk, `${folder}/${file}`));
  }

  /** What the text says that metadata name. */
  async named(folder: string, file: string, below: string): Promise<FoundLicense | undefined> {
    const plain = file
      .trim()
      .replace(/^\.\//, '')
      .replace(/^<(.*)>$/, '$1');
    const path = `${folder}/${plain}`;
    const isBelow = isPlain(plain) && this.disk.isDirect(below, path.slice(below.length + 1));
    return isBelow ? this.readings.read(textOf(this.disk, path), plain) : undefined;
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
