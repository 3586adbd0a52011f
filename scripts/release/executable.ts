/**
 * Builds the program as one file that needs no Node.js: `tsx scripts/release/executable.ts --node NODE --out FILE`. NODE is the Node.js 24
 * of the system that the file is for, which need not be this one's.
 */
import { createHash } from 'node:crypto';
import { chmodSync, copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { brotliCompressSync, constants } from 'node:zlib';
import { packedFiles } from './packed-files.js';
import { run } from './run.js';

const { values } = parseArgs({ options: { node: { type: 'string', default: process.execPath }, out: { type: 'string' } } });
if (values.out === undefined) throw new Error('--out FILE is missing');
const out = resolve(values.out);
const node = resolve(values.node);

const folder = mkdtempSync(join(tmpdir(), 'castellan-executable-'));
try {
  const blob = makeBlob(folder);
  mkdirSync(dirname(out), { recursive: true });
  copyFileSync(node, out);
  chmodSync(out, 0o755);
  const isMac = process.platform === 'darwin';
  if (isMac) run('codesign', ['--remove-signature', out]);
  const fuse = [
    '--sentinel-fuse',
    'NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2',
    ...(isMac ? ['--macho-segment-name', 'NODE_SEA'] : []),
  ];
  run(process.execPath, ['node_modules/postject/dist/cli.js', out, 'NODE_SEA_BLOB', blob, ...fuse]);
  if (isMac) run('codesign', ['--sign', '-', out]);
  console.log(`${out}  ${(statSync(out).size / 1e6).toFixed(1)} MB`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** What is injected: the start of the executable, and the files of the package but the binaries that this Node.js does without. */
function makeBlob(folder: string): string {
  const files = packedFiles().filter((path) => !path.startsWith('native/') && path !== 'bin/executable.cjs');
  const contents = files.map((path) => readFileSync(path));
  const index = JSON.stringify(files.map((path, at) => [path, contents[at]?.length]));
  const program = Buffer.concat([Buffer.from(`${index}\n`), ...contents]);
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: 9,
    [constants.BROTLI_PARAM_LGWIN]: 24,
    [constants.BROTLI_PARAM_SIZE_HINT]: program.length,
  };
  const [asset, digest, blob, config] = ['program', 'digest', 'blob', 'sea.json'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
    string,
  ];
  writeFileSync(asset, brotliCompressSync(program, { params }));
  writeFileSync(digest, createHash('sha256').update(program).digest('hex'));
  const settings = {
    main: resolve('bin/executable.cjs'),
    output: blob,
    disableExperimentalSEAWarning: true,
    assets: { program: asset, digest },
  };
  writeFileSync(config, JSON.stringify(settings));
  // Of the version that will read it.
  run(node, ['--experimental-sea-config', config]);
  return blob;
}
