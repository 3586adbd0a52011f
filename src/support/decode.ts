import { InputError } from './errors.js';

const UTF8 = new TextDecoder('utf-8', { fatal: true });

/**
 * Text of a file: UTF-8 (BOM removed) or UTF-16 with a BOM. Anything else is an InputError `wrong_encoding`, because
 * a guess would read other names than the tool that wrote the file. A NUL in UTF-8 text means binary or BOM-less UTF-16.
 */
export function decodeText(bytes: Uint8Array, where: string): string {
  const text = decodeByMark(bytes, where);
  const nul = text.indexOf('\0');
  if (nul < 0) return text;
  throw new InputError({
    where,
    issue: 'wrong_encoding',
    message: 'not text: holds NUL bytes (binary, or UTF-16 without a byte-order mark)',
  });
}

function decodeByMark(bytes: Uint8Array, where: string): string {
  try {
    if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le', { fatal: true }).decode(bytes);
    if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be', { fatal: true }).decode(bytes);
    return UTF8.decode(bytes);
  } catch (cause) {
    throw new InputError({ where, issue: 'wrong_encoding', message: 'not valid UTF-8 or UTF-16 text', cause });
  }
}
