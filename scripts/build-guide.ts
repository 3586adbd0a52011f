/**
 * Builds the guide: without an argument packed into dist/guide, for `castellan serve`; with a folder's name as plain files, for any web
 * server or to open as files. Needs no network.
 */
import '../test/support/own-home.js';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import { isPicture, PACKED_EXAMPLES, PACKED_PAGES } from '../src/system/guide-files.js';
import { makeSite, type Site } from './site/site.js';

const [folder] = process.argv.slice(2);
const site = await makeSite();
if (folder === undefined) pack(site, 'dist/guide');
else write(site.files, folder);

function pack({ files, examples, metafile }: Site, to: string): void {
  rmSync(to, { recursive: true, force: true });
  write(new Map([...files].filter(([path]) => isPicture(path))), to);
  const texts = [...files].filter(([path]) => !isPicture(path)).map(([path, bytes]) => [path, bytes.toString('utf8')]);
  writeFileSync(join(to, PACKED_PAGES), packed(Object.fromEntries(texts)));
  writeFileSync(join(to, PACKED_EXAMPLES), packed(Object.fromEntries(examples)));
  writeFileSync('dist/metafile-guide.json', JSON.stringify(metafile));
}

function packed(value: unknown): Buffer {
  const bytes = Buffer.from(JSON.stringify(value));
  return brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_LGWIN]: 24, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length } });
}

function write(files: ReadonlyMap<string, Buffer>, to: string): void {
  for (const [path, bytes] of files) {
    mkdirSync(dirname(join(to, path)), { recursive: true });
    writeFileSync(join(to, path), bytes);
  }
}
