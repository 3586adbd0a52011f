import { InputError } from './errors.js';

const UTF8 = new TextDecoder('utf-8', { fatal: true });

/**
 * Text of a file: UTF-8 (BOM removed) or UTF-16 with a BOM. Anything else is an InputError `wrong_encoding`, because
 * a guess would read other names than the tool that wrote the file. A NUL in UTF-8 text means binary or BOM-less UTF-16.
 */
export function decodeText(bytes: Uint8Array, where: string): string {
  return withoutNul(decodeByMark(bytes, where), where);
}

/**
 * Text of what an installer left, some of it from before UTF-8: what is neither UTF-8 nor UTF-16 is Latin-1. Names and versions are ASCII
 * in every such file, and a description in an old encoding is no reason to miss a package.
 */
export function decodeOldText(bytes: Uint8Array, where: string): string {
  try {
    return decodeText(bytes, where);
  } catch (error) {
    if (bytes.includes(0)) throw error;
    return new TextDecoder('latin1').decode(bytes);
  }
}

/**
 * Text of an XML document. Without a byte-order mark its declaration may name another encoding of which ASCII is a part
 * (`encoding="ISO-8859-1"`), which every XML parser follows; all else is as for other text.
 */
export function decodeXml(bytes: Uint8Array, where: string): string {
  const decoder = declaredDecoder(bytes);
  if (!decoder) return decodeText(bytes, where);
  try {
    return withoutNul(decoder.decode(bytes), where);
  } catch (cause) {
    if (cause instanceof InputError) throw cause;
    throw new InputError({ where, issue: 'wrong_encoding', message: `not valid ${decoder.encoding} text, as it declares`, cause });
  }
}

const DECLARATION = /^<\?xml\s[^>]{0,200}?\sencoding\s{0,20}=\s{0,20}["']([A-Za-z][\w.:-]{0,40})["']/;
const DECLARATION_BYTES = 300;

/** Undefined when no encoding is declared, when it is UTF-8 or UTF-16, and for unknown names. */
function declaredDecoder(bytes: Uint8Array): InstanceType<typeof TextDecoder> | undefined {
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, DECLARATION_BYTES));
  const label = DECLARATION.exec(head)?.[1];
  if (label === undefined || /^(?:utf|ucs|iso-10646)/i.test(label)) return undefined;
  try {
    return new TextDecoder(label, { fatal: true });
  } catch {
    return undefined;
  }
}

function withoutNul(text: string, where: string): string {
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
