/**
 * Writes native/: the binaries of the spare SQLite driver, compressed, and the digest of each. `npm pack` runs it, because the program
 * that users install has them in place of a package with three times their size. A checkout needs none.
 */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';

const PREBUILDS = 'node_modules/@photostructure/sqlite/prebuilds';
const OUT = 'native';
/** Left out for size: almost nobody has these with Node 20 and no binary of better-sqlite3; from Node 22.13 on nobody needs one. */
const RARE = ['win32-arm64', 'linux-arm64-musl'];
const compress = promisify(brotliCompress);

const binaries = readdirSync(PREBUILDS)
  .sort()
  .flatMap((platform) =>
    readdirSync(join(PREBUILDS, platform))
      .sort()
      .map((file) => ({
        name: `${platform}${file.includes('.musl.') ? '-musl' : ''}`,
        bytes: readFileSync(join(PREBUILDS, platform, file)),
      })),
  )
  .filter(({ name }) => !RARE.includes(name));
const digests = `${JSON.stringify(
  Object.fromEntries(binaries.map(({ name, bytes }) => [name, createHash('sha256').update(bytes).digest('hex')])),
  null,
  2,
)}\n`;
const list = join(OUT, 'digests.json');
// Compressing takes a minute; the list is written last, so that a run that was cut short is not taken for whole.
if (!existsSync(list) || readFileSync(list, 'utf8') !== digests) {
  rmSync(OUT, { recursive: true, force: true });
  mkdirSync(OUT);
  await Promise.all(
    binaries.map(async ({ name, bytes }) => {
      const params = { [constants.BROTLI_PARAM_LGWIN]: 24, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
      writeFileSync(join(OUT, `${name}.node.br`), await compress(bytes, { params }));
    }),
  );
  writeFileSync(list, digests);
}
