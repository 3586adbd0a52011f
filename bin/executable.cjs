'use strict';
/*
 * The start of the single-file executable: unpacks the program it carries, once, and runs it. The program runs code from a folder only
 * where nobody but this user may write; where there is none it unpacks into a private temporary folder, which goes with the process.
 */
const { existsSync, lstatSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } = require('node:fs');
const { createRequire } = require('node:module');
const { homedir, tmpdir } = require('node:os');
const { dirname, join } = require('node:path');
const sea = require('node:sea');
const { brotliDecompressSync } = require('node:zlib');

const digest = sea.getAsset('digest', 'utf8');
const START = 'bin/castellan.cjs';
/** Written last: a folder without it is not whole. */
const MARK = 'unpacked';
/** The script's place when another process of ours, or a client's configuration, names it: any version's, as this one answers for it. */
const NAMED =
  /[\\/]castellan[\\/]program[\\/][0-9a-f]{16}[\\/]bin[\\/]castellan\.cjs$|[\\/]castellan-program-[^\\/]+[\\/]bin[\\/]castellan\.cjs$/;

try {
  start();
} catch (error) {
  process.stderr.write(`error: the program cannot be unpacked: ${error.message}\n`);
  process.exitCode = 1;
}

function start() {
  const given = process.argv[2];
  const isNamed = given !== undefined && NAMED.test(given);
  const named = isNamed ? dirname(dirname(given)) : undefined;
  const present = named !== undefined && isWhole(named) ? named : kept();
  const passed = present === undefined ? unpack(mkdtempSync(join(tmpdir(), 'castellan-program-'))) : undefined;
  const folder = present ?? passed;
  const script = join(folder, START);
  process.argv.splice(1, isNamed ? 2 : 1, script);
  createRequire(script)(script);
  // After what the program itself does at its end, such as keeping compiled code.
  if (passed !== undefined) process.once('exit', () => rmSync(passed, { recursive: true, force: true }));
}

/** The folder of this version's program in the user's cache, unpacked now where it is not there; undefined where that cannot be. */
function kept() {
  const root = join(cacheFolder(), 'castellan', 'program');
  const folder = join(root, digest.slice(0, 16));
  if (isWhole(folder)) return folder;
  const part = `${folder}.${process.pid}`;
  try {
    mkdirSync(root, { recursive: true, mode: 0o700 });
    if (!isPrivate(root)) return undefined;
    unpack(part);
    if (existsSync(folder) && !isWhole(folder)) rmSync(folder, { recursive: true });
    renameSync(part, folder);
  } catch {
    if (existsSync(part)) rmSync(part, { recursive: true, force: true });
  }
  return isWhole(folder) ? folder : undefined;
}

function cacheFolder() {
  const { XDG_CACHE_HOME: cache, LOCALAPPDATA: local } = process.env;
  if (process.platform === 'win32') return local ?? join(homedir(), 'AppData', 'Local');
  if (process.platform === 'darwin') return join(homedir(), 'Library', 'Caches');
  return cache?.startsWith('/') ? cache : join(homedir(), '.cache');
}

function isWhole(folder) {
  try {
    return isPrivate(folder) && readFileSync(join(folder, MARK), 'utf8') === digest;
  } catch {
    return false;
  }
}

/** Windows keeps what lies in a user's profile from others by itself. */
function isPrivate(folder) {
  const { uid, mode } = lstatSync(folder);
  return process.platform === 'win32' || (uid === process.getuid() && (mode & 0o022) === 0);
}

/** The asset is a line of JSON, [path, bytes] of each file, and then the files. */
function unpack(folder) {
  const bytes = brotliDecompressSync(Buffer.from(sea.getRawAsset('program')));
  const end = bytes.indexOf(10);
  let offset = end + 1;
  for (const [path, length] of JSON.parse(bytes.subarray(0, end).toString('utf8'))) {
    const file = join(folder, path);
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    writeFileSync(file, bytes.subarray(offset, offset + length), { mode: 0o600 });
    offset += length;
  }
  writeFileSync(join(folder, MARK), digest, { mode: 0o600 });
  return folder;
}
