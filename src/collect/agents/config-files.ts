import { decodeText } from '../../support/decode.js';
import { InputError } from '../../support/errors.js';
import type { ConfigDocument } from './config/config-node.js';
import { maxConfigBytes, readConfig } from './config/read-config.js';
import type { FileFinder, FoundFile } from './search-root.js';

/** Opens each configuration file once, and turns errors into issues. */
export class ConfigFiles {
  private readonly documents = new Map<string, ConfigDocument | undefined>();

  constructor(private readonly finder: FileFinder) {}

  /**
   * The document of a file; undefined, with an issue, when it cannot be read. `shared`: many programs use the file's
   * name, so an unreadable file is only an issue when it mentions MCP.
   */
  read(file: FoundFile, options: { json5?: boolean; shared?: boolean } = {}): ConfigDocument | undefined {
    const known = this.documents.get(file.absolute);
    if (known !== undefined || this.documents.has(file.absolute)) return known;
    const document = this.open(file, options);
    this.documents.set(file.absolute, document);
    return document;
  }

  /** The text of a file that is not in a data format; undefined, with an issue, when it cannot be read. */
  text(file: FoundFile): string | undefined {
    try {
      return decodeText(this.finder.files.read(file.absolute, maxConfigBytes), file.path);
    } catch (error) {
      this.fail(file, error);
      return undefined;
    }
  }

  /** POSIX mode bits; undefined when the file is gone. */
  mode(file: FoundFile): number | undefined {
    return this.finder.files.info(file.absolute, true)?.mode;
  }

  private open(file: FoundFile, options: { json5?: boolean; shared?: boolean }): ConfigDocument | undefined {
    let bytes: Uint8Array | undefined;
    try {
      bytes = this.finder.files.read(file.absolute, maxConfigBytes);
      return readConfig(file.path, bytes, options);
    } catch (error) {
      if (bytes === undefined || !options.shared || speaksOfMcp(bytes)) this.fail(file, error);
      return undefined;
    }
  }

  private fail(file: FoundFile, error: unknown): void {
    if (!(error instanceof InputError)) throw error;
    this.finder.report(file.path, error.issue, error.message, error.line);
  }
}

/** True when the head of the file mentions MCP. */
function speaksOfMcp(bytes: Uint8Array): boolean {
  return /mcp/i.test(
    Buffer.from(bytes.subarray(0, 256 * 1024))
      .toString('latin1')
      .replaceAll('\0', ''),
  );
}
