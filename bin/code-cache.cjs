'use strict';
const { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } = require('node:fs');
const { dirname } = require('node:path');
const { crc32 } = require('node:zlib');

/** Bytes of the CRC-32 that ends a file. */
const CHECK = 4;

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
    rmSync(part, { force: true });
  }
};
