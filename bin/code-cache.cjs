'use strict';
const { accessSync, constants, existsSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } = require('node:fs');
const { homedir } = require('node:os');
const { dirname, join } = require('node:path');
const { crc32 } = require('node:zlib');

/** Bytes of the CRC-32 that ends a file. */
const CHECK = 4;

/**
 * Where compiled code lies: beside the scripts; where an administrator installed them, in a folder of this user's own that nobody
 * else may write to.
 */
exports.codeFolder = function codeFolder(scripts) {
  const beside = join(scripts, 'code');
  try {
    accessSync(scripts, constants.W_OK);
    return beside;
  } catch {
    const own = ownFolder();
    return own ?? beside;
  }
};

function ownFolder() {
  const { XDG_CACHE_HOME: cache } = process.env;
  const caches = cache?.startsWith('/') ? cache : join(homedir(), '.cache');
  const own = join(caches, 'castellan');
  const folder = join(own, 'code');
  try {
    // One by one, as `recursive` never ends in a file system that takes no new folder.
    for (const each of [caches, own, folder]) if (!existsSync(each)) mkdirSync(each, { mode: 0o700 });
    const { uid, mode } = statSync(folder);
    return uid === process.getuid?.() && (mode & 0o022) === 0 ? folder : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Compiled code as V8 gave it; undefined when there is none or the file is damaged, which V8 itself does not look for: it would
 * crash, or worse, calculate something else.
 */
exports.readCode = function readCode(file) {
  try {
    const bytes = readFileSync(file);
    const code = bytes.subarray(0, -CHECK);
    return bytes.length > CHECK && crc32(code) === bytes.readUInt32LE(code.length) ? code : undefined;
  } catch {
    return undefined;
  }
};

/** Puts the code in place at once, or leaves things as they are where that isn't allowed: only speed is lost. */
exports.writeCode = function writeCode(file, code) {
  const check = Buffer.alloc(CHECK);
  check.writeUInt32LE(crc32(code));
  const part = `${file}.${process.pid}`;
  try {
    mkdirSync(dirname(file), { recursive: true, mode: 0o755 });
    writeFileSync(part, Buffer.concat([code, check]), { mode: 0o644, flag: 'wx' });
    renameSync(part, file);
  } catch {
    if (existsSync(part)) rmSync(part, { force: true });
  }
};
