import { isAscii, isUtf8 } from 'node:buffer';

/** Bytes that are no UTF-8 become lone surrogates, so that different names stay different; `shownName` writes them as `\xNN`. */
const ESCAPED = 0xdc00;

/** A name of an archive as text. Equal texts are equal bytes. */
export function nameOfBytes(bytes: Uint8Array): string {
  if (bytes.length === 0) return '';
  const buffer = Buffer.isBuffer(bytes) ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (isAscii(buffer)) return buffer.toString('latin1');
  if (isUtf8(buffer)) return buffer.toString('utf8');
  return Array.from(buffer, (byte) => String.fromCharCode(byte < 0x80 ? byte : ESCAPED + byte)).join('');
}

/** The name as reports show it. */
export function shownName(name: string): string {
  return LONE.test(name) ? name.replace(ALL_LONE, (char) => `\\x${(char.charCodeAt(0) - ESCAPED).toString(16).padStart(2, '0')}`) : name;
}

/** The name that is shown so; undefined where nothing in it is escaped. */
export function nameOfShown(shown: string): string | undefined {
  if (!shown.includes('\\x')) return undefined;
  return shown.replace(/\\x([89a-f][0-9a-f])/g, (_, hex: string) => String.fromCharCode(ESCAPED + Number.parseInt(hex, 16)));
}

const LONE = /[\udc80-\udcff]/u;
const ALL_LONE = /[\udc80-\udcff]/gu;

/** A path in an image: its parts, or why it names nothing in it. */
export type ImagePath = { parts: string[] } | { fault: 'outside' };

/** The path that a name of an archive means, with `/` between its parts only; undefined where it leads out. */
export function pathOf(name: string): string | undefined {
  if (ODD.test(name)) {
    const path = partsOf(name);
    return 'parts' in path ? path.parts.join('/') : undefined;
  }
  return name.endsWith('/') ? name.slice(0, -1) : name;
}

/** What keeps a name from being its path. */
const ODD = /^[./]|\/[./]/;

/** Splits a name of an archive at `/`: without empty and `.` parts, `..` resolved where that stays inside. */
export function partsOf(name: string): ImagePath {
  if (!name.includes('/.') && !name.startsWith('.') && !name.includes('//')) {
    const plain = name.startsWith('/') ? name.slice(1) : name;
    return { parts: (plain.endsWith('/') ? plain.slice(0, -1) : plain).split('/').filter((part) => part !== '') };
  }
  const parts: string[] = [];
  for (const part of name.split('/')) {
    if (part === '' || part === '.') continue;
    if (part !== '..') parts.push(part);
    else if (parts.pop() === undefined) return { fault: 'outside' };
  }
  return { parts };
}
