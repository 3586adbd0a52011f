import { createHash } from 'node:crypto';
import { extname } from 'node:path';

/** Files that pages name; each name holds a hash of the content, so that a browser may keep it for ever. */
export class Assets {
  readonly files = new Map<string, Buffer>();

  /** Takes a file in and gives its path in the site: `assets/guide.3f9a01bc.css`. */
  add(name: string, content: Buffer | string): string {
    const bytes = Buffer.from(content);
    const ending = extname(name);
    const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 8);
    const path = `assets/${name.slice(0, name.length - ending.length)}.${hash}${ending}`;
    this.files.set(path, bytes);
    return path;
  }
}
