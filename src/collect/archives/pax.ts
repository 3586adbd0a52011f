import { brokenTar } from './tar-header.js';

/** What pax headers say of the next entry (`x`) or of all that follow (`g`). */
export interface PaxFields {
  path?: Uint8Array;
  linkpath?: Uint8Array;
  size?: number;
  /** `GNU.sparse.*` of versions 0.0 and 0.1: pairs of offset and length. */
  map?: number[];
  sparseName?: Uint8Array;
  /** Logical size of a sparse file. */
  realSize?: number;
  /** Version 1.0: the map stands before the data. */
  mapInData?: true;
}

const EQUALS = 0x3d;
const BLANK = 0x20;
const NEWLINE = 0x0a;
/** Longest number of digits of a record's length: a header has at most 1 MiB. */
const MAX_DIGITS = 8;

/** Reads `LENGTH KEY=VALUE\n` records over what is known. An empty value takes a field back. Throws InputError for a record that lies about its length. */
export function readPax(bytes: Buffer, known: PaxFields): PaxFields {
  const fields: PaxFields = { ...known, ...(known.map && { map: [...known.map] }) };
  for (let at = 0; at < bytes.length; ) {
    const blank = bytes.indexOf(BLANK, at);
    const digits = blank === -1 || blank - at > MAX_DIGITS ? '' : bytes.toString('latin1', at, blank);
    const end = /^[1-9]\d*$/.test(digits) ? at + Number(digits) : -1;
    if (end <= blank || end > bytes.length || bytes[end - 1] !== NEWLINE)
      throw brokenTar('a pax header is broken: a record has no such length');
    const equals = bytes.indexOf(EQUALS, blank + 1);
    if (equals === -1 || equals >= end) throw brokenTar('a pax header is broken: a record without a value');
    take(fields, bytes.toString('latin1', blank + 1, Math.min(equals, blank + 65)), bytes.subarray(equals + 1, end - 1));
    at = end;
  }
  return fields;
}

function take(fields: PaxFields, key: string, value: Buffer): void {
  if (key === 'path') setOrDrop(fields, 'path', textField(value));
  else if (key === 'linkpath') setOrDrop(fields, 'linkpath', textField(value));
  else if (key === 'size') setOrDrop(fields, 'size', value.length === 0 ? undefined : count(value));
  else if (key.startsWith('GNU.sparse.')) takeSparse(fields, key.slice(11), value);
}

function takeSparse(fields: PaxFields, key: string, value: Buffer): void {
  if (key === 'name') setOrDrop(fields, 'sparseName', textField(value));
  else if (key === 'size' || key === 'realsize') fields.realSize = count(value);
  else if (key === 'offset' || key === 'numbytes') pairs(fields).push(count(value));
  else if (key === 'map')
    fields.map =
      value.length === 0
        ? []
        : value
            .toString('latin1')
            .split(',')
            .map((text) => count(Buffer.from(text)));
  else if (key === 'major' && value.toString('latin1') === '1') fields.mapInData = true;
}

function pairs(fields: PaxFields): number[] {
  fields.map ??= [];
  return fields.map;
}

function setOrDrop<Key extends keyof PaxFields>(fields: PaxFields, key: Key, value: PaxFields[Key] | undefined): void {
  if (value === undefined) delete fields[key];
  else fields[key] = value;
}

function textField(value: Buffer): Uint8Array | undefined {
  if (value.includes(0)) throw brokenTar('a pax header is broken: a name with a NUL in it');
  return value.length === 0 ? undefined : Buffer.from(value);
}

function count(value: Buffer): number {
  const text = value.toString('latin1', 0, 32);
  const number = /^\d{1,16}$/.test(text) ? Number(text) : Number.NaN;
  if (!Number.isSafeInteger(number)) throw brokenTar('a pax header is broken: it states an impossible size');
  return number;
}
