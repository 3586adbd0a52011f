'use strict';
const { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } = require('node:fs');
const { dirname } = require('node:path');

/** Ends a file that was written whole. */
const END = Buffer.from('castellan code\n', 'latin1');

/**
 * Compiled code by the name of its script, as V8 gave it; empty when the file is missing or was not written whole. The layout:
 * the codes, a JSON list of their names and lengths, that list's length as four bytes, END.
 */
exports.readCodes = function readCodes(file) {
  const codes = new Map();
  try {
    const bytes = readFileSync(file);
    const listEnd = bytes.length - END.length - 4;
    if (listEnd < 0 || !bytes.subarray(-END.length).equals(END)) return codes;
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
  const size = Buffer.alloc(4);
  size.writeUInt32LE(list.length);
  const part = `${file}.${process.pid}`;
  try {
    mkdirSync(dirname(file), { recursive: true, mode: 0o755 });
    writeFileSync(part, Buffer.concat([...codes.values(), list, size, END]), { mode: 0o644, flag: 'wx' });
    renameSync(part, file);
  } catch {
    rmSync(part, { force: true });
  }
};
