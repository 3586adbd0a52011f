'use strict';
const { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } = require('node:fs');
const { dirname } = require('node:path');
const { crc32 } = require('node:zlib');

/**
 * Compiled code by the name of its script, as V8 gave it; empty when the file is missing or damaged, which V8 itself does not
 * look for: it would crash, or worse, calculate something else. The layout: the codes, a JSON list of their names and lengths,
 * that list's length as four bytes, the CRC-32 of all that.
 */
exports.readCodes = function readCodes(file) {
  const codes = new Map();
  try {
    const bytes = readFileSync(file);
    const [listEnd, end] = [bytes.length - 8, bytes.length - 4];
    if (listEnd < 0 || crc32(bytes.subarray(0, end)) !== bytes.readUInt32LE(end)) return codes;
    let at = 0;
    const list = bytes.toString('latin1', listEnd - bytes.readUInt32LE(listEnd), listEnd);
    for (const [name, length] of JSON.parse(list)) {
      codes.set(name, bytes.subarray(at, at + length));
      at += length;
    }
  } catch {
    codes.clear();
  }
  return codes;
};

/** Puts the file in place at once, or leaves things as they are where that isn't allowed: only speed is lost. */
exports.writeCodes = function writeCodes(file, codes) {
  const list = Buffer.from(JSON.stringify([...codes].map(([name, { length }]) => [name, length])), 'latin1');
  const whole = Buffer.concat([...codes.values(), list, uint32(list.length)]);
  const part = `${file}.${process.pid}`;
  try {
    mkdirSync(dirname(file), { recursive: true, mode: 0o755 });
    writeFileSync(part, Buffer.concat([whole, uint32(crc32(whole))]), { mode: 0o644, flag: 'wx' });
    renameSync(part, file);
  } catch {
    rmSync(part, { force: true });
  }
};

function uint32(value) {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}
